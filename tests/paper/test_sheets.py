"""Statements and the sheets of a tournament as tagged PDF, written from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.paper.sheet import ResultSheet, receipt_in, result_sheet
from houseway.receipt_check import MAGIC
from tests.cli import test_statement, test_tournament
from tests.cli.running import houseway
from tests.paper.test_papers import read_paper, text_of

floor = test_statement.floor
house = test_tournament.house


def test_a_statement_has_every_movement_with_its_clause(floor: Path, tmp_path: Path) -> None:
    """Ana buys $100, wagers $25 at Casino War and wins $25."""
    paper = tmp_path / "statement.pdf"
    done = houseway("statement", floor, "table/1", "--patron", "Ana", "--pdf", paper)
    assert done.returncode == 0, done.stderr
    found = read_paper(paper.read_bytes())
    assert found.metadata is not None
    assert found.metadata.title == "Statement of table/1, Ana"
    text = text_of(found)
    for part in (
        "Ana: won $25, lost $0",
        "$100",
        "wager Ana: initial in box 1",
        "Casino War 5.1.1",
    ):
        assert part in text, part
    assert "15/11/2026 20:05:00" in text


@pytest.mark.parametrize(
    ("sheet", "parts"),
    [
        ("entries", ("Ana", "Ben", "Chen", "Eli")),
        ("seating", ("Ana", "Ben")),
        ("results", ("Eli", "Ana", "Chen", "Ben")),
        ("prizes", ("Eli", "49.60", "29.76", "19.84")),
    ],
)
def test_a_sheet_of_a_tournament_is_a_tagged_paper(
    house: test_tournament.House, sheet: str, parts: tuple[str, ...]
) -> None:
    """The same figures as the sheet has on the screen: see the test of the whole tournament."""
    if sheet in ("results", "prizes"):
        house.played()
        house.run("prizes", "--award")
    else:
        house.entered()
        house.run("close-entries")
        house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
        house.run("draw", "1", "--players", "2")
    paper = house.folder / "sheet.pdf"
    house.look("report", sheet, "--pdf", "--output", str(paper))
    text = text_of(read_paper(paper.read_bytes()))
    for part in parts:
        assert part in text, (part, text)


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\nendstream\n", b"/Length 5>>\nstream\n"])
def test_a_receipt_comes_out_of_its_sheet_whatever_bytes_it_ends_with(end: bytes) -> None:
    receipt = MAGIC + bytes(range(256)) + end
    sheet = result_sheet(ResultSheet("A result", [], [], [], [], "result.hwreceipt", receipt))
    assert receipt_in(sheet) == receipt
