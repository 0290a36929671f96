"""What a program that learns Tournament Blackjack is shown and may choose."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games.felt import Felt
from houseway.games.learning import Choice, FeltFact, Learning, Offered
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.rules import BLACKJACK, DEALER, MOST, RULES, TEN, Rules

STAND, HIT, DOUBLE, SPLIT = "stand", "hit", "double", "split"
DECLINE, INSURE, EVEN_MONEY = "decline insurance", "insure", "take even money"
ASKED_INSURANCE, ASKED_HAND = 1, 2  # what the patron is asked; 0: nothing

FACTS = (
    FeltFact("asked", 3),
    FeltFact("points", MOST + 1),
    FeltFact("soft", 2),
    FeltFact("dealer's card", TEN + 1),
    FeltFact("may split", 2),
    FeltFact("may double", 2),
)


def read(rules: Rules, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    """Tournament Blackjack 6.1: every card lies open. Whether the hand came from a split is no
    fact: only what it may still do."""
    cards = {each.name: tuple(map(Card, each.cards)) for each in felt.hands}
    total, kinds = rules.total(cards[hand]), {type(each) for each in offered}
    asked = ASKED_INSURANCE if v.DeclineInsurance in kinds else ASKED_HAND
    up = rules.value[cards[DEALER][0]]
    return asked, total.points, total.soft, up, v.Split in kinds, v.Double in kinds


LEARNING = Learning(
    stake=BLACKJACK,
    choices=(
        Choice(STAND, v.Stand),
        Choice(HIT, v.Hit),
        Choice(DOUBLE, v.Double),
        Choice(SPLIT, v.Split),
        Choice(DECLINE, v.DeclineInsurance),
        Choice(INSURE, v.Insure),
        Choice(EVEN_MONEY, v.TakeEvenMoney),
    ),
    facts=FACTS,
    read=read,
    hands=1 + len(RULES.split_hands),
    house=1,
    cards=MOST,
)
