"""The table of breaks is current, and some of its breaks, and of all mutants, are tried each time.

`make mutants` tries every one of them. HOUSEWAY_MUTANT_SEED draws other mutants.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from houseway.coverage.ledger import BROKEN, entries
from houseway.rulebook import clause_row
from tests.mutants import forks, sweep
from tests.mutants.breaks import Break, breaks, ledger_of
from tests.mutants.mutants import cell_mutants, code_mutants
from tests.mutants.patching import loaded_functions, patch
from tests.mutants.reach import statement_lines
from tests.mutants.record import PASSED_QUICK, SURVIVED, Record
from tests.mutants.sources import ROOT
from tests.mutants.sweep import CELL, CODE, Job, caught_before


@pytest.mark.parametrize("one", breaks(), ids=lambda one: one.clauses[0])
def test_a_break_can_be_made(one: Break) -> None:
    """Its clauses exist, its text stands once in its file, and its test is there."""
    assert all(map(clause_row, one.clauses))
    assert one.broken != (ROOT / one.file).read_text(encoding="utf-8")
    file, _, test = one.test.partition("::")
    name = test.partition("[")[0]
    assert name.startswith("test_")
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_the_ledger_has_the_breaks() -> None:
    """What `make mutants` has tried and written is what stands in the table."""
    listed = {each for each in entries() if each.by == BROKEN}
    assert listed == set(ledger_of(breaks()))


def tried(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_few_breaks_turn_their_tests_red() -> None:
    assert "3 breaks, 0 prove nothing" in tried("tests.mutants.breaks", "--sample", "3")


HARMLESS_AND_UNLOADABLE = """
from tests.mutants.breaks import Break, problems
test = "tests/games/casino_war/test_rules.py::test_six_decks_without_jokers"
rules = "src/houseway/games/casino_war/rules.py"
for new in ("decks: int = 3 + 3", "decks: int = six"):
    for _, why in problems([Break((), rules, "decks: int = 6", new, test)]):
        print(why.removeprefix(test).strip())
"""


def test_a_break_that_only_keeps_the_games_from_loading_proves_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HARMLESS_AND_UNLOADABLE],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "stays green",
        "the games cannot be loaded, which shows nothing about the clause",
    ]


@pytest.mark.parametrize("kind", [CELL, CODE])
def test_a_few_mutants_of_the_games_are_noticed(kind: str) -> None:
    """The same few of all there are on every run: others are drawn by another seed."""
    seed = os.environ.get("HOUSEWAY_MUTANT_SEED", "1")
    asked = ("--kind", kind, "--of-games", "--sample", "4", "--seed", seed)
    assert "0 survived without a reason" in tried("tests.mutants.sweep", *asked)


def test_the_tests_that_are_tried_first_are_there() -> None:
    """Without them a sample is judged by whole suites, which takes long."""
    assert caught_before()
    for test in caught_before().values():
        file, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")


def test_a_mutant_that_its_test_does_not_catch_stays_due(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "src/houseway/games/casino_war/rules.py"
    caught, missed, unknown = (Job(CELL, each, ()) for each in islice(cell_mutants(rules), 3))
    known = {caught.key: "a.py::one", missed.key: "a.py::two"}
    monkeypatch.setattr(sweep, "caught_before", lambda: known)
    asked = list[tuple[str, ...]]()

    def run(due: list[Job], *_: object) -> Iterator[forks.Ended[Job]]:
        asked.extend(each.suite for each in due)
        yield forks.Ended(caught, 1, "a.py::one")
        yield forks.Ended(missed, 4, "")  # such as a test that is there no longer

    monkeypatch.setattr(sweep, "_run", run)
    record = Record.sample()
    sweep.judge_by_catchers([caught, missed, unknown], sweep.Judged(record))

    assert asked == [("a.py::one",), ("a.py::two",)]
    due = [each for each in (caught, missed, unknown) if record.due(each.key, again=False)]
    assert due == [missed, unknown]


# How a sweep goes on


def test_a_record_knows_what_was_judged(tmp_path: Path) -> None:
    path = tmp_path / "build" / "mutants.json"
    record = Record.kept(path)
    outcomes = {"a": "tests/a.py::test_one", "b": SURVIVED, "c": "tests/b.py::t", "e": PASSED_QUICK}
    for key, outcome in outcomes.items():
        record.add(key, CELL, outcome)
    record.write()

    again = Record.kept(path)

    assert [each for each in "abcde" if again.due(each, again=False)] == ["d", "e"]
    assert [each for each in "abcde" if again.due(each, again=True)] == ["b", "e"]
    assert again.catchers(["tests/a.py"]) == ("tests/a.py::test_one",)


def test_the_tests_that_caught_the_most_come_first() -> None:
    record = Record.sample()
    for key, outcome in {"a": "a.py::one", "b": "a.py::two", "c": "a.py::two"}.items():
        record.add(key, CODE, outcome)
    assert record.catchers(["a.py"]) == ("a.py::two", "a.py::one")


def test_a_loaded_function_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.mutants.patching.ROOT", tmp_path)
    text = "def above(a, b):\n    return [x for x in a if x > b]\n"
    (tmp_path / "loaded_function.py").write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("loaded", tmp_path / "loaded_function.py")
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    above = loaded.above

    assert above([1, 2, 3], 2) == [3]
    functions = loaded_functions()
    assert patch(functions, "loaded_function.py", text.replace(">", ">="))
    assert above([1, 2, 3], 2) == [2, 3]
    assert not patch(functions, "loaded_function.py", text.replace(">", ">="))
    assert not patch(functions, "loaded_function.py", "A = (lambda: 1, lambda: 2)\n")


STATEMENTS = """def settle(a, b):
    if (a
            and b):
        return [each
                for each in a]
    match a:
        case int() if a < b:
            return None
"""


@pytest.mark.parametrize(
    ("line", "lines"), [(2, [2, 3]), (3, [2, 3]), (4, [4, 5]), (5, [4, 5]), (7, [7]), (8, [8])]
)
def test_a_mutant_is_reached_by_the_lines_of_its_statement(line: int, lines: list[int]) -> None:
    assert list(statement_lines(ast.parse(STATEMENTS), line)) == lines


def test_work_that_does_not_end_is_stopped_by_its_own_time() -> None:
    def endless(_: str) -> tuple[int, str]:
        while True:
            pass

    (ended,) = forks.run(["once"], endless, workers=1, seconds=0.2)
    assert ended == ("once", forks.OUT_OF_TIME, "")


# What is changed


def test_every_cell_of_a_table_is_changed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.mutants.mutants.ROOT", tmp_path)
    (tmp_path / "rules.py").write_text(
        'ODDS = to(9, 5)\nWON = ("wins", cite("1.1"))\nOFFICE = at_least(Role.DEALER)\n'
        'GRID = read_grid(text="""\n      0 1\n    2 D S\n""")\n',
        encoding="utf-8",
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
        "    return [x for x in b if x in a]\nLIMIT = 1 < 2\n",
        encoding="utf-8",
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
