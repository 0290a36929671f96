"""What a program that learns Tournament Canberra Poker is shown and may choose."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games.felt import FACE_DOWN, Felt
from houseway.games.learning import Choice, FeltFact, Learning, Offered
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.rules import (
    ACE,
    ANTE,
    CARDS_IN_HAND,
    DEALER,
    RANK,
    RULES,
    Hand,
    Rules,
)

BET, FOLD = "bet", "fold"


def facts_of(hand: Hand, shown: int) -> tuple[int, ...]:
    """The kind of the hand from the lowest, the ranks that are compared, and the rank shown."""
    ranks = (*hand.ranks, *(0,) * (CARDS_IN_HAND - len(hand.ranks)))
    return (hand.strength, *ranks, shown)


def read(rules: Rules, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    """Tournament Canberra Poker 6.2, 7.1: the patron's own cards, and one of the dealer's."""
    cards = {each.name: tuple(map(Card, each.cards)) for each in felt.hands}
    shown = next(card for card in cards[DEALER] if card != FACE_DOWN)
    return facts_of(rules.hand_of(cards[hand]), RANK[shown])


LEARNING = Learning(
    stake=ANTE,
    choices=(Choice(BET, v.PlaceBet), Choice(FOLD, v.Fold)),
    facts=(
        FeltFact("kind of hand", len(RULES.strength)),
        *(FeltFact(f"rank {place}", ACE + 1) for place in range(1, CARDS_IN_HAND + 1)),
        FeltFact("rank shown", ACE + 1),
    ),
    read=read,
    house=1,
    cards=CARDS_IN_HAND,
)
