"""A coup of Mini Baccarat whose settlement was worked out by hand, for pages that tell of rounds.

Player 2h 5c makes 7 and Banker Kd 8s makes 8: Banker wins, and an eight of two cards lets nobody
draw. Ana's $100 on Banker is paid 95 per cent, $95 (8.8(b)); Ben's $20 on Tie loses (8.6(b)).
Before that Ben named a wager that the document does not have (4.3).
"""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order, Runner
from tests.offices import opening_of

CARDS = "2h Kd 5c 8s"
# 1 betting opened, 2 Ana's wager, 3 Ben refused, 4 Ben's wager, 5 no more bets, 6 to 9 the cards,
# 10 the settlement, 11 cards to the rack
STEPS, REFUSED, SETTLED = 11, 3, 10


def give(runner: Runner, table: str, command: c.Command, by: Role, actor: str) -> Refused | None:
    stream = f"table/{table}"
    key = f"{actor} {runner.version(stream)}"
    return runner.order(stream, Order(command, by, actor, key)).refused


def take(runner: Runner, table: str, command: c.Command, by: Role, actor: str) -> None:
    refused = give(runner, table, command, by, actor)
    assert refused is None, refused


def open_table(runner: Runner, table: str) -> None:
    take(runner, table, opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora")
    take(runner, table, TakeAsPrepared(), Role.DEALER, "Eli")


def begin(runner: Runner, table: str) -> None:
    """Up to the last card."""
    take(runner, table, c.OpenBetting(), Role.DEALER, "Eli")
    take(runner, table, c.PlaceWager("Ana", "banker", 100_00), Role.PATRON, "Ana")
    refused = give(runner, table, c.PlaceWager("Ben", "dragon", 20_00), Role.PATRON, "Ben")
    assert refused == Refused("wager_not_offered", Clause("Mini Baccarat 4.3"))
    take(runner, table, c.PlaceWager("Ben", "tie", 20_00), Role.PATRON, "Ben")
    take(runner, table, c.CallNoMoreBets(), Role.DEALER, "Eli")
    for card in CARDS.split():
        take(runner, table, c.DealCard(Card(card)), Role.DEALER, "Eli")


def end(runner: Runner, table: str) -> None:
    take(runner, table, c.SettleWagers(), Role.DEALER, "Eli")
    take(runner, table, c.CollectCards(), Role.DEALER, "Eli")


def play(runner: Runner, table: str) -> None:
    begin(runner, table)
    end(runner, table)
