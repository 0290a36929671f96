"""Tournament Blackjack by a table of points, dealer's card, and what the hand may still do.

As in the exact figures, a round is one box from a full shoe, and hands from a split are played by
the same table as others.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from houseway.analysis.blackjack.best import (
    TableCell,
    acts_in,
    best_by_table,
    cells_of,
    cells_used,
    way_by,
)
from houseway.analysis.blackjack.shoe import Counting, Removed, Shoe, every_hand, shoe_of
from houseway.analysis.blackjack.worth import DOUBLE, DRAW, SPLIT, STAND, Against, sums_of
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_blackjack import (
    EARLY,
    Data,
    gain_of,
    gained,
    gains_of,
    share_of_blackjacks,
    tens_in,
    waiting,
)
from houseway.analysis.figures import Pay
from houseway.analysis.policies import Facts, Policy, chosen
from houseway.games.tournament_blackjack import facts as learning
from houseway.games.tournament_blackjack.facts import (
    ASKED_HAND,
    ASKED_INSURANCE,
    DECLINE,
    EVEN_MONEY,
    INSURE,
)
from houseway.games.tournament_blackjack.rules import ACE, MOST, TEN
from houseway.games.tournament_blackjack.rules import EVEN_MONEY as PAID_EVENLY

_ACTS = {
    learning.STAND: STAND,
    learning.HIT: DRAW,
    learning.DOUBLE: DOUBLE,
    learning.SPLIT: SPLIT,
}
_NAMES = {act: name for name, act in _ACTS.items()}
_HALF = Fraction(1, 2)  # Tournament Blackjack 7.1: insurance is up to half the wager


def value_of(data: Data, policy: Policy, pay: Pay) -> Fraction:
    shoe, value = _shoe(data), Fraction(0)
    for against in _against(shoe, data.counting, gains_of(data, pay), data.split_hands):
        chance = Fraction(shoe.counts[against.up], shoe.cards)
        choices = _choices(policy, against)
        for (_, staked, case), hands in sums_of(against, way_by(against, choices)).items():
            value += chance * Fraction(hands, against.out_of) * staked * gain_of(data, case, pay)
        value += _naturals(data, shoe, against.up, policy, pay)
    return value + _insurance(data, shoe, policy, pay)


def best(data: Data, pay: Pay) -> dict[Facts, str]:
    shoe, found = _shoe(data), dict[Facts, str]()
    for against in _against(shoe, data.counting, gains_of(data, pay), data.split_hands):
        for cell, act in best_by_table(against).items():
            found[_facts(against, cell)] = _NAMES[act]
    return found | _best_answers(data, shoe, pay)


def _shoe(data: Data) -> Shoe:
    return shoe_of(full(data.options.decks).ranks, data.rules.card_value)


@lru_cache(maxsize=2)
def _against(
    shoe: Shoe, counting: Counting, gains: tuple[tuple[str, Fraction], ...], split_hands: int
) -> tuple[Against, ...]:
    """Everything that can happen against each open card."""
    removed = Removed(every_hand(shoe, counting), counting, split_hands)
    return tuple(Against(removed, up, counting, dict(gains)) for up in shoe.kinds)


def _facts(against: Against, cell: TableCell) -> Facts:
    up, (points, soft) = against.hands.shoe.values[against.up], cell.total
    return ASKED_HAND, points, int(soft), up, int(cell.pair >= 0), int(cell.first)


def _choices(policy: Policy, against: Against) -> dict[TableCell, str]:
    """What the policy does wherever it can come to."""
    pairs = [cell for cell in cells_of(against) if cell.pair >= 0]
    choices = {cell: _choice(policy, against, cell) for cell in pairs}
    splits = frozenset(cell.pair for cell, act in choices.items() if act == SPLIT)
    others = cells_used(against, splits) - set(pairs)
    return choices | {cell: _choice(policy, against, cell) for cell in others}


def _choice(policy: Policy, against: Against, cell: TableCell) -> str:
    allowed = {_NAMES[act]: act for act in acts_in(against, cell)}
    return allowed[chosen(policy, _facts(against, cell), allowed)]


# Against an ace: insurance, and even money for a blackjack


def _naturals(data: Data, shoe: Shoe, up: int, policy: Policy, pay: Pay) -> Fraction:
    """What blackjacks gain against one open card; 8.1(a) pays them early but for an ace or ten."""
    share = share_of_blackjacks(shoe, up)
    ends = {EARLY: share}
    if shoe.values[up] in (ACE, TEN):
        ends = waiting(shoe, up, share)
    if shoe.values[up] == ACE and _answer(policy, data.most, soft=True) == EVEN_MONEY:
        ends = {PAID_EVENLY: share}
    return gained(data, ends, pay)


def _answer(policy: Policy, points: int, *, soft: bool) -> str:
    """What is answered to the dealer's ace; even money is for a blackjack alone (BJ3)."""
    blackjack = (EVEN_MONEY,) if points == MOST else ()
    return chosen(policy, _asked(points, soft=soft), dict.fromkeys((DECLINE, INSURE, *blackjack)))


def _asked(points: int, *, soft: bool) -> Facts:
    return ASKED_INSURANCE, points, int(soft), ACE, 0, 0


def _insurance(data: Data, shoe: Shoe, policy: Policy, pay: Pay) -> Fraction:
    """What the insurance of a round gains, over the first two cards with which it is taken."""
    return sum(
        (
            share * gain
            for facts, share, gain in _insured(data, shoe, pay)
            if _answer(policy, facts[1], soft=bool(facts[2])) == INSURE
        ),
        Fraction(0),
    )


def _insured(data: Data, shoe: Shoe, pay: Pay) -> Iterator[tuple[Facts, Fraction, Fraction]]:
    """By the first two cards against an ace: their facts, their chance, what insurance gains."""
    ace, winnings = shoe.values.index(ACE), pay.winnings(data.rules.insurance_odds.odds)
    after = shoe.without(ace)
    for one in shoe.kinds:
        for other in shoe.kinds[one:]:
            ways = after.counts[one] * after.without(one).counts[other] * (1 + (one != other))
            share = Fraction(shoe.counts[ace] * ways, shoe.cards * (shoe.cards - 1))
            left = after.without(one).without(other)
            tens = Fraction(tens_in(left), left.cards)
            held = [(kind == one) + (kind == other) for kind in shoe.kinds]
            total = shoe.total(held, data.most)
            gain = _HALF * (tens * winnings - (1 - tens))
            yield _asked(total.points, soft=total.soft), share / (shoe.cards - 2), gain


def _best_answers(data: Data, shoe: Shoe, pay: Pay) -> dict[Facts, str]:
    """For each total what gains most; a blackjack that is insured gains as one that waits."""
    gains: dict[Facts, Fraction] = {}
    for facts, share, gain in _insured(data, shoe, pay):
        gains[facts] = gains.get(facts, Fraction(0)) + share * gain
    found = {facts: INSURE if gain > 0 else DECLINE for facts, gain in gains.items()}
    ace, blackjack = shoe.values.index(ACE), _asked(data.most, soft=True)
    share = share_of_blackjacks(shoe, ace)
    waits = gained(data, waiting(shoe, ace, share), pay) + max(gains[blackjack], Fraction(0))
    if gained(data, {PAID_EVENLY: share}, pay) > waits:
        found[blackjack] = EVEN_MONEY
    return found
