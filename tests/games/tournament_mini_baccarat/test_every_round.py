"""Every round that eight decks can deal goes through the live engine and is counted exactly.

The two cards of a hand come in either order to the same total, so by default each pair of values is
dealt in one order and counted for both. HOUSEWAY_FULL=1 deals every order.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import product
from math import perm

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.tournament_mini_baccarat.rules import Options
from houseway.games.tournament_mini_baccarat.state import Play

GAME = game("tournament-mini-baccarat")
CARDS = 8 * 52
OF_VALUE = [Card(name) for name in ("Kh", "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h")]
EVERY_ORDER = bool(os.environ.get("HOUSEWAY_FULL"))

Values = tuple[int, ...]


def table_with_wagers() -> Play:
    """Betting is closed; Ana has $100 on Player, Ben on Banker, Chen on Tie."""
    table: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(table):
        GAME.do(table, command, by)
    GAME.do(table, c.OpenBetting())
    for patron, wager in (("Ana", "player"), ("Ben", "banker"), ("Chen", "tie")):
        GAME.do(table, c.BringChips(patron, 100_00))
        GAME.do(table, c.PlaceWager(patron, wager, 100_00))
    GAME.do(table, c.CallNoMoreBets())
    return table


def fork(table: Play) -> Play:
    """The same table, free to go on otherwise."""
    other, layout = copy(table), table.layout
    other.player, other.banker = list(table.player), list(table.banker)
    other.stock = table.stock.copy()
    other.layout = replace(
        layout,
        wagers=dict(layout.wagers),
        chips=dict(layout.chips),
        settlements=list(layout.settlements),
    )
    return other


def every_end(table: Play, values: Values) -> Iterator[tuple[Values, Play]]:
    """Every way the round can end from here, with the values in the order they came."""
    if GAME.awaits(table).what != "draw":
        yield values, table
        return
    for value in range(10):
        if not EVERY_ORDER and len(values) in (2, 3) and value < values[-2]:
            continue
        after = fork(table)
        GAME.do(after, c.DealCard(OF_VALUE[value]))
        yield from every_end(after, (*values, value))


def orders(values: Values) -> int:
    """How many orders of the first four values are counted by this one."""
    if EVERY_ORDER:
        return 1
    return (1 + (values[0] != values[2])) * (1 + (values[1] != values[3]))


def ways(values: Values) -> int:
    """In how many ways six cards can come out that begin with these values."""
    drawn = Counter(values)
    chosen = 1
    for value, times in drawn.items():
        chosen *= perm(128 if value == 0 else 32, times)
    return chosen * perm(CARDS - len(values), 6 - len(values))


def counted_by_hand() -> Counter[tuple[str, int]]:
    """Ways for each result and number of cards, from the words of 6.4, 7.2 and 7.3 alone."""
    counts: Counter[tuple[str, int]] = Counter()
    against = {3: {*range(10)} - {8}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}, 7: set()}
    for first in product(range(10), repeat=4):
        player, banker = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
        ends: list[tuple[Values, int, int]] = []
        natural = max(player, banker) >= 8
        if natural or (player >= 6 and banker >= 6):
            ends = [(first, player, banker)]
        elif player >= 6:
            ends = [((*first, card), player, banker + card) for card in range(10)]
        else:
            for third in range(10):
                if third in against.get(banker, {*range(10)}):
                    ends += [
                        ((*first, third, card), player + third, banker + card) for card in range(10)
                    ]
                else:
                    ends.append(((*first, third), player + third, banker))
        for values, one, other in ends:
            difference = one % 10 - other % 10
            result = "player" if difference > 0 else "banker" if difference < 0 else "tie"
            counts[result, len(values)] += ways(values)
    return counts


# What $100 on each earns: Tournament Mini-Baccarat 8.1, 8.2, 8.3 and 8.4.
EARNED = {
    "player": {"Ana": 100_00, "Ben": -100_00, "Chen": -100_00},
    "banker": {"Ana": -100_00, "Ben": 100_00, "Chen": -100_00},
    "tie": {"Ana": 0, "Ben": 0, "Chen": 800_00},
}


def test_every_round_of_eight_decks_comes_out_as_counted_by_hand() -> None:
    """Tournament Mini-Baccarat 2.1, 2.4, 2.6, 6.2, 6.4, 7.1, 7.2, 7.3, 8.1, 8.2, 8.3 and 8.4."""
    counts: Counter[tuple[str, int]] = Counter()
    for values, table in every_end(table_with_wagers(), ()):
        announced = GAME.do(table, c.SettleWagers())[0]
        assert isinstance(announced, e.ResultAnnounced)
        GAME.check(table)
        assert {who: held - 100_00 for who, held in table.layout.chips.items()} == EARNED[
            announced.result
        ]
        counts[announced.result, len(values)] += orders(values) * ways(values)

    assert counts == counted_by_hand()
    result = {
        name: sum(counts[name, cards] for cards in (4, 5, 6))
        for name in ("player", "banker", "tie")
    }
    assert sum(result.values()) == perm(CARDS, 6) == 4_998_398_275_503_360
    assert result == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
