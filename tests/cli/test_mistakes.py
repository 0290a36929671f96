"""Mistakes at the command line get one sentence and status 2; help and completion are whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.analysis import CannotAnalyse
from houseway.cli.play import play
from houseway.cli.simulate import whole_number
from houseway.cli.tell import console
from houseway.store.open import path_of
from tests.cli.running import houseway


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("settle", "nofile.hwr"), "there is no file nofile.hwr"),
        (("edge", "mini-baccarat", "--what-if", "nofile.toml"), "there is no file nofile.toml"),
        (("rules", "--search", " "), "--search needs at least one word"),
        (("play", "--auto", "--rounds", "-5"), "--rounds cannot be negative"),
        (("play", "--auto", "--chips", "0"), "--chips must be positive"),
        (("rng", "test", "spins", "--count", "-5"), "-5 outcomes: at least 1"),
        (("verify", "nofile.db"), "there is no log at"),
    ],
)
def test_a_mistake_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = houseway(*words)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000", 1000), ("1,000", 1000), ("1_000_000", 1000000), ("10k", 10000), ("2.5m", 2500000)],
)
def test_a_number_is_written_as_people_write_it(text: str, number: int) -> None:
    assert whole_number(text, "rounds") == number


@pytest.mark.parametrize("text", ["-1", "1,00", "k", "1.5", "\u0661\u0660", "1e999"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(CannotAnalyse, match="expected a whole number"):
        whole_number(text, "rounds")


def test_the_folder_of_a_house_stands_for_its_log(tmp_path: Path) -> None:
    assert path_of(str(tmp_path)) == tmp_path / "floor.db"
    assert path_of(str(tmp_path / "other.db")) == tmp_path / "other.db"


@pytest.mark.parametrize("verb", ["settle", "verify", "replay", "statement", "restore"])
def test_help_has_what_the_exit_status_means(verb: str) -> None:
    text = " ".join(houseway(verb, "--help").stdout.split())
    assert "status" in text


def test_a_person_at_a_table_can_ask_for_wagers_and_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["?", "q"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(console, "input", lambda _: next(typed))
    with console.capture() as printed:
        assert play("mini-baccarat") == 0
    assert re.search(r"tie +8 to 1 +Mini Baccarat 8.8", printed.get())
    assert "Wagers are $5 to $1,000" in printed.get()


def test_completion_can_be_installed() -> None:
    assert "--install-completion" in houseway().stdout
