"""Every pocket against every wager, through the live engine, held against sums made here.

Nothing of the game's tables is used to say what must come out: positions are read from their
names or built from the rows of the layout, and a wager on n numbers of 36 must pay 36/n less 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import pytest

from houseway.games import events as e
from houseway.games import game
from houseway.games.commands import CallNoMoreBets, Command, PlaceWager, SettleWagers
from houseway.games.game import Setup
from houseway.games.limits import Limits, Line
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.rules import Options

GAME = game("tournament-roulette")
UNIT = 5_00
POCKETS = range(37)
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

# The wheel of Appendix A (reading RO1), typed here a second time, clockwise from zero.
# fmt: off
ORDER = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)
# fmt: on

Numbers = frozenset[int]


class Table:
    """A table with a ball in use, played round after round."""

    def __init__(self, *, straight_up: int = 0, zero_corner: str = "offered") -> None:
        lines = {"straight up": Line(UNIT, straight_up)} if straight_up else {}
        limits = Limits(minimum=UNIT, maximum=1_000_00, multiple=UNIT, lines=lines)
        options = Options(zero_corner="withheld" if zero_corner == "withheld" else "offered")
        self.play = GAME.begin(Setup(options, limits))
        for command, by in GAME.ready(self.play):
            GAME.do(self.play, command, by)

    def round(self, wagers: Iterable[Command], pocket: int) -> dict[str, int]:
        """Lift, place, spin, settle: what each position made or lost, in cents."""
        play = self.play
        GAME.do(play, v.LiftDolly())
        for wager in wagers:
            GAME.do(play, wager)
        GAME.do(play, v.SpinBall("clockwise", "anticlockwise"))
        GAME.do(play, CallNoMoreBets())
        GAME.do(play, v.ConfirmThreeTurns())
        GAME.do(play, v.ReportResult(pocket))
        settled = GAME.do(play, SettleWagers())
        GAME.check(play)
        lines = [event for event in settled if isinstance(event, e.Settlement)]
        assert not play.layout.wagers
        return {line.wager: line.paid - line.collected for line in lines}


# The layout, built here: zero above twelve rows of three.


def inside_positions() -> dict[str, Numbers]:
    rows = [(n, n + 1, n + 2) for n in range(1, 37, 3)]
    found: list[tuple[int, ...]] = [(n,) for n in POCKETS]
    found += [(0, 1), (0, 2), (0, 3), (0, 1, 2), (0, 2, 3), (0, 1, 2, 3)]
    for row in rows:
        a, b, c = row
        found += [(a, b), (b, c), (a, b, c)]
    for (a, b, c), (d, f, g) in pairwise(rows):
        found += [(a, d), (b, f), (c, g), (a, b, d, f), (b, c, f, g), (a, b, c, d, f, g)]
    return {name(numbers): frozenset(numbers) for numbers in found}


def name(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 6:
        return f"{numbers[0]}-{numbers[-1]}"
    return "/".join(map(str, numbers))


def outside_positions() -> dict[str, Numbers]:
    numbers = range(1, 37)
    return {
        "column 1": frozenset(n for n in numbers if n % 3 == 1),
        "column 2": frozenset(n for n in numbers if n % 3 == 2),
        "column 3": frozenset(n for n in numbers if n % 3 == 0),
        "dozen 1": frozenset(n for n in numbers if n <= 12),
        "dozen 2": frozenset(n for n in numbers if 13 <= n <= 24),
        "dozen 3": frozenset(n for n in numbers if n >= 25),
        "low": frozenset(n for n in numbers if n <= 18),
        "high": frozenset(n for n in numbers if n >= 19),
        "even": frozenset(n for n in numbers if n % 2 == 0),
        "odd": frozenset(n for n in numbers if n % 2 == 1),
        "red": frozenset(RED),
        "black": frozenset(numbers) - RED,
    }


INSIDE = inside_positions()
LAYOUT = {**INSIDE, **outside_positions()}


def net(stakes: dict[str, int], pocket: int) -> dict[str, int]:
    """What stakes make or lose when each pays 36 over its numbers, less one."""
    return {
        position: stake * (36 // len(LAYOUT[position]) - 1)
        if pocket in LAYOUT[position]
        else -stake
        for position, stake in stakes.items()
    }


# Every position


@pytest.fixture(scope="module")
def outcomes() -> list[dict[str, int]]:
    """For each pocket, what one unit on each of the positions made or lost."""
    table = Table()
    wagers = [PlaceWager("Ana", position, UNIT) for position in LAYOUT]
    return [table.round(wagers, pocket) for pocket in POCKETS]


def test_there_are_157_positions() -> None:
    """Tournament American Roulette 4.3 (reading RO2): 37 + 60 + 14 + 23 + 11 + 3 + 3 + 6."""
    sizes = Counter(len(numbers) for numbers in INSIDE.values())
    assert sizes == {1: 37, 2: 60, 3: 14, 4: 23, 6: 11}
    assert len(LAYOUT) == 157


def test_each_position_wins_exactly_on_its_numbers(outcomes: list[dict[str, int]]) -> None:
    """Tournament American Roulette 7.1, 7.3(a) and 7.3(b), over 37 pockets and 157 positions."""
    settled = 0
    for pocket, made in enumerate(outcomes):
        assert made.keys() == LAYOUT.keys()
        for position, cents in made.items():
            assert (cents > 0) == (pocket in LAYOUT[position]), (position, pocket)
            settled += 1
    assert settled == 37 * 157


def test_every_wager_loses_one_thirty_seventh_of_the_stake(outcomes: list[dict[str, int]]) -> None:
    """Tournament American Roulette 6.1 table: all thirteen lines have the same edge, exactly."""
    for position in LAYOUT:
        units = sum(Fraction(made[position], UNIT) for made in outcomes)
        assert units == -1, position
        assert units / 37 == Fraction(-1, 37)


# Every section of the race track: net units of the table of reading RO4

PIECES = {
    "tier": "5/8 10/11 13/16 23/24 27/30 33/36",
    "orphans": "1 6/9 14/17 17/20 31/34",
    "voisins de zero": "0/2/3 0/2/3 25/26/28/29 25/26/28/29 4/7 12/15 18/21 19/22 32/35",
    "zero game": "0/3 12/15 26 32/35",
}
NET_UNITS = {
    "tier": (6, {+12: "5 8 10 11 13 16 23 24 27 30 33 36"}),
    "orphans": (5, {+31: "1 17", +13: "6 9 14 20 31 34"}),
    "voisins de zero": (9, {+15: "0 2 3", +9: "4 7 12 15 18 19 21 22 25 26 28 29 32 35"}),
    "zero game": (4, {+32: "26", +14: "0 3 12 15 32 35"}),
}


@pytest.mark.parametrize("section", PIECES)
def test_a_section_is_its_pieces_whatever_comes(section: str) -> None:
    """Tournament American Roulette 4.8(a), 4.8(b), 4.8(c) and 4.8(d): units won in all pockets."""
    pieces, wins = NET_UNITS[section]
    expected = {int(n): units for units, numbers in wins.items() for n in numbers.split()}
    stakes = {each: count * UNIT for each, count in Counter(PIECES[section].split()).items()}
    assert sum(stakes.values()) == pieces * UNIT
    table = Table()
    for pocket in POCKETS:
        made = table.round([v.PlaySection("Ana", section, UNIT)], pocket)
        assert made == net(stakes, pocket)
        assert Fraction(sum(made.values()), UNIT) == expected.get(pocket, -pieces), pocket


def test_neighbours_of_every_number_win_31_units_on_five_numbers() -> None:
    """Tournament American Roulette 4.8(e): 37 wagers and 37 pockets, wrapping past zero."""
    table = Table()
    for at, number in enumerate(ORDER):
        five = {ORDER[(at + step) % 37] for step in (-2, -1, 0, 1, 2)}
        assert len(five) == 5
        for pocket in POCKETS:
            made = table.round([v.PlayNeighbours("Ana", number, UNIT)], pocket)
            assert made.keys() == set(map(str, five))
            units = Fraction(sum(made.values()), UNIT)
            assert units == (31 if pocket in five else -5), (number, pocket)


# Every maximum marker: the table of reading RO5, in straight-up maxima

MIDDLES = range(5, 33, 3)
EDGES = (*range(4, 32, 3), *range(6, 34, 3))
COMPLETE = {  # number: positions, staked, won when the number comes
    0: (7, 17, 235),
    **dict.fromkeys((1, 3), (9, 27, 297)),
    2: (12, 36, 396),
    **dict.fromkeys(EDGES, (9, 30, 294)),
    **dict.fromkeys(MIDDLES, (12, 40, 392)),
    **dict.fromkeys((34, 36), (6, 18, 198)),
    35: (8, 24, 264),
}
WITHOUT_CORNER = {0: (6, 13, 203), 1: (8, 23, 265), 2: (11, 32, 364), 3: (8, 23, 265)}


def complete(number: int, maximum: int, *, corner: bool = True) -> dict[str, int]:
    return {
        position: len(numbers) * maximum
        for position, numbers in INSIDE.items()
        if number in numbers and (corner or position != "0/1/2/3")
    }


@pytest.mark.parametrize("number", POCKETS)
def test_a_maximum_marker_is_its_positions_whatever_comes(number: int) -> None:
    """Tournament American Roulette 4.7 and 7.2: staked and won as in the table of reading RO5."""
    maximum = 20_00
    positions, staked, won = COMPLETE[number]
    stakes = complete(number, maximum)
    assert (len(stakes), sum(stakes.values())) == (positions, staked * maximum)
    table = Table(straight_up=maximum)
    for pocket in POCKETS:
        made = table.round([v.AskMaximum("Ana", number)], pocket)
        assert made == net(stakes, pocket)
        if pocket == number:
            assert sum(made.values()) == won * maximum


@pytest.mark.parametrize("number", WITHOUT_CORNER)
def test_a_maximum_marker_without_the_corner_of_zero(number: int) -> None:
    """Tournament American Roulette 4.7: a layout without 0/1/2/3 (readings RO3 and RO5)."""
    maximum = 20_00
    positions, staked, won = WITHOUT_CORNER[number]
    stakes = complete(number, maximum, corner=False)
    assert (len(stakes), sum(stakes.values())) == (positions, staked * maximum)
    table = Table(straight_up=maximum, zero_corner="withheld")
    for pocket in POCKETS:
        made = table.round([v.AskMaximum("Ana", number)], pocket)
        assert made == net(stakes, pocket)
        if pocket == number:
            assert sum(made.values()) == won * maximum
