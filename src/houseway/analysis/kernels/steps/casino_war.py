"""What the loop that plays Casino War choice by choice and its tables agree on: one area each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from houseway.analysis import CannotAnalyse
from houseway.analysis.exact.casino_war import Data
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.casino_war import CASES, figures, tables
from houseway.analysis.kernels.steps.terms import PILE, Terms, in_cents
from houseway.games.casino_war.felt import LOWEST
from houseway.games.casino_war.rules import DEVICE, SHOE
from houseway.games.edition import citing

LOOP = "casino_war_steps"
OBSERVED = np.uint8
DRAWN = 8

# The bytes of a row: what is asked, the rank on which both cards tied, then the pile of cards.
ASKED, TIED = 0, 1
GO_TO_WAR, SURRENDER = 1, 2
FIRST_RANK = LOWEST  # the number of the lowest rank in an observation
CLAUSES = ("", "5.3", "7.1")
_, IN_BETTING, NO_BETTING = range(len(CLAUSES))
SURRENDERED = CASES  # the place after all cases of the kernel


class WarSteps(NamedTuple):
    """The rules as numbers. `gains` has cents by case, and last those of a surrender.

    `behind`: a round begins with more cards than these. With `device` every round comes from all.
    """

    cards: Bytes
    first: Bytes
    additional: Bytes
    gains: Long
    behind: int
    device: bool
    scale: int
    given: bool


def step_rules(data: Data, terms: Terms) -> WarSteps:
    cards, first, additional, _, usual = tables(
        replace(data, options=replace(data.options, source=SHOE))
    )
    behind = terms.behind or usual
    if not 0 < behind <= len(cards) // 2:
        raise CannotAnalyse(f"{behind} cards behind the cutting card: 1 to {len(cards) // 2}")
    return WarSteps(
        cards=cards,
        first=first,
        additional=additional,
        gains=in_cents(_gains(data), terms.unit_cents),
        behind=behind + 1,  # Casino War 4.6: one card is burned, whichever it is
        device=data.options.source == DEVICE,
        scale=terms.unit_cents,
        given=terms.given,
    )


def _gains(data: Data) -> Iterator[Fraction]:
    """What a round of each case gains by going to war on a tie, then what a surrender gains."""
    counts = np.eye(CASES, dtype=np.int64)
    for case in counts:
        yield -figures(data, case)[0].edge
    yield -figures(data, counts[0])[1].edge


def first_row(rules: WarSteps) -> Bytes:
    return np.concatenate([np.zeros(PILE, np.uint8), rules.cards])


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    """The clause of each refusal, by its number."""
    cite = citing(data.rules)
    return tuple(str(cite(number)) if number else "" for number in CLAUSES)
