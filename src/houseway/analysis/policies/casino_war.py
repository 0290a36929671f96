"""Casino War by a table: to go to war or to surrender on each rank."""

from __future__ import annotations

from fractions import Fraction

from houseway.analysis.composition import full
from houseway.analysis.exact.casino_war import (
    Data,
    War,
    compared,
    initial,
    later_cards,
    surrender_gain,
    war_gain,
    wars_of,
)
from houseway.analysis.figures import Pay
from houseway.analysis.policies import Facts, Policy, chosen
from houseway.games.casino_war.felt import GO_TO_WAR, SURRENDER, facts_of

_CHOICES = dict.fromkeys((GO_TO_WAR, SURRENDER))


def value_of(data: Data, policy: Policy, pay: Pay) -> Fraction:
    cards = full(data.rules.decks)
    later = later_cards(cards.total)
    decided = {result: ways * later for result, ways in compared(data, cards.ranks).items()}

    def fights(war: War) -> bool:
        return chosen(policy, facts_of(war.tied), _CHOICES) == GO_TO_WAR

    wars = list(wars_of(data, cards.ranks))
    return -initial(data, "by a table", decided, wars, fights, pay).edge


def best(data: Data, pay: Pay) -> dict[Facts, str]:
    give_up = surrender_gain(data, pay)
    return {
        facts_of(war.tied): GO_TO_WAR if war_gain(data, war, pay) > give_up else SURRENDER
        for war in wars_of(data, full(data.rules.decks).ranks)
    }
