"""The facts of a round of Tournament Canberra Poker that a side wager may ask for.

A folded hand is never shown, so a side wager in its box is lost with the ante.
"""

from __future__ import annotations

from typing import Any

from houseway.games import commands as c
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
from houseway.games.tournament_canberra_poker.rules import (
    ANTE,
    CARDS_IN_HAND,
    DEALER,
    ORDER_OF_HANDS,
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
