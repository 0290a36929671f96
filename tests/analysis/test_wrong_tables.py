"""A wrong table is found: whichever one cell is filled otherwise, some check fails.

The checks know nothing of the tables. One compares what every wager gains, and how often, with the
test's own count of full decks; one compares the cells that no round can reach with the words of the
rules. A copy that cannot be analysed at all is found too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest

from houseway.analysis import analyse, module_of
from houseway.analysis.rule_data import BadChange, Cell, cells, changed
from houseway.games import game
from houseway.rulebook.odds import parse_odds
from tests.analysis.recount import Spread, shares, spreads_of
from tests.games.casino_war import test_every_round as war_suite
from tests.games.mini_baccarat import test_every_coup as mini_suite
from tests.games.seven_up_baccarat import test_every_round as seven_up_suite
from tests.games.three_card_baccarat import test_every_round as three_card_suite
from tests.games.tournament_mini_baccarat import test_every_round as tournament_suite
from tests.games.tournament_roulette import test_every_round as roulette_suite

HALF, LESS_5 = Fraction(1, 2), Fraction(95, 100)

# A table is wrong in every way that its cell could be misread: other marks, a number one off.
OTHER_VERDICT = {"wins": "loses", "loses": "stands off", "stands off": "wins"}


def misread(cell: Cell, held: Any) -> Iterator[Any]:
    if cell.value in OTHER_VERDICT:
        yield OTHER_VERDICT[cell.value]
    elif cell.value in ("D", "S", "N"):
        yield from {"D": "S", "S": "D", "N": "SD"}[cell.value]
    elif " to " in cell.value:
        odds = parse_odds(cell.value)
        yield str(msgspec.structs.replace(odds, pays=odds.pays + 1))
        yield str(msgspec.structs.replace(odds, for_each=odds.for_each + 1))
    elif cell.table in LISTS:
        first, *others = [int(word) if word.isdigit() else word for word in cell.value.split()]
        yield others or [38 if first != 38 else 39]
    else:
        number = int(cell.value)
        ranked = cell.table in ORDERED and number + 1 not in held.values()
        yield number - 1 if ranked else number + 1


LISTS = ("naturals", "pockets", "pictures", "positions")
ORDERED = ("orders", "height")  # only which is higher counts, so that a neighbour is doubled


class Case:
    """One game under one set of options, with the test's own count of it."""

    def __init__(self, slug: str, counted: Callable[[], dict[str, Spread]], **options: Any) -> None:
        self.slug, self.counted = slug, counted
        self.options = game(slug).options(**options)
        self.data = module_of(slug).read(self.options)
        self.name = " ".join([slug, *map(str, options.values())])

    def faults(self, data: Any) -> list[str]:
        """Which checks fail on these rule data."""
        found = [] if unreachable(self.slug, data) else ["a cell that no round reaches"]
        try:
            analysed = spreads_of(analyse(self.slug, options=self.options, data=data))
        except (KeyError, ValueError, BadChange) as impossible:
            return [*found, f"cannot be analysed: {impossible}"]
        for wager, spread in self.counted().items():
            if wager not in analysed or analysed[wager] != spread:
                found.append(wager)
        return found

    def mutations(self) -> Iterator[tuple[str, Any]]:
        for cell in cells(self.data):
            for wrong in misread(cell, self.data.table(cell.table)):
                name = f"{self.name}: {cell.table} {cell.place} {cell.value} as {wrong}"
                yield name, changed(self.data, cell.table, cell.place, wrong)


# The cells that no round reaches


def unreachable(slug: str, data: Any) -> bool:
    """7-Up prints rows and marks for naturals too; they say that nobody draws."""
    if slug != "seven-up-baccarat":
        return True
    columns = ("-", *map(str, range(10)))
    rows = all(data.rules.banker_action[row, column] == "S" for row in "89" for column in columns)
    return rows and all(data.rules.player_action["Player", total] == "N" for total in "89")


# The test's own counts of full decks: those that the suites of the live engine are held to


def spread(*gains: tuple[Fraction | int, int]) -> Spread:
    """Gains for each unit staked, with the ways in which they come."""
    found: Counter[Fraction] = Counter()
    for gain, ways in gains:
        found[Fraction(gain)] += ways
    return shares(found)


def pairs_of_full_decks(option: str) -> Spread:
    """Of 415 others each card meets 7 of itself, 8 of its colour and rank, 16 of the rank."""
    if option == "perfect":
        return spread((25, 7), (12, 8), (5, 16), (-1, 415 - 31))
    return spread((11, 31), (-1, 415 - 31))


def mini_baccarat(banker_pays: Fraction, on_six_pays: Fraction, pairs: str) -> dict[str, Spread]:
    counted = mini_suite.counted_by_hand()
    player, tie = counted["player", False], counted["tie", False]
    banker, on_six = counted["banker", False], counted["banker", True]
    return {
        "banker": spread((banker_pays, banker), (on_six_pays, on_six), (0, tie), (-1, player)),
        "player": spread((1, player), (0, tie), (-1, banker + on_six)),
        "tie": spread((8, tie), (-1, player + banker + on_six)),
        "player pair": pairs_of_full_decks(pairs),
        "banker pair": pairs_of_full_decks(pairs),
    }


@cache
def tournament_mini_baccarat() -> dict[str, Spread]:
    counted = tournament_suite.counted_by_hand()
    won = {name: sum(counted[name, n] for n in (4, 5, 6)) for name in ("player", "banker", "tie")}
    return {
        "banker": spread((1, won["banker"]), (0, won["tie"]), (-1, won["player"])),
        "player": spread((1, won["player"]), (0, won["tie"]), (-1, won["banker"])),
        "tie": spread((8, won["tie"]), (-1, won["player"] + won["banker"])),
    }


@cache
def seven_up_baccarat() -> dict[str, Spread]:
    """What $10 on each is paid, by the count of the suite."""
    counted, _ = seven_up_suite.totals_by_hand()
    tie, player, banker = counted["tie"], counted["player"], counted["banker"]
    prizes = (2, 5, 17, 70, 700)
    sevens = [(prize, counted["sevens pay", prize * 10_00]) for prize in prizes]
    return {
        "player": spread(
            (HALF, counted["player", 5_00]), (1, counted["player", 10_00]), (0, tie), (-1, banker)
        ),
        "banker": spread(
            (Fraction(9, 5), counted["banker", 18_00]),
            (1, counted["banker", 10_00]),
            (0, tie),
            (-1, player),
        ),
        "tie": spread(
            (9, counted["tie", 90_00]), (7, counted["tie", 70_00]), (-1, player + banker)
        ),
        "super 7's": spread((-1, counted["sevens pay", 0]), *sevens),
    }


@cache
def three_card_baccarat(variant: str) -> dict[str, Spread]:
    won = three_card_suite.outcomes_by_drawing(8)
    deals = won["player"] + won["banker"] + won["tie"]
    on_six = won["player on 6"] if variant == "even money" else 0
    paid = 1 if variant == "even money" else Fraction(19, 20)

    def wins(name: str, gain: int) -> Spread:
        return spread((gain, won[name]), (-1, deals - won[name]))

    return {
        "player": spread(
            (paid, won["player"] - on_six), (HALF, on_six), (0, won["tie"]), (-1, won["banker"])
        ),
        "tie": wins("tie", 21),
        "three picture cards": wins("pictures", 70),
        **{name: wins(name, 8) for name in (f"banker total {total}" for total in range(10))},
    }


def casino_war() -> dict[str, Spread]:
    first, war = war_suite.independent_first_cards(), war_suite.independent_wars()
    higher, equal, lower = first["higher"], first["equal"], first["lower"]
    later = 310 * 309
    fought = spread(
        (1, higher * later),
        (-1, lower * later),
        (1, war["higher"]),
        (2, war["equal"]),
        (-2, war["lower"]),
    )
    return {
        "initial, go to war": fought,
        "initial, surrender": spread((1, higher), (-1, lower), (-HALF, equal)),
        "initial, best choice": fought,
        "tie": spread((10, equal), (-1, higher + lower)),
    }


def tournament_roulette() -> dict[str, Spread]:
    """Each place pays so many to one that 36 units would come back over its numbers."""
    found = {}
    for place, numbers in roulette_suite.LAYOUT.items():
        won = Fraction(len(numbers), 37)
        found[place] = {Fraction(36, len(numbers)) - 1: won, Fraction(-1): 1 - won}
    return found


CASES = [
    Case("mini-baccarat", lambda: mini_baccarat(LESS_5, LESS_5, "perfect"), pairs="perfect"),
    Case(
        "mini-baccarat",
        lambda: mini_baccarat(Fraction(1), HALF, "canberra"),
        settlement="non-commission",
        pairs="canberra",
    ),
    Case("tournament-mini-baccarat", tournament_mini_baccarat),
    Case("seven-up-baccarat", seven_up_baccarat),
    Case("three-card-baccarat", lambda: three_card_baccarat("standard")),
    Case("three-card-baccarat", lambda: three_card_baccarat("even money"), variant="even money"),
    Case("casino-war", casino_war),
    Case("tournament-roulette", tournament_roulette),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_approved_tables_have_no_fault(case: Case) -> None:
    """Mini Baccarat 7.3 table, 7-Up Baccarat 9.4 Table 2, Three Card Baccarat 7.2 Table, Casino War
    3.2.1, Tournament American Roulette 6.1 table, Tournament Mini-Baccarat 7.3 table."""
    assert case.faults(case.data) == []


MUTATIONS = [(case, name, data) for case in CASES for name, data in case.mutations()]


@pytest.mark.share(200)
@pytest.mark.parametrize(
    ("case", "data"),
    [(case, data) for case, _, data in MUTATIONS],
    ids=[name for _, name, _ in MUTATIONS],
)
def test_a_wrong_cell_is_found(case: Case, data: Any) -> None:
    """Mini Baccarat 2.4, 7.2 table, 7.3 table, 8.4, 8.5, 8.6, 8.8, 8.9, 10.6 and 11.2;
    Tournament Mini-Baccarat 2.4, 7.2 table, 7.3 table and 8.1; 7-Up Baccarat 3.2, 5.1.1, 5.1.2,
    5.1.3, 9.3 Table 1, 9.4 Table 2, 11.1.2 Table and 11.1.3 Table; Three Card Baccarat 3.2,
    7.2 Table, 11.1 and 11.2; Casino War 3.2.1, 5.1.1, 5.1.2, 5.1.3, 10.1, 10.2 and 10.3;
    Tournament American Roulette 4.3 and 6.1 table."""
    assert case.faults(data)


def test_a_wrong_piece_on_the_race_track_is_found() -> None:
    """Tournament American Roulette 4.8: each section with one piece left out, or one doubled."""
    data = module_of("tournament-roulette").read(game("tournament-roulette").options())
    right = spreads_of(analyse("tournament-roulette", data=data))
    wrong = {}
    for name, pieces in data.sections.items():
        for at, (place, units) in enumerate(pieces):
            others = (*pieces[:at], *pieces[at + 1 :])
            wrong[f"{name} without {place}"] = others
            wrong[f"{name} with {place} doubled"] = (*others, (place, 2 * units))
    copy = msgspec.structs.replace(data, sections=wrong)
    found = spreads_of(analyse("tournament-roulette", data=copy))
    assert len(wrong) == 2 * (6 + 5 + 7 + 4 + 37 * 5)
    for name in wrong:
        section = name.split(" without ")[0].split(" with ")[0]
        assert found[name] != right[section], name
