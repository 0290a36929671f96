"""What the dealer says beside the screens: sentences, with the steps that go without saying."""

from __future__ import annotations

from typing import Any

from houseway.games.commands import Command, DealCard, PlaceWager
from houseway.records import sentences
from houseway.rulebook.roles import Role
from tests.service.browser.conftest import Casino

_AHEAD = 20  # more steps than ever go without saying
_ROUND_OVER = ("collect", "open", "wagers", "shuffle", "check")


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
