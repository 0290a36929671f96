"""What the dealer says beside the screens: sentences, with the steps that go without saying."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from houseway.games.commands import BringChips, Command, DealCard, JoinTable, PlaceWager
from houseway.records import sentences
from houseway.rulebook.roles import Role
from houseway.service.settings import Settings
from tests.service.browser.conftest import Casino
from tests.service.server import serving

_AHEAD = 20  # more steps than ever go without saying
_ROUND_OVER = ("collect", "open", "wagers", "shuffle", "check")


@contextmanager
def one_house(chromium: Browser, folder: Path, **settings: Any) -> Iterator[Casino]:
    """A house for a whole file of tests, and afterwards the check that no page complained."""
    with serving(Settings(folder=str(folder / "house"), **settings)) as server:
        casino = Casino(server, chromium)
        yield casino
        complaints = [each for screen in casino.screens for each in screen.complaints]
        for screen in casino.screens:
            screen.context.close()
    assert complaints == [], complaints


def table_with(casino: Casino, table: str, slug: str, **chips: int) -> None:
    """A table with betting open, and patrons there with so many chips."""
    casino.open_table(table, slug)
    prepare(casino, table)
    for patron, amount in chips.items():
        casino.order(table, JoinTable(patron), Role.DEALER, "Eli")
        casino.order(table, BringChips(patron, amount), Role.DEALER, "Eli")
    open_betting(casino, table)


def prepare(casino: Casino, table: str) -> None:
    """Cards, tiles or the ball are taken as ready for play."""
    found = _table(casino, table)
    for command, by in found.game.ready(found.play):
        casino.order(table, command, by, "Eli")


def say(casino: Casino, table: str, *lines: str) -> None:
    """Lines of the dealer, or of a patron as the dealer takes them; `deal` takes several cards."""
    for line in lines:
        words = line.split()
        if words[0] == "deal":
            commands = [sentences.read(f"deal {card}", [DealCard]) for card in words[1:]]
        else:
            commands = [sentences.read(line, _table(casino, table).game.orders)]
        for command in commands:
            _lead_to(casino, table, type(command))
            casino.order(table, command, Role.DEALER, "Eli")


def finish(casino: Casino, table: str) -> None:
    """Up to the end of the round, with the settlements still on the felt, or to a decision."""
    for _ in range(_AHEAD):
        awaited = _awaited(casino, table)
        if awaited.command is None or awaited.what in _ROUND_OVER:
            return
        casino.order(table, awaited.command, Role.DEALER, "Eli")
    raise AssertionError(f"table {table} does not come to an end")


def open_betting(casino: Casino, table: str) -> None:
    """Whatever needs no facts, until wagers are taken."""
    for _ in range(_AHEAD):
        awaited = _awaited(casino, table)
        if PlaceWager in awaited.commands:
            return
        casino.order(table, awaited.command, Role.DEALER, "Eli")
    raise AssertionError(f"table {table} does not open betting")


def _lead_to(casino: Casino, table: str, kind: type[Command]) -> None:
    for _ in range(_AHEAD):
        awaited = _awaited(casino, table)
        if kind in awaited.commands or awaited.command is None:
            return
        casino.order(table, awaited.command, Role.DEALER, "Eli")


def _table(casino: Casino, table: str) -> Any:
    return casino.server.floor.runner.table(f"table/{table}")


def _awaited(casino: Casino, table: str) -> Any:
    found = _table(casino, table)
    return found.game.awaits(found.play)
