"""Every coup of 7-Up Baccarat that the rules can tell apart, through the live engine.

Cards are told apart by their value: nought (96 cards of 312) and one to nine (24 each). Each
sequence weighs as many ordered deals as there are of five cards, so that all coups have one
total. The count beside it knows nothing of the engine: it draws by the short form of the tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from math import perm

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS, TIE, Options
from houseway.games.seven_up_baccarat.state import Play
from houseway.rulebook.ruling import Accepted

GAME = game("seven-up-baccarat")
CARDS = [Card(text) for text in ("Kc", "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c")]
COUNTS = (96, *([24] * 9))
STAKE = 10_00
WAGERS = {"Ana": PLAYER, "Ben": BANKER, "Chen": TIE, "Dora": SUPER_SEVENS}


def weight(values: tuple[int, ...]) -> int:
    """How many ordered deals of five cards begin with these values."""
    ways = 1
    for value, times in Counter(values).items():
        ways *= perm(COUNTS[value], times)
    return ways * perm(312 - len(values), 5 - len(values))


# The engine


def table() -> Play:
    """A table with every wager placed and no card dealt."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    for box, (patron, wager) in enumerate(WAGERS.items(), 1):
        GAME.do(play, c.PlaceWager(patron, wager, STAKE, box))
    return play


def branch(play: Play) -> Play:
    """A copy for one more card; wagers, people and chips stay as they are while cards come."""
    ahead = copy(play)
    ahead.stock = play.stock.copy()
    ahead.player, ahead.banker = play.player.copy(), play.banker.copy()
    return ahead


def coups(play: Play, values: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Play]]:
    """Every coup that can be dealt from here, with the values in the order they came."""
    if len(values) == 3:
        GAME.do(play, v.AnnounceCounts())
    awaited = GAME.awaits(play)
    if awaited.what == "settle":
        yield values, play
        return
    for value, card in enumerate(CARDS):
        ahead = branch(play)
        GAME.do(ahead, c.DealCard(card))
        yield from coups(ahead, (*values, value))


@cache
def totals_of_the_engine() -> tuple[Counter[object], int]:
    found: Counter[object] = Counter()
    number = 0
    for values, play in coups(table()):
        number += 1
        ruling = GAME.decide(play, c.SettleWagers())
        assert isinstance(ruling, Accepted)
        announced, *lines = ruling.events
        assert isinstance(announced, e.ResultAnnounced)
        paid = {line.patron: line.paid for line in lines}
        weighs = weight(values)
        found["coups"] += weighs
        found[announced.result] += weighs
        found[announced.result, paid[_backer(announced.result)]] += weighs
        found["sevens pay", paid["Dora"]] += weighs
        for line in lines:
            found["net", line.wager] += weighs * (line.paid - line.collected)
    return found, number


def _backer(result: str) -> str:
    return next(patron for patron, wager in WAGERS.items() if wager == result)


# The count beside it, from the words of rules 3, 9, 11


def totals_by_hand() -> tuple[Counter[object], int]:
    found: Counter[object] = Counter()
    number = 0
    for values in _sequences():
        number += 1
        first, dealt, second, *rest = values
        draws = _player_draws(first, dealt, second)
        drawn = rest[:1] if draws else []
        player = (7 + dealt + sum(drawn)) % 10
        banker = (first + second + sum(rest[len(drawn) :])) % 10
        result = PLAYER if player > banker else BANKER if banker > player else TIE
        on_seven = (banker if result == BANKER else player) == 7
        pays = {
            (BANKER, True): 18_00, (BANKER, False): 10_00,
            (PLAYER, True): 5_00, (PLAYER, False): 10_00,
            (TIE, True): 90_00, (TIE, False): 70_00,
        }[result, on_seven]  # fmt: skip
        sevens = 1 + sum(value == 7 for value in values)
        prize = {1: 0, 2: 20_00, 3: 50_00, 4: 170_00, 5: 700_00, 6: 7_000_00}[sevens]
        weighs = weight(values)
        found["coups"] += weighs
        found[result] += weighs
        found[result, pays] += weighs
        found["sevens pay", prize] += weighs
        found["net", SUPER_SEVENS] += weighs * (prize or -STAKE)
        for wager in (PLAYER, BANKER, TIE):
            stands = result == TIE and wager != TIE
            net = pays if wager == result else 0 if stands else -STAKE
            found["net", wager] += weighs * net
    return found, number


def _natural(first: int, dealt: int, second: int) -> bool:
    return (7 + dealt) % 10 > 7 or (first + second) % 10 > 7


def _player_draws(first: int, dealt: int, second: int) -> bool:
    return not _natural(first, dealt, second) and (7 + dealt) % 10 < 6


def _banker_draws(first: int, dealt: int, second: int, drawn: int | None) -> bool:
    count = (first + second) % 10
    if _natural(first, dealt, second):
        return False
    if drawn is None:
        return count < 6
    least = {3: 0, 4: 2, 5: 4, 6: 6}.get(count, 0)
    if count < 3:
        return True
    if count == 3:
        return drawn != 8
    return count < 7 and least <= drawn <= 7


def _sequences() -> Iterator[tuple[int, ...]]:
    for n in range(1000):
        start = n // 100, n // 10 % 10, n % 10
        draws = _player_draws(*start)
        for drawn in range(10) if draws else (None,):
            so_far = start if drawn is None else (*start, drawn)
            if _banker_draws(*start, drawn):
                yield from ((*so_far, third) for third in range(10))
            else:
                yield so_far


def test_every_coup_comes_out_as_counted() -> None:
    """7-Up Baccarat 5.1, 9.2, 9.3 Table 1, 9.4 Table 2, 9.5, 9.6, 11.1.2 Table, 11.1.3 Table:
    results, wins on seven, sevens and what each wager nets, over all deals of six decks."""
    engine, engine_coups = totals_of_the_engine()
    by_hand, coups_by_hand = totals_by_hand()

    assert engine_coups == coups_by_hand
    assert engine == by_hand
    assert engine["coups"] == perm(312, 5)
    assert engine[PLAYER] + engine[BANKER] + engine[TIE] == perm(312, 5)
    assert sum(engine["sevens pay", n] for n in (0, 2000, 5000, 17000, 70000, 700000)) == perm(
        312, 5
    )


def test_six_sevens_come_in_one_way_only() -> None:
    """7-Up Baccarat 10.5, 11.1.3 Table: five sevens in a row, and no coup has more."""
    engine, _ = totals_of_the_engine()
    assert engine["sevens pay", 7_000_00] == perm(24, 5)
