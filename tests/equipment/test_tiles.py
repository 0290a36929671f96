"""The 32 tiles, which of them pair, and what two of them count."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.equipment.tiles import (
    LINE,
    LINES,
    PACK,
    BadTile,
    Tile,
    is_pair,
    name,
    pair_rank,
    parse_tile,
    parse_tiles,
    pips,
    points,
    single_rank,
)


def test_the_pack_has_32_tiles_of_21_patterns() -> None:
    """Tournament Pai Gow 2.1: every pattern of two dice, eleven of them twice."""
    copies = Counter(PACK)

    assert len(PACK) == 32
    assert set(copies) == {f"{a}-{b}" for a in range(1, 7) for b in range(a, 7)}
    assert Counter(copies.values()) == {2: 11, 1: 10}


def test_a_chinese_domino_set_has_227_dots() -> None:
    """All 21 patterns have 147 dots; the eleven doubled ones 80 more."""
    assert sum(pips(tile) for tile in PACK) == 227


def test_sixteen_pairs_are_eleven_alike_and_five_mixed() -> None:
    """Tournament Pai Gow 3.1 (reading PG1)."""
    assert len(LINES) == 16
    assert [line.identical for line in LINES] == [True] * 11 + [False] * 5


def test_of_all_two_tiles_of_the_pack_sixteen_pair() -> None:
    """Tournament Pai Gow 3.1."""
    assert sum(is_pair(a, b) for a, b in combinations(PACK, 2)) == 16


@pytest.mark.parametrize(
    ("a", "b"),
    [("4-4", "2-6"), ("1-6", "3-4"), ("3-3", "1-5"), ("1-3", "2-2"), ("5-5", "4-6")],
)
def test_tiles_of_one_count_but_two_lines_do_not_pair(a: Tile, b: Tile) -> None:
    """Tournament Pai Gow 3.1 (reading PG1)."""
    assert not is_pair(a, b)


@pytest.mark.parametrize("text", ["3-6 4-5", "2-6 3-5", "2-5 3-4", "1-4 2-3", "1-2 2-4"])
def test_the_two_tiles_of_a_mixed_pair_belong_together_and_rank_alike(text: str) -> None:
    """Tournament Pai Gow 3.1, Tournament Pai Gow 3.2 (reading PG1)."""
    a, b = parse_tiles(text)

    assert is_pair(a, b)
    assert single_rank(a) == single_rank(b)
    assert pair_rank(a) == pair_rank(b)


def test_single_tiles_rank_from_teen_down_to_gee_jun() -> None:
    """Tournament Pai Gow 3.2 (reading PG1)."""
    order = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 4-5 3-5 3-4 2-3 2-4"
    assert [single_rank(tile) for tile in parse_tiles(order)] == list(range(1, 17))


def test_pairs_rank_from_gee_jun_down_to_the_fives() -> None:
    """Tournament Pai Gow 3.1 (reading PG1)."""
    order = "2-4 6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 4-5 3-5 3-4 2-3"
    assert [pair_rank(tile) for tile in parse_tiles(order)] == list(range(1, 17))


def test_every_tile_counts_its_dots_except_gee_jun() -> None:
    """Tournament Pai Gow 4.1, Tournament Pai Gow 4.2."""
    for tile in PACK:
        assert LINE[tile].values == ((3, 6) if name(tile) == "Gee Jun" else (pips(tile),))


@pytest.mark.parametrize(
    ("tiles", "count"),
    [
        ("6-6 5-6", 3),  # 12 + 11, tens dropped
        ("5-5 4-6", 0),  # 10 + 10
        ("1-1 1-6", 9),  # 2 + 7
        ("1-5 1-2", 9),  # Gee Jun as 3
        ("1-3 1-2", 7),  # 4 + 3, better than 4 + 6
        ("2-3 2-4", 8),  # 5 + 3, better than 5 + 6
        ("5-6 2-4", 7),  # 11 + 6
        ("4-4 1-2", 4),  # 8 + 6, better than 8 + 3
    ],
)
def test_points_are_the_dots_with_tens_dropped(tiles: str, count: int) -> None:
    """Tournament Pai Gow 4.1; Tournament Pai Gow 4.2 for Gee Jun (reading PG3)."""
    a, b = parse_tiles(tiles)

    assert points(a, b) == points(b, a) == count


@pytest.mark.parametrize("text", ["5-6", "6-5", "56", "65", "Foo", "foo", " FOO "])
def test_a_tile_is_read_by_its_dots_or_its_name(text: str) -> None:
    assert parse_tile(text) == "5-6"


def test_every_tile_is_read_as_it_is_written() -> None:
    assert parse_tiles(" ".join(PACK)) == PACK
    assert parse_tiles("Teen, 1-2 Day") == ("6-6", "1-2", "1-1")


@pytest.mark.parametrize(
    ("text", "options"), [("Gee Jun", "1-2 or 2-4"), ("chop gow", "3-6 or 4-5")]
)
def test_a_name_of_two_different_tiles_asks_which(text: str, options: str) -> None:
    with pytest.raises(BadTile, match=f"may be {options}: expected the dots"):
        parse_tile(text)


@pytest.mark.parametrize("text", ["", "6", "0-6", "7-1", "1-2-3", "6--6", "Wong", "6 6"])
def test_what_is_no_tile_is_named_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadTile, match="is not a tile: expected its dots, such as 5-6"):
        parse_tile(text)
