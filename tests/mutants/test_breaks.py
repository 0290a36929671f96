"""The table of breaks is current, and some of its breaks, and of all mutants, are tried each time.

`make mutants` tries every one of them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from houseway.coverage.ledger import BROKEN, entries
from houseway.rulebook import clause_row
from tests.mutants.breaks import Break, breaks, ledger_of
from tests.mutants.mutants import cell_mutants, code_mutants
from tests.mutants.sources import ROOT


@pytest.mark.parametrize("one", breaks(), ids=lambda one: one.clauses[0])
def test_a_break_can_be_made(one: Break) -> None:
    """Its clauses exist, its text stands once in its file, and its test is there."""
    assert all(map(clause_row, one.clauses))
    assert one.broken != (ROOT / one.file).read_text(encoding="utf-8")
    file, _, test = one.test.partition("::")
    assert test.partition("[")[0] in (ROOT / file).read_text(encoding="utf-8")


def test_the_ledger_has_the_breaks() -> None:
    """What `make mutants` has tried and written is what stands in the table."""
    listed = {each for each in entries() if each.by == BROKEN}
    assert listed == set(ledger_of(breaks()))


def tried(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_few_breaks_turn_their_tests_red() -> None:
    assert "3 breaks, 0 prove nothing" in tried("tests.mutants.breaks", "--sample", "3")


def test_a_few_changed_cells_are_noticed() -> None:
    """The same few on every run: others are drawn by another seed."""
    assert "0 survived without a reason" in tried(
        "tests.mutants.sweep", "rules.py", "--sample", "3", "--seed", "1"
    )


# What is changed


def test_every_cell_of_a_table_is_changed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.mutants.mutants.ROOT", tmp_path)
    (tmp_path / "rules.py").write_text(
        'ODDS = to(9, 5)\nWON = ("wins", cite("1.1"))\nOFFICE = at_least(Role.DEALER)\n'
        'GRID = read_grid(text="""\n      0 1\n    2 D S\n""")\n'
    )
    changed = [(each.old, each.new) for each in cell_mutants("rules.py")]
    assert sorted(changed) == sorted(
        [("9", "10"), ("5", "6"), ("D", "S"), ("S", "D"),
         ('"wins"', "'loses'"), ("Role.DEALER", "Role.PATRON")]
    )  # fmt: skip


def test_every_comparison_and_branch_is_changed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.mutants.mutants.ROOT", tmp_path)
    (tmp_path / "code.py").write_text(
        "def settle(a, b):\n    if a < b and not a:\n        return 1 if b else 2\n"
        "    return [x for x in b if x in a]\nLIMIT = 1 < 2\n"
    )
    changed = [each.text.splitlines() for each in code_mutants("code.py")]
    assert {line for lines in changed for line in lines[:4]} == {
        "def settle(a, b):",
        "    if a < b and not a:",
        "    if a <= b and not a:",
        "    if a < b or not a:",
        "    if a < b and a:",
        "        return 1 if b else 2",
        "        return 1 if (not (b)) else 2",
        "    return [x for x in b if x in a]",
        "    return [x for x in b if x not in a]",
    }
