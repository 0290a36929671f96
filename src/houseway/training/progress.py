"""What one person has learnt of one game: each clause in each kind of drill, days, speed, streaks.

Plain data that is stored as JSON. `repetition` says when a clause is asked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from msgspec import Struct, field

from houseway.games import game as game_by_edition
from houseway.games.game import Game
from houseway.training.drill import Drill, Mark
from houseway.training.repetition import Memory, Rating, recall, reviewed

RECENT = 200  # drills that count once, however often they are answered
DAYS = 60  # days that are stored
SLOW_MS = 45_000  # for one part of a drill; a right answer that took longer comes again sooner
LONGEST_MS = 600_000  # nobody thinks longer: the trainee was away
_SECOND_US = 1_000_000


class Skill(NamedTuple):
    """Something that is learnt: a clause, as one kind of drill asks about it."""

    kind: str
    clause: str  # its number

    @property
    def key(self) -> str:
        return f"{self.kind} {self.clause}"


def skill_of(key: str) -> Skill:
    return Skill(*key.split(" ", 1))


class Learnt(Struct):
    """One skill: what the scheduler remembers of it, and how often it was right and wrong."""

    memory: Memory
    right: int = 0
    wrong: int = 0

    @property
    def asked(self) -> int:
        return self.right + self.wrong


class Day(Struct, array_like=True):
    """The drills of one day: how many, how many without a mistake, and the time they took."""

    asked: int = 0
    right: int = 0
    took_ms: int = 0


class Progress(Struct):
    """What one person has learnt of one game."""

    skills: dict[str, Learnt] = field(default_factory=dict)
    days: dict[str, Day] = field(default_factory=dict)
    asked: int = 0
    right: int = 0
    took_ms: int = 0
    timed: int = 0  # drills whose time is known
    streak: int = 0  # drills without a mistake, one after the other
    best_streak: int = 0
    recent: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The average time of a drill."""
        return self.took_ms / self.timed / 1_000 if self.timed else 0.0

    def among(self, kinds: Sequence[str], clauses: Iterable[str] = ()) -> Iterator[Skill]:
        """The skills of some kinds, and of some clauses where any are named."""
        wanted = set(clauses)
        for key in self.skills:
            skill = skill_of(key)
            if skill.kind in kinds and (not wanted or skill.clause in wanted):
                yield skill

    def days_in_a_row(self, today: date) -> int:
        """Days with at least one drill up to today, or up to yesterday if none was asked today."""
        day = today if today.isoformat() in self.days else today - timedelta(days=1)
        count = 0
        while day.isoformat() in self.days:
            count, day = count + 1, day - timedelta(days=1)
        return count


def day_of(at_us: int) -> date:
    return datetime.fromtimestamp(at_us // _SECOND_US, UTC).date()


def outcomes(made: Drill, marks: Sequence[Mark]) -> dict[Skill, bool]:
    """Each skill that a drill asks, and whether every mark that names its clause is right."""
    found: dict[Skill, bool] = {}
    for mark in marks:
        for clause in mark.clauses:
            skill = Skill(made.kind, number_of(made.edition, clause))
            found[skill] = found.get(skill, True) and mark.right
    return found


def number_of(edition: str, clause: str) -> str:
    """The number of a clause within its document; a clause of another document stays whole."""
    return clause.removeprefix(f"{game_by_edition(edition).cite.title} ")


def take(
    progress: Progress, made: Drill, marks: Sequence[Mark], at_us: int, took_ms: int = 0
) -> bool:
    """Add a drill that was answered; return whether it counts. The same drill counts once."""
    if made.name in progress.recent or not marks:
        return False
    progress.recent = [*progress.recent, made.name][-RECENT:]
    took_ms = min(took_ms, LONGEST_MS)
    right = all(each.right for each in marks)
    _count(progress, at_us, took_ms, right=right)
    slow = took_ms > SLOW_MS * len(marks)
    for skill, known in outcomes(made, marks).items():
        learnt = progress.skills.get(skill.key) or Learnt(Memory())
        rating = Rating.AGAIN if not known else Rating.HARD if slow else Rating.GOOD
        learnt.memory = reviewed(learnt.memory, rating, at_us)
        learnt.right += known
        learnt.wrong += not known
        progress.skills[skill.key] = learnt
    return True


def _count(progress: Progress, at_us: int, took_ms: int, *, right: bool) -> None:
    progress.asked += 1
    progress.right += right
    progress.took_ms += took_ms
    progress.timed += took_ms > 0
    progress.streak = progress.streak + 1 if right else 0
    progress.best_streak = max(progress.best_streak, progress.streak)
    day = progress.days.setdefault(day_of(at_us).isoformat(), Day())
    day.asked, day.right, day.took_ms = day.asked + 1, day.right + right, day.took_ms + took_ms
    for old in sorted(progress.days)[:-DAYS]:
        del progress.days[old]


# What a chart shows


class ClauseProgress(NamedTuple):
    """One clause: in how many kinds it was asked, with what success, and the recall now."""

    number: str
    text: str
    asked: int
    right: int
    recall: float  # chance of a right answer now, 0 to 1; 0 where it was never asked

    @property
    def percent(self) -> int:
        return round(self.recall * 100)


class SectionProgress(NamedTuple):
    """A section of a document: its clauses that drills ask."""

    number: str
    heading: str
    clauses: tuple[ClauseProgress, ...]

    @property
    def met(self) -> int:
        return sum(each.asked > 0 for each in self.clauses)

    @property
    def recall(self) -> float:
        """The average over its clauses; those never asked count as zero."""
        return sum(each.recall for each in self.clauses) / len(self.clauses)


def sections(
    progress: Progress, game: Game, askable: Iterable[str], at_us: int
) -> list[SectionProgress]:
    """The sections of a document in order, with what was learnt of each clause."""
    rows = game.cite.clauses
    known = {skill_of(key).clause for key in progress.skills} | set(askable)
    found: dict[str, list[ClauseProgress]] = {}
    for number, row in rows.items():
        if number in known:
            made = _clause_progress(progress, number, row.must, at_us)
            found.setdefault(_section(number), []).append(made)
    return [SectionProgress(key, _heading(game, key, made), tuple(made))
            for key, made in found.items()]  # fmt: skip


def _section(number: str) -> str:
    return number.split(".")[0].split("(")[0].split(" ")[0]


def _heading(game: Game, section: str, made: Sequence[ClauseProgress]) -> str:
    row = game.cite.clauses.get(section) or game.cite.clauses[made[0].number]
    return row.heading.capitalize() if row.heading.isupper() else row.heading


def _clause_progress(progress: Progress, number: str, text: str, at_us: int) -> ClauseProgress:
    learnt = [each for key, each in progress.skills.items() if skill_of(key).clause == number]
    now = sum(recall(each.memory, at_us) for each in learnt) / len(learnt) if learnt else 0.0
    return ClauseProgress(
        number, text, sum(each.asked for each in learnt), sum(each.right for each in learnt), now
    )
