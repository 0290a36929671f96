"""Simulation: the same tallies for everyone, inside its bounds; wrong rules lie outside them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from houseway.analysis import CannotAnalyse, dealing, module_of
from houseway.analysis.dealing import pieces
from houseway.analysis.rule_data import changed
from houseway.analysis.simulate import Progress, Simulation, as_data, simulate
from houseway.cli.simulate import print_simulation
from houseway.games import game, slugs

ROUNDS = 3_000_000
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("mini-baccarat", {"pairs": "perfect"}),
    ("mini-baccarat", {"settlement": "non-commission", "pairs": "canberra", "burn": "unseen"}),
    ("seven-up-baccarat", {}),
    ("three-card-baccarat", {}),
    ("three-card-baccarat", {"variant": "even money", "decks": 6}),
    ("casino-war", {}),
    ("tournament-roulette", {}),
    ("tournament-mini-baccarat", {}),
]


@pytest.mark.parametrize(("slug", "options"), VARIANTS)
def test_every_wager_lies_within_its_bounds(slug: str, options: dict[str, Any]) -> None:
    """All wagers that the exact analysis knows, by outcome as well as by edge."""
    chosen = msgspec.convert(options, game(slug).options)
    found = simulate(slug, ROUNDS, options=chosen, seed=20170817, workers=2)
    names = {each.name for each in module_of(slug).analyse(*_approved(slug, chosen))}
    assert {each.name for each in found.wagers} == names
    for wager in found.wagers:
        assert wager.within, wager.name
        assert wager.dealt.total == ROUNDS
        for outcome in wager.dealt.outcomes:
            [exact] = [each for each in wager.exact.outcomes if each.name == outcome.name]
            chance = wager.exact.probability(exact)
            away = abs(wager.dealt.probability(outcome) - chance)
            assert away**2 <= 36 * chance * (1 - chance) / ROUNDS + Fraction(25, ROUNDS**2)
            assert (outcome.pays, outcome.clause) == (exact.pays, exact.clause)


def _approved(slug: str, options: Any) -> tuple[Any, Any, Any]:
    from houseway.analysis.figures import EXACTLY

    return module_of(slug).read(options), None, EXACTLY


@pytest.mark.share(2)
@pytest.mark.parametrize("slug", slugs())
def test_the_tallies_are_the_same_for_any_number_of_workers(slug: str) -> None:
    one, two, seven = (simulate(slug, 123_456, seed=9, workers=n, chunk=5_000) for n in (1, 2, 7))
    assert one == two == seven
    assert one.rounds == 123_456
    assert simulate(slug, 123_456, seed=10, chunk=5_000).counts != one.counts


def test_the_tallies_are_the_same_in_any_order_of_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points of convergence too: they are of the first chunks, not of those that came first."""
    usual = simulate("mini-baccarat", 20_500, seed=4, chunk=1_000)
    chunks = list(pieces(21))
    random.Random(1).shuffle(chunks)
    monkeypatch.setattr(dealing, "pieces", lambda many: iter(chunks))
    assert simulate("mini-baccarat", 20_500, seed=4, workers=3, chunk=1_000) == usual


def test_a_wager_paid_wrong_lies_outside() -> None:
    """Mini Baccarat 8.8(c): a tie at 9 to 1 is found by three million rounds."""
    approved = module_of("mini-baccarat").read(game("mini-baccarat").options())
    found = simulate("mini-baccarat", ROUNDS, data=changed(approved, "odds", "tie", "9 to 1"))
    assert [each.name for each in found.wagers if not each.within] == ["tie"]
    assert not found.within


def test_progress_tells_the_figures_so_far() -> None:
    heard: list[Progress] = []
    found = simulate("tournament-roulette", 2_500_000, told=heard.append)
    assert [each.done for each in heard] == [1_000_000, 2_000_000, 2_500_000]
    assert heard[-1].wagers() == found.wagers
    assert heard[0].wagers()[0].limit > found.wagers[0].limit


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"rounds": 0}, "0 rounds: from 1 to"),
        ({"rounds": 10**16}, "rounds: from 1 to"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "at most 64 bits"),
        ({"workers": 0}, "0 workers"),
        ({"chunk": 0}, "chunks of 0 rounds"),
        ({"rounds": 10**15, "chunk": 10}, "at most 1,000,000,000 chunks"),
        ({"slug": "faro"}, "faro has no simulation"),
    ],
)
def test_what_cannot_be_simulated_is_refused(asked: dict[str, Any], refused: str) -> None:
    with pytest.raises(CannotAnalyse, match=refused):
        simulate(**{"slug": "casino-war", "rounds": 10, **asked})


def test_data_for_programs_hold_every_tally() -> None:
    found: Simulation = simulate("casino-war", 10_000, seed=3)
    told = as_data(found)
    assert told["rounds"] == 10_000
    assert told["wagers"]["tie"]["exact"] == "58/311"
    assert sum(row["rounds"] for row in told["wagers"]["tie"]["outcomes"]) == 10_000


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = print_simulation("casino-war", rounds="2e4", workers=2, wager="initial", as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert answer == 0
    assert told["rounds"] == 20_000
    assert list(told["wagers"]) == [
        "initial, go to war",
        "initial, surrender",
        "initial, best choice",
    ]


def test_the_command_prints_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_simulation("mini-baccarat", rounds="1000", seed=2) == 0
    page = capsys.readouterr().out
    assert page.startswith("Mini Baccarat, edition 2017-12-06: 1,000 rounds from seed 2\n")
    assert "1.0579 %" in page  # the exact edge of Banker


@pytest.mark.parametrize("rounds", ["1.5", "many", "-3", "0", "1e99", "nan", ""])
def test_the_command_refuses_rounds_that_are_no_number(
    rounds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_simulation("casino-war", rounds=rounds) == 2
    assert "rounds" in capsys.readouterr().err
