"""The facts of a round of Tournament Canberra Poker that a side wager may ask for.

A folded hand is never shown, so a side wager in its box is lost with the ante.
"""

from __future__ import annotations

from typing import Any

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.felt import FACE_DOWN, Choice, Felt, FeltFact, Learning, Offered
from houseway.games.layout import Key
from houseway.games.side_wagers.facts import (
    CARD,
    FLAG,
    Fact,
    Facts,
    Round,
    one_of,
    whole_hand_facts,
)
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.rules import (
    ACE,
    ANTE,
    CARDS_IN_HAND,
    DEALER,
    ORDER_OF_HANDS,
    RANK,
    RULES,
    Hand,
    Rules,
    is_dead_mans_hand,
)
from houseway.games.tournament_canberra_poker.state import ANTES, Play, hand_in

HAND = "hand"
_KINDS = one_of(*ORDER_OF_HANDS)
_BOTH = {HAND: CARDS_IN_HAND, DEALER: CARDS_IN_HAND}


def _blocks(rules: Any, hands: Any) -> tuple[str, int] | None:
    return next(((hand, CARDS_IN_HAND) for hand in (HAND, DEALER) if not hands[hand]), None)


def _kind(hand: str) -> Any:
    return lambda each: each.rules.hand_of(each.hands[hand]).kind


def _winner(each: Round) -> str:
    hand, dealer = (each.rules.hand_of(each.hands[name]) for name in (HAND, DEALER))
    return "tie" if hand == dealer else HAND if hand > dealer else DEALER


def _dead_mans_hand(each: Round) -> bool:
    return is_dead_mans_hand(each.rules.hand_of(each.hands[HAND]))


def _plays(each: Round) -> bool:
    plays: bool = each.rules.qualifies(each.rules.hand_of(each.hands[DEALER]))
    return plays


def _live(play: Play, key: Key) -> Round:
    return Round(play.rules, {HAND: play.known(hand_in(key[1])), DEALER: play.known(DEALER)})


FACTS = Facts(
    facts=(
        Fact("hand.kind", _KINDS, _kind(HAND), CARD, {HAND: CARDS_IN_HAND}, boxed=True),
        Fact("dealer.kind", _KINDS, _kind(DEALER), CARD, {DEALER: CARDS_IN_HAND}),
        Fact("dealer.plays", FLAG, _plays, CARD, {DEALER: CARDS_IN_HAND}),
        Fact("dead_mans_hand", FLAG, _dead_mans_hand, CARD, {HAND: CARDS_IN_HAND}, boxed=True),
        Fact("winner", one_of(HAND, DEALER, "tie"), _winner, CARD, _BOTH, boxed=True),
        *(fact for fact in whole_hand_facts(HAND, boxed=True) if fact.name != "hand.cards"),
    ),
    hands=(HAND, DEALER, "all"),
    boxed=(HAND,),
    blocks=_blocks,
    fixed=True,
    live=_live,
    betting=lambda play: (
        play.stage == ANTES
    ),  # Tournament Canberra Poker 4.1: wagers are placed before the first card.
    until="4.1",
    settles=frozenset({c.SettleWagers}),
    needs=ANTE,
    boxes=lambda play: play.options.boxes,
    notes=("no hand that pays is folded",),
)


# What a program that learns Tournament Canberra Poker is shown and may choose.

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
