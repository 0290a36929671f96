"""The exact value of a policy, held against the figures that the analysis has by other roads."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from houseway.analysis import CannotAnalyse, analyse, approved, decision_tables
from houseway.analysis.figures import Analysis, InChips
from houseway.environments import Optimum, optimum, regret, value_of, value_of_stakes
from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games import game
from houseway.games.tournament_blackjack.facts import (
    ASKED_HAND,
    ASKED_INSURANCE,
    DECLINE,
    EVEN_MONEY,
    INSURE,
)

BLACKJACK, WAR = "houseway/Blackjack-v0", "houseway/CasinoWar-v0"
POKER, PAI_GOW = "houseway/CanberraPoker-v0", "houseway/PaiGow-v0"
Table = dict[tuple[int, ...], str]


@cache
def analysed(slug: str) -> Analysis:
    return analyse(slug)


def edge(slug: str, wager: str) -> Fraction:
    return analysed(slug).wager(wager).edge


@pytest.fixture(scope="module")
def blackjack() -> Optimum:
    return optimum(BLACKJACK)


@pytest.fixture(scope="module")
def by_totals(blackjack: Optimum) -> Table:
    """The printed strategy of the analysis as a policy: hard and soft totals, and pairs."""
    marks = {"S": ("stand", "stand"), "H": ("hit", "hit"), "D": ("double", "hit"),
             "Ds": ("double", "stand"), "P": ("split", "")}  # fmt: skip
    hard, soft, pairs, *_ = decision_tables("tournament-blackjack")
    ups = [1 if each == "A" else 10 if each == "T" else int(each) for each in hard.head[1:]]
    cells: dict[tuple[int, int, int], str] = {}
    for at, table in enumerate((hard, soft)):
        for points, *row in table.rows:
            cells |= {(int(points), at, up): mark for up, mark in zip(ups, row, strict=True)}
    split: dict[tuple[int, int, int], str] = {}
    for name, *row in pairs.rows:
        face = name.split()[0]
        pair = 12 if face == "A" else 20 if face == "T" else 2 * int(face)
        split |= {(pair, int(face == "A"), up): m for up, m in zip(ups, row, strict=True)}
    policy = dict(blackjack.policy)
    for facts in policy:
        asked, total, is_soft, up, may_split, first = facts
        if asked == ASKED_HAND:
            mark = (split if may_split else cells)[total, is_soft, up]
            policy[facts] = marks[mark][0 if first else 1]
    return policy


def test_the_printed_strategy_of_blackjack_has_the_published_edge(by_totals: Table) -> None:
    value = value_of(by_totals, BLACKJACK)
    assert value == -edge("tournament-blackjack", "blackjack, best by totals")
    assert round(-value * 100, 4) == Fraction("0.5176")


def test_the_optimum_of_blackjack_lies_between_totals_and_cards(blackjack: Optimum) -> None:
    """A table knows more than the total, and less than the very cards."""
    totals, cards = (
        -edge("tournament-blackjack", f"blackjack, best by {what}") for what in ("totals", "cards")
    )
    assert totals < blackjack.value < cards


def test_the_regret_of_a_policy_is_a_fraction(blackjack: Optimum, by_totals: Table) -> None:
    assert regret(blackjack.policy, BLACKJACK) == 0
    assert regret(by_totals, BLACKJACK) == blackjack.value - value_of(by_totals, BLACKJACK) > 0


def test_insurance_on_every_hand_costs_its_edge(blackjack: Optimum) -> None:
    """Tournament Blackjack 7.1, by another road: half a unit on a wager whose edge is known, in the
    24 of 312 rounds with an ace. A blackjack that is insured is paid as by even money (8.1(b))."""
    answers = dict(blackjack.policy)
    answers |= dict.fromkeys((f for f in answers if f[0] == ASKED_INSURANCE), INSURE)
    declined = {f: DECLINE if f[0] == ASKED_INSURANCE else c for f, c in answers.items()}
    cost = value_of(declined, BLACKJACK) - value_of(answers, BLACKJACK)
    assert cost == edge("tournament-blackjack", "insurance") / 2 * Fraction(24, 312)
    only_natural = next(facts for facts in answers if facts[:3] == (ASKED_INSURANCE, 21, 1))
    evenly, insured = ({**declined, only_natural: each} for each in (EVEN_MONEY, INSURE))
    assert value_of(evenly, BLACKJACK) == value_of(insured, BLACKJACK)


def test_a_choice_that_the_rules_refuse_has_no_value(blackjack: Optimum) -> None:
    """Tournament Blackjack 9.2(b): a hard eight draws."""
    wrong = {**blackjack.policy, (ASKED_HAND, 8, 0, 7, 0, 1): "stand"}
    with pytest.raises(CannotAnalyse, match="hit, double may be"):
        value_of(wrong, BLACKJACK)


def test_a_policy_that_leaves_a_decision_open_has_no_value(blackjack: Optimum) -> None:
    missing = {facts: act for facts, act in blackjack.policy.items() if facts[1] != 15}
    with pytest.raises(CannotAnalyse, match="no choice for"):
        value_of(missing, BLACKJACK)


def test_actions_may_be_given_by_their_numbers() -> None:
    """Action 0 deals, 1 goes to war, 2 surrenders."""
    surrender: dict[tuple[int, ...], int] = {(rank,): 2 for rank in range(2, 15)}
    assert value_of(surrender, WAR) == -edge("casino-war", "initial, surrender")


def test_the_optimum_of_casino_war_is_to_fight() -> None:
    best = optimum(WAR)
    assert set(best.policy.values()) == {"go to war"}
    assert best.value == -edge("casino-war", "initial, best choice")


def test_the_optimum_of_pai_gow_is_the_best_setting() -> None:
    best = optimum(PAI_GOW)
    assert best.value == -edge("tournament-pai-gow", "hand, best setting")
    house_way = dict.fromkeys(best.policy, "House Way")
    assert value_of(house_way, PAI_GOW) == -edge("tournament-pai-gow", "hand, House Way")
    assert value_of(dict.fromkeys(best.policy, "concede"), PAI_GOW) == -1


def test_the_optimum_of_poker_lies_just_below_the_best_play() -> None:
    """The table has ranks and the kind of hand; the best play also looks at suits."""
    best = optimum(POKER)
    play = -edge("tournament-canberra-poker", "ante, best play")
    rules = -edge("tournament-canberra-poker", "ante, three rules")
    assert rules < best.value < play
    for choice, way in (("bet", "always bet"), ("fold", "")):
        value = value_of(dict.fromkeys(best.policy, choice), POKER)
        assert value == (-edge("tournament-canberra-poker", f"ante, {way}") if way else -1)


def test_a_large_stake_meets_the_maximum_payout() -> None:
    """Tournament Canberra Poker 8.2: a bet is paid $5,000 at most."""
    bets = dict.fromkeys(optimum(POKER).policy, "bet")
    figures = analyse("tournament-canberra-poker", pay=InChips(100_00, STANDARD_CHIPS))
    value = value_of(bets, POKER, unit_cents=100_00)
    assert value == -figures.wager("ante, always bet").edge < value_of(bets, POKER)


def test_stakes_on_the_layout_have_a_value() -> None:
    """One zero among 37 pockets: 35 to 1 on a number costs 1/37 of each unit."""
    assert value_of_stakes({"17": 2}, "houseway/Roulette-v0") == Fraction(-2, 37)
    player = value_of_stakes({"player": 1}, "houseway/MiniBaccarat-v0")
    assert player == -edge("mini-baccarat", "player")


def test_a_game_without_decisions_has_no_policy() -> None:
    with pytest.raises(CannotAnalyse, match="nothing to decide"):
        value_of({}, "houseway/Roulette-v0")


def test_an_unknown_environment_is_named() -> None:
    with pytest.raises(CannotAnalyse, match="is no environment"):
        value_of({}, "Blackjack-v1")


def test_every_policy_module_is_of_a_game_with_choices() -> None:
    slugs = {"casino-war", "tournament-blackjack", "tournament-canberra-poker",
             "tournament-pai-gow"}  # fmt: skip
    for slug in slugs:
        assert game(slug).learning.choices
        assert approved(slug, game(slug).options())
