"""The cards that can be gone from a shoe when a hand stands: one list for every open card."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from houseway.analysis.blackjack.dealer import dealers_hands
from houseway.analysis.blackjack.hands import Hands
from houseway.analysis.blackjack.shoe import Counting
from houseway.analysis.blackjack.splits import shares_of
from houseway.analysis.compiled import kernel
from houseway.games.tournament_blackjack.rules import ACE

NOT_SPLIT = -1
ACES_MAKE = 2  # Tournament Blackjack 10.2: aces are split once


class Part(NamedTuple):
    """A part of all rounds: hands that were not split, or hands begun with one card of a pair whose
    second card is of the pair `again` or is not. `places` are its hands, `shares` by the cards of
    the pair that are gone besides."""

    kind: int
    again: bool
    places: Any
    shares: dict[int, int]


class Removed:
    """`parts`: all rounds, the hands first that were not split. `rows`: a row for each hand of each
    part, as the loops read them. `lines`: the cards that can be gone, those of the hand and of the
    hands beside it."""

    def __init__(self, hands: Hands, counting: Counting, most_hands: int) -> None:
        import numpy as np

        self.hands, self.counting, self.most_hands = hands, counting, most_hands
        self.dealers = dealers_hands(hands.shoe, counting)
        self.parts = [Part(NOT_SPLIT, False, (hands.sizes >= 2).nonzero()[0], {0: 1})]
        for kind in hands.pairs.values():
            self.parts += self._split(kind)
        begins = np.cumsum([0, *(len(part.places) for part in self.parts)])
        self.of_part = [slice(*pair) for pair in pairwise(begins.tolist())]
        places = np.concatenate([part.places for part in self.parts])
        self.row_of = np.full((len(self.parts), len(hands.sizes)), -1)
        for at, part in enumerate(self.parts):
            self.row_of[at, part.places] = np.arange(begins[at], begins[at + 1])
        self.lines, lines, shares, first_line = self._lines()
        first, makes = self._makes(places)
        points, closed = hands.points[places], [self._closed(part) for part in self.parts]
        lengths = np.diff(begins)
        may_stand = hands.soft[places] | (points >= counting.must_draw_below)
        self.rows = kernel("blackjack_hands").RowTable(
            begins=begins,
            places=places,
            sizes=hands.sizes[places],
            points=points,
            ended=(points == counting.most).astype(np.uint8),
            may_stand=may_stand.astype(np.uint8),
            closed=np.repeat(np.array(closed, np.uint8), lengths),
            split=np.repeat(np.array([part.kind != NOT_SPLIT for part in self.parts], np.uint8),
                            lengths),
            first=first,
            makes=makes,
            first_line=first_line,
            lines=lines,
            shares=shares,
        )  # fmt: skip

    def _split(self, kind: int) -> list[Part]:
        """Tournament Blackjack 10.4: an ace gets one card, so that those hands have two."""
        own, sizes = self.hands.cards[:, kind], self.hands.sizes
        allowed = (sizes >= 2) & (sizes <= (2 if self.is_ace(kind) else self.hands.longest))
        parts, shares = [], shares_of(self.hands_of(kind))
        for again, begun in ((False, (own >= 1) & (own < sizes)), (True, own >= 2)):
            of_part = {one.gone: share for one, share in shares.items() if one.again == again}
            if of_part:
                parts.append(Part(kind, again, (allowed & begun).nonzero()[0], of_part))
        return parts

    def _closed(self, part: Part) -> bool:
        return part.kind != NOT_SPLIT and self.is_ace(part.kind)

    def _lines(self) -> tuple[Any, Any, Any, Any]:
        """The lines that differ, and by row those that it has, its shares, and where they begin."""
        import numpy as np

        cards, shares, many = [], [], []
        for part in self.parts:
            held = self.hands.cards[part.places]
            gone = np.zeros((len(part.shares), held.shape[1]), np.int64)
            if part.kind != NOT_SPLIT:
                gone[:, part.kind] = 1 + np.array(list(part.shares))
            cards.append((held[:, None, :] + gone).reshape(-1, held.shape[1]))
            shares.append(np.tile(list(part.shares.values()), len(held)))
            many.append(np.full(len(held), len(part.shares)))
        every = np.concatenate(cards)
        digit = int(every.max()) + 1
        keys = every @ (digit ** np.arange(every.shape[1]))
        _, first, at = kernel("blackjack_hands").distinct(keys)
        begins = np.concatenate(([0], np.cumsum(np.concatenate(many))))
        lines = kernel("dealers_hand").lines_of(every[first])
        return lines, at, np.concatenate(shares), begins

    def _makes(self, places: Any) -> tuple[Any, Any]:
        """By row, where the rows of the hands begin that one more card makes, and those rows."""
        import numpy as np

        part = np.repeat(np.arange(len(self.parts)), [len(each.places) for each in self.parts])
        makes = self.hands.makes[places]
        found = np.where(makes >= 0, self.row_of[part[:, None], makes], -1)
        first = np.concatenate(([0], np.cumsum((found >= 0).sum(axis=1))))
        return first, found[found >= 0]

    def most_gone(self, counts: tuple[int, ...]) -> int:
        """How many cards of a pair a round can take besides a hand's own, as far as there are."""
        most = 0
        for part in self.parts[1:]:
            if counts[part.kind] >= 2:
                most = max(most, 1 + min(max(part.shares), counts[part.kind] - 2))
        return most

    def hands_of(self, kind: int) -> int:
        """Into how many hands a pair may be split."""
        return ACES_MAKE if self.is_ace(kind) else self.most_hands

    def is_ace(self, kind: int) -> bool:
        return self.hands.shoe.values[kind] == ACE
