"""What the loop that plays blackjack choice by choice and its tables agree on.

Each of many tables is one row of bytes: what is asked, up to four hands of one box, and how many
cards of each value are left. Cards are drawn from what is left, which is the same as to deal from
an order that nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.shoe import BUST as DEALER_BUST
from houseway.analysis.blackjack.shoe import DEALER_BLACKJACK, most_cards, shoe_of
from houseway.analysis.blackjack.worth import MET
from houseway.analysis.blackjack.worth import PASSED as BUST
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_blackjack import (
    BOTH,
    EARLY,
    Data,
    gains_of,
    natural_of,
)
from houseway.analysis.figures import EXACTLY
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.steps.terms import Terms
from houseway.games.edition import citing
from houseway.games.tournament_blackjack.rules import (
    AUTOMATED,
    BLACKJACK,
    EVEN_MONEY,
    TEN,
)

LOOP = "blackjack_steps"
OBSERVED = np.uint8

# The bytes of a row: what is asked, the dealer's card, hands formed, the hand in turn, insured.
ASKED, UP, FORMED, TURN, INSURED = range(5)
BETTING, ANSWER, CHOOSE = range(3)  # what is asked
HAND_AT, HAND_BYTES, HANDS = 8, 6, 4
# Of a hand: its cards with aces as one, whether it has an ace, how many cards, whether two cards
# are alike, units staked, and how it stands.
SUM, HAS_ACE, SIZE, ALIKE, STAKED, STANDING = range(HAND_BYTES)
OPEN, STOOD, PASSED = range(3)
COUNTS_AT = HAND_AT + HANDS * HAND_BYTES  # cards left by value, from the ace
LYING_AT = COUNTS_AT + TEN  # and on the table in this round
ROW = LYING_AT + TEN

ACTIONS = 8
DEAL, STAND, HIT, DOUBLE, SPLIT, DECLINE, INSURE, TAKE_EVEN_MONEY = range(ACTIONS)
DRAWN = 64  # more cards than one action can bring, and their number first

# Why an action is refused, by the numbers of the loop; 0: it is not.
CLAUSES = ("", "6.2", "8.1", "8.1(b)", "7.2", "9.2(b)", "11.1", "11.3", "10.1", "10.2")
(
    _, IN_BETTING, BEFORE_INTERIM, NO_EVEN_MONEY, NO_INSURANCE, MUST_DRAW, NOT_FIRST,
    NOT_FIRST_OF_SPLIT, NOT_ALIKE, ALL_FORMED,
) = range(len(CLAUSES))  # fmt: skip


class StepRules(NamedTuple):
    """The rules as numbers. Gains are whole numbers of which `scale` are one unit.

    `full` has the cards of all decks by value. `behind`: cards behind the cutting card; with
    `device` every round comes from all cards. `log`: whether the values of drawn cards are put
    down, for a test.
    """

    full: Bytes
    gains: Long
    total: int
    behind: int
    device: bool
    most: int
    must_draw_below: int
    dealer_stands: int
    split_hands: int
    scale: int
    log: bool


# The places of `gains`.
(
    BY_BLACKJACK, BY_BUST, HIGHER, EQUAL, LOWER, BUSTED, PAID_EARLY, PAID_EVENLY, NATURAL_WON,
    NATURAL_EQUAL, INSURANCE_WON, INSURANCE_LOST,
) = range(12)  # fmt: skip


def step_rules(data: Data, terms: Terms) -> StepRules:
    """The rules of an edition and the house's options, for the loop."""
    least, most = data.rules.behind_cutting_card(data.options.decks)
    behind = terms.behind or least
    if not least <= behind <= most:
        allowed = f"{least} to {most} are allowed"
        raise CannotAnalyse(f"{behind} cards behind the cutting card: {allowed}")
    shoe = shoe_of(full(data.options.decks).ranks, data.rules.card_value)
    if shoe.values != tuple(range(1, TEN + 1)) or data.split_hands != HANDS:
        raise CannotAnalyse("blackjack by choices is compiled for ten values and four hands")
    full(data.options.decks).needs(most_cards(shoe, data.counting, HANDS))
    gains = tuple(_gains(data))
    scale = lcm(*(gain.denominator for gain in gains))
    return StepRules(
        full=np.array(shoe.counts, np.uint8),
        gains=np.array([int(gain * scale) for gain in gains], np.int64),
        total=shoe.cards,
        behind=behind,
        device=data.options.shuffle == AUTOMATED,
        most=data.most,
        must_draw_below=data.rules.must_draw_below,
        dealer_stands=data.rules.dealer_stands,
        split_hands=data.split_hands,
        scale=scale,
        log=terms.log,
    )


def _gains(data: Data) -> Iterator[Fraction]:
    """In the order of the places of `gains`."""
    by_case = dict(gains_of(data, EXACTLY))
    assert MET[:2] == (DEALER_BLACKJACK, DEALER_BUST)  # noqa: S101  # the order of the places
    yield from (by_case[case] for case in (*MET, BUST))
    for name in (EARLY, EVEN_MONEY, BLACKJACK, BOTH):
        yield natural_of(data, name, EXACTLY).gain
    half = Fraction(1, 2)  # Tournament Blackjack 7.1: up to half the wager
    yield half * EXACTLY.winnings(data.rules.insurance_odds.odds)
    yield -half


def first_row(rules: StepRules) -> Bytes:
    return np.zeros(ROW, np.uint8)


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    """The clause of each refusal, by its number."""
    cite = citing(data.rules)
    return tuple(str(cite(number)) if number else "" for number in CLAUSES)
