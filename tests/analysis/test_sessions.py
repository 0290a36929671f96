"""Sessions, bankrolls and tournament chips, by hand, by every sequence of rounds, by recursion."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import prod
from typing import Any

import msgspec
import pytest

from houseway.analysis import analyse
from houseway.analysis.figures import CannotStake
from houseway.analysis.sessions import (
    CannotPlay,
    Distribution,
    Session,
    chip_spread,
    dealt_session,
    risk_of_ruin,
    rounds,
    session,
    stakes,
)
from houseway.analysis.sessions.rounds import gains_of
from houseway.analysis.simulate import simulate
from houseway.equipment.chips import ChipSet, dollars

ROULETTE = "tournament-roulette"
RED: dict[str, Any] = {"slug": ROULETTE, "wager": "red", "stake": dollars(10)}
WON, LOST = Fraction(18, 37), Fraction(19, 37)
PLAYED = [
    (ROULETTE, "dozen 1", dollars(5)),
    (ROULETTE, "neighbours of 7", dollars(25)),
    ("mini-baccarat", "banker", dollars(20)),
    ("casino-war", "initial, go to war", dollars(10)),
    ("casino-war", "initial, surrender", dollars(25)),
    ("seven-up-baccarat", "player", dollars(1)),
]


def test_two_spins_on_red() -> None:
    """18 of 37 pockets are red: both won, one of them, none."""
    found = session(**RED, rounds=2)
    assert chances(found.gain) == {-2000: LOST**2, 0: 2 * WON * LOST, 2000: WON**2}
    assert (found.ahead, found.even, found.behind) == (WON**2, 2 * WON * LOST, LOST**2)
    assert found.road == "exact"
    assert not found.gain.rounded_off


def test_two_spins_on_a_number() -> None:
    """Tournament American Roulette 7.1: 35 to 1, so $5 gains $175 once in 37 spins."""
    found = session(ROULETTE, "17", stake=dollars(5), rounds=2)
    assert chances(found.gain) == {
        dollars(-10): Fraction(36 * 36, 1369),
        dollars(170): Fraction(2 * 36, 1369),
        dollars(350): Fraction(1, 1369),
    }


@pytest.mark.parametrize(("slug", "wager", "stake"), PLAYED)
def test_three_rounds_are_every_sequence_of_three_outcomes(
    slug: str, wager: str, stake: int
) -> None:
    asked = stakes(slug, wager, stake)
    sequences: Counter[int] = Counter()
    for three in product(asked.gains.items(), repeat=3):
        sequences[sum(gain for gain, _ in three)] += prod(weight for _, weight in three)
    total = sum(sequences.values())
    found = session(slug, wager, stake=stake, rounds=3)
    assert chances(found.gain) == {gain: Fraction(n, total) for gain, n in sequences.items()}


@pytest.mark.parametrize(("slug", "wager", "stake"), PLAYED[:-1])
def test_average_and_variance_grow_with_the_rounds(slug: str, wager: str, stake: int) -> None:
    """Of independent rounds both are so many times those of one; these stakes are paid exactly."""
    figures = analyse(slug).wager(wager)
    gain = session(slug, wager, stake=stake, rounds=25).gain
    assert gain.mean == -25 * stake * figures.edge
    assert gain.variance == 25 * stake**2 * figures.variance


def test_winnings_are_paid_up_to_the_next_chip() -> None:
    """7-Up Baccarat 5.7: $1 on Player that wins with seven gains 50c, with dollar chips $1."""
    smaller = stakes("seven-up-baccarat", "player", dollars(1))
    larger = stakes("seven-up-baccarat", "player", dollars(1), chips=ChipSet((dollars(1),)))
    assert set(smaller.gains) == {-100, 0, 50, 100}
    assert set(larger.gains) == {-100, 0, 100}


def test_a_bankroll_of_one_stake() -> None:
    """Gone at once, or after a win and two losses; never by the second round, for $20 last two."""
    found = risk_of_ruin(**RED, bankroll=dollars(10), rounds=3)
    assert found.ruined == (LOST, LOST, LOST + WON * LOST**2)
    assert found.chance == LOST + WON * LOST**2
    assert not any(found.reached)
    assert found.left.chance(0) == found.chance


def test_who_reaches_the_goal_stops() -> None:
    found = risk_of_ruin(**RED, bankroll=dollars(10), goal=dollars(20), rounds=5)
    assert found.reached == (WON,) * 5
    assert found.ruined == (LOST,) * 5
    assert chances(found.left) == {0: LOST, dollars(20): WON}


@pytest.mark.parametrize(("slug", "wager", "stake"), PLAYED)
@pytest.mark.parametrize("bankroll", [2, 3, 5])
def test_ruin_is_what_a_recursion_says(slug: str, wager: str, stake: int, bankroll: int) -> None:
    """From the end: gone, there, or the average of what each outcome of one round leads to."""
    figures = stakes(slug, wager, stake)
    brought, goal, total = bankroll * stake, (bankroll + 3) * stake, sum(figures.gains.values())

    @cache
    def gone(held: int, left: int) -> Fraction:
        if held < figures.needed:
            return Fraction(1)
        if held >= goal or not left:
            return Fraction(0)
        after = (weight * gone(held + gain, left - 1) for gain, weight in figures.gains.items())
        return sum(after, Fraction(0)) / total

    found = risk_of_ruin(slug, wager, stake=stake, bankroll=brought, goal=goal, rounds=9)
    assert found.ruined == tuple(gone(brought, left) for left in range(1, 10))


def test_a_war_needs_twice_the_stake() -> None:
    """Casino War 5.1.2: a War Wager equals the Initial Wager, so $10 left is too little for $10."""
    found = stakes("casino-war", "initial, go to war", dollars(10))
    assert found.needed == dollars(20)
    assert stakes("casino-war", "initial, surrender", dollars(10)).needed == dollars(10)


def test_weights_that_grow_too_long_are_cut_and_say_by_how_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = session("mini-baccarat", "banker", stake=dollars(20), rounds=20).gain
    monkeypatch.setattr(rounds, "EXACT_BITS", 160)
    monkeypatch.setattr(rounds, "KEPT_BITS", 100)
    cut = session("mini-baccarat", "banker", stake=dollars(20), rounds=20).gain
    assert 0 < cut.rounded_off < Fraction(1, 2**80)
    for amount in exact.amounts:
        short = exact.chance(amount) - cut.chance(amount)
        assert 0 <= short <= cut.rounded_off


def test_quantiles() -> None:
    """Of weights 1, 2 and 1: a quarter is at the first amount, three quarters at the second."""
    found = Distribution((-5, 0, 5), (1, 2, 1), 4)
    quarters = [found.quantile(Fraction(n, 4)) for n in (1, 2, 3, 4)]
    assert quarters == [-5, 0, 0, 5]
    assert found.quantile(Fraction(26, 100)) == 0
    assert (found.at_most(0), found.at_least(1)) == (Fraction(3, 4), Fraction(1, 4))
    with pytest.raises(ValueError, match="share"):
        found.quantile(Fraction(0))


def test_one_round_of_simple_players() -> None:
    """$100 in chips, $50 to $100: two stake $50, and *last* all of it, for it is the last round."""
    found = chip_spread(
        ROULETTE, "red", start=dollars(100), rounds=1, minimum=dollars(50), maximum=dollars(100)
    )
    held = {each.way: chances(each.chips) for each in found.players}
    assert held == {
        "steady": {dollars(50): LOST, dollars(150): WON},
        "half": {dollars(50): LOST, dollars(150): WON},
        "last": {0: LOST, dollars(200): WON},
    }


def test_two_rounds_of_simple_players() -> None:
    """$200 in chips, $50 to $100. Half of $300 is above the maximum, half of $100 is $50."""
    found = chip_spread(
        ROULETTE, "red", start=dollars(200), rounds=2, minimum=dollars(50), maximum=dollars(100)
    )
    held = {each.way: chances(each.chips) for each in found.players}
    assert held["steady"] == {
        dollars(100): LOST**2,
        dollars(200): 2 * WON * LOST,
        dollars(300): WON**2,
    }
    assert held["half"] == {
        dollars(50): LOST**2,
        dollars(150): LOST * WON,
        dollars(200): WON * LOST,
        dollars(400): WON**2,
    }
    assert held["last"] == {
        dollars(50): LOST**2,
        dollars(250): LOST * WON,
        dollars(150): WON * LOST,
        dollars(350): WON**2,
    }


def test_who_has_too_few_chips_rests() -> None:
    found = chip_spread(
        ROULETTE, "red", start=dollars(50), rounds=2, minimum=dollars(50), maximum=dollars(50)
    )
    assert chances(found.players[0].chips) == {
        0: LOST,
        dollars(50): WON * LOST,
        dollars(150): WON**2,
    }


def test_the_best_of_two_players_who_play_apart() -> None:
    found = chip_spread(
        ROULETTE, "red", start=dollars(50), rounds=1, minimum=dollars(50), maximum=dollars(50)
    )
    assert chances(found.players[0].best_of(2)) == {0: LOST**2, dollars(100): 1 - LOST**2}


@pytest.mark.parametrize(
    ("slug", "wager", "length"),
    [
        ("mini-baccarat", "banker", 40),
        ("casino-war", "tie", 25),
        ("three-card-baccarat", "tie", 10),
    ],
)
def test_sessions_dealt_from_the_shoe_lie_where_fresh_rounds_do(
    slug: str, wager: str, length: int
) -> None:
    """Dvoretzky, Kiefer and Wolfowitz: once in a million the two run further apart than this."""
    many = 8_000
    dealt = dealt_session(slug, wager, stake=dollars(20), rounds=length, sessions=many, seed=5)
    fresh = session(slug, wager, stake=dollars(20), rounds=length)
    assert (dealt.road, fresh.road) == ("dealt", "fresh")
    assert dealt.gain.total == many
    squared = Fraction(14_509, 1000) / (2 * many)  # the logarithm of two million is below 14.509
    expected = reached(fresh.gain)
    for amount, share in reached(dealt.gain).items():
        assert (share - expected[amount]) ** 2 <= squared


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("slug", "wager"),
    [("mini-baccarat", "banker"), ("tournament-blackjack", "blackjack, best by totals")],
)
def test_dealt_sessions_are_the_chunks_of_a_simulation(slug: str, wager: str) -> None:
    """A session of a thousand rounds is dealt as a chunk of a thousand is, to the cent.

    In blackjack also after splits, when a round has several hands that all count.
    """
    dealt = dealt_session(slug, wager, stake=dollars(20), rounds=1000, sessions=4)
    [chunks] = [each for each in simulate(slug, 4000, chunk=1000).wagers if each.name == wager]
    assert dealt.gain.mean == -chunks.dealt.edge * 1000 * dollars(20)


def test_a_choice_that_looks_at_other_rounds_is_not_dealt() -> None:
    """The best choice at Casino War is found from all wars dealt, so no round has a gain alone."""
    with pytest.raises(CannotPlay, match="more than the round itself"):
        dealt_session(
            "casino-war", "initial, best choice", stake=dollars(20), rounds=50, sessions=100
        )


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"rounds": 0}, "0 rounds"),
        ({"rounds": 100_001}, "100,001 rounds"),
        ({"stake": 0}, "a stake of"),
        ({"wager": "neighbours of 7", "stake": 3}, "no whole number of cents"),
    ],
)
def test_what_cannot_be_reckoned_is_refused(asked: dict[str, Any], refused: str) -> None:
    with pytest.raises(CannotPlay, match=refused):
        session(**{**RED, "rounds": 5, **asked})


def test_other_refusals() -> None:
    with pytest.raises(CannotPlay, match="does not cover a round"):
        risk_of_ruin("casino-war", "initial, go to war", stake=1000, bankroll=1900, rounds=3)
    with pytest.raises(CannotPlay, match="not above the bankroll"):
        risk_of_ruin(**RED, bankroll=dollars(50), goal=dollars(50), rounds=3)
    with pytest.raises(CannotPlay, match="nobody could wager"):
        chip_spread(ROULETTE, "red", start=100, rounds=3, minimum=200, maximum=300)
    with pytest.raises(CannotPlay, match="later wagers"):
        chip_spread("casino-war", "initial, go to war", start=9, rounds=3, minimum=1, maximum=3)
    with pytest.raises(CannotStake, match="cannot be staked"):
        session("mini-baccarat", "banker", stake=3, rounds=5)


def test_hands_that_are_not_rounds_have_no_spread() -> None:
    """After a split a round has several hands; figures by hand say nothing of its spread."""
    by_hand = msgspec.structs.replace(analyse(ROULETTE).wager("red"), rounds=30)
    with pytest.raises(CannotPlay, match="hand by hand"):
        gains_of(by_hand, dollars(10))


def test_too_many_amounts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MOST_STEPS", 1_000)
    monkeypatch.setattr(rounds, "MOST_DIGITS", 1_000)
    with pytest.raises(CannotPlay, match="amounts are too many to go on"):
        session("mini-baccarat", "banker", stake=dollars(20), rounds=60)
    with pytest.raises(CannotPlay, match="there are too many amounts"):
        risk_of_ruin(
            "mini-baccarat", "banker", stake=dollars(20), bankroll=dollars(5_000), rounds=60
        )


def test_ten_thousand_spins_on_red_are_a_binomial() -> None:
    """Ahead is more than half of the spins won, each of those numbers counted by itself."""
    found = session(**RED, rounds=10_000)
    term = ways = 18**10_000  # every spin won
    for won in range(10_000, 5_001, -1):
        term = term * 19 * won // (18 * (10_001 - won))  # divides without a remainder
        ways += term
    short = Fraction(ways, 37**10_000) - found.ahead
    assert 0 <= short <= found.gain.rounded_off < Fraction(1, 2**200)


def test_ten_thousand_coups_have_ten_thousand_times_the_average_of_one() -> None:
    """The weights of so many coups are cut; what that can move is far below a cent."""
    figures = analyse("mini-baccarat").wager("banker")
    found = session("mini-baccarat", "banker", stake=dollars(20), rounds=10_000)
    expected = -figures.edge * dollars(20) * 10_000
    assert abs(found.gain.mean - expected) < Fraction(1, 10**40)


def test_the_weights_of_a_sum_are_the_same_whichever_way_it_is_added_up() -> None:
    """Round after round, as a bankroll that is never gone."""
    asked = stakes("casino-war", "initial, go to war", dollars(10))
    held, total = rounds.at_the_end(rounds.played(0, 7, asked.total, lambda *_: asked.gains))
    assert rounds.sum_of(asked.gains, 7) == (held, total)


def reached(found: Distribution) -> dict[int, Fraction]:
    """By amount: how likely no more than it."""
    shares = accumulate(found.weights)
    return {
        amount: Fraction(share, found.total)
        for amount, share in zip(found.amounts, shares, strict=True)
    }


def chances(found: Distribution) -> dict[int, Fraction]:
    assert found.amounts == tuple(sorted(found.amounts))
    return {amount: found.chance(amount) for amount in found.amounts}


def test_a_session_shows_itself() -> None:
    found: Session = session(**RED, rounds=2)
    assert found._repr_svg_().startswith("<svg ")
