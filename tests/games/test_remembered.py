"""Hands that were looked at do not stay in memory for ever: a table deals new ones all evening."""

from __future__ import annotations

from itertools import combinations, islice

from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games.tournament_canberra_poker import rules as canberra
from houseway.games.tournament_pai_gow import house_way as pai_gow
from houseway.games.tournament_pai_gow.rules import RULES

DEALT = 3_000


def test_a_house_remembers_the_settings_of_few_hands() -> None:
    for hand in islice(combinations(PACK, 4), DEALT):
        pai_gow.house_way(RULES, hand)
    assert pai_gow._house_way.cache_info().currsize <= pai_gow._HANDS


def test_a_house_remembers_what_few_hands_are_worth() -> None:
    for hand in islice(combinations(DECK, 5), 0, 20 * DEALT, 20):
        canberra.RULES.hand_of(hand)
    assert canberra._read.cache_info().currsize <= canberra._HANDS
    assert canberra._worth.cache_info().currsize <= 4 * canberra._HANDS
