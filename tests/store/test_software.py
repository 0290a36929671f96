"""The software is what was approved, or every changed file is named."""

from __future__ import annotations

import random
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from houseway.cli.software import app
from houseway.software import (
    STREAM,
    SoftwareAltered,
    SoftwareRecord,
    SoftwareVerified,
    compared,
    manifest,
)
from houseway.store.journal import Journal
from houseway.store.log import Log
from houseway.store.sqlite import SqliteLog
from tests.scale import scaled

FLIPPED = scaled(10, 300)


def package() -> Path:
    return Path(str(files("houseway")))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package without its scripts from elsewhere, to be tampered with."""
    ignored = shutil.ignore_patterns("__pycache__", "vendor", "static")
    return Path(shutil.copytree(package(), tmp_path / "houseway", ignore=ignored))


def test_rules_code_pages_and_settings_are_all_in_it() -> None:
    found = manifest(configuration={"settings": b"{}"}).files
    assert {
        "games/mini_baccarat/rules.py", "rulebook/documents/mini-baccarat.2017-12-06.tsv",
        "service/templates/inspect/proof.html", "configuration: settings",
    } <= found.keys()  # fmt: skip
    assert not [name for name in found if name.endswith(".pyc")]


def test_one_flipped_bit_of_any_file_is_found_and_named(copy: Path) -> None:
    approved, chance = manifest(copy), random.Random(5)
    whole = [name for name in approved.files if (copy / name).stat().st_size]
    for name in chance.sample(whole, FLIPPED):
        before = (copy / name).read_bytes()
        at = chance.randrange(len(before))
        (copy / name).write_bytes(before[:at] + bytes([before[at] ^ 1]) + before[at + 1 :])
        finding = compared(approved, manifest(copy), "asked")
        assert isinstance(finding, SoftwareAltered)
        assert (finding.changed, finding.missing, finding.added) == ((name,), (), ())
        assert finding.digest != approved.digest
        (copy / name).write_bytes(before)
    assert isinstance(compared(approved, manifest(copy), "asked"), SoftwareVerified)


def test_files_that_go_or_come_are_found(copy: Path) -> None:
    approved = manifest(copy)
    (copy / "fair.py").rename(copy / "fairer.py")
    finding = compared(approved, manifest(copy), "daily")
    assert isinstance(finding, SoftwareAltered)
    assert (finding.changed, finding.missing, finding.added) == ((), ("fair.py",), ("fairer.py",))


def record(log: Log) -> SoftwareRecord:
    return SoftwareRecord(log, Journal(log, STREAM, lambda: 1))


def test_the_first_software_of_a_log_is_approved_and_any_other_is_an_alarm(
    log: Log, copy: Path
) -> None:
    books = record(log)
    assert books.approved() is None
    first = books.check(manifest(copy), "started", actor="house", office="house")
    assert isinstance(first, SoftwareVerified)
    (copy / "fair.py").write_text("# nothing is checked any more\n", encoding="utf-8")
    altered = books.check(manifest(copy), "daily", actor="house", office="house")
    assert isinstance(altered, SoftwareAltered)
    books.approve(manifest(copy), actor="Ana", office="administrator", reason="release 2")
    again = record(log).check(manifest(copy), "asked", actor="Ines", office="inspector")
    assert isinstance(again, SoftwareVerified)
    assert [entry.kind for entry in log.read(STREAM)] == [
        "SoftwareApproved", "SoftwareVerified", "SoftwareAltered", "SoftwareApproved",
        "SoftwareVerified",
    ]  # fmt: skip
    assert log.verify().problems == ()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "floor.db"
    SqliteLog(path).close()
    assert app(["check", str(path)], result_action="return_value") == 2
    assert "no software on record" in capsys.readouterr().err
    approving = ["approve", str(path), "--actor", "Ana", "--reason", "first"]
    assert app(approving, result_action="return_value") == 0
    assert app(["check", str(path)], result_action="return_value") == 0
    assert "is what was approved" in capsys.readouterr().out
    log = SqliteLog(path)
    wrong = manifest(configuration={"settings": b"{}"})
    wrong.files["fair.py"] = "00" * 32
    record(log).approve(wrong, actor="Ana", office="administrator", reason="wrong")
    log.close()
    assert app(["check", str(path), "--json"], result_action="return_value") == 1
    assert '"changed": [\n    "fair.py"\n  ]' in capsys.readouterr().out
