"""Side wagers in simulations, what-if and drift: dealt by the kernels, held against exact edges."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.amendments.reading import Amendment
from houseway.analysis import analyse
from houseway.analysis.drift import expected, why_not
from houseway.analysis.report import WhatIf, what_if
from houseway.analysis.simulate import simulate
from houseway.cli.simulate import print_simulation
from tests.amendments import adopted, example


@pytest.fixture(scope="module")
def dragon() -> Iterator[Amendment]:
    with adopted(example("dragon-7-and-panda-8")) as amendment:
        yield amendment


def test_side_wagers_are_dealt_and_meet_their_exact_edges(dragon: Amendment) -> None:
    made = simulate(dragon.document.id, 200_000, seed=5)
    assert [each.name for each in made.wagers] == ["banker", "player", "tie", "dragon 7", "panda 8"]
    assert made.within
    for wager in made.wagers:
        assert sum(each.weight for each in wager.dealt.outcomes) == 200_000


def test_the_rounds_are_those_of_the_approved_edition(dragon: Amendment) -> None:
    """The same seed deals the same shoes: an amendment that adds wagers changes no card."""
    before = simulate(dragon.before.cite.id, 50_000, seed=5)
    after = simulate(dragon.document.id, 50_000, seed=5)
    for was, now in zip(before.wagers, after.wagers, strict=False):
        assert was.dealt == now.dealt


def test_a_side_wager_on_numbers_is_spun() -> None:
    with adopted(example("roulette-edges")) as amendment:
        made = simulate(amendment.document.id, 20_000)
        [side] = amendment.side_wagers
        [wager] = [each for each in made.wagers if each.name == side.name]
        assert wager.within
        assert wager.dealt.total == 20_000


def test_a_what_if_moves_a_side_wager_with_the_tableau(dragon: Amendment) -> None:
    """Banker who stands on 3 against a nine draws to 7 less often."""
    changed = what_if(dragon.document.id, WhatIf(change={"banker_draws": {"3 9": "S"}}))
    before, after = changed.edges["dragon 7"]
    assert before is not None
    assert after is not None
    assert after > before


def test_drift_holds_side_wagers_against_their_figures(dragon: Amendment) -> None:
    held = expected(analyse(dragon.document.id))
    assert held["dragon 7"].edge == analyse(dragon.document.id).wager("dragon 7").edge


def test_drift_compares_a_wager_on_the_first_cards_of_casino_war() -> None:
    with adopted(example("casino-war-suited-tie")) as amendment:
        [side] = amendment.side_wagers
        assert not side.late
        assert side.name in expected(analyse(amendment.document.id))


def test_drift_leaves_out_what_depends_on_how_the_patron_plays_on() -> None:
    """Tournament Blackjack: a wager on the initial deal is compared, and the hand is not."""
    with adopted(example("blackjack-three-cards")) as amendment:
        [side] = amendment.side_wagers
        assert not why_not(amendment.document.id, side.name)
        assert why_not(amendment.document.id, "blackjack")


def test_a_side_wager_that_is_not_simulated_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Casino War: the kernel tallies ranks, and this wager asks for suits."""
    with adopted(example("casino-war-suited-tie")) as amendment:
        [side] = amendment.side_wagers
        print_simulation(amendment.document.id, rounds="1000")
    assert f"not simulated: {side.name}" in capsys.readouterr().err
