"""Whole evenings at a table, one text a document, played through the runner on a real log."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.games import slugs
from tests.scenarios.evening import Told
from tests.scenarios.telling import Evening

TEXTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_is_told(path: Path, tmp_path: Path) -> None:
    told = Told(Evening(path.read_text(encoding="utf-8")), tmp_path)
    try:
        told.happen()
        assert told.table.closed
        told.end()
    finally:
        told.log.close()


def test_every_document_has_its_evening() -> None:
    assert {path.stem for path in TEXTS} == set(slugs())


WRONG = """
    == An evening that is told wrongly
    document  mini-baccarat
    day       2026-07-04
    chips     100 25 5 0.25
    supervisor  Dora
    18:00
      Dora: open a table of mini-baccarat
"""


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("-> refused table_open", "the order before it was accepted"),
        ("=> float 5", "it is 0"),
        ("=> next draw", "next is"),
        ("=> owed inspector: anything", "owed are"),
        ("=> sign nothing of the kind", "maximum .1,000"),
        ("=> Ana banker won 5", "no wager"),
        ("Dora: set the limits to 5 and 50 [3.1]", "notice"),
        ("Dora: give notice of a change of limits [8.1]", "8.1 did not speak"),
    ],
)
def test_a_line_that_does_not_hold_is_found(line: str, complaint: str, tmp_path: Path) -> None:
    told = Told(Evening(f"{WRONG}      {line}"), tmp_path)
    with pytest.raises(AssertionError, match=complaint):
        told.happen()
    told.log.close()
