"""What the loop that plays Pai Gow choice by choice and its tables agree on: one box each.

A round has all tiles (Tournament Pai Gow 8.1), and eight of them matter: the patron's and the
bank's, which House Way sets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.tally import LOSES
from houseway.analysis.exact.tournament_pai_gow import (
    Data,
    gain_of,
    house_way_places,
    results,
)
from houseway.analysis.figures import InChips
from houseway.analysis.four_tiles import KINDS, TileSetting, ways_to_set
from houseway.analysis.kernels.cards import Bytes, Long, Shorts
from houseway.analysis.kernels.steps.terms import PILE, Terms, in_cents
from houseway.analysis.kernels.tournament_pai_gow import kinds_of_tiles, numbers_of, tiles_of
from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games.edition import citing

LOOP = "pai_gow_steps"
OBSERVED = np.uint8
DRAWN = 16

# The bytes of a row: what is asked, the kinds of both hands in two bytes each, then the tiles.
ASKED, MINE, BANKS = 0, 2, 4
WAYS = 3  # of setting four tiles: the first one with each other
HOUSE_WAY, CONCEDE = WAYS + 1, WAYS + 2
CLAUSES = ("", "7.1", "9.2", "11.7", "7.4")
_, SET_IN_BETTING, NO_HANDS, NONE_TO_CONCEDE, NO_BETTING = range(len(CLAUSES))
_BITS = 8  # of the value of a part; a setting has its low part and above it its high part


class PaiGowSteps(NamedTuple):
    """The rules as numbers. A tile is its line.

    `two` and `kind` give the kind of a hand, as in the kernel of whole rounds. By kind: `parts` has
    the values of both parts in each way, `house` the way of House Way, and `seen` an observation.
    Values below `zeros` count nothing. `gains` are cents by result, and last those of a hand that
    is conceded.
    """

    tiles: Bytes
    two: Bytes
    kind: Shorts
    parts: Shorts
    house: Bytes
    seen: Bytes
    gains: Long
    zeros: int
    scale: int
    given: bool


def step_rules(data: Data, terms: Terms) -> PaiGowSteps:
    ways, pay = ways_to_set(data.ranking), InChips(terms.unit_cents, STANDARD_CHIPS)
    every = sorted(
        {value for settings in ways.values() for way in settings for value in way.values}
    )
    place = {value: at for at, value in enumerate(every)}

    def packed(way: TileSetting) -> int:
        low, high = (place[value] for value in way.values)
        return low | high << _BITS

    two, kind = kinds_of_tiles()
    gains = [gain_of(data, each.verdict, pay) for each in results(data)]
    return PaiGowSteps(
        tiles=tiles_of(data),
        two=two,
        kind=kind,
        parts=np.array([[packed(way) for way in ways[each]] for each in KINDS], np.uint16),
        house=np.array(house_way_places(data), np.uint8),
        seen=np.array([numbers_of(each) for each in KINDS], np.uint8),
        gains=in_cents((*gains, gain_of(data, LOSES, pay)), terms.unit_cents),
        zeros=sum(not value.ranked and not value.points for value in every),
        scale=terms.unit_cents,
        given=terms.given,
    )


def first_row(rules: PaiGowSteps) -> Bytes:
    return np.concatenate([np.zeros(PILE, np.uint8), rules.tiles])


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    """The clause of each refusal, by its number."""
    cite = citing(data.rules)
    return tuple(str(cite(number)) if number else "" for number in CLAUSES)
