"""Pai Gow by two roads: all deals of a few tiles through the game's own functions, and full hands.

A second House Way and a second order of parts, which share nothing with the game, stand in the
tests of the game (`naive`); the counts of the full set are held to those.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any

import msgspec
import pytest

from houseway.analysis import CannotAnalyse, analyse
from houseway.analysis.composition import full
from houseway.analysis.drift import Settled, drift
from houseway.analysis.exact import tournament_pai_gow as pai_gow
from houseway.analysis.figures import EXACTLY
from houseway.analysis.four_tiles import KINDS, Kind, SettingsTable
from houseway.equipment.tiles import LINE, LINES, PACK, Tile
from houseway.games.tournament_pai_gow import rules, settle
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.house_way import divisions, house_way
from houseway.games.tournament_pai_gow.rules import RULES, Options
from tests.analysis.recount import shares, spreads_of
from tests.games.tournament_pai_gow import naive
from tests.games.tournament_pai_gow import test_every_round as suite

SLUG = "tournament-pai-gow"
DEALS = 736_281_000
FULL = os.environ.get("HOUSEWAY_FULL") == "1"


@cache
def approved() -> pai_gow.Data:
    return pai_gow.read(Options())


# A few tiles

# Ten tiles: pairs and Wongs; Gongs, High Nines and listed hands; point counts; a mixture by a seed.
FEW = {
    "pairs": "6-6 6-6 1-1 4-4 4-4 3-6 4-5 1-2 2-4 5-6",
    "combinations": "6-6 1-1 4-4 2-6 1-6 2-5 3-6 5-6 2-2 1-2",
    "counts": "1-3 5-5 3-3 2-2 5-6 4-6 1-5 1-4 2-3 2-4",
    "seed 1": " ".join(random.Random(1).sample(PACK, 10)),
    "seed 2": " ".join(random.Random(2).sample(PACK, 10)),
}


def with_tiles(tiles: list[Tile]) -> pai_gow.Data:
    held = Counter(LINE[tile].name for tile in tiles)
    return msgspec.structs.replace(approved(), tiles={line.name: held[line.name] for line in LINES})


def gain(patron: Any, bank: Any) -> int:
    """By the live comparison of the parts and the live outcome."""
    won = sum(
        settle.compare(RULES, mine, theirs, part)[0]
        for mine, theirs, part in zip(patron, bank, ("low", "high"), strict=True)
    )
    return {rules.WIN: 1, rules.PUSH: 0, rules.LOSE: -1}[RULES.outcomes[won][0]]


@pytest.mark.share(2)
@pytest.mark.parametrize("text", FEW.values(), ids=list(FEW))
def test_every_deal_of_ten_tiles(text: str) -> None:
    """Tournament Pai Gow 10.1, 11.1, 11.2, 11.3, 11.4, 11.5, 11.6, 11.8: 3,150 deals, each set and
    compared by the functions that settle live wagers."""
    tiles = [Tile(each) for each in text.split()]
    house: Counter[Fraction] = Counter()
    best: Counter[Fraction] = Counter()
    for places in combinations(range(10), 4):
        hand = tuple(tiles[place] for place in places)
        others = [tile for place, tile in enumerate(tiles) if place not in places]
        banks = [house_way(RULES, dealt)[:2] for dealt in combinations(others, 4)]
        house.update(Fraction(gain(house_way(RULES, hand)[:2], bank)) for bank in banks)
        ways = [
            [Fraction(gain(way.parts, bank)) for bank in banks] for way in divisions(RULES, hand)
        ]
        best.update(max(ways, key=sum))
    found = spreads_of(analyse(SLUG, data=with_tiles(tiles)))
    assert found["hand, House Way"] == shares(house)
    mean = sum(gained * chance for gained, chance in found["hand, best setting"].items())
    assert mean == sum(gained * ways for gained, ways in best.items()) / Fraction(best.total())


# The full set, against the second House Way

NAIVE = dict(zip((line.name for line in LINES), naive.KINDS, strict=True))


def as_naive(kind: Kind) -> naive.Hand:
    a, b, c, d = (NAIVE[line] for line in kind)
    return a, b, c, d


def ways_of(one: naive.Hand, after: tuple[str, ...] = ()) -> int:
    """In how many ways a hand can be dealt, once another has gone."""
    return prod(comb(2 - after.count(kind), one.count(kind)) for kind in set(one))


@cache
def table(patron_chooses: bool) -> SettingsTable:
    return pai_gow.table_of(approved(), EXACTLY, patron_chooses=patron_chooses)


# Which kinds of hand are counted out.
COUNTED_OUT = KINDS[:: 20 if FULL else 180]


def gained_by_hand(bank: Kind) -> int:
    """What House Way gains over all deals with this hand of the bank's, by the second count."""
    theirs = as_naive(bank)
    dealt, against = ways_of(theirs), naive.house_way(theirs)
    return dealt * sum(
        ways_of(mine, theirs) * (naive.parts_won(naive.house_way(mine), against) - 1)
        for mine, _ in naive.all_kinds()
    )


def test_house_way_against_every_bank_hand() -> None:
    """Tournament Pai Gow 10.1, 11.1, 11.3, 11.4: every 180th kind of the bank's hand, or with
    HOUSEWAY_FULL every 20th, against all that the patron may hold."""
    banks = table(patron_chooses=False)
    for kind in COUNTED_OUT:
        assert banks.gain(kind, banks.house[kind]) == gained_by_hand(kind), kind


def test_the_best_setting_of_every_patrons_hand() -> None:
    """Tournament Pai Gow 9.1: every 180th kind of the patron's hand, or with HOUSEWAY_FULL every
    20th, in each way to set it."""
    patrons = table(patron_chooses=True)
    differ = 0
    for kind in COUNTED_OUT:
        mine = as_naive(kind)
        gains = [
            ways_of(mine)
            * sum(
                ways_of(theirs, mine) * (naive.parts_won(way, naive.house_way(theirs)) - 1)
                for theirs, _ in naive.all_kinds()
            )
            for way in naive.splits(mine)
        ]
        counted = {patrons.gain(kind, way) for way in patrons.ways[kind]}
        assert counted == set(gains), kind
        differ += max(gains) > patrons.gain(kind, patrons.house[kind])
    assert differ


def test_all_deals_are_counted() -> None:
    """Tournament Pai Gow 2.1, 8.2: 35,960 hands and 20,475 for the bank. House Way wins as often as
    it loses to itself but for copies, which are the bank's."""
    found = analyse(SLUG)
    assert {wager.total for wager in found.wagers} == {comb(32, 4) * comb(28, 4)} == {DEALS}
    house = found.wager("hand, House Way")
    weights = {each.name: each.weight for each in house.outcomes}
    assert weights["low won, high won"] == weights["low lost, high lost"]
    assert weights["low won, high lost"] == weights["low lost, high won"]
    assert weights["low won, high copy"] == weights["low lost, high copy"]
    copies = {name: ways for name, ways in weights.items() if "copy" in name or "zero" in name}
    lost = sum(ways for name, ways in copies.items() if "won" not in name)
    assert house.edge == Fraction(lost, DEALS)
    best = found.wager("hand, best setting")
    assert best.edge == min(wager.edge for wager in found.wagers)


def test_rounds_of_the_live_engine_lie_within_their_bounds() -> None:
    """Tournament Pai Gow 9.2, 11.1, 11.3, 11.4, 11.8: 800 rounds dealt by a seed."""
    dealt = random.Random(20020218)
    play, settled = suite.table(), []
    for number in range(800):
        tiles = dealt.sample(PACK, 8)
        line = suite.round_of(play, tuple(tiles[:4]), v.AskHouseWay("Ana", tuple(tiles[4:])))
        gained = line.paid - line.collected
        settled.append(Settled(number, "hand, House Way", 25_00, gained))
    (found,) = drift(analyse(SLUG), settled)
    assert (found.rounds, found.staked) == (800, 20_000_00)
    assert found.within


def test_tiles_are_not_cards() -> None:
    """Tournament Pai Gow 2.1."""
    with pytest.raises(CannotAnalyse, match="not played with cards"):
        analyse(SLUG, composition=full(1))
    with pytest.raises(CannotAnalyse, match="has no decks"):
        analyse(SLUG, decks=1)
