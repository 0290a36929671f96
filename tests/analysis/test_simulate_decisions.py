"""Simulation of the games in which patrons decide: every way to play lies within its bounds."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from houseway.analysis import CannotAnalyse, module_of
from houseway.analysis.dealing import chunks_dealt, prepare
from houseway.analysis.figures import EXACTLY
from houseway.analysis.kernels.tournament_blackjack import Manner
from houseway.analysis.rule_data import changed
from houseway.analysis.simulate import SimulatedWager, Simulation, simulate
from houseway.cli.simulate import print_simulation
from houseway.games import game

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
ROUNDS = 100_000_000 if FULL else 2_000_000
BLACKJACK = "tournament-blackjack"


def simulated(slug: str, manner: Manner | None = None, **options: Any) -> Simulation:
    chosen = msgspec.convert(options, game(slug).options)
    found = simulate(slug, ROUNDS, options=chosen, manner=manner, seed=2002, workers=2)
    assert found.within, [each.name for each in found.wagers if not each.within]
    return found


def by_outcome(wager: SimulatedWager, rounds: int) -> None:
    """Each outcome within six of its standard deviations; two hands of a split go together."""
    for outcome in wager.dealt.outcomes:
        [exact] = [each for each in wager.exact.outcomes if each.name == outcome.name]
        chance = wager.exact.probability(exact)
        away = abs(wager.dealt.probability(outcome) - chance)
        together = 2 if outcome.name.startswith("split") else 1
        spread = 36 * together * chance * (1 - chance) / rounds + Fraction(25, rounds**2)
        assert away**2 <= spread, (wager.name, outcome.name)
        assert (outcome.pays, outcome.clause) == (exact.pays, exact.clause)


@pytest.mark.parametrize("slug", ["tournament-canberra-poker", "tournament-pai-gow"])
def test_every_way_to_play_lies_within_its_bounds(slug: str) -> None:
    """All wagers that the exact analysis knows, by outcome as well as by edge."""
    found = simulated(slug)
    assert len(found.wagers) == {"tournament-canberra-poker": 7, "tournament-pai-gow": 4}[slug]
    for wager in found.wagers:
        assert wager.dealt.total == found.rounds == ROUNDS
        by_outcome(wager, ROUNDS)


@pytest.mark.parametrize("shuffle", ["manual", "automated"])
@pytest.mark.parametrize("decks", [5, 6, 7, 8] if FULL else [6])
def test_every_wager_of_blackjack_lies_within_its_bounds(decks: int, shuffle: str) -> None:
    """Tournament Blackjack 2.1, 5.3, 20.2: four ways in four boxes, insurance, perfect pairs."""
    found = simulated(BLACKJACK, decks=decks, shuffle=shuffle, pairs="perfect")
    names = [
        "blackjack, best by totals", "blackjack, best by cards", "blackjack, mimic the dealer",
        "blackjack, never bust", "insurance", "perfect pairs",
    ]  # fmt: skip
    assert [each.name for each in found.wagers] == names
    totals = [each.dealt.total for each in found.wagers]
    assert totals[:4] == [found.rounds] * 4 == [ROUNDS] * 4
    assert totals[5] == 4 * ROUNDS
    for wager in found.wagers:
        by_outcome(wager, wager.dealt.total)


def test_a_box_that_takes_even_money_gains_less_by_what_it_costs() -> None:
    """Tournament Blackjack 8.1(b): 107/103 is what waiting gains with six decks, 1 what is taken;
    an ace is open and the box has another ace and a ten in 24 x 2 x 23 x 96 of 312 x 311 x 310."""
    plain, taken = (
        simulate(BLACKJACK, 300_000, manner=Manner(boxes=("best by totals",), even_money=even))
        for even in (False, True)
    )
    costs = taken.wagers[0].exact.edge - plain.wagers[0].exact.edge
    assert costs == Fraction(24 * 2 * 23 * 96, 312 * 311 * 310) * (Fraction(107, 103) - 1)
    assert plain.within
    assert taken.within
    names = [{each.name for each in one.wagers[0].dealt.outcomes} for one in (plain, taken)]
    assert ("even money" in names[0], "even money" in names[1]) == (False, True)
    assert taken.manner is not None
    assert taken.manner["even_money"] is True


def test_boxes_that_play_alike_are_tallied_together_and_bounded_by_rounds() -> None:
    """Tournament Blackjack 12.1: three hands meet one dealer, so that they are no three trials."""
    three = Manner(boxes=("best by totals",) * 3, insurance=False)
    found = simulate(BLACKJACK, 200_000, manner=three)
    alone = simulate(BLACKJACK, 200_000, manner=Manner(boxes=("best by totals",), insurance=False))
    assert [each.name for each in found.wagers] == ["blackjack, best by totals"]
    assert found.wagers[0].dealt.total == 600_000
    assert found.wagers[0].limit == alone.wagers[0].limit
    assert found.within


def test_a_split_spreads_no_more_than_is_reckoned_with() -> None:
    """The variance of whole rounds, from their cases, stays below what the bound takes it for."""
    manner = Manner(boxes=("best by totals",), insurance=False)
    dealing = prepare(BLACKJACK, manner=manner)
    [counts] = chunks_dealt(dealing, 1_000_000, 3, 1)
    gains = []
    for case in counts.nonzero()[0].tolist():
        one = counts * 0
        one[case] = 1
        gains.append((-dealing.figures(one)[0].edge, int(counts[case])))
    mean = sum(gain * times for gain, times in gains) / 1_000_000
    variance = sum(gain**2 * times for gain, times in gains) / 1_000_000 - mean**2
    [exact, *_] = dealing.expected(module_of(BLACKJACK).analyse(*_approved()))
    spread = dealing.spread(exact)
    assert Fraction(5, 4) < variance < spread.variance < 2
    assert max(abs(gain) for gain, _ in gains) <= spread.farthest


def _approved() -> tuple[Any, Any, Any]:
    return module_of(BLACKJACK).read(game(BLACKJACK).options()), None, EXACTLY


WRONG = {
    "tournament-pai-gow": ("parts", "copy", "wins", "hand, House Way"),
    "tournament-canberra-poker": ("odds", "one pair", "2 to 1", "ante, always bet"),
}


@pytest.mark.parametrize("slug", WRONG)
def test_wrong_rules_lie_outside(slug: str) -> None:
    """Tournament Pai Gow 11.5, Tournament Canberra Poker 8.1 table bet."""
    table, place, value, wager = WRONG[slug]
    wrong = changed(module_of(slug).read(game(slug).options()), table, place, value)
    found = simulate(slug, 1_000_000, data=wrong)
    assert wager in [each.name for each in found.wagers if not each.within]


def test_games_without_a_choice_have_one_manner() -> None:
    with pytest.raises(CannotAnalyse, match="casino-war is played in one manner only"):
        simulate("casino-war", 10, manner=Manner())


def test_the_command_takes_a_manner(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["boxes=never bust, mimic the dealer", "insurance=no", "behind=100"]
    assert print_simulation(BLACKJACK, rounds="1e4", manner=asked, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["wagers"]) == ["blackjack, never bust", "blackjack, mimic the dealer"]
    assert told["manner"] == {
        "boxes": ["never bust", "mimic the dealer"],
        "insurance": False,
        "even_money": False,
        "behind": 100,
    }
    assert told["wagers"]["blackjack, never bust"]["sd"] is None


@pytest.mark.parametrize(
    ("slug", "manner", "refused"),
    [
        (BLACKJACK, "boxed=3", "boxed=3 is no manner; expected one of boxes, insurance"),
        (BLACKJACK, "boxes=counting", "counting is no way to play"),
        ("casino-war", "boxes=2", "casino-war is played in one manner only"),
    ],
)
def test_the_command_refuses_a_manner_that_is_none(
    slug: str, manner: str, refused: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_simulation(slug, rounds="10", manner=[manner]) == 2
    assert refused in capsys.readouterr().err
