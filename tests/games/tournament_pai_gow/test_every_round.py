"""Every hand set by House Way, every comparison, and rounds through the live engine."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations

import pytest

from houseway.equipment.chips import dollars
from houseway.equipment.tiles import PACK, Tile
from houseway.games import commands as c
from houseway.games import game
from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.game import Setup
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.house_way import (
    _house_way,
    by_house_way,
    divisions,
    house_way,
    open_hands,
)
from houseway.games.tournament_pai_gow.rules import RULES, Value, cite
from houseway.games.tournament_pai_gow.settle import compare
from houseway.games.tournament_pai_gow.state import Play
from houseway.rulebook.roles import Role
from tests.games.tournament_pai_gow import naive
from tests.games.tournament_pai_gow.naive import DOTS, KIND, Hand, Switches

GAME = game("tournament-pai-gow")
FULL = os.environ.get("HOUSEWAY_FULL") == "1"


def tiles_of(hand: Hand) -> tuple[Tile, ...]:
    """Real tiles of a kind of hand, the first of each line first."""
    return tuple(Tile(DOTS[kind][hand[:place].count(kind)]) for place, kind in enumerate(hand))


def kinds_of(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    return tuple(sorted((KIND[tile] for tile in tiles), key=naive.KINDS.index))


def parts(low: tuple[str, ...], high: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The two parts, each in a fixed order; of two equal parts it does not matter which is low."""
    both = [tuple(sorted(part, key=naive.KINDS.index)) for part in (low, high)]
    return tuple(sorted(both, key=lambda part: (naive.strength((part[0], part[1])), part)))


def test_house_way_sets_each_of_the_35960_hands_in_one_way() -> None:
    """Tournament Pai Gow 10.1, 10.2 and terms: House Way, held to a second implementation."""
    _house_way.cache_clear()  # each hand is set here, whatever was set before
    kinds: set[tuple[str, ...]] = set()
    hands = 0
    for tiles in combinations(PACK, 4):
        hands += 1
        found = house_way(RULES, tiles)
        hand = kinds_of(tiles)
        kinds.add(hand)
        wanted = naive.house_way((hand[0], hand[1], hand[2], hand[3]))
        assert parts(kinds_of(found.low), kinds_of(found.high)) == parts(*wanted), tiles
        assert sorted((*found.low, *found.high)) == sorted(tiles)
        assert RULES.value(*found.low) <= RULES.value(*found.high)
        assert found.clauses

    assert (hands, len(kinds)) == (35_960, 3_620)
    assert sum(weight for _, weight in naive.all_kinds()) == 35_960


def test_the_order_of_the_tiles_does_not_matter() -> None:
    """Tournament Pai Gow 10.1: the setting depends on the tiles, not on how they lie."""
    for hand, _ in list(naive.all_kinds())[::97]:
        tiles = tiles_of(hand)
        assert house_way(RULES, tiles) == house_way(RULES, tiles[::-1])
        assert by_house_way(RULES, house_way(RULES, tiles).low, house_way(RULES, tiles).high)


# Reading PG5, its table: what each choice weighs, in hands and in kinds of hand.
SENSITIVITIES = {
    "first combination only": (Switches(first_available_only=True), (64, 4)),
    "the other fallback order": (Switches(new_zealand_fallback=True), (0, 0)),
    "high tiles separated last": (Switches(separate_after=True), (144, 9)),
}


@pytest.mark.parametrize(("switches", "weighs"), SENSITIVITIES.values(), ids=list(SENSITIVITIES))
def test_each_choice_of_the_reading_weighs_what_it_says(
    switches: Switches, weighs: tuple[int, int]
) -> None:
    """Tournament Pai Gow 10.1(b), 10.1(c)(iii): reading PG5's table of alternatives."""
    assert _weight(switches) == weighs


def test_splitting_whenever_the_threshold_is_met_would_change_eighty_hands() -> None:
    """Tournament Pai Gow 10.1(a): readings PG5 and PG6, 56 with one pair and 24 with two."""
    split = Switches(split_whenever_reached=True)

    assert _weight(split, pairs=1) == (56, 14)
    assert _weight(split, pairs=2)[0] == 24


def _weight(switches: Switches, pairs: int | None = None) -> tuple[int, int]:
    changed = [
        weight
        for hand, weight in naive.all_kinds()
        if (pairs is None or 4 - len(set(hand)) == pairs)
        and naive.house_way(hand) != naive.house_way(hand, switches)
    ]
    return sum(changed), len(changed)


# Readings to the number of hands that need them.
OPEN_KINDS = 443
OPEN_HANDS = {
    ("PG4",): 3_328,
    ("PG4", "PG5"): 192,
    ("PG5",): 2_352,
    ("PG6",): 80,
    ("PG7",): 608,
}


def test_the_hands_that_the_text_leaves_open_are_listed_with_their_readings() -> None:
    """Tournament Pai Gow 10.1 and 10.2: 443 kinds of hand need a reading, and say which."""
    listed = {kinds_of(tiles): setting for tiles, setting in open_hands()}
    hands: Counter[tuple[str, ...]] = Counter()
    for hand, weight in naive.all_kinds():
        needs = tuple(sorted(naive.readings(hand)))
        assert needs == (tuple(sorted(listed[hand].readings)) if hand in listed else ()), hand
        if needs:
            hands[needs] += weight

    assert len(open_hands()) == len(listed) == OPEN_KINDS
    assert hands == OPEN_HANDS


def test_what_a_switch_changes_is_among_the_open_hands() -> None:
    """Tournament Pai Gow 10.1: every hand that another choice would set otherwise is listed."""
    listed = {kinds_of(tiles) for tiles, _ in open_hands()}
    for switches in (
        Switches(first_available_only=True),
        Switches(separate_after=True),
        Switches(split_whenever_reached=True),
    ):
        for hand, _ in naive.all_kinds():
            if naive.house_way(hand) != naive.house_way(hand, switches):
                assert hand in listed


# Comparison


def every_part() -> dict[tuple[str, str], tuple[Tile, Tile]]:
    """One pair of real tiles for each two kinds."""
    found: dict[tuple[str, str], tuple[Tile, Tile]] = {}
    for a, b in combinations(PACK, 2):
        first, second = sorted((KIND[a], KIND[b]), key=naive.KINDS.index)
        found.setdefault((first, second), (a, b))
    return found


def test_the_values_of_two_tiles_are_in_one_strict_order_but_for_copies() -> None:
    """Tournament Pai Gow 3.1, 3.2, 11.1(a), 11.1(b), 11.2, 11.5: one order, held to a second."""
    values = {kinds: RULES.value(*tiles) for kinds, tiles in every_part().items()}
    assert len(values) == 16 + 16 * 15 // 2

    for one, mine in values.items():
        for other, theirs in values.items():
            ours, bank = naive.strength(one), naive.strength(other)
            assert (mine > theirs, mine == theirs) == (ours > bank, ours == bank), (one, other)

    ranked = sorted({each for each in values.values() if each.ranked}, reverse=True)
    assert ranked == [Value(place) for place in range(22, 0, -1)]


def test_every_two_high_parts_and_every_two_low_parts_are_decided() -> None:
    """Tournament Pai Gow 11.1, 11.4, 11.5, 11.6: the low parts differ only at zero against zero."""
    clauses: Counter[tuple[str, bool, str]] = Counter()
    found = every_part()
    for mine, patron in found.items():
        for theirs, bank in found.items():
            better = naive.strength(mine) > naive.strength(theirs)
            both_zero = RULES.value(*patron)[:2] == RULES.value(*bank)[:2] == (0, 0)
            high, low = compare(RULES, patron, bank, "high"), compare(RULES, patron, bank, "low")
            assert high[0] == better
            assert low[0] == (better and not both_zero)
            assert (low[1] == cite("11.6")) == both_zero
            for part, (won, clause) in (("high", high), ("low", low)):
                clauses[part, won, cite.number_of(clause)] += 1

    assert {key for key in clauses if key[0] == "high"} == {
        ("high", True, "11.1(a)"),
        ("high", True, "11.1(b)"),
        ("high", True, "11.2"),
        ("high", False, "11.2"),
        ("high", False, "11.4(a)"),
        ("high", False, "11.4(b)"),
        ("high", False, "11.5"),
    }
    assert clauses["low", False, "11.6"] > 0


# The live engine


def table() -> Play:
    play: Play = GAME.begin(Setup(GAME.options(), GAME.limits))
    GAME.do(play, v.CheckTiles())
    return play


def round_of(
    play: Play, bank: tuple[Tile, ...], setting: c.Command, dice: tuple[int, int, int] = (1, 2, 3)
) -> Settlement:
    """One round in which Ana's hand meets the bank's, from the shuffle to the collection."""
    for order, by in (
        (v.ShuffleTiles(), Role.DEALER),
        (v.StackTiles(), Role.DEALER),
        (c.OpenBetting(), Role.DEALER),
        (c.PlaceWager("Ana", "hand", dollars(25), 2), Role.PATRON),
        (c.CallNoMoreBets(), Role.DEALER),
        (v.ShakeCup(), Role.DEALER),
        (v.OpenCup(dice), Role.DEALER),
        (v.DeliverTiles(), Role.DEALER),
        (v.RetrieveTiles(), Role.DEALER),
        (setting, Role.PATRON),
        (v.RevealHouseHand(bank), Role.DEALER),
        (v.SetHouseHand(), Role.DEALER),
    ):
        GAME.do(play, order, by)
    line = next(e for e in GAME.do(play, c.SettleWagers()) if isinstance(e, Settlement))
    GAME.check(play)
    GAME.do(play, v.CollectTiles())
    return line


RESULT: dict[int, type[Settlement]] = {2: WagerPaid, 1: WagerStoodOff, 0: WagerCollected}


def test_house_way_against_house_way_through_the_live_engine() -> None:
    """Tournament Pai Gow 9.2, 11.1, 11.3, 11.4: totals against an independent count.

    Every kind of hand that the other 28 tiles leave the patron, weighted, against a bank's hand;
    the bank's hands are every 1,900th kind, or with HOUSEWAY_FULL every 40th.
    """
    play = table()
    told: Counter[type[Settlement]] = Counter()
    wanted: Counter[type[Settlement]] = Counter()
    for bank, _ in list(naive.all_kinds())[:: 40 if FULL else 1_900]:
        dealt = tiles_of(bank)
        left = [tile for tile in PACK if tile not in dealt or PACK.count(tile) > 1]
        for tile in dealt:
            if PACK.count(tile) > 1:
                left.remove(tile)
        hands: dict[tuple[str, ...], tuple[tuple[Tile, ...], int]] = {}
        for tiles in combinations(left, 4):
            kinds = kinds_of(tiles)
            example, weight = hands.get(kinds, (tiles, 0))
            hands[kinds] = example, weight + 1
        assert sum(weight for _, weight in hands.values()) == 20_475
        for kinds, (taken, weight) in hands.items():
            a, b, c_, d = kinds
            line = round_of(play, dealt, v.AskHouseWay("Ana", taken))
            told[type(line)] += weight
            won = naive.parts_won(naive.house_way((a, b, c_, d)), naive.house_way(bank))
            wanted[RESULT[won]] += weight
            assert type(line) is RESULT[won], (bank, kinds)

    assert told == wanted
    assert play.layout.chips["Ana"] == -play.layout.float_tray


def test_every_way_a_low_and_a_high_part_can_meet_the_bank() -> None:
    """Tournament Pai Gow 11.1, 11.2, 11.3, 11.4, 11.5, 11.6, 11.8: all pairs of reasons, live.

    A reason is the clause that decides a part and for whom; a patron may set as she likes, so the
    search goes over all divisions of every hand against a spread of bank hands.
    """
    rounds: dict[tuple[str, str], tuple[tuple[Tile, ...], v.SetHand]] = {}
    for bank, _ in list(naive.all_kinds())[::31]:
        dealt = tiles_of(bank)
        right = house_way(RULES, dealt)
        spare = Counter(PACK) - Counter(dealt)
        for hand, _ in list(naive.all_kinds())[::23]:
            tiles = tuple(Tile(each) for each in _from(spare, hand))
            if len(tiles) < 4:
                continue
            for low, high, _ in divisions(RULES, tiles):
                reasons = [
                    f"{'won' if won else 'lost'} {cite.number_of(clause)}"
                    for won, clause in (
                        compare(RULES, low, right.low, "low"),
                        compare(RULES, high, right.high, "high"),
                    )
                ]
                rounds.setdefault((reasons[0], reasons[1]), (dealt, v.SetHand("Ana", low, high)))

    assert {below for below, _ in rounds} == ALL_REASONS | {"lost 11.6"}
    assert {above for _, above in rounds} == ALL_REASONS
    play = table()
    for (below, above), (bank_tiles, setting) in rounds.items():
        line = round_of(play, bank_tiles, setting)
        won = below.startswith("won") + above.startswith("won")
        assert type(line) is RESULT[won]
        assert {cite(below.split()[1]), cite(above.split()[1])} < set(line.clauses)
        assert (line.paid, line.collected) == (
            (dollars(25), 0) if won == 2 else (0, 0 if won else dollars(25))
        )


ALL_REASONS = {
    "won 11.1(a)", "won 11.1(b)", "won 11.2",
    "lost 11.2", "lost 11.4(a)", "lost 11.4(b)", "lost 11.5",
}  # fmt: skip


def _from(spare: Counter[Tile], hand: Hand) -> list[str]:
    """Real tiles of a kind of hand out of those that are left, or fewer than four."""
    left = spare.copy()
    found = []
    for kind in hand:
        free = next((dots for dots in DOTS[kind] if left[Tile(dots)]), None)
        if free:
            left[Tile(free)] -= 1
            found.append(free)
    return found
