"""What is asked next: what is due by the schedule, then clauses that were never asked.

A drill is made from a seed, and only the drill says which clauses it asks. `SeedBook` remembers
that of the drills that were made, so that a clause which is due can be asked in a situation that
the trainee has not seen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from threading import Lock
from typing import NamedTuple

from houseway.games import find
from houseway.games.game import Game
from houseway.training.coverage import IRREGULARITY, Wanted, asked
from houseway.training.drill import Drill
from houseway.training.generate import NoDrill, drill, kinds_of
from houseway.training.progress import Progress, Skill, number_of, recall, skill_of

TRIES = 10  # drills made in search of one that asks a clause
SEEDS = 12  # seeds remembered for each clause of each kind
SKILLS = 4_000  # clauses of kinds remembered
_NEW_EVERY = 2  # of the questions beside what is due, one in so many asks a clause never asked


class Scope(NamedTuple):
    """What a trainee wants to be asked: a game, kinds and clauses; none means all of them."""

    slug: str
    kinds: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()  # their numbers

    @property
    def game(self) -> Game:
        return find(self.slug)

    @property
    def among(self) -> tuple[str, ...]:
        return self.kinds or kinds_of(self.game)


class Choice(NamedTuple):
    """The drill to be asked next, and the skill that it was chosen for, if any."""

    kind: str
    seed: str
    skill: Skill | None = None


class SeedBook:
    """Which seeds ask which clause, of the drills that this process made."""

    def __init__(self) -> None:
        self._seeds: OrderedDict[tuple[str, Skill], list[str]] = OrderedDict()
        self._lock = Lock()

    def add(self, made: Drill) -> None:
        slug = made.edition.partition("@")[0]
        with self._lock:
            for clause in made.clauses:
                key = slug, Skill(made.kind, number_of(made.edition, clause))
                seeds = self._seeds.setdefault(key, [])
                if made.seed not in seeds:
                    self._seeds[key] = [*seeds, made.seed][-SEEDS:]
                self._seeds.move_to_end(key)
            while len(self._seeds) > SKILLS:
                self._seeds.popitem(last=False)

    def seeds(self, slug: str, skill: Skill) -> Sequence[str]:
        with self._lock:
            return tuple(self._seeds.get((slug, skill), ()))


BOOK = SeedBook()


@cache
def _asked_by(slug: str) -> dict[str, list[tuple[str, str]]]:
    """The clauses of a game that drills are known to ask, each with kinds and seeds."""
    found: dict[str, list[tuple[str, str]]] = {}
    for wanted, by in asked().items():
        if wanted.slug == slug:
            found.setdefault(clause_of(wanted), []).append((by.kind, by.seed))
    return found


def clause_of(wanted: Wanted) -> str:
    """The clause number of something that a drill should ask."""
    if wanted.sort == IRREGULARITY:
        return wanted.what
    return wanted.what.rpartition(" (")[2].removesuffix(")")


def askable(slug: str) -> frozenset[str]:
    """The numbers of the clauses that drills of a game are known to ask."""
    return frozenset(_asked_by(slug))


def choose(
    scope: Scope, progress: Progress, at_us: int, fresh: str, book: SeedBook = BOOK
) -> Choice:
    """The next drill. `fresh` is a text that no earlier question had; it makes new situations."""
    skill = _due(scope, progress, at_us)
    if skill is not None:
        return _asking(scope, skill, progress, fresh, book)
    new = _never_asked(scope, progress)
    if new and (scope.clauses or progress.asked % _NEW_EVERY):
        return new[progress.asked % len(new)]
    if scope.clauses and (weakest := _weakest(scope, progress, at_us)):
        return _asking(scope, weakest, progress, fresh, book)
    return Choice(_least_trained(scope, progress), fresh)


def due(scope: Scope, progress: Progress, at_us: int) -> list[Skill]:
    """The skills that the schedule wants asked by now."""
    among = progress.among(scope.among, scope.clauses)
    return [each for each in among if progress.skills[each.key].memory.due_us <= at_us]


def _due(scope: Scope, progress: Progress, at_us: int) -> Skill | None:
    """Of what is due, what is most likely to be forgotten."""
    return _least_recalled(due(scope, progress, at_us), progress, at_us)


def _weakest(scope: Scope, progress: Progress, at_us: int) -> Skill | None:
    return _least_recalled(progress.among(scope.among, scope.clauses), progress, at_us)


def _least_recalled(skills: Iterable[Skill], progress: Progress, at_us: int) -> Skill | None:
    def now(skill: Skill) -> tuple[float, str]:
        return recall(progress.skills[skill.key].memory, at_us), skill.key

    return min(skills, key=now, default=None)


def _never_asked(scope: Scope, progress: Progress) -> list[Choice]:
    """Clauses that drills are known to ask and that this trainee has not been asked."""
    known = {skill_of(key).clause for key in progress.skills}
    wanted = set(scope.clauses)
    return [
        Choice(kind, seed, Skill(kind, clause))
        for clause, drills in _asked_by(scope.slug).items()
        for kind, seed in drills
        if clause not in known and kind in scope.among and (not wanted or clause in wanted)
        if f"{scope.game.cite.id}/{kind}/{seed}" not in progress.recent
    ]


def _least_trained(scope: Scope, progress: Progress) -> str:
    """The kind whose clauses were asked least often, the first of them in the game's order."""
    times = dict.fromkeys(scope.among, 0)
    for skill in progress.among(scope.among):
        times[skill.kind] += progress.skills[skill.key].asked
    return min(scope.among, key=lambda kind: times[kind])


def _asking(scope: Scope, skill: Skill, progress: Progress, fresh: str, book: SeedBook) -> Choice:
    """A drill that asks this skill in a situation that was not asked lately."""
    for seed in _likely(scope, skill, fresh, book):
        if f"{scope.game.cite.id}/{skill.kind}/{seed}" in progress.recent:
            continue
        if seed in book.seeds(scope.slug, skill) or _asks(scope, skill, seed, book):
            return Choice(skill.kind, seed, skill)
    return Choice(skill.kind, fresh, skill)


def _likely(scope: Scope, skill: Skill, fresh: str, book: SeedBook) -> Iterator[str]:
    """Seeds that are known to ask it, then new ones, then the one that a list names."""
    yield from reversed(book.seeds(scope.slug, skill))
    yield from (f"{fresh}-{number}" for number in range(TRIES))
    for kind, seed in _asked_by(scope.slug).get(skill.clause, ()):
        if kind == skill.kind:
            yield seed


def _asks(scope: Scope, skill: Skill, seed: str, book: SeedBook) -> bool:
    try:
        book.add(made := drill(scope.game, skill.kind, seed))
    except NoDrill:
        return False
    return skill.clause in {number_of(made.edition, each) for each in made.clauses}
