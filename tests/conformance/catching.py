"""Which case of the kit catches each mutant: noted in a file, so that a test plays only these.

`python -m tests.conformance.catching` writes the file again. A note that no longer holds costs only
time: the test then looks through the whole kit.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import zip_longest
from pathlib import Path

from houseway.conformance.files import ROUNDS
from houseway.conformance.making import MadeCase, make, make_directed
from houseway.conformance.playing import answered
from houseway.games import game
from houseway.games.game import Game
from tests.conformance.tables import TABLES, Mutant, mutants, unreachable

SEED = "1"
NOTES = Path(__file__).with_name("catchers.tsv")
_HEADER = "game\ttable\tplace\tcase"


def catches(made: MadeCase, mutant: Game) -> bool:
    """Whether a mutant answers a case otherwise, or cannot play it at all."""
    try:
        return answered(mutant, made.case) != made.answer
    except Exception:  # a broken table breaks anything
        return True


@cache
def whole_kit(slug: str) -> tuple[MadeCase, ...]:
    """Every settle case, in an order in which unlike ones come first."""
    found = game(slug)
    groups = defaultdict(list)
    for each in (
        *make_directed(found, "settle"),
        *make(found, "settle", seed=SEED, numbers=range(1, ROUNDS + 1)),
    ):
        alike = frozenset((w.wager, w.result, w.clauses) for w in each.answer.wagers)
        groups[alike].append(each)
    rows = zip_longest(*groups.values())
    return tuple(each for row in rows for each in row if each is not None)


def catcher(slug: str, mutant: Game) -> MadeCase | None:
    """The first case of the kit that catches a mutant."""
    return next((each for each in whole_kit(slug) if catches(each, mutant)), None)


@cache
def notes() -> dict[tuple[str, str, str], str]:
    rows = (line.split("\t") for line in NOTES.read_text(encoding="utf-8").splitlines()[1:])
    return {(slug, table, place): case for slug, table, place, case in rows}


def noted_cases(slug: str) -> dict[str, MadeCase]:
    """The cases that are noted for a game, by their names."""
    found, directed = game(slug), make_directed(game(slug), "settle")
    names = {case for (each, _, _), case in notes().items() if each == slug}
    numbers = sorted(int(name) for name in names if name.isdigit())
    seeded = make(found, "settle", seed=SEED, numbers=numbers)
    return {_name(each): each for each in (*directed, *seeded)}


def _name(made: MadeCase) -> str:
    return made.case.id.rpartition("/")[2]


def _note(slug: str, mutant: Mutant) -> str:
    found = catcher(slug, mutant.game)
    return f"{slug}\t{mutant.table}\t{mutant.place}\t{_name(found) if found else 'none'}"


def write() -> None:
    lines = [
        _note(slug, each)
        for slug in TABLES
        for each in mutants(slug)
        if not unreachable(slug, each)
    ]
    NOTES.write_text("\n".join((_HEADER, *lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
