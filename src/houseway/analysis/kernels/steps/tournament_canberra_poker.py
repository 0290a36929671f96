"""What the loop that plays Canberra Poker choice by choice and its tables agree on: one box each.

A round has a whole deck (Tournament Canberra Poker 5.1), and ten cards of it are dealt at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.tournament_canberra_poker import Data, gains_of
from houseway.analysis.figures import InChips
from houseway.analysis.five_cards import classes_of
from houseway.analysis.kernels.cards import Bytes, Long, Shorts
from houseway.analysis.kernels.steps.terms import PILE, Terms, in_cents
from houseway.analysis.kernels.tournament_canberra_poker import lookups
from houseway.equipment.cards import DECK
from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games.edition import citing
from houseway.games.tournament_canberra_poker.facts import facts_of

LOOP = "canberra_poker_steps"
OBSERVED = np.uint8
DRAWN = 16

# The bytes of a row: what is asked, the card shown, the values of both hands in two bytes each,
# then the deck.
ASKED, SHOWN, MINE, DEALERS = 0, 1, 2, 4
BET, FOLD = 1, 2
FIRST_RANK = 2  # the number of the lowest rank in an observation
CLAUSES = ("", "4.4", "7.1", "6.3")
_, BET_IN_BETTING, FOLD_IN_BETTING, NO_BETTING = range(len(CLAUSES))
NOT_PLAYING, LOST, FOLDED = range(3)  # the places of `others`


class PokerSteps(NamedTuple):
    """The rules as numbers. A card is four times its rank plus its suit.

    `two`, `four`, `five` and `suited` give the value of a hand, as in the kernel of whole rounds.
    By value: `playing` whether a dealer plays with it, `wins` what it wins in cents, and `seen`
    its part of an observation. `others` are the cents of every other end.
    """

    two: Bytes
    four: Shorts
    five: Shorts
    suited: Shorts
    playing: Bytes
    seen: Bytes
    wins: Long
    others: Long
    scale: int
    given: bool


def step_rules(data: Data, terms: Terms) -> PokerSteps:
    classes, unit = classes_of(data.order), terms.unit_cents
    gains = gains_of(data, InChips(unit, STANDARD_CHIPS))
    return PokerSteps(
        *lookups(classes),
        playing=np.array([*map(data.rules.qualifies, classes)], np.uint8),
        seen=np.array([facts_of(hand, 0) for hand in classes], np.uint8),
        wins=in_cents((gains.win[hand.kind] for hand in classes), unit),
        others=in_cents((gains.not_playing, gains.lose, gains.fold), unit),
        scale=unit,
        given=terms.given,
    )


def first_row(rules: PokerSteps) -> Bytes:
    deck = np.arange(len(DECK), dtype=np.uint8)
    return np.concatenate([np.zeros(PILE, np.uint8), deck])


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    """The clause of each refusal, by its number."""
    cite = citing(data.rules)
    return tuple(str(cite(number)) if number else "" for number in CLAUSES)
