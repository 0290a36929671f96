"""Ways to play Canberra Poker that are easier to keep than the best one, and the best as a table.

The easier ways are those whose losses over all deals the Wizard of Odds has published for Caribbean
Stud. They go by ranks alone: by what one's own hand is worth, and by the rank of the open card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from houseway.analysis.five_cards import Deals
from houseway.equipment.cards import RANKS, SUITS, parse_cards
from houseway.games.tournament_canberra_poker.rules import ACE, KING, ODD_CARDS, RULES, Hand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bets = NDArray[np.bool_]

QUEEN, JACK = KING - 1, KING - 2
LOWEST = 2  # the rank of the first of RANKS
BEACON = RULES.hand_of(parse_cards("As Kh Jd 8c 3s"))


def _pair(hand: Hand) -> bool:
    return hand.kind != ODD_CARDS


def _ace_king(hand: Hand) -> bool:
    return _pair(hand) or hand.ranks[:2] == (ACE, KING)


def _matching(hand: Hand, shown: int) -> bool:
    return _pair(hand) or (_ace_king(hand) and shown in hand.ranks)


def _three_rules(hand: Hand, shown: int) -> bool:
    """With ace and king: a match from two to queen; ace or king shown, and a queen or jack held; or
    no match, a queen held, and a card shown that is below one's fourth."""
    if _pair(hand) or not _ace_king(hand):
        return _pair(hand)
    if shown in (ACE, KING):
        return QUEEN in hand.ranks or JACK in hand.ranks
    return shown in hand.ranks or (QUEEN in hand.ranks and shown < hand.ranks[3])


class Play(NamedTuple):
    """A way to play: whether to bet with a hand when a card of some rank is shown."""

    name: str
    means: str
    when: Callable[[Hand, int], bool]

    def bets(self, deals: Deals) -> Bets:
        """For every row of the count and every open card."""
        import numpy as np

        by_rank = np.array(self.by_rank(deals.classes))
        by_card = np.repeat(by_rank, len(SUITS), axis=1)
        found: Bets = by_card[deals.counted.values] & deals.dealt
        return found

    def by_rank(self, classes: tuple[Hand, ...]) -> list[list[bool]]:
        """For every value of a hand and every rank shown."""
        return _by_rank(self, classes)


@lru_cache(maxsize=8)
def _by_rank(play: Play, classes: tuple[Hand, ...]) -> list[list[bool]]:
    shown = range(LOWEST, LOWEST + len(RANKS))
    return [[play.when(hand, each) for each in shown] for hand in classes]


PLAYS = (
    Play(
        "three rules",
        "bets a pair or better; ace and king by the card shown: a match from two to queen; a queen "
        "or jack held against ace or king; a queen held against a card below one's fourth",
        _three_rules,
    ),
    Play("ace king jack 8 3 or better", "bets from there up", lambda hand, _: hand >= BEACON),
    Play(
        "matching rank",
        "bets a pair or better, and ace and king if a card of one's own has the rank shown",
        _matching,
    ),
    Play("pair or better", "folds all odd cards", lambda hand, _: _pair(hand)),
    Play(
        "ace king or better", "folds what a dealer would not play", lambda hand, _: _ace_king(hand)
    ),
    Play("always bet", "never folds", lambda hand, _: True),
)


# The best play as a table

BET, FOLD, SUITS_DECIDE, NEVER = "B", "F", "s", "-"


def bet_or_fold_rows(deals: Deals, bets: Bets) -> tuple[tuple[str, ...], ...]:
    """From the highest hand down, a mark for each rank shown; hands that are played alike share a
    row."""
    rows: list[tuple[Hand, Hand, tuple[str, ...]]] = []
    for hand, marks in _marks(deals, bets):
        if rows and (shared := _shared(rows[-1][2], marks)):
            rows[-1] = (rows[-1][0], hand, shared)
        else:
            rows.append((hand, hand, marks))
    return tuple((_span(first, last), *marks) for first, last, marks in rows)


def _marks(deals: Deals, bets: Bets) -> Iterator[tuple[Hand, tuple[str, ...]]]:
    import numpy as np

    counted = deals.counted
    dealt = np.zeros((len(deals.classes), len(RANKS)), np.int64)
    bet = np.zeros_like(dealt)
    for total, of in ((dealt, deals.dealt), (bet, bets)):
        by_rank = of.reshape(-1, len(RANKS), len(SUITS)).sum(axis=2)
        np.add.at(total, counted.values, by_rank * counted.weights[:, None])
    values = reversed(list(enumerate(deals.classes)))
    for value, hand in values:
        cells = zip(bet[value].tolist(), dealt[value].tolist(), strict=True)
        yield hand, tuple(_mark(of_it, ways) for of_it, ways in cells)


def _mark(bet: int, dealt: int) -> str:
    if not dealt:
        return NEVER
    return FOLD if not bet else BET if bet == dealt else SUITS_DECIDE


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The marks of both, if they agree wherever both can be dealt."""
    pairs = list(zip(one, other, strict=True))
    if any(a != b and NEVER not in (a, b) for a, b in pairs):
        return ()
    return tuple(b if a == NEVER else a for a, b in pairs)


def _span(first: Hand, last: Hand) -> str:
    return _told(first) if first == last else f"{_told(first)} to {_told(last)}"


def _told(hand: Hand) -> str:
    """`A K J 8 3`, `one pair 9 K 7 4`: the ranks as they are compared."""
    ranks = " ".join(RANKS[each - LOWEST] if each >= LOWEST else "A" for each in hand.ranks)
    return ranks if hand.kind == ODD_CARDS else f"{hand.kind} {ranks}"
