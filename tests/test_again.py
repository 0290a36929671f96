"""`make test` goes on to its end, and says last what was red and how it is repeated."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests import again

TEST = "tests/x.py::test_it[$5 'a']"


def test_a_run_goes_on_after_a_failure_and_keeps_what_was_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    red = tmp_path / "red.txt"
    fails = {
        "tests": f"open({str(red)!r}, 'w').write({TEST!r}); exit(1)",
        "types": "print('x.py: error'); exit(1)",
    }
    monkeypatch.setattr(again, "RED", red)
    monkeypatch.setattr(
        again, "_make", lambda target, *_: [sys.executable, "-c", fails.get(target, "")]
    )
    run = again.run_all(7)
    assert sorted(run.red) == [TEST, "types"]
    assert run.row("").split("\t")[1:3] == ["quiet", "7"]

    again.tell([run])
    *_, last = capfd.readouterr().out.splitlines()
    words = """'tests/x.py::test_it[$$5 '"'"'a'"'"']'"""
    assert last == f"repeat: make tests SEED=7 ARGS={shlex.quote(words)}"


def test_what_keeps_the_machine_busy_ends_with_the_run() -> None:
    before = again._children()
    with again.load("busy"):
        assert len(again._children() - before) == 4
    assert again._children() == before
