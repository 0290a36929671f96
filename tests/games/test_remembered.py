"""Hands that were looked at do not fill the memory: a table deals new ones all evening."""

from __future__ import annotations

from itertools import combinations, islice

from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games.tournament_canberra_poker import rules as canberra
from houseway.games.tournament_pai_gow import house_way as pai_gow

DEALT = 3_000


def test_all_hands_of_tiles_that_differ_are_remembered_and_no_more() -> None:
    differ = {tuple(sorted(hand)) for hand in combinations(PACK, 4)}
    remembered = pai_gow._house_way.cache_parameters()["maxsize"]
    assert len(differ) <= remembered < 2 * len(differ)


def test_a_house_remembers_what_few_hands_are_worth() -> None:
    for hand in islice(combinations(DECK, 5), 0, 20 * DEALT, 20):
        canberra.RULES.hand_of(hand)
    assert canberra._read.cache_info().currsize <= canberra._HANDS
    assert canberra._worth.cache_info().currsize <= canberra._WORTHS
