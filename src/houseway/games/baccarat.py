"""What two-hand baccarat is by any document: totals, third cards, the same cards dealt again.

Each document keeps its own tables; these functions read whichever they are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

from houseway.equipment.cards import DECK, Card, rank
from houseway.games.settling import laid_again
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Grid
from houseway.rulebook.ruling import Tried

PLAYER, BANKER, TIE = "player", "banker", "tie"
Hand = list[Card | None]  # None: a card that nobody has seen


class Tableau:
    """The tables of one document that decide who wins and who draws, each beside its clause.

    `player_draws` has one row, `Player`; `banker_draws` a row for each total of Banker and a column
    for the value of Player's third card, `-` for none.
    """

    def __init__(
        self,
        *,
        value: Mapping[Card, int],
        naturals: tuple[int, ...],
        natural_clause: Clause,
        player_draws: Grid,
        player_clause: Clause,
        banker_draws: Grid,
        banker_clause: Clause,
    ) -> None:
        self.value = dict(value)
        self.naturals = naturals
        self.natural_clause = natural_clause
        self.to_player = (PLAYER, player_clause)
        self.to_banker = (BANKER, banker_clause)
        # The same two tables by number, for the deal.
        self._player = {int(total): mark == "D" for (_, total), mark in player_draws.items()}
        self._banker = {
            (int(total), None if third == "-" else int(third)): mark == "D"
            for (total, third), mark in banker_draws.items()
        }
        self._none = most = max(self.value.values()) + 1  # stands for no third card of Player
        sums = range(2 * most)
        self._third = [[self._thirds(player, banker) for banker in sums] for player in sums]

    def _thirds(self, player: int, banker: int) -> list[tuple[str, Clause] | None]:
        """Who draws where the first two cards make these sums, by the value of Player's third."""
        if player % 10 in self.naturals or banker % 10 in self.naturals:
            return [None] * (self._none + 1)
        draws, total = self._banker, banker % 10
        by_card = [self.to_banker if draws.get((total, v)) else None for v in range(self._none)]
        without = self.to_banker if draws[total, None] else None
        return [*by_card, self.to_player if self._player[player % 10] else without]

    def total(self, cards: Sequence[Card]) -> int:
        """The last digit of the sum."""
        total, value = 0, self.value
        for card in cards:
            total += value[card]
        return total % 10

    def called(self, cards: Sequence[Card | None], *, draws: bool) -> tuple[str, str]:
        """The total as it is called once every card of a hand lies open, and what is said of it.

        `draws`: the next card of the round is this hand's third.
        """
        known = [card for card in cards if card is not None]
        if not known or len(known) < len(cards):
            return "", ""
        total = self.total(known)
        if len(known) == 2 and total in self.naturals:
            return str(total), "natural"
        return str(total), "to draw" if draws else ""

    def winner(self, player: Sequence[Card], banker: Sequence[Card]) -> str:
        """The hand with the higher total; equal totals are a tie."""
        return winner(self.total(player), self.total(banker))

    def is_natural(self, player: Sequence[Card], banker: Sequence[Card]) -> bool:
        """Return whether the first two cards of either hand end the drawing."""
        return any(self.total(hand[:2]) in self.naturals for hand in (player, banker))

    def does_player_draw(self, total: int) -> bool:
        return self._player[total]

    def does_banker_draw(self, total: int, player_third: Card | None) -> bool:
        return self._banker[total, None if player_third is None else self.value[player_third]]

    def third_card(
        self, player: Sequence[Card], banker: Sequence[Card]
    ) -> tuple[str, Clause] | None:
        """The hand that must draw, by the natural, Player's table, then Banker's; or None."""
        if len(banker) == 3:
            return None
        value = self.value
        by_banker = self._third[value[player[0]] + value[player[1]]]
        by_third = by_banker[value[banker[0]] + value[banker[1]]]
        return by_third[value[player[2]] if len(player) == 3 else self._none]

    def tried(self, play: Any) -> tuple[Tried, ...]:
        """The drawing rules looked at once both hands show two cards, in their order."""
        player, banker = play.known(PLAYER), play.known(BANKER)
        if len(player) < 2 or len(banker) < 2:
            return ()
        first, second = self.total(player[:2]), self.total(banker[:2])
        natural = first in self.naturals or second in self.naturals
        looked = [
            Tried(self.natural_clause, f"Player {first}, Banker {second} on two cards", natural)
        ]
        if natural:
            return tuple(looked)
        draws = "draws" if self.does_player_draw(first) else "stands"
        looked.append(Tried(self.to_player[1], f"Player {draws} on {first}"))
        if draws == "draws" and len(player) == 2:
            return tuple(looked)
        third = player[2] if len(player) == 3 else None
        takes = "draws" if self.does_banker_draw(second, third) else "stands"
        against = f"Player's {self.value[third]}" if third else "no card"
        looked.append(Tried(self.to_banker[1], f"Banker {takes} on {second} against {against}"))
        return tuple(looked)


def winner(player: int, banker: int) -> str:
    """The hand whose total is higher; equal totals are a tie."""
    return PLAYER if player > banker else BANKER if banker > player else TIE


def considered(
    outcomes: Mapping[tuple[str, str], tuple[str, Clause]], staked: Set[str], result: str
) -> tuple[Tried, ...]:
    """What each result would do to the wagers on the layout; one result applies."""
    return tuple(
        Tried(clause, f"{wager} {verdict} when the result is {case}", case == result)
        for (wager, case), (verdict, clause) in outcomes.items()
        if wager in staked
    )


class Account(NamedTuple):
    """How a true order of cards differs from the record: what was turned up, what was drawn.

    `missing` are cards on record that the order leaves out.
    """

    turned: tuple[Card, ...]
    drawn: tuple[Card | None, ...]
    missing: tuple[Card | None, ...]


def account(record: Sequence[Card | None], order: Sequence[Card | None]) -> Account:
    """Compare a round's cards on record with the order in which they are said to have come.

    A card on record unseen may have a name in the order; what the record lacks was drawn.
    """
    known, named = _seen(record), _seen(order)
    lost = list((known - named).elements())
    new = list((named - known).elements())
    hidden, unseen = len(record) - known.total(), len(order) - named.total()
    turning = min(max(0, hidden - unseen), len(new))
    gone = max(0, hidden - unseen - turning)
    drawn: list[Card | None] = [*new[turning:], *[None] * max(0, unseen - hidden)]
    return Account(tuple(new[:turning]), tuple(drawn), (*lost, *[None] * gone))


def tableau_of(rules: Any, natural: Clause, player: Clause, banker: Clause) -> Tableau:
    """The tables of an edition, with the clauses of naturals and of each hand's third card."""
    return Tableau(
        value={card: rules.card_value[rank(card)] for card in DECK},
        naturals=rules.naturals,
        natural_clause=natural,
        player_draws=rules.player_draws,
        player_clause=player,
        banker_draws=rules.banker_draws,
        banker_clause=banker,
    )


def _seen(cards: Sequence[Card | None]) -> Counter[Card]:
    return Counter(card for card in cards if card is not None)


def laid_by_the_tables(
    play: Any,
    cards: Sequence[Card | None],
    due: Callable[[Any], tuple[str, Clause] | None],
    **waited_for: Any,
) -> tuple[Hand, Hand, Hand] | None:
    """Player's hand, Banker's and the cards left over, laid on a copy of the table.

    `waited_for` is what the engine awaits between cards. None if a card that must be known has not
    been seen.
    """
    table = replace(play, player=[], banker=[], **waited_for)
    surplus = laid_again(table, cards, due, lambda table, to, card: table.hand(to).append(card))
    unseen = surplus and (None in table.player or None in table.banker)
    return None if unseen else (table.player, table.banker, surplus)
