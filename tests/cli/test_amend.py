"""`houseway amend`, and every verb under an amended edition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import games
from tests.amendments import EXAMPLES, example
from tests.cli.running import houseway

ROULETTE = EXAMPLES / "roulette-edges.hwa"
EDITION = "tournament-roulette@2030-01-01"


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    if EDITION in games.editions():
        games.withdraw(EDITION)


def test_check_prints_edges_scenarios_and_open_clauses() -> None:
    done = houseway("amend", "check", ROULETTE)
    assert done.returncode == 0
    assert "house edge 1/37 = 2.7027 %" in done.stdout
    assert "scenarios: 1 of 1 passed" in done.stdout
    data = json.loads(houseway("amend", "check", ROULETTE, "--json").stdout)
    assert data["edges"] == {"first and last": "1/37"}
    assert data["open"] == []


def test_check_fails_for_a_scenario_that_does_not_come_out(tmp_path: Path) -> None:
    file = tmp_path / "wrong.hwa"
    file.write_text(example("roulette-edges").replace("paid = 50", "paid = 60"), encoding="utf-8")
    done = houseway("amend", "check", file)
    assert done.returncode == 1
    assert "scenarios: 0 of 1 passed" in done.stdout
    assert "open: 6.20" in done.stdout


def test_check_names_line_and_reason(tmp_path: Path) -> None:
    file = tmp_path / "wrong.hwa"
    file.write_text(example("roulette-edges").replace("number in", "nmber in"), encoding="utf-8")
    done = houseway("amend", "check", file)
    assert done.returncode == 2
    assert f"{file}: line 16: 'nmber' is not a fact of this game; try number" in done.stderr


def test_compare_shows_what_changes() -> None:
    done = houseway("amend", "compare", ROULETTE)
    assert done.returncode == 0
    assert "4.20 added: Offer the First and Last wager" in done.stdout
    done = houseway("amend", "compare", "tournament-roulette@2002-02-18", ROULETTE, "--json")
    assert json.loads(done.stdout)["edges"]["first and last"] == [None, "1/37"]
    assert houseway("amend", "compare", "tournament-roulette").returncode == 2


def test_other_verbs_know_the_editions_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_AMENDMENTS", str(ROULETTE))
    assert "First and Last pays 5 to 1" in houseway("rules", EDITION, "6.20").stdout
    edges = json.loads(houseway("edge", EDITION, "--json").stdout)
    assert edges["wagers"]["first and last"]["exact"] == "1/37"
    record = tmp_path / "spin.hwr"
    record.write_text(
        f'houseway = 1\ndocument = "{EDITION}"\n[[rounds]]\nsteps = """\n'
        "Ana wagers 10 on first and last\n"
        "spin the wheel clockwise and the ball anticlockwise\nno more bets\n"
        'the ball has made three turns\nthe ball rests in 2\n"""\n',
        encoding="utf-8",
    )
    settled = houseway("settle", record)
    assert settled.returncode == 0
    assert "first and last" in settled.stdout
    assert "50.00" in settled.stdout


def test_a_fault_in_the_environment_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "wrong.hwa"
    file.write_text("amends = 7\n", encoding="utf-8")
    monkeypatch.setenv("HOUSEWAY_AMENDMENTS", str(tmp_path))
    done = houseway("games")
    assert done.returncode == 2
    assert "line 1: amends must be a text" in done.stderr
