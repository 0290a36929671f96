"""The roads of baccarat and the record of a wheel, worked out by hand."""

from __future__ import annotations

import pytest

from houseway.service.draw import boards
from houseway.service.draw.boards import Coup, Entry
from houseway.table.results import Result
from tests.service.draw.svg_read import read

NAMES = {"B": "banker", "P": "player", "T": "tie"}


def played(letters: str) -> list[Coup]:
    return [Coup(NAMES[each]) for each in letters if each != " "]


# Runs of 2, 1, 3, 3, 1 and 1; a tie after the second win of the fourth run.
SHOE = "BB P BBB PPTP B P"


def test_the_bead_plate_goes_down_six_rows_and_then_to_the_next_column() -> None:
    entries = boards.bead_plate(played("BPTBPBP"))

    assert [(each.column, each.row) for each in entries] == [
        (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 0),
    ]  # fmt: skip
    assert [each.mark for each in entries][:3] == ["banker", "player", "tie"]


def test_the_big_road_has_a_column_for_each_run_and_ties_lie_on_the_win_before() -> None:
    entries = boards.big_road(played(SHOE))

    assert [(each.column, each.row) for each in entries] == [
        (0, 0), (0, 1), (1, 0), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (4, 0), (5, 0),
    ]  # fmt: skip
    assert [(each.column, each.row) for each in entries if each.ties] == [(3, 1)]


def test_ties_before_the_first_win_are_kept() -> None:
    assert boards.big_road(played("TT")) == [Entry(0, 0, "tie", 2)]
    assert boards.big_road(played("TTB")) == [Entry(0, 0, "banker", 2)]
    assert boards.big_road([]) == []


# Worked out cell by cell from the runs 2, 1, 3, 3, 1, 1 (columns 1 to 6).
DERIVED: list[tuple[boards.Back, str]] = [
    # Column 2 has no second entry, so the road begins with the first of column 3: 1 against 2.
    # 3.2: column 2 ends just above; 3.3: empty beside and above; 4.1: 3 against 1; 4.2 and 4.3:
    # filled twice; 5.1: 3 against 3; 6.1: 1 against 3.
    (boards.BIG_EYE_BOY, "blue blue red blue red red red blue"),
    # From the second of column 3. 3.2: column 1 filled twice; 3.3: it ends just above; 4.1: 3
    # against 2; 4.2: column 2 ends just above; 4.3: empty twice; 5.1: 3 against 1; 6.1: 1 and 3.
    (boards.SMALL_ROAD, "red blue blue blue red blue blue"),
    # From the second of column 4. 4.2: column 1 filled twice; 4.3: it ends just above; 5.1: 3
    # against 2; 6.1: 1 against 1.
    (boards.COCKROACH_PIG, "red blue blue red"),
]


@pytest.mark.parametrize(("back", "colours"), DERIVED)
def test_a_derived_road_compares_columns_of_the_big_road(back: boards.Back, colours: str) -> None:
    assert boards.derived(played(SHOE), back) == colours.split()


@pytest.mark.parametrize(
    ("back", "before", "first"),
    [
        (boards.BIG_EYE_BOY, "B P", "PP"),  # the second entry of column 2
        (boards.BIG_EYE_BOY, "BB P", "B"),  # or the first of column 3
        (boards.SMALL_ROAD, "B PP B", "B"),  # the second entry of column 3
        (boards.SMALL_ROAD, "B PP B", "P"),  # or the first of column 4
        (boards.COCKROACH_PIG, "B P BB P", "P"),  # the second entry of column 4
        (boards.COCKROACH_PIG, "B P BB P", "B"),  # or the first of column 5
    ],
)
def test_a_derived_road_begins_there_and_not_before(
    back: boards.Back, before: str, first: str
) -> None:
    assert boards.derived(played(before), back) == []
    assert len(boards.derived(played(before + first[:1]), back)) == 1


def test_ties_leave_the_derived_roads_alone() -> None:
    with_ties = played("TB TBT PT BBTB PPP B P")

    for back, colours in DERIVED:
        assert boards.derived(with_ties, back) == colours.split()


def test_a_derived_road_is_laid_out_by_runs_of_its_colours() -> None:
    """Two blue, red, blue, three red, blue."""
    entries = boards.derived_road(played(SHOE), boards.BIG_EYE_BOY)

    assert [(each.column, each.row) for each in entries] == [
        (0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (4, 0),
    ]  # fmt: skip


def test_a_run_longer_than_six_turns_right_and_the_next_turns_above_its_tail() -> None:
    places = boards.laid("B" * 8 + "P" * 7 + "B" * 5 + "P")

    assert places[:8] == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5)]
    assert places[8:15] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]
    assert places[15:20] == [(2, 0), (2, 1), (2, 2), (2, 3), (3, 3)]
    assert places[20:] == [(3, 0)]


def test_a_tail_keeps_to_its_row_though_the_cell_below_is_free() -> None:
    """Seven Bankers end in column 2; the tail of the Players passes above what lies beyond."""
    places = boards.laid("B" * 7 + "P" * 7)

    assert places[5:7] == [(0, 5), (1, 5)]
    assert places[7:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]


def test_a_tail_in_the_top_row_sends_the_next_run_to_the_first_free_column() -> None:
    """Five tails under one another leave the sixth run only the top row."""
    places = boards.laid("B" * 11 + "P" * 9 + "B" * 7 + "P" * 5 + "B" * 3 + "P" * 2 + "B")

    assert places[-3:] == [(5, 0), (6, 0), (7, 0)]
    assert len(set(places)) == len(places)


def test_the_coups_of_the_latest_shoe_with_their_pairs() -> None:
    """A printed seven is no card, so it makes no pair; a void round is no coup."""
    results = [
        Result(1, "banker", {"player": "8h 8c", "banker": "9h"}, shoe=1),
        Result(2, "player", {"player": "Th Tc 2d", "banker": "Kh Qc"}, shoe=2),
        Result(3, "tie", {"player": "(7) 7h", "banker": "4h 4c"}, shoe=2),
        Result(4, "banker", {"player": "2h 3c", "banker": "4h 5c"}, shoe=2, voided=True),
    ]

    assert boards.coups(results) == [
        Coup("player", player_pair=True),
        Coup("tie", banker_pair=True),
    ]


def test_spins_newest_first_with_how_often_each_pocket_came() -> None:
    results = [Result(1, "17"), Result(2, "0"), Result(3, "32", voided=True), Result(4, "17")]

    spins = boards.spins(results)

    assert spins.last == (17, 0, 17)
    assert (spins.often[17], spins.often[0], spins.often[32], len(spins.often)) == (2, 1, 0, 37)
    assert spins.colours == {"red": 0, "black": 2, "green": 1}


def test_boards_say_in_words_what_they_show() -> None:
    board = read(boards.baccarat(played(SHOE)))
    assert board.get("aria-label") == "12 coups: Player 5, Banker 6, Tie 1"
    assert len(board.findall(".//*[@class='bead tie']")) == 1
    assert len(board.findall(".//*[@class='tie-bar']")) == 1

    wheel = read(boards.roulette([Result(1, "17"), Result(2, "0")]))
    assert wheel.get("aria-label") == "2 spins: red 0, black 1, green 1"

    strip = read(boards.strip(["dealer nine", "dealer <king>"]))
    lines = [each.text for each in strip.iter("text") if "strip-line" in each.get("class", "")]
    assert lines == ["dealer <king>", "dealer nine"]


def test_a_board_keeps_the_latest_columns_when_a_shoe_outgrows_it() -> None:
    """Forty columns are shown; after fifty changes of winner the newest is still there."""
    board = read(boards.baccarat(played("BP" * 25)))

    assert len(board.findall(".//*[@class='ring banker']")) == 20
    assert len(board.findall(".//*[@class='ring player']")) == 20


def test_a_board_has_shapes_for_a_phone_and_for_a_wall_of_several_tables() -> None:
    """The same marks by reference: the last fourteen columns of a big road of twenty."""
    wide, *others = read(f"<g>{boards.baccarat(played('BP' * 9), columns=20, key='1')}</g>")
    assert [each.get("class") for each in (wide, *others)] == [
        "felt board board-wide",
        "felt board board-phone",
        "felt board board-pane",
    ]
    for other in others:
        shown = {
            each[0].get("href"): each.get("viewBox") for each in other.iter() if len(each) == 1
        }
        assert shown["#1-road-1"] == "96 0 336 144"
        assert len([*other.iter("circle")]) == 0
