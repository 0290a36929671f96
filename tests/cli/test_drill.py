"""Training in the terminal."""

from __future__ import annotations

import json
import time
from itertools import chain, repeat
from pathlib import Path

import pytest

from houseway.cli import drill as verb
from houseway.cli.drill import drill
from houseway.cli.shared import console
from houseway.training.progress import read, usual_path
from tests.cli.running import houseway


def test_drills_as_data_bring_their_record() -> None:
    said = houseway("drill", "mini-baccarat", "--kind", "payout", "--seed", "7", "--json")
    found = json.loads(said.stdout)
    assert len(found["drills"]) == 10
    first = found["drills"][0]
    assert first["questions"][0]["clauses"][0].startswith("Mini Baccarat 8.")
    assert 'document = "mini-baccarat@' in first["record"]


def test_a_wrong_answer_is_told_with_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["nothing", "1", "q"])
    monkeypatch.setattr(console, "input", lambda _: next(typed))
    with console.capture() as printed:
        assert drill("mini-baccarat", kind=["payout"], seed="7", count=2, no_progress=True) == 0
    text = printed.get()
    assert "is not an amount" in text
    assert "Wrong." in text
    assert "Mini Baccarat 8.8" in text
    assert "0 of 1 right." in text


@pytest.mark.parametrize("words", [("no-such-game",), ("mini-baccarat", "--kind", "dance"),
                                   ("mini-baccarat", "--count", "0")])  # fmt: skip
def test_what_cannot_be_trained_is_refused(words: tuple[str, ...]) -> None:
    said = houseway("drill", *words)
    assert said.returncode == 2
    assert said.stderr


def answering(monkeypatch: pytest.MonkeyPatch, *typed: str) -> None:
    lines = chain(typed, repeat(typed[-1]))
    monkeypatch.setattr(console, "input", lambda _: next(lines))


def test_progress_is_stored_and_decides_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "state" / "own.json"
    answering(monkeypatch, "0.01")
    assert drill("casino-war", kind=["payout"], seed="7", count=1, file=file) == 0
    first = read(file)["casino-war"]
    assert (first.asked, first.right) == (1, 0)
    assert file.stat().st_mode & 0o077 == 0
    missed = {key.split(" ", 1)[1] for key in first.skills}

    monkeypatch.setattr(verb, "now_us", lambda: max(
        each.memory.due_us for each in first.skills.values()))  # fmt: skip
    answering(monkeypatch, "q")
    with console.capture() as printed:
        drill("casino-war", kind=["payout"], count=1, file=file)
    assert "Pay the wager" in printed.get()
    answering(monkeypatch, "0.01")
    with console.capture() as printed:
        drill("casino-war", kind=["payout"], count=1, file=file)
    assert any(f"Casino War {each}" in printed.get() for each in missed)
    assert read(file)["casino-war"].asked == 2


def test_the_report_shows_each_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.json"
    answering(monkeypatch, "0.01")
    drill("casino-war", kind=["payout"], seed="7", count=1, file=file)
    with console.capture() as printed:
        assert drill("casino-war", report=True, file=file) == 0
    assert "0 of 1 drills right" in printed.get()
    assert "recall now" in printed.get()


def test_a_late_answer_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 31))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    answering(monkeypatch, "10", "q")
    with console.capture() as printed:
        drill("casino-war", kind=["payout"], seed="7", count=1, limit=30, no_progress=True)
    assert "Too late: 30 seconds are over." in printed.get()
    assert "0 of 1 right." in printed.get()


def test_without_progress_no_file_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    answering(monkeypatch, "0.01")
    drill("casino-war", kind=["payout"], seed="7", count=1, no_progress=True)
    assert not usual_path().exists()
    assert usual_path().is_relative_to(tmp_path)


def test_a_file_that_is_no_progress_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text("my notes", encoding="utf-8")
    said = houseway("drill", "casino-war", "--file", str(file))
    assert said.returncode == 2
    assert "cannot be read as progress" in said.stderr
    assert file.read_text(encoding="utf-8") == "my notes"


def test_a_clause_that_the_document_does_not_have_is_refused() -> None:
    said = houseway("drill", "casino-war", "--clause", "99.9", "--no-progress")
    assert said.returncode == 2
    assert "99.9" in said.stderr
