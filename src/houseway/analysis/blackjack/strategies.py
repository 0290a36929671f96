"""Ways to play blackjack: by totals, by the very cards held, as the dealer does, never to bust."""

from __future__ import annotations

from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, STAND
from houseway.analysis.blackjack.hands import Hands
from houseway.analysis.blackjack.shoe import ACE_ADDS, Counting, Total
from houseway.analysis.blackjack.worth import CODES, Acts, Way


class Totals(NamedTuple):
    """Against one open card: the totals that draw, the first two cards that double, the pairs that
    are split. A total that does neither stands."""

    draws: frozenset[Total]
    doubles: frozenset[Total]
    splits: frozenset[int] = frozenset()

    def act(self, total: Total, *, first: bool) -> str:
        if first and total in self.doubles:
            return DOUBLE
        return DRAW if total in self.draws else STAND


def totals_of(counting: Counting) -> tuple[Total, ...]:
    """Every total with which there is something to decide or to do, hard ones first."""
    hard = [Total(points, soft=False) for points in range(2, counting.most)]
    soft = [Total(points, soft=True) for points in range(ACE_ADDS + 2, counting.most)]
    return (*hard, *soft)


def forced(total: Total, counting: Counting) -> bool:
    """Tournament Blackjack 9.2(b)."""
    return not counting.may_stand(total)


def way_of(hands: Hands, counting: Counting, totals: Totals) -> Way:
    import numpy as np

    acts = np.zeros((2, 2, counting.most + 1), np.uint8)  # by size, softness and points
    for total in totals_of(counting):
        for first in (False, True):
            act = totals.act(total, first=first)
            acts[int(first), int(total.soft), total.points] = CODES.index(act)
    first_two = (hands.sizes == 2).astype(np.int64)
    return Way(Acts(acts[first_two, hands.soft.astype(np.int64), hands.points]), totals.splits)


def as_the_dealer(counting: Counting) -> Totals:
    """Draws and stands by rule 12, so far as 9.2 lets it; doubles and splits nothing."""

    def draws(total: Total) -> bool:
        stands = counting.dealer_stands_soft if total.soft else counting.dealer_stands
        return total.points < stands or forced(total, counting)

    return Totals(frozenset(filter(draws, totals_of(counting))), frozenset())


def never_bust(best: Totals, counting: Counting) -> Totals:
    """The best by totals, but nothing is drawn to a hard total that a ten would take past 21."""

    def safe(total: Total) -> bool:
        in_danger = not total.soft and total.points + ACE_ADDS > counting.most
        return not in_danger or forced(total, counting)

    draws, doubles = (frozenset(filter(safe, each)) for each in (best.draws, best.doubles))
    return Totals(draws, doubles, best.splits)
