"""Points of convergence, and simulations as Parquet, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis import CannotAnalyse
from houseway.analysis.dealing import Piece, pieces, points_of
from houseway.analysis.simulate import simulate
from houseway.analysis.table import COLUMNS, Table, simulation_table
from houseway.cli.simulate import print_simulation

READ: dict[str, Any] = {"rounds": "25000", "chunk": "10000", "seed": 6}


def test_points_are_at_round_numbers_of_chunks_and_at_the_end() -> None:
    assert points_of(1) == (1,)
    assert points_of(8) == (1, 2, 3, 5, 7, 8)
    assert points_of(250) == (1, 2, 3, 5, 7, 10, 20, 30, 50, 70, 100, 200, 250)


def test_pieces_hold_every_chunk_once_and_cross_no_point() -> None:
    assert list(pieces(12, together=4)) == [
        Piece(0, 1), Piece(1, 1), Piece(2, 1), Piece(3, 2), Piece(5, 2), Piece(7, 3), Piece(10, 2)
    ]  # fmt: skip
    for together in (1, 3, 10):
        dealt = [
            chunk
            for piece in pieces(1234, together)
            for chunk in range(piece.first, piece.first + piece.chunks)
        ]
        assert dealt == list(range(1234))


def test_a_point_is_the_simulation_of_its_first_rounds() -> None:
    """Whoever deals only the first 20,000 rounds gets the figures of that point."""
    found = simulate("mini-baccarat", 25_000, seed=6, chunk=10_000)
    assert [point.rounds for point in found.points] == [10_000, 20_000, 25_000]
    shorter = simulate("mini-baccarat", 20_000, seed=6, chunk=10_000)
    assert found.points[1].wagers == shorter.wagers
    assert found.points[-1].wagers == found.wagers


def test_the_table_has_a_row_for_each_point_wager_and_outcome() -> None:
    """Casino War: tallies of each wager add up to the rounds of each point; shares follow."""
    made = simulate("casino-war", 25_000, seed=6, chunk=10_000)
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in simulation_table(made).rows]
    for rounds in (10_000, 20_000, 25_000):
        tie = [row for row in rows if (row["rounds_so_far"], row["wager"]) == (rounds, "tie")]
        assert [row["outcome"] for row in tie] == ["equal", "higher", "lower"]
        assert sum(int(row["tally"]) for row in tie) == rounds
        assert {row["last"] for row in tie} == {rounds == 25_000}
        for row in tie:
            assert row["share"] == Fraction(int(row["tally"]), rounds)
        edge = -sum(Fraction(str(row["pays"])) * Fraction(row["share"]) for row in tie)
        assert {row["edge"] for row in tie} == {edge}
        assert {row["exact"] for row in tie} == {"58/311"}


def test_parquet_and_csv_hold_what_the_table_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from arro3.io import read_parquet

    parquet, text = tmp_path / "war.parquet", tmp_path / "war.csv"
    asked: dict[str, Any] = {**READ, "parquet": parquet, "csv": text, "as_json": True}
    assert print_simulation("casino-war", **asked) == 0
    table = simulation_table(simulate("casino-war", 25_000, seed=6, chunk=10_000))
    read = read_parquet(parquet).read_all()
    assert read.column_names == list(COLUMNS)
    assert read.num_rows == len(table.rows)
    for at, name in enumerate(COLUMNS):
        kept = read.column(name).to_pylist()
        cells = [row[at] for row in table.rows]
        assert kept == [float(cell) if isinstance(cell, Fraction) else cell for cell in cells]
    lines = list(csv.DictReader(io.StringIO(text.read_text(encoding="utf-8"))))
    assert [line["tally"] for line in lines] == [
        str(row[list(COLUMNS).index("tally")]) for row in table.rows
    ]
    told = json.loads(capsys.readouterr().out)
    assert [point["rounds"] for point in told["points"]] == [10_000, 20_000, 25_000]
    assert told["points"][-1]["edges"]["tie"] == told["wagers"]["tie"]["edge"]


def test_one_wager_only_in_the_files_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: dict[str, Any] = {**READ, "csv": tmp_path / "tie.csv", "wager": "tie"}
    assert print_simulation("casino-war", **asked) == 0
    lines = list(csv.DictReader(io.StringIO((tmp_path / "tie.csv").read_text(encoding="utf-8"))))
    assert {line["wager"] for line in lines} == {"tie"}
    assert {line["within"] for line in lines} == {"yes"}
    assert "tie" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: dict[str, Any] = {**READ, "csv": tmp_path / "none" / "war.csv"}
    assert print_simulation("casino-war", **asked) == 2
    assert "war.csv" in capsys.readouterr().err


def test_without_the_package_parquet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "arro3.core", None)
    with pytest.raises(CannotAnalyse, match=r"pip install 'houseway\[parquet\]'"):
        Table({"rounds": int}, ((1,),)).write_parquet(io.BytesIO())


def test_a_row_that_does_not_fit_its_head_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells, where the head has 2"):
        Table({"one": int, "two": str}, ((1,),))
