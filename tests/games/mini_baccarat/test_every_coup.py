"""Every possible coup of an eight-deck shoe goes through the live engine and is counted exactly.

The first two cards of a hand are dealt in one order and counted for both; with HOUSEWAY_FULL=1
every order is dealt.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import cache
from itertools import product

from houseway.equipment.cards import DECK, Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.mini_baccarat.play import destination
from houseway.games.mini_baccarat.rules import Options
from houseway.games.mini_baccarat.state import Play, SettlePairs
from houseway.rulebook.ruling import Accepted

GAME = game("mini-baccarat")
CARDS = 416
EVERY_ORDER = bool(os.environ.get("HOUSEWAY_FULL"))
SIX_CARDS = CARDS * 415 * 414 * 413 * 412 * 411
SIZE = [128] + [32] * 9  # cards of each value in eight decks: tens and pictures count nothing
OF_VALUE = [Card(name) for name in ("Kh", "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h")]


def opened(options: Options, *wagers: str) -> Play:
    """A table with $100 on each wager, betting closed."""
    table: Play = GAME.begin(Setup(options, GAME.limits))
    for command, by in GAME.ready(table):
        GAME.do(table, command, by)
    GAME.do(table, c.OpenBetting())
    for wager in wagers:
        GAME.do(table, c.PlaceWager(f"on {wager}", wager, 100_00))
    GAME.do(table, c.CallNoMoreBets())
    return table


def fork(table: Play) -> Play:
    """The same table, free to take other cards."""
    other = copy(table)
    other.player, other.banker = list(table.player), list(table.banker)
    other.stock = table.stock.copy()
    return other


def dealt(table: Play, value: int) -> Play:
    """The table after one more card of that value. Copies of a card do not run out here: the
    weight of a sequence, not the stock, knows how many cards of a value there are."""
    other = fork(table)
    other.stock.out = {}
    GAME.do(other, c.DealCard(OF_VALUE[value]))
    return other


def finished(table: Play, values: tuple[int, ...]) -> list[tuple[tuple[int, ...], Play]]:
    """Every way the coup can end from here, with the values that came out."""
    if len(values) >= 4 and destination(table) is None:
        return [(values, table)]
    ends = []
    for value in range(10):
        if EVERY_ORDER or len(values) not in (2, 3) or value >= values[-2]:
            ends += finished(dealt(table, value), (*values, value))
    return ends


def orders(values: tuple[int, ...]) -> int:
    """How many orders of the first two cards of each hand a dealt coup stands for."""
    player, banker = values[0] != values[2], values[1] != values[3]
    return 1 if EVERY_ORDER else (1 + player) * (1 + banker)


def weight(values: tuple[int, ...]) -> int:
    """In how many ways these values come first out of the shoe, whatever follows up to six."""
    ways, out = 1, Counter[int]()
    for value in values:
        ways *= SIZE[value] - out[value]
        out[value] += 1
    for place in range(len(values), 6):
        ways *= CARDS - place
    return ways


def settled(table: Play) -> tuple[str, dict[str, int]]:
    """The result, and what each wager earned or lost, from the engine's own settlement."""
    ruling = GAME.decide(table, c.SettleWagers())
    assert isinstance(ruling, Accepted)
    announced, *lines = ruling.events
    assert isinstance(announced, e.ResultAnnounced)
    return announced.result, {line.wager: line.paid - line.collected for line in lines}


End = Callable[[int, int, int, int], None]  # totals, ways, and how many of six cards are left


@cache
def counted_by_hand() -> Counter[tuple[str, bool]]:
    """The same counts from a recursion of its own, written from the words of 6.4, 7.2 and 7.3."""
    counts: Counter[tuple[str, bool]] = Counter()

    def end(player: int, banker: int, ways: int, left: int) -> None:
        for place in range(left):
            ways *= CARDS - 6 + left - place
        result = "player" if player > banker else "banker" if banker > player else "tie"
        counts[result, result == "banker" and banker == 6] += ways

    for p1, b1, p2, b2 in product(range(10), repeat=4):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        out = Counter((p1, b1, p2, b2))
        ways, seen = 1, Counter[int]()
        for value in (p1, b1, p2, b2):
            ways *= SIZE[value] - seen[value]
            seen[value] += 1
        if player >= 8 or banker >= 8:
            end(player, banker, ways, 2)
        elif player >= 6:
            _banker_alone(end, player, banker, ways, out)
        else:
            for third in range(10):
                _both(end, player, banker, third, ways * (SIZE[third] - out[third]), out)
    return counts


def _banker_alone(end: End, player: int, banker: int, ways: int, out: Counter[int]) -> None:
    if banker >= 6:
        end(player, banker, ways, 2)
        return
    for card in range(10):
        end(player, (banker + card) % 10, ways * (SIZE[card] - out[card]), 1)


def _both(end: End, player: int, banker: int, third: int, ways: int, out: Counter[int]) -> None:
    total = (player + third) % 10
    lowest = {0: 0, 1: 0, 2: 0, 3: 0, 4: 2, 5: 4, 6: 6}.get(banker, 10)
    highest = {0: 9, 1: 9, 2: 9, 3: 9}.get(banker, 7)
    draws = lowest <= third <= highest and not (banker == 3 and third == 8)
    if not draws:
        end(total, banker, ways, 1)
        return
    after = out + Counter([third])
    for card in range(10):
        end(total, (banker + card) % 10, ways * (SIZE[card] - after[card]), 0)


def test_every_coup_of_eight_decks_comes_out_as_counted_by_hand() -> None:
    """Mini Baccarat 2.1, 2.4, 6.2, 6.4, 7.1, 7.2, 7.3, 8.4, 8.5, 8.6, 8.8 and 8.9: all of them."""
    commission = opened(Options(), "player", "banker", "tie")
    half = Options(settlement="non-commission")
    counts: Counter[tuple[str, bool]] = Counter()
    for values, table in finished(commission, ()):
        ways = orders(values) * weight(values)
        result, earned = settled(table)
        on_six = earned["banker"] > 0 and banker_total(table) == 6
        counts[result, on_six] += ways
        table.options = half
        assert earned == PAID[result]
        assert settled(table)[1] == ({**EVEN[result], "banker": 50_00} if on_six else EVEN[result])

    assert counts == counted_by_hand()
    assert sum(counts.values()) == SIX_CARDS == 4_998_398_275_503_360
    assert counts["player", False] == 2_230_518_282_592_256
    assert counts["banker", False] + counts["banker", True] == 2_292_252_566_437_888
    assert counts["tie", False] == 475_627_426_473_216


# What $100 on each earns, by result: 8.8, and 8.9 but for a Banker six.
PAID = {
    "player": {"player": 100_00, "banker": -100_00, "tie": -100_00},
    "banker": {"player": -100_00, "banker": 95_00, "tie": -100_00},
    "tie": {"player": 0, "banker": 0, "tie": 800_00},
}
EVEN = {**PAID, "banker": {**PAID["banker"], "banker": 100_00}}


def banker_total(table: Play) -> int:
    """Banker's last digit, counted here: the place of a card among OF_VALUE is its value."""
    return sum(OF_VALUE.index(card) for card in table.known("banker")) % 10


def test_every_two_cards_of_each_hand_pair_as_counted_by_hand() -> None:
    """Mini Baccarat 9.8, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6 and 11.2: all 52 x 52 of them."""
    pays = {"perfect": Counter[int](), "canberra": Counter[int]()}
    options = (Options(pairs="perfect"), Options(pairs="canberra"))
    for option, hand in product(options, ("player", "banker")):
        table = opened(option, f"{hand} pair")
        for first, second in product(DECK, DECK):
            pays[option.pairs][_pair_pays(table, hand, first, second)] += 8 * (
                7 if first == second else 8
            )

    # Of 416 x 415 ordered pairs, each card meets 7 of itself, 8 of its colour and rank, 16 of the
    # other colour; both hands are counted.
    other = 416 * 415 - 416 * 31
    assert pays["perfect"] == {2500_00: 2 * 416 * 7, 1200_00: 2 * 416 * 8, 500_00: 2 * 416 * 16,
                               -100_00: 2 * other}  # fmt: skip
    assert pays["canberra"] == {1100_00: 2 * 416 * 31, -100_00: 2 * other}


def _pair_pays(table: Play, hand: str, first: Card, second: Card) -> int:
    """What $100 on the pair of that hand earns by the engine."""
    filler = [Card("2c"), Card("7d")]
    forked = fork(table)
    own, others = (forked.player, forked.banker)[:: 1 if hand == "player" else -1]
    own += [first, second]
    others += filler
    ruling = GAME.decide(forked, SettlePairs())
    assert isinstance(ruling, Accepted)
    line = ruling.events[0]
    assert isinstance(line, e.Settlement)
    return line.paid - line.collected
