"""Every record kept with the tests comes out as it says it must."""

from pathlib import Path

import pytest

from houseway.records.hwr import read_record
from houseway.records.settlement import play_record

TESTS = Path(__file__).parent.parent
RECORDS = sorted(TESTS.rglob("*.hwr"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(TESTS)))
def test_a_record_comes_out_as_it_says(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    assert any(written.expect for written in record.rounds), "a record here must expect something"
    assert play_record(record).problems == []


def test_there_are_records() -> None:
    assert RECORDS
