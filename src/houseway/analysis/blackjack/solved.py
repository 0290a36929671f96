"""A shoe solved: against each open card the best ways to play, and what each way comes to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.analysis.blackjack.against import Against
from houseway.analysis.blackjack.best import FirstChoices, best_by_cards, best_by_totals
from houseway.analysis.blackjack.hands import Hands, every_hand
from houseway.analysis.blackjack.removed import Removed
from houseway.analysis.blackjack.shoe import Counting, Shoe
from houseway.analysis.blackjack.strategies import Totals, as_the_dealer, never_bust, way_of
from houseway.analysis.blackjack.worth import Sums, Way, sums_of

BY_TOTALS, BY_CARDS = "best by totals", "best by cards"
MIMIC, NEVER_BUST = "mimic the dealer", "never bust"

# fmt: off
MEANS = {
    BY_TOTALS:  "one choice for each total and open card; no change of any one choice gains",
    BY_CARDS:   "the best choice for the very cards of each hand; a hand from a split is played as "
                "those cards are when they were not split",
    MIMIC:      "draws and stands as the dealer must; doubles and splits nothing",
    NEVER_BUST: "as the best by totals, but draws nothing to a hard total above 11",
}
# fmt: on


class Solved(NamedTuple):
    """One open card: what is best, every way to play, and what each comes to out of so many."""

    up: int
    totals: Totals
    firsts: FirstChoices
    ways: Mapping[str, Way]
    sums: Mapping[str, Sums]
    out_of: int


class SolvedShoe(NamedTuple):
    counting: Counting
    hands: Hands
    against: tuple[Solved, ...]


@lru_cache(maxsize=4)
def solve(
    shoe: Shoe, counting: Counting, gains: tuple[tuple[str, Fraction], ...], split_hands: int
) -> SolvedShoe:
    hands = every_hand(shoe, counting)
    removed = Removed(hands, counting, split_hands)
    solved = [_solve(Against(removed, up, counting, dict(gains))) for up in shoe.kinds]
    return SolvedShoe(counting, hands, tuple(solved))


def _solve(against: Against) -> Solved:
    hands, counting = against.hands, against.counting
    cards = best_by_cards(against)
    totals = best_by_totals(against, cards)
    ways: dict[str, Way] = {
        BY_TOTALS: way_of(hands, counting, totals),
        BY_CARDS: cards.way,
        MIMIC: way_of(hands, counting, as_the_dealer(counting)),
        NEVER_BUST: way_of(hands, counting, never_bust(totals, counting)),
    }
    sums = {name: sums_of(against, way) for name, way in ways.items()}
    return Solved(against.up, totals, cards.firsts, ways, sums, against.out_of)
