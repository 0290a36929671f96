"""How the hands of a split add up, though they draw from one shoe and meet one dealer.

A way to play that looks at a hand's own cards and the open card meets, in each of its hands, cards
in the same random order as in any other; what lies in the other hands changes a hand only through
cards of the pair, which decide whether there is another split. So the whole is a sum of single
hands, each from a shoe from which so many further cards of the pair are gone. That a card is not of
the pair is counted as any card less a card of the pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple


class One(NamedTuple):
    """A hand begun with a card of the pair, `gone` more of which are out of the shoe besides the
    pair's other card; its second card is of the pair again, or is another card."""

    gone: int
    again: bool


class _End(NamedTuple):
    """A way in which the splitting ends: hands whose second card must be another, hands whose
    second card may be any, and the cards of the pair that were split."""

    others: int
    anything: int
    split: int


def shares_of(hands: int) -> dict[One, int]:
    """How many hands of each sort a split comes to; every pair is split again until there are so
    many hands. Each counts with the chance that all its cards of the pair come, and its second card
    besides. A share may be below zero: what is counted elsewhere too."""
    found: dict[One, int] = defaultdict(int)
    for end in _ends(formed=2, waiting=2, others=0, split=0, hands=hands):
        for share, seconds in ((end.others, (False,)), (end.anything, (False, True))):
            besides = end.others - (seconds == (False,))
            if share:
                _add(found, share, end.split, besides, seconds)
    return {one: share for one, share in found.items() if share}


def _ends(formed: int, waiting: int, others: int, split: int, hands: int) -> Iterator[_End]:
    """Tournament Blackjack 10.2, 10.3: second cards come until no hand waits for one."""
    if not waiting or formed == hands:
        yield _End(others, waiting, split)
        return
    yield from _ends(formed + 1, waiting + 1, others, split + 1, hands)
    yield from _ends(formed, waiting - 1, others + 1, split, hands)


def _add(
    found: dict[One, int], share: int, gone: int, besides: int, seconds: tuple[bool, ...]
) -> None:
    """A hand beside so many others whose second cards are not of the pair."""
    if not besides:
        for again in seconds:
            found[One(gone, again)] += share
        return
    _add(found, share, gone, besides - 1, seconds)
    _add(found, -share, gone + 1, besides - 1, seconds)
