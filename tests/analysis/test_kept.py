"""Machine code that is kept: the same tallies, no compiler, nothing called that does not fit."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis import CannotAnalyse, compiled
from houseway.analysis.dealing import state_of
from houseway.analysis.kernels import casino_war, kept
from houseway.analysis.kernels.loops import casino_war as loop
from tests.scale import SOAK

DEALS = """
import json, sys
from houseway.analysis.simulate import simulate
found = simulate("casino-war", 20_000, seed=6, chunk=3_000, workers=2)
print(json.dumps(["numba" in sys.modules, found.within, found.counts]))
"""


def told_by(program: str, folder: Path) -> Any:
    """What a new process tells that keeps its machine code in a folder."""
    given = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, env=given, capture_output=True, encoding="utf-8", check=True)
    return json.loads(told.stdout)


def dealt(folder: Path) -> Any:
    return told_by(DEALS, folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a first process has compiled the loop of Casino War."""
    made = tmp_path_factory.mktemp("kept")
    with_numba, within, _ = dealt(made)
    assert with_numba
    assert within
    return made


def test_the_next_process_deals_the_same_without_a_compiler(folder: Path) -> None:
    [file] = folder.glob("casino_war.*.kept")
    again = dealt(folder)
    assert again[:2] == [False, True]
    if SOAK:  # to compile it once more takes longer than all of these tests
        file.unlink()
        anew = dealt(folder)
        assert anew[:2] == [True, True]
        assert anew[2] == again[2]
        assert list(folder.glob("casino_war.*.kept")) == [file]


BOTH = """
import json, sys
from houseway.analysis.simulate import simulate
counts = [simulate("casino-war", 20_000, seed=6, chunk=3_000, workers=2).counts]
before = "numba" in sys.modules
for slug in ("tournament-roulette", "casino-war"):
    counts.append(simulate(slug, 20_000, seed=6, chunk=3_000, workers=2).counts)
print(json.dumps([before, "numba" in sys.modules, *counts]))
"""


def test_kept_code_and_a_compiler_live_in_one_process(folder: Path) -> None:
    """What was kept is called first; then numba is imported, and compiles, and runs that."""
    for file in folder.glob("tournament_roulette.*.kept"):
        file.unlink()
    before, after, first, roulette, again = told_by(BOTH, folder)
    assert (before, after) == (False, True)
    assert first == again == dealt(folder)[2]
    assert sum(roulette) == 20_000


def values() -> tuple[Any, ...]:
    counts, shoe = np.zeros(casino_war.CASES, np.int64), np.zeros(316, np.uint8)
    stack = np.arange(312, dtype=np.uint8) % 13
    cells = np.zeros((2, 256), np.uint8)
    state = np.array(state_of(1, 0), np.uint64)
    return counts, stack, shoe, state, 1_000, cells[0], cells[1], 52, 78


def test_kept_code_and_numba_fill_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    ready = kept.load("casino_war")
    assert ready is not None
    mine, theirs = values(), values()
    ready(*mine)
    loop.fill(*theirs)
    assert mine[0].sum() == 1_000
    for one, other in zip(mine, theirs, strict=True):
        assert np.array_equal(one, other)


def test_values_of_another_sort_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    ready = kept.load("casino_war")
    assert ready is not None
    counts, *rest = values()
    with pytest.raises(TypeError, match="compiled for"):
        ready(counts.astype(np.int32), *rest)
    with pytest.raises(TypeError, match="compiled for"):
        ready(counts, *rest, 1)
    with pytest.raises(TypeError, match="not in one piece"):
        ready(np.zeros(2 * len(counts), np.int64)[::2], *rest)
    with pytest.raises(TypeError, match="neither an array nor a whole number"):
        ready(counts, *rest[:-1], 0.5)


def _cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _flipped(content: bytes) -> bytes:
    return content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]


@pytest.mark.parametrize("damage", [_cut, _flipped, lambda _: b"", lambda _: b"\x00\xff\n"])
def test_a_damaged_file_is_not_called(
    damage: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [file] = folder.glob("casino_war.*.kept")
    (tmp_path / file.name).write_bytes(damage(file.read_bytes()))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert kept.load("casino_war") is None


@pytest.mark.parametrize("package", ["numba", "llvmlite", "numpy"])
def test_code_of_another_version_is_not_found(
    package: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    assert kept.load("casino_war") is not None
    told = {"numba": version("numba"), "llvmlite": version("llvmlite"), "numpy": version("numpy")}
    changed = {**told, package: "9"}
    monkeypatch.setattr("houseway.analysis.kernels.kept.version", changed.__getitem__)
    kept._stamp.cache_clear()
    found = kept.load("casino_war")
    monkeypatch.undo()
    kept._stamp.cache_clear()
    assert found is None


@pytest.mark.parametrize("package", ["numba", "llvmlite.binding"])
def test_without_the_packages_one_line_says_what_is_missing(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "houseway.analysis.kernels.loops.casino_war")
    monkeypatch.setattr(compiled, "_LOOPS", {})
    kept._stamp.cache_clear()
    if package == "numba":
        with pytest.raises(CannotAnalyse, match=r"pip install 'houseway\[analysis\]'"):
            compiled.run("casino_war", *values())
    else:
        assert kept.load("casino_war") is None
    kept._stamp.cache_clear()


def test_nothing_is_kept_where_nothing_may_be_written(tmp_path: Path) -> None:
    """The rounds are dealt all the same."""
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    kept._write(tmp_path / "file" / "casino_war.kept", b"code")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_one_process_at_a_time_compiles_a_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with kept.compiling("casino_war"):
        [path] = tmp_path.glob("casino_war.*.lock")
        with path.open() as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with path.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_what_another_process_compiled_meanwhile_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [None, print]  # nothing at first, and a loop after waiting for the other process
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kept, "load", lambda _name: answers.pop(0))
    monkeypatch.setattr(kept, "compiled", lambda *_: pytest.fail("it was compiled again"))
    assert compiled._loop("casino_war", ()) is print


def test_where_nothing_may_be_written_a_loop_is_compiled_without_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    with kept.compiling("casino_war"):
        assert [each.name for each in tmp_path.iterdir()] == ["file"]
