"""`houseway session` and `houseway spread`: what they print, and what they refuse."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from houseway.cli.session import print_session, print_spread

TWO_SPINS: dict[str, Any] = {"wager": "red", "stake": "10", "rounds": "2"}


def test_two_spins_on_red(capsys: pytest.CaptureFixture[str]) -> None:
    """18 of 37 pockets are red: 361, 684 and 324 of 1369 end behind, even and ahead."""
    assert print_session("tournament-roulette", **TWO_SPINS) == 0
    page = capsys.readouterr().out.splitlines()
    assert page[:2] == [
        "Tournament American Roulette: 2 rounds of $10 on red",
        "exact: every spin is of the whole wheel",
    ]
    assert "  behind 26.3696 %   even 49.9635 %   ahead 23.6669 %" in page
    assert "  at worst -$20   at best $20" in page


def test_two_spins_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """$10 on average loses a 37th of itself each time; $10 is gone after a loss or win and two."""
    asked = {**TWO_SPINS, "bankroll": "10", "goal": "30", "as_json": True}
    assert print_session("tournament-roulette", **asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["mean"] == "-0.540540540541"
    assert told["road"] == "exact"
    assert told["gains"] == [
        {"amount": "-20.00", "chance": "0.263696128561"},
        {"amount": "0.00", "chance": "0.499634769905"},
        {"amount": "20.00", "chance": "0.236669101534"},
    ]
    assert told["quantiles"]["0.25"] == "-20.00"
    assert told["quantiles"]["0.50"] == "0.00"
    assert told["ruin"]["by_round"] == ["0.513513513514", "0.513513513514"]
    assert told["ruin"]["reached"] == "0.236669101534"


def test_rounds_of_a_shoe_are_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    asked: dict[str, Any] = {"wager": "tie", "stake": "10", "rounds": "30", "as_json": True}
    assert print_session("casino-war", **asked, sessions="200", seed=3) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["road"], told["rounds"]) == ("dealt", 30)
    assert told["because"] == "200 sessions from seed 3, each from a fresh source"
    shares = [Fraction(each["chance"]) for each in told["gains"]]
    assert all((share * 200).denominator == 1 for share in shares)
    assert sum(shares) == 1


def test_fresh_rounds_are_reckoned(capsys: pytest.CaptureFixture[str]) -> None:
    """Casino War 8.1.2: a tie, 23 of 311, gains $100; one round ends behind 288 times of 311."""
    asked: dict[str, Any] = {"wager": "tie", "stake": "10", "rounds": "1", "fresh": True}
    assert print_session("casino-war", **asked, bankroll="10") == 0
    page = capsys.readouterr().out
    assert "fresh: as if every round came from a full, freshly shuffled source" in page
    assert "  behind 92.6045 %   even 0.0000 %   ahead 7.3955 %" in page
    assert "  $10: ruin (less than $10 left) by round" in page


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"goal": "50"}, "a goal is for a bankroll"),
        ({"bankroll": "5"}, "does not cover a round"),
        ({"wager": "faro"}, "faro is none of the wagers"),
        ({"rounds": "few"}, "few rounds: expected a whole number"),
        ({"stake": "a lot"}, "is not an amount"),
    ],
)
def test_a_session_that_cannot_be(
    asked: dict[str, Any], refused: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_session("tournament-roulette", **{**TWO_SPINS, **asked}) == 2
    assert refused in capsys.readouterr().err


def test_a_bankroll_is_not_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    asked: dict[str, Any] = {"wager": "tie", "stake": "10", "rounds": "5", "sessions": "5"}
    assert print_session("casino-war", **asked, bankroll="50") == 2
    assert "--fresh" in capsys.readouterr().err


ONE_SPIN: dict[str, Any] = {
    "wager": "red",
    "start": "100",
    "rounds": "1",
    "minimum": "50",
    "maximum": "100",
}


def test_chips_after_one_spin(capsys: pytest.CaptureFixture[str]) -> None:
    """Who stakes $50 of $100 holds $150 or $50; who stakes all, $200 or nothing: 19 of 37."""
    assert print_spread("tournament-roulette", **ONE_SPIN, players=2, as_json=True) == 0
    ways = json.loads(capsys.readouterr().out)["ways"]
    assert ways["steady"]["chips"] == [
        {"amount": "50.00", "chance": "0.513513513514"},
        {"amount": "150.00", "chance": "0.486486486486"},
    ]
    assert ways["last"]["out"] == "0.513513513514"
    assert ways["last"]["at_least_start"] == "0.486486486486"
    # Of two players both lose 361 times of 1369, so that a quarter is the least they hold at best.
    assert ways["last"]["best_of"]["0.25"] == "0.00"
    assert ways["last"]["best_of"]["0.50"] == "200.00"


def test_chips_as_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_spread("tournament-roulette", **ONE_SPIN) == 0
    page = capsys.readouterr().out
    assert page.startswith("Tournament American Roulette: $100 in chips, 1 round on red\n")
    assert "last: $50, and in the last round all up to $100\n  out 51.3514 %" in page


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"players": 0}, "0 players"),
        ({"minimum": "200"}, "nobody could wager"),
        ({"rounds": "0"}, "0 rounds"),
    ],
)
def test_a_spread_that_cannot_be(
    asked: dict[str, Any], refused: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_spread("tournament-roulette", **{**ONE_SPIN, **asked}) == 2
    assert refused in capsys.readouterr().err
