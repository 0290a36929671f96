"""What the loop of blackjack and its tables agree on: how hands are numbered, what a case is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long, Shorts

Numbers = NDArray[np.uint32]

PASSED, BLACKJACK, OPEN = 22, 23, 32
KINDS = 16  # places for a kind of card
HANDS = 4  # places for the hands of a box
CODES = 12  # what a hand met, doubled or not
EARLY, EVEN_MONEY, WON, BOTH = range(CODES, CODES + 4)  # ways for a blackjack to end
SPLITS = CODES + 4  # the first case of a split
SORTS = SPLITS + 78 + 364 + 1365  # two, three and four hands, each of CODES, in any order
INSURED, PAIRS = 3, 4  # not insured, won, lost; kinds of pair, none among them
OF_A_BOX = INSURED * PAIRS * SORTS

# Beside the number of a hand: it is doubled, it is split, it is a blackjack.
HAND, DOUBLED, SPLIT, NATURAL = 0xFFFF, 1 << 16, 1 << 17, 1 << 18


class Play(NamedTuple):
    """The rules and the ways to play as arrays. A card's kind is in its four lowest bits.

    `ways` has for each box where its way begins in `firsts`: by open card and two kinds, the hand
    they make, and what is done with it. `seconds` is the same for a hand from a split. `nexts` has
    by hand and kind the hand that follows, `dealers` by open card the dealer's hand. `most` is into
    how many hands a kind may be split, `early` whether a blackjack is paid before the subsequent
    deal. `chain` settles rounds of a single box (`blackjack_chain`); it is empty for several boxes.
    `met` has by two finished hands what the first meets, `splits` by four codes a case, `pairs` by
    two cards their kind of pair.
    """

    ways: Long
    firsts: Numbers
    seconds: Numbers
    nexts: Shorts
    dealers: Shorts
    most: Bytes
    early: Bytes
    chain: Shorts
    met: Bytes
    splits: Shorts
    pairs: Bytes
    offered: bool
    ace: int
    ten: int
    insures: bool
    even_money: bool


class CardSource(NamedTuple):
    """The cards; `margin` and `behind` of the cutting card, unless a device shuffles."""

    cards: Bytes
    margin: int
    behind: int
    device: bool
