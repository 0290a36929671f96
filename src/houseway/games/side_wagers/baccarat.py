"""The facts that games of Player and Banker share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.equipment.cards import rank
from houseway.games.baccarat import BANKER, PLAYER, TIE, winner
from houseway.games.side_wagers.facts import (
    FLAG,
    NUMBER,
    RANK,
    VALUE,
    Fact,
    Round,
    card_facts,
    first_two_facts,
    one_of,
    whole_hand_facts,
)

_BOTH = {PLAYER: 0, BANKER: 0}
_PLACES = ("first", "second", "third")


def round_facts(
    *,
    player: Callable[[Round], int],
    banker: Callable[[Round], int],
    natural: Callable[[Round, str], bool],
    first_two: tuple[str, ...],
    winner_of: Callable[[Round], str] | None = None,
    boxed: bool = False,
) -> tuple[Fact, ...]:
    """Totals, naturals, margin and winner of two hands, and the cards of each.

    `first_two` are the hands that begin with two dealt cards, which can be a pair. `boxed`: each
    box has a Player hand of its own.
    """
    won = winner_of or (lambda each: winner(player(each), banker(each)))
    both: dict[str, Any] = {"hands": _BOTH, "boxed": boxed}
    totals = {PLAYER: player, BANKER: banker}
    facts = [
        Fact("winner", one_of(PLAYER, BANKER, TIE), won, VALUE, **both),
        Fact("margin", NUMBER, lambda each: abs(player(each) - banker(each)), VALUE, **both),
        Fact("cards", NUMBER, lambda each: sum(map(len, each.hands.values())), VALUE, **both),
        Fact("sevens", NUMBER, _sevens, RANK, **both),
        Fact("natural", FLAG, lambda each: any(natural(each, h) for h in totals), VALUE, **both),
    ]
    for hand, total in totals.items():
        own = boxed and hand == PLAYER
        facts += _hand(hand, total, natural, own=own, pair=hand in first_two)
    return tuple(facts)


def _hand(
    hand: str,
    total: Callable[[Round], int],
    natural: Callable[[Round, str], bool],
    *,
    own: bool,
    pair: bool,
) -> list[Fact]:
    facts = [
        Fact(f"{hand}.total", NUMBER, total, VALUE, {hand: 0}, boxed=own),
        Fact(
            f"{hand}.natural", FLAG, lambda each: natural(each, hand), VALUE, {hand: 0}, boxed=own
        ),
        *whole_hand_facts(hand, boxed=own),
    ]
    if pair:
        facts += first_two_facts(hand, boxed=own)
    for at, place in enumerate(_PLACES):
        facts += card_facts(f"{hand}.{place}", hand, at, boxed=own)
    return facts


def _sevens(each: Round) -> int:
    return sum(rank(card) == "7" for hand in each.hands.values() for card in hand)
