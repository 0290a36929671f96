"""The processes that run the tests: what each is handed, and what becomes of a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.pool import FOLDER, LONGEST, SPLIT, units_of

ROOT = Path(__file__).parents[1]
TESTS = """
    import os, socket

    def test_passes(): ...
    def test_prints_and_fails(): print("printed"); assert 1 == 2
    def test_crashes(): os._exit(3)
    def test_leaves_a_socket_open(): held = []; held.append((held, socket.socket()))
    def test_runs_after_it(): ...
"""


def test_every_file_that_starts_first_is_there() -> None:
    listed = [each.removesuffix(SPLIT) for each in LONGEST.read_text(encoding="utf-8").split()]
    assert listed
    assert len(set(listed)) == len(listed)
    assert [each for each in listed if not (ROOT / each).exists()] == []


def test_a_file_is_one_unit_and_the_longest_start_first() -> None:
    first, *_, last = (
        each for each in LONGEST.read_text(encoding="utf-8").split() if not each.endswith(SPLIT)
    )
    tests = [f"{each}::test_{name}" for each in ("tests/x.py", last, first) for name in "ab"]
    assert units_of(tests) == [[4, 5], [2, 3], [0, 1]]


def test_files_of_the_attacks_are_one_unit_but_for_those_that_are_listed() -> None:
    listed = f"{FOLDER}test_log.py"
    files = [f"{FOLDER}test_races.py", listed, f"{FOLDER}test_input.py"]
    assert listed in LONGEST.read_text(encoding="utf-8").split()
    assert units_of([f"{each}::test_a" for each in files]) == [[0, 2], [1]]


def test_every_function_of_a_split_file_is_a_unit() -> None:
    split = next(
        each for each in LONGEST.read_text(encoding="utf-8").split() if each.endswith(SPLIT)
    )
    file = split.removesuffix(SPLIT)
    assert units_of([f"{file}::test_{each}" for each in ("a[1]", "a[2]", "b")]) == [[0, 1], [2]]


def test_a_crash_fails_its_test_and_the_others_still_run(tmp_path: Path) -> None:
    for name in ("test_one.py", "test_other.py"):
        lines = (line[4:] for line in TESTS.splitlines())
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.pool", "-p", "tests.leaks", "-W", "error",
         "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "--processes", "2", str(tmp_path)],
        capture_output=True, encoding="utf-8", check=False, cwd=ROOT,
    )  # fmt: skip
    assert ran.returncode == 1
    assert " 4 failed, 6 passed, 2 errors in " in ran.stdout.splitlines()[-1]
    assert ran.stdout.count("the process ended during this test") >= 2
    assert ran.stdout.count("\nprinted\n") == 2
    assert ran.stdout.count("ERROR at teardown of test_leaves_a_socket_open") == 2
