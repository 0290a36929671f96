"""Pai Gow: what each reading weighs, every wrong cell found, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.analysis import CannotAnalyse, analyse, decision_tables
from houseway.analysis.exact import tournament_pai_gow as pai_gow
from houseway.analysis.exact.tournament_pai_gow import Open, open_ways
from houseway.analysis.figures import EXACTLY, Analysis, percent_text
from houseway.analysis.four_tiles import KINDS, MARKS, Kind, parts_of
from houseway.analysis.rule_data import BadChange, cells, changed
from houseway.cli.edge import edge
from houseway.equipment.tiles import LINES
from houseway.games.tournament_pai_gow.rules import RULES
from tests.analysis.test_pai_gow import NAIVE, SLUG, approved, as_naive, gained_by_hand, table
from tests.games.tournament_pai_gow import naive
from tests.games.tournament_pai_gow.naive import Switches

# Readings

# The other choice at each place that reading PG5 weighs: the edge of House Way against itself.
OTHERWISE = {
    "the first combination only": (Switches(first_available_only=True), ("PG4", "PG5")),
    "the other fallback order": (Switches(new_zealand_fallback=True), ()),
    "high tiles separated last": (Switches(separate_after=True), ("PG5",)),
    "split whenever the threshold is met": (Switches(split_whenever_reached=True), ("PG6",)),
}


@cache
def marks_by(switches: Switches) -> dict[Kind, str]:
    """The second House Way as marks of ours."""
    found = {}
    for kind in KINDS:
        wanted = unordered(naive.house_way(as_naive(kind), switches))
        found[kind] = next(mark for mark in MARKS if unordered(named(kind, mark)) == wanted)
    return found


@cache
def figures_by(switches: Switches) -> Analysis:
    """The figures of both sides by the second House Way."""
    data = msgspec.structs.replace(approved(), house_way=marks_by(switches))
    return analyse(SLUG, data=data)


@cache
def all_open_ways() -> tuple[Open, ...]:
    return tuple(open_ways(RULES, table(patron_chooses=False)))


def named(kind: Kind, mark: str) -> list[tuple[str, ...]]:
    return [tuple(NAIVE[line] for line in part) for part in parts_of(kind, mark)]


def unordered(parts: Any) -> list[list[str]]:
    return sorted(sorted(part) for part in parts)


def test_the_second_house_way_sets_all_kinds_alike() -> None:
    """Tournament Pai Gow 10.1, 10.2: the marks that the figures are counted from."""
    assert marks_by(Switches()) == approved().house_way
    assert len(approved().house_way) == 3_620


@pytest.mark.share(1)
@pytest.mark.parametrize(("switches", "readings"), OTHERWISE.values(), ids=list(OTHERWISE))
def test_another_choice_moves_the_edge_within_its_bounds(
    switches: Switches, readings: tuple[str, ...]
) -> None:
    """Tournament Pai Gow 10.1(a), 10.1(b), 10.1(c)(iii): what another choice does when the bank
    makes it lies within what is said of the hands that hang on the reading."""
    marks, banks = marks_by(switches), table(patron_chooses=False)
    moved = Fraction(0)
    touched: set[Kind] = set()
    least = most = Fraction(0)
    by_kind: dict[Kind, list[Fraction]] = {}
    for each in all_open_ways():
        if set(readings) & set(each.readings.split()):
            by_kind.setdefault(each.kind, [Fraction(0)]).append(each.moves)
    for moves in by_kind.values():
        least, most = least + min(moves), most + max(moves)
    for kind in KINDS:
        if marks[kind] != approved().house_way[kind]:
            other = banks.ways[kind][MARKS.index(marks[kind])]
            change = banks.gain(kind, banks.house[kind]) - banks.gain(kind, other)
            moved, touched = moved + change / banks.total, touched | {kind}
    assert touched <= set(by_kind)
    assert least <= moved <= most
    edge = figures_by(switches).wager("hand, House Way").edge
    assert bool(touched) == (edge != HOUSE_EDGE)


HOUSE_EDGE = Fraction(67_136, 7_079_625)


def test_every_open_hand_is_weighed() -> None:
    """Tournament Pai Gow 10.1: 443 kinds hang on readings (PG4, PG5, PG6, PG7), and the table of
    readings has the hands of each."""
    better, readings, hands = decision_tables(SLUG)
    assert [row[:3] for row in readings.rows] == [
        ("PG4", "208", f"{3_328 * 20_475:,}"),
        ("PG4 PG5", "12", f"{192 * 20_475:,}"),
        ("PG5", "147", f"{2_352 * 20_475:,}"),
        ("PG6", "38", f"{80 * 20_475:,}"),
        ("PG7", "38", f"{608 * 20_475:,}"),
        ("all together", "443", f"{6_560 * 20_475:,}"),
    ]
    assert {row[4] for row in readings.rows} == {percent_text(HOUSE_EDGE)}
    assert len({row[0] for row in hands.rows}) == 443
    assert better.rows[0][1] != better.rows[0][2]


# A wrong cell


@cache
def strengths() -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Every two parts, the weaker first by the second order; equals once."""
    names = [line.name for line in LINES]
    parts = [(a, b) for place, a in enumerate(names) for b in names[place:]]
    ranked = sorted(parts, key=lambda part: naive.strength((NAIVE[part[0]], NAIVE[part[1]])))
    return list(pairwise(ranked))


def wrongly_ordered(data: pai_gow.Data) -> bool:
    for one, other in strengths():
        ours, theirs = data.ranking.value(one), data.ranking.value(other)
        mine, second = (naive.strength((NAIVE[a], NAIVE[b])) for a, b in (one, other))
        if (ours < theirs, ours == theirs) != (mine < second, mine == second):
            return True
    return False


SOME = KINDS[::480]  # the bank's hands whose deals are counted out


@cache
def counted_out() -> list[int]:
    return [gained_by_hand(kind) for kind in SOME]


def faults(data: pai_gow.Data) -> list[str]:
    """Which checks fail; Five and Gee Jun are never the tile by which two parts differ."""
    if data.house_way != marks_by(Switches()):
        return ["House Way"]
    if [NAIVE[line] for line in sorted(data.singles, key=data.singles.__getitem__)] != naive.KINDS:
        return ["Appendix B"]
    if len(set(data.singles.values())) < len(LINES) or wrongly_ordered(data):
        return ["order of parts"]
    try:
        banks = pai_gow.table_of(data, EXACTLY, patron_chooses=False)
    except CannotAnalyse as impossible:
        return [str(impossible)]
    gains = [banks.gain(kind, banks.house[kind]) for kind in SOME]
    return [] if gains == counted_out() else ["gains of House Way"]


def misread() -> Iterator[tuple[str, pai_gow.Data]]:
    data = approved()
    for cell in cells(data):
        wrong: list[Any]
        if cell.table == "house_way":
            continue
        if cell.table == "odds":
            wrong = ["2 to 1", "1 to 2", "1 to 1 less 5%"]
        elif cell.table == "counts":
            wrong = [[int(cell.value.split()[0]) + 1]]
        elif cell.table == "parts":
            wrong = ["wins", "stands off"]
        elif cell.table == "outcomes":
            wrong = [each for each in ("wins", "loses", "stands off") if each != cell.value]
        else:
            number = int(cell.value)
            wrong = [number - 1 if number > 1 else 2]
            if cell.table == "tiles":
                wrong.append(3)
        for value in wrong:
            name = f"{cell.table} {cell.place} {cell.value} as {value}"
            yield name, changed(data, cell.table, cell.place, value)


WRONG = dict(misread())


def test_the_approved_tables_have_no_fault() -> None:
    """Tournament Pai Gow 3.1, 3.2, 10.1, 11.1."""
    assert faults(approved()) == []
    assert len(WRONG) == 2 * 16 + 22 + 16 + 16 + 2 * 2 + 3 * 2 + 3


@pytest.mark.share(4)
@pytest.mark.parametrize("data", WRONG.values(), ids=list(WRONG))
def test_a_wrong_cell_is_found(data: pai_gow.Data) -> None:
    """Tournament Pai Gow 2.1, 3.1, 3.2, 4.1, 4.2, 11.1, 11.3, 11.4, 11.5, 11.6, 11.8."""
    assert faults(data)


def test_a_wrong_setting_of_house_way_is_found() -> None:
    """Tournament Pai Gow 10.1, 10.2: each of the 3,620 marks, filled otherwise."""
    right = approved().house_way
    for kind, mark in right.items():
        other = MARKS[(MARKS.index(mark) + 1) % 3]
        wrong = msgspec.structs.replace(approved(), house_way={**right, kind: other})
        assert faults(wrong) == ["House Way"]


def test_a_changed_setting_changes_the_figures() -> None:
    """Tournament Pai Gow 10.1: a cell of House Way as a what-if names it."""
    asked = changed(approved(), "house_way", "Teen Day Look Chop Chit", "12-34")
    moved = analyse(SLUG, data=asked).wager("hand, House Way").edge
    assert moved != HOUSE_EDGE
    with pytest.raises(BadChange, match="one of 12-34, 13-24, 14-23"):
        changed(approved(), "house_way", "Teen Day Look Chop Chit", "1-234")


# The command


def told(capsys: pytest.CaptureFixture[str], **options: Any) -> str:
    assert edge(SLUG, **options) == 0
    return " ".join(capsys.readouterr().out.split())


def test_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """Tournament Pai Gow 11.3, 11.5, 11.8."""
    page = told(capsys, strategy="House Way")
    assert "hand, House Way [Tournament Pai Gow 7.1]" in page
    assert "low won, high won 216,323,624 0.293806 1 0.293806 Tournament Pai Gow 11.8" in page
    assert "house edge 0.9483 % hit frequency 29.3806 %" in page
    assert "best setting" not in page


def test_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """Tournament Pai Gow 9.1, 10.1."""
    data = json.loads(told(capsys, table=True, as_json=True))
    assert [each["name"] for each in data["tables"]] == ["best setting", "readings", "open hands"]
    assert data["tables"][1]["rows"][0]["reading"] == "PG4"
    assert "readings [Tournament Pai Gow 10.1]" in told(capsys, table=True)


# The page that people read


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["as read", *OTHERWISE])
def test_the_page_of_the_maths_has_the_figures(name: str) -> None:
    """Tournament Pai Gow 10.1: House Way as read and otherwise, as docs/maths.md tells it."""
    found = figures_by(OTHERWISE[name][0] if name in OTHERWISE else Switches())
    edges = [found.wager(f"hand, {way}").edge for way in ("House Way", "best setting")]
    line = " | ".join([name, *map(percent_text, edges)])
    assert f"| {line} |" in Path("docs/maths.md").read_text("utf-8")
