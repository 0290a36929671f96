"""The cards that can be gone from a shoe when a hand stands: one list for every open card."""

from __future__ import annotations

from typing import Any, NamedTuple

from houseway.analysis.blackjack.hands import Hands
from houseway.analysis.blackjack.shoe import Counting
from houseway.analysis.compiled import kernel
from houseway.games.tournament_blackjack.rules import ACE

ACES_MAKE = 2  # Tournament Blackjack 10.2: aces are split once


class Places(NamedTuple):
    """Hands by their places, and for each the line of `Removed.lines` that has what is gone."""

    hands: Any
    lines: Any


class Removed:
    """`base`: hands of two cards or more, not split. `splits`: hands begun with one card of a pair,
    by the pair's kind and by how many further cards of it are gone besides its other card.
    `table`: all hands as the loops read them."""

    def __init__(self, hands: Hands, counting: Counting, most_hands: int) -> None:
        import numpy as np

        self.hands, self.most_hands = hands, most_hands
        self.table = kernel("blackjack_hands").table_of(
            sizes=hands.size,
            points=[total.points for total in hands.total],
            most=counting.most,
            may_stand=[counting.may_stand(total) for total in hands.total],
            adds=hands.adds,
        )
        self._held = np.array(hands.held, np.int64)
        sorts = [(kind, gone) for kind in hands.pairs.values() for gone in self._gone(kind)]
        begun = {kind: self._with(kind) for kind, _ in sorts}
        places = [self._from_two(), *(begun[kind] for kind, _ in sorts)]
        rows = [self._held[places[0]]]
        for (kind, gone), of_split in zip(sorts, places[1:], strict=True):
            more = np.zeros(len(hands.shoe.values), np.int64)
            more[kind] = 1 + gone
            rows.append(self._held[of_split] + more)
        self.lines, at = kernel("dealers_hand").distinct(np.concatenate(rows))
        ends = np.cumsum([len(each) for each in rows])[:-1]
        found = [Places(*pair) for pair in zip(places, np.split(at, ends), strict=True)]
        self.base, self.splits = found[0], dict(zip(sorts, found[1:], strict=True))

    def hands_of(self, kind: int) -> int:
        """Into how many hands a pair may be split."""
        return ACES_MAKE if self.is_ace(kind) else self.most_hands

    def is_ace(self, kind: int) -> bool:
        return self.hands.shoe.values[kind] == ACE

    def _gone(self, kind: int) -> range:
        """Cards of the pair that were split again, and second cards of the other hands."""
        return range(2 * (self.hands_of(kind) - 2) + 1)

    def _from_two(self) -> Any:
        return (self._held.sum(axis=1) >= 2).nonzero()[0]

    def _with(self, kind: int) -> Any:
        """Tournament Blackjack 10.4: an ace gets one card, so that those hands have two."""
        longest = 2 if self.is_ace(kind) else self.hands.longest
        sizes = self._held.sum(axis=1)
        return ((sizes >= 2) & (sizes <= longest) & (self._held[:, kind] > 0)).nonzero()[0]
