"""What a trainee has answered, when it is asked again, and the file that keeps it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct, field

from houseway.extras import explaining
from houseway.games import game as game_by_edition
from houseway.games.game import Game
from houseway.training.drill import Drill, Mark

if TYPE_CHECKING:
    import fsrs


# Spaced repetition: when a skill is asked again, by the published scheduler FSRS.

_SECOND_US = 1_000_000


class Rating(IntEnum):
    """How an answer was; the numbers are the scheduler's. Nobody rates an own answer as easy."""

    AGAIN = 1
    HARD = 2
    GOOD = 3


class Memory(Struct, array_like=True, frozen=True):
    """What the scheduler knows of one skill. `due_us` 0: never asked."""

    state: int = 1
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    due_us: int = 0
    asked_us: int = 0


@cache
def _scheduler() -> fsrs.Scheduler:
    with explaining():
        import fsrs

    return fsrs.Scheduler(enable_fuzzing=False)  # the same answers give the same schedule


def _card(memory: Memory) -> fsrs.Card:
    import fsrs

    return fsrs.Card(
        card_id=1, state=fsrs.State(memory.state), step=memory.step, stability=memory.stability,
        difficulty=memory.difficulty, due=_time(memory.due_us),
        last_review=_time(memory.asked_us) if memory.asked_us else None,
    )  # fmt: skip


def _time(at_us: int) -> datetime:
    return datetime.fromtimestamp(at_us // _SECOND_US, UTC)


def _us(at: datetime) -> int:
    return int(at.timestamp()) * _SECOND_US


def reviewed(memory: Memory, rating: Rating, at_us: int) -> Memory:
    """The memory after one more answer."""
    scheduler = _scheduler()
    import fsrs

    card, _ = scheduler.review_card(_card(memory), fsrs.Rating(rating), _time(at_us))
    return Memory(
        card.state.value, card.step, card.stability, card.difficulty, _us(card.due),
        at_us // _SECOND_US * _SECOND_US,
    )  # fmt: skip


def recall(memory: Memory, at_us: int) -> float:
    """The chance that an answer now would be right, 0 to 1."""
    if not memory.asked_us:
        return 0.0
    return float(_scheduler().get_card_retrievability(_card(memory), _time(at_us)))


RECENT = 200  # drills that count once, however often they are answered
DAYS = 60  # days that are stored
SLOW_MS = 45_000  # for one part of a drill; a right answer that took longer comes again sooner
LONGEST_MS = 600_000  # nobody thinks longer: the trainee was away


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


# The progress of a person who trains without an account: one file on the person's machine.

NAME = "training.json"


class BadProgressFile(ValueError):
    """A file that is no progress, or cannot be read or written."""


def usual_path() -> Path:
    """The file in the folder where programs of this person store their state."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        root = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(root) / "houseway" / NAME


def read(path: Path) -> dict[str, Progress]:
    """The progress by game; empty where there is no file yet."""
    try:
        content = path.read_bytes()
        return msgspec.json.decode(content, type=dict[str, Progress])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as wrong:
        sentence = f"{path} cannot be read as progress: {wrong}. Name another file with --file"
        raise BadProgressFile(sentence) from wrong


def write(path: Path, progress: dict[str, Progress]) -> None:
    """Replace the file in one step, so that a crash leaves the old or the new one."""
    new = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(progress))
        new.replace(path)
    except OSError as wrong:
        raise BadProgressFile(f"{path} cannot be written: {wrong}") from wrong
