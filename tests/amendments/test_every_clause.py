"""No clause of a document goes or moves without the game: whatever a file strikes or renumbers, it
is refused with a sentence, or tables play, settle and close as they did.

All clauses of a document are renumbered in one file, every one is struck in a file of its own, and
one of these files is played. With HOUSEWAY_FULL=1 each clause is renumbered in a file of its own
too, and all files are played.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import tests.games
from houseway import games
from houseway.amendments.document import BadAmendment
from houseway.amendments.reading import read_amendment
from houseway.driving import ABSENT, next_command
from houseway.games.commands import Command
from houseway.games.game import Game
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.soak.actors import TablePeople
from houseway.table.life import CLOSING
from houseway.table.state import Table
from houseway.table.table import decide, evolve
from houseway.table.view import Viewer, view
from houseway.table.vocabulary import CloseTable, PutUpSign
from tests.amendments import adopted
from tests.games.scenarios import Scenario, check
from tests.games.tournament_roulette.spins import scenarios
from tests.offices import decider

FULL = os.environ.get("HOUSEWAY_FULL") == "1"
SOME, ROUNDS = 25, 3
FROM_US, MINUTE_US, WEEK_US = 2_000_000_000_000_000, 60_000_000, 604_800_000_000  # from 2033 on


def amending(game: Game, change: str) -> str:
    return (
        f'amends = "{game.cite.id}"\nedition = "2031-01-01"\ninstrument = "Example"\n'
        f'commences = "2031-01-01"\n{change}\n'
    )


def renumbering(game: Game, numbers: Iterable[str]) -> str:
    pairs = ", ".join(f'"{number}" = "{number} bis"' for number in numbers)
    return amending(game, f"renumber = {{ {pairs} }}")


def striking(game: Game, number: str) -> str:
    return amending(game, f'strike = ["{number}"]')


def refusal(text: str) -> str:
    """Why a file is refused; empty if it is not."""
    try:
        read_amendment(text)
    except BadAmendment as wrong:
        return str(wrong)
    return ""


@cache
def scenarios_of(slug: str) -> list[Scenario]:
    """The scenarios in the tests of a game."""
    folder = Path(tests.games.__file__).parent / slug.replace("-", "_")
    names = [f"tests.games.{folder.name}.{path.stem}" for path in folder.glob("test_*.py")]
    texts = [each for name in names for each in vars(import_module(name)).values()]
    return scenarios(*(each for each in texts if str(each).startswith("\n== ")))


def plays_and_closes(text: str, *, all_scenarios: bool = False) -> None:
    """Scenarios come out as under the approved edition, and a table of the file can be closed."""
    chance, table = random.Random(text), Table()
    at_us = iter(range(FROM_US, FROM_US + WEEK_US, MINUTE_US))

    def done(command: Command, by: Role, actor: str = "Eli") -> bool:
        ruling = decide(table, command, by, next(at_us), actor)
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            evolve(table, event)
        return isinstance(ruling, Accepted)

    with adopted(text) as amendment:
        every = scenarios_of(amendment.before.slug)
        for scenario in every if all_scenarios else chance.sample(every, SOME):
            check(amendment.game, scenario)
        people = TablePeople(chance)
        while not done(*people.opening(amendment.document.id)):
            continue
        while table.play.round < ROUNDS:
            done(*people.go_on(table))
            assert view(table, "", 0, Viewer(Role.DEALER))
        done(PutUpSign(CLOSING, FROM_US), Role.GAMING_SUPERVISOR)
        while not done(CloseTable(), decider(table.slug)):
            done(*next_command(table.game, table.play, ABSENT, chance.randrange))


@pytest.mark.share(4)
@pytest.mark.parametrize("slug", games.slugs())
def test_a_clause_is_struck_only_if_tables_play_without_it(slug: str) -> None:
    game = games.game(slug)
    files = {number: striking(game, number) for number in game.cite.clauses}
    refused = {number: refusal(text) for number, text in files.items()}
    assert all(number in reason for number, reason in refused.items() if reason)
    struck = [number for number, reason in refused.items() if not reason]
    for number in struck if FULL else struck[:1]:
        plays_and_closes(files[number])


@pytest.mark.parametrize("slug", games.slugs())
def test_tables_play_by_whatever_numbers_the_clauses_have(slug: str) -> None:
    game = games.game(slug)
    every = list(game.cite.clauses)
    plays_and_closes(renumbering(game, every), all_scenarios=FULL)
    for number in every if FULL else ():
        plays_and_closes(renumbering(game, [number]))
