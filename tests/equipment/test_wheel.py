"""The wheel's order, the 157 positions of the layout, and the race track's sections."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.equipment.wheel import (
    POSITIONS,
    SECTIONS,
    WHEEL,
    ZERO_CORNER,
    BadPosition,
    Kind,
    Position,
    colour,
    neighbours,
    neighbours_pieces,
    parse_position,
    positions_with,
)

UNITS: dict[Kind, int] = {"straight": 1, "split": 2, "street": 3, "corner": 4, "six_line": 6}


def names(kind: str) -> list[str]:
    return [position.name for position in POSITIONS.values() if position.kind == kind]


def covered(section: str) -> set[int]:
    return {n for piece in SECTIONS[section] for n in piece.position.numbers}


def won(section: str, number: int) -> int:
    """Net units when the number comes, each piece paid fairly for 36 pockets."""
    hits = [p for p in SECTIONS[section] if number in p.position.numbers]
    staked = sum(piece.units for piece in SECTIONS[section])
    return sum(36 // len(piece.position.numbers) * piece.units for piece in hits) - staked


def test_the_wheel_has_each_number_from_0_to_36_once() -> None:
    """Tournament American Roulette 2.1."""
    assert sorted(WHEEL) == list(range(37))


def test_colours_alternate_around_the_wheel() -> None:
    """Tournament American Roulette 2.1: zero green, the others red and black in turn (RO1)."""
    assert [colour(n) for n in WHEEL] == ["green", *["red", "black"] * 18]


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, (3, 26, 0, 32, 15)), (26, (35, 3, 26, 0, 32)), (32, (26, 0, 32, 15, 19))],
)
def test_neighbours_wrap_past_zero(number: int, expected: tuple[int, ...]) -> None:
    """Tournament American Roulette 4.8(e) (reading RO4)."""
    assert neighbours(number) == expected


def test_one_neighbour_each_side_can_be_asked_for() -> None:
    assert neighbours(0, each_side=1) == (26, 0, 32)


def test_neighbours_are_five_straight_up_pieces() -> None:
    """Tournament American Roulette 4.8(e)."""
    assert [(piece.position.name, piece.units) for piece in neighbours_pieces(17)] == [
        ("2", 1),
        ("25", 1),
        ("17", 1),
        ("34", 1),
        ("6", 1),
    ]


def test_the_layout_has_157_positions_by_kind() -> None:
    """Tournament American Roulette 4.3 (reading RO2)."""
    assert len(POSITIONS) == 157
    assert Counter(position.kind for position in POSITIONS.values()) == {
        "straight": 37,
        "split": 24 + 33 + 3,
        "street": 12 + 2,
        "corner": 22 + 1,
        "six_line": 11,
        "column": 3,
        "dozen": 3,
        "low": 1,
        "high": 1,
        "even": 1,
        "odd": 1,
        "red": 1,
        "black": 1,
    }


def test_no_two_positions_cover_the_same_numbers() -> None:
    assert len({frozenset(position.numbers) for position in POSITIONS.values()}) == 157


def test_a_split_is_two_numbers_side_by_side() -> None:
    """Tournament American Roulette 4.3(b): distance one on a grid of three columns, or zero."""

    def touch(a: int, b: int) -> bool:
        if a == 0:
            return b in (1, 2, 3)
        rows, columns = abs((a - 1) // 3 - (b - 1) // 3), abs((a - 1) % 3 - (b - 1) % 3)
        return rows + columns == 1

    expected = {f"{a}/{b}" for a, b in combinations(range(37), 2) if touch(a, b)}
    assert set(names("split")) == expected


def test_streets_are_rows_and_two_with_zero() -> None:
    """Tournament American Roulette 4.3(c)."""
    rows = ["1/2/3", "4/5/6", "7/8/9", "10/11/12", "13/14/15", "16/17/18"]
    rows += ["19/20/21", "22/23/24", "25/26/27", "28/29/30", "31/32/33", "34/35/36"]
    assert names("street") == ["0/1/2", "0/2/3", *rows]


def test_corners_are_four_numbers_meeting() -> None:
    """Tournament American Roulette 4.3(d) (reading RO3)."""
    corners = names("corner")

    assert corners[:4] == ["0/1/2/3", "1/2/4/5", "2/3/5/6", "4/5/7/8"]
    assert corners[-1] == "32/33/35/36"
    assert ZERO_CORNER.numbers == (0, 1, 2, 3)


def test_six_lines_are_two_rows_and_none_has_zero() -> None:
    """Tournament American Roulette 4.3(e)."""
    expected = "1-6 4-9 7-12 10-15 13-18 16-21 19-24 22-27 25-30 28-33 31-36"
    assert names("six_line") == expected.split()
    assert POSITIONS["31-36"].numbers == (31, 32, 33, 34, 35, 36)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("column 1", range(1, 35, 3)),
        ("column 3", range(3, 37, 3)),
        ("dozen 2", range(13, 25)),
        ("low", range(1, 19)),
        ("high", range(19, 37)),
        ("even", range(2, 37, 2)),  # zero is not even here
        ("odd", range(1, 36, 2)),
    ],
)
def test_outside_positions_leave_zero_out(name: str, numbers: range) -> None:
    """Columns, dozens and even chances: the names on the layout and their numbers.

    Tournament American Roulette 4.3(f), Tournament American Roulette 4.3(g),
    Tournament American Roulette 4.3(h), Tournament American Roulette 4.3(i),
    Tournament American Roulette 4.3(j), Tournament American Roulette 4.3(k).
    """
    assert POSITIONS[name].numbers == tuple(numbers)


def test_red_and_black_share_the_36_numbers() -> None:
    """Tournament American Roulette 4.3(l) and Tournament American Roulette 4.3(m)."""
    red, black = POSITIONS["red"].numbers, POSITIONS["black"].numbers

    assert (len(red), len(black)) == (18, 18)
    assert sorted(red + black) == list(range(1, 37))
    assert {1, 9, 12, 18, 19, 36} <= set(red)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=str)
def test_every_position_is_read_by_its_name(position: Position) -> None:
    assert parse_position(position.name) == position


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("5/4/2/1", "1/2/4/5"),
        ("3 / 0", "0/3"),
        ("1/2/3/4/5/6", "1-6"),
        ("  Column   2 ", "column 2"),
        ("RED", "red"),
        ("13-24", "dozen 2"),
        ("1-18", "low"),
    ],
)
def test_order_capitals_and_usual_names_do_not_matter(text: str, name: str) -> None:
    assert parse_position(text).name == name


@pytest.mark.parametrize(
    "text", ["", "37", "00", "-1", "1/5", "3/4", "17/17", "0/4", "0-3", "2-7", "1/2/3/4", "green"]
)
def test_numbers_that_do_not_touch_are_no_position(text: str) -> None:
    """Tournament American Roulette 4.3: any other set of numbers is refused."""
    with pytest.raises(BadPosition, match="is not a position of the layout: expected"):
        parse_position(text)


# Reading RO5: number; straight, splits, streets, corners, six-lines; total in maximums.
COMPLETE = [
    ([0], (1, 3, 2, 1, 0), 17),
    ([1, 3], (1, 3, 2, 2, 1), 27),
    ([2], (1, 4, 3, 3, 1), 36),
    ([*range(4, 32, 3), *range(6, 34, 3)], (1, 3, 1, 2, 2), 30),
    ([*range(5, 33, 3)], (1, 4, 1, 4, 2), 40),
    ([34, 36], (1, 2, 1, 1, 1), 18),
    ([35], (1, 3, 1, 2, 1), 24),
]
COMPLETE_BETS = [(n, kinds, total) for numbers, kinds, total in COMPLETE for n in numbers]


def test_the_complete_bets_listed_are_those_of_every_number() -> None:
    assert sorted(number for number, _, _ in COMPLETE_BETS) == list(range(37))


@pytest.mark.parametrize(("number", "kinds", "total"), COMPLETE_BETS)
def test_a_complete_bet_holds_every_inside_position_of_its_number(
    number: int, kinds: tuple[int, ...], total: int
) -> None:
    """Tournament American Roulette 4.7 (reading RO5)."""
    bet = positions_with(number)

    counts = Counter(position.kind for position in bet)
    assert tuple(counts[kind] for kind in UNITS) == kinds
    assert sum(UNITS[position.kind] for position in bet) == total
    assert all(number in position.numbers for position in bet)


@pytest.mark.parametrize(("number", "total"), [(0, 13), (1, 23), (2, 32), (3, 23)])
def test_without_the_zero_corner_four_complete_bets_are_smaller(number: int, total: int) -> None:
    """Tournament American Roulette 4.7 on a layout without 0/1/2/3 (readings RO3, RO5)."""
    bet = [position for position in positions_with(number) if position != ZERO_CORNER]

    assert sum(UNITS[position.kind] for position in bet) == total


@pytest.mark.parametrize(
    ("section", "pieces", "numbers"),
    [("tier", 6, 12), ("orphans", 5, 8), ("voisins de zero", 9, 17), ("zero game", 4, 7)],
)
def test_each_section_has_its_pieces_and_numbers(section: str, pieces: int, numbers: int) -> None:
    """Tournament American Roulette 4.8(a), Tournament American Roulette 4.8(b),
    Tournament American Roulette 4.8(c), Tournament American Roulette 4.8(d) (reading RO4).
    """
    assert sum(piece.units for piece in SECTIONS[section]) == pieces
    assert len(covered(section)) == numbers


def test_voisins_holds_two_pieces_on_the_zero_street_and_on_the_corner() -> None:
    """Tournament American Roulette 4.8(c) (reading RO4)."""
    twice = [piece.position.name for piece in SECTIONS["voisins de zero"] if piece.units == 2]

    assert twice == ["0/2/3", "25/26/28/29"]


def test_tier_orphans_and_voisins_cover_every_number_once() -> None:
    """Tournament American Roulette 4.8 (reading RO4)."""
    sections = [covered(name) for name in ("tier", "orphans", "voisins de zero")]

    assert sorted(n for section in sections for n in section) == list(range(37))


@pytest.mark.parametrize(
    ("section", "start", "end"),
    [("tier", 27, 33), ("voisins de zero", 22, 25), ("zero game", 12, 15)],
)
def test_a_section_is_an_unbroken_arc_of_the_wheel(section: str, start: int, end: int) -> None:
    """Tournament American Roulette 4.8 (reading RO4)."""
    twice_round = WHEEL + WHEEL
    at = twice_round.index(start)
    arc = twice_round[at : twice_round.index(end, at) + 1]

    assert covered(section) == set(arc)


def test_orphans_are_the_two_arcs_left_over() -> None:
    """Tournament American Roulette 4.8(b) (reading RO4)."""
    assert covered("orphans") == {17, 34, 6} | {1, 20, 14, 31, 9}


@pytest.mark.parametrize(
    ("section", "number", "units"),
    [
        ("tier", 5, 12),
        ("orphans", 1, 31),
        ("orphans", 17, 31),
        ("orphans", 6, 13),
        ("voisins de zero", 0, 15),
        ("voisins de zero", 26, 9),
        ("voisins de zero", 4, 9),
        ("zero game", 26, 32),
        ("zero game", 0, 14),
    ],
)
def test_the_spread_of_pieces_wins_what_the_reading_says(
    section: str, number: int, units: int
) -> None:
    """Tournament American Roulette 4.8 (reading RO4)."""
    assert won(section, number) == units
