"""What a program that learns Casino War is shown and may choose."""

from __future__ import annotations

from houseway.equipment.cards import RANKS, Card, rank
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.places import DEALER, place_name
from houseway.games.casino_war.rules import INITIAL
from houseway.games.felt import Felt
from houseway.games.learning import Choice, FeltFact, Learning, Offered

GO_TO_WAR, SURRENDER = "go to war", "surrender"
LOWEST = 2


def facts_of(tied: str) -> tuple[int, ...]:
    """A rank as a number: a two is 2, an ace 14."""
    return (LOWEST + RANKS.index(tied),)


def read(rules: object, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    """The rank on which the patron has tied with the dealer (Casino War 8.2.4)."""
    dealer = next(each for each in felt.hands if each.name == place_name(DEALER))
    return facts_of(rank(Card(dealer.cards[0])))


LEARNING = Learning(
    stake=INITIAL,
    choices=(Choice(GO_TO_WAR, v.GoToWar), Choice(SURRENDER, v.Surrender)),
    facts=(FeltFact("tied rank", LOWEST + len(RANKS)),),
    read=read,
    house=1,
    cards=2,
)
