"""The facts of the initial deal of Tournament Blackjack that a side wager may ask for.

They are the first two cards of a box and the dealer's first card. A side wager is settled with
them, before any choice, so that no later card changes it.
"""

from __future__ import annotations

from typing import Any

from houseway.equipment.cards import RANKS, Card, rank, suit
from houseway.games.felt import Choice, Felt, FeltFact, Learning, Offered
from houseway.games.layout import Key
from houseway.games.side_wagers.facts import (
    CARD,
    FLAG,
    NUMBER,
    VALUE,
    Fact,
    Facts,
    Round,
    card_facts,
    first_two_facts,
    most_alike,
    one_of,
)
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.rules import BLACKJACK, MOST, RULES, TEN, Rules
from houseway.games.tournament_blackjack.rules import DEALER as DEALER_HAND
from houseway.games.tournament_blackjack.state import (
    BETTING,
    Play,
    RoundTakenBack,
    SettleInterim,
    SettlePerfectPairs,
)

HAND, DEALER = "hand", "dealer"

# The kinds of three cards, from the highest: the two of the box and the dealer's first.
THREE_CARDS = (
    "suited three of a kind",
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "pair",
    "none",
)


def three_cards(each: Round) -> str:
    """The highest kind that the three cards of the initial deal make; an ace is high or low."""
    cards = [*each.hands[HAND], *each.hands[DEALER]]
    places = sorted(RANKS.index(rank(card)) for card in cards)
    flush = len({suit(card) for card in cards}) == 1
    alike = most_alike(cards)
    if alike == 3:
        return "suited three of a kind" if flush else "three of a kind"
    run = places[1] == places[0] + 1 and places[2] in (places[1] + 1, len(RANKS) - 1)
    straight = run and (places[2] == places[1] + 1 or places[0] == 0)
    if straight:
        return "straight flush" if flush else "straight"
    return "flush" if flush else "pair" if alike == 2 else "none"


def _blocks(rules: Any, hands: Any) -> tuple[str, int] | None:
    """Tournament Blackjack 6.2: two cards to the box, one to the dealer."""
    if not hands[HAND]:
        return HAND, 2
    return None if hands[DEALER] else (DEALER, 1)


def _live(play: Play, key: Key) -> Round:
    own = [each for each in play.hands if (each.patron, each.box) == key[:2]]
    split = len(own) > 1  # only where a round was dealt again: the first card of each hand
    first_two = [each.cards[0] for each in own[:2]] if split else own[0].cards[:2]
    return Round(play.rules, {HAND: first_two, DEALER: play.dealer[:1]})


FACTS = Facts(
    facts=(
        Fact(
            "hand.total", NUMBER, lambda each: each.rules.points(each.hands[HAND]), VALUE,
            {HAND: 2}, boxed=True,
        ),
        Fact(
            "hand.blackjack", FLAG, lambda each: each.rules.is_blackjack(each.hands[HAND]), VALUE,
            {HAND: 2}, boxed=True,
        ),
        *first_two_facts(HAND, boxed=True),
        *card_facts("hand.first", HAND, 0, boxed=True),
        *card_facts("hand.second", HAND, 1, boxed=True),
        *card_facts("dealer", DEALER, 0),
        Fact(
            "three_cards", one_of(*THREE_CARDS), three_cards, CARD, {HAND: 2, DEALER: 1},
            boxed=True,
        ),
    ),
    hands=(HAND, DEALER, "all"),
    boxed=(HAND,),
    blocks=_blocks,
    fixed=True,
    value=lambda rules: rules.card_value,
    live=_live,
    # Tournament Blackjack 4.1: wagers are placed until no more bets.
    betting=lambda play: play.stage == BETTING,
    until="4.1",
    settles=frozenset({SettlePerfectPairs, SettleInterim}),
    reopens=frozenset({RoundTakenBack}),
    needs=BLACKJACK,
    boxes=lambda play: play.options.seats,
)  # fmt: skip


# What a program that learns Tournament Blackjack is shown and may choose.

STAND, HIT, DOUBLE, SPLIT = "stand", "hit", "double", "split"
DECLINE, INSURE, EVEN_MONEY = "decline insurance", "insure", "take even money"
ASKED_INSURANCE, ASKED_HAND = 1, 2  # what the patron is asked; 0: nothing

LEARNING_FACTS = (
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
    up = rules.value[cards[DEALER_HAND][0]]
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
    facts=LEARNING_FACTS,
    read=read,
    hands=1 + len(RULES.split_hands),
    house=1,
    cards=MOST,
)
