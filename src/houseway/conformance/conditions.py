"""Conditions of tournament cases: plain ones, and others that vary by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from houseway.games import game
from houseway.games.tournament_rules import BY_CONDITIONS, TournamentRules
from houseway.tournament.completeness import missing, most_commission
from houseway.tournament.entry_vocabulary import CloseEntries
from houseway.tournament.terms import (
    NONE,
    Breakdown,
    BuyBack,
    Conditions,
    LimitChange,
    Stage,
    TieMethod,
    Ties,
)

HOUR_US = 3_600_000_000
START_US = 1_804_323_600_000_000  # 6 March 2027, 19:00 in Canberra


@cache
def plain_conditions(edition: str) -> Conditions:
    """Complete conditions under a document: heats at two tables, a final, three prizes."""
    found = game(edition)
    rules = found.tournament
    if rules is None:
        raise ValueError(f"{found.cite.title} has no tournaments")
    heats = Stage(name="heats", chips=100, minimum=10, maximum=50, tables=2, rounds=2, advance=1)
    final = Stage(name="final", kind="final", chips=100, minimum=10, maximum=50, rounds=2)
    items = {each.key for each in rules.conditions.items}
    by_conditions = rules.ranking.level_by == BY_CONDITIONS
    return Conditions(
        title="Spring", starts_us=START_US, stages=(heats, final), fee=27_55,
        commission=most_commission(rules, 27_50) // 10 * 10 if rules.fees.cap_percent else (
            2_75 if rules.fees.commission else 0),
        least=2, most=8, breakdown=Breakdown(hundredths=(50_00, 30_00, 20_00)),
        ties=Ties(session="rounds", final="share") if by_conditions else Ties(),
        perfect_pairs=False if "perfect pairs" in items else None,
    )  # fmt: skip


def with_figures(plain: Conditions) -> dict[str, Conditions]:
    """Conditions that give figures for an item which the plain ones leave at none, by its key."""
    heats, final = plain.stages
    points = replace(
        plain, stages=(replace(final, points=(5, 3, 1)),),
        ties=Ties(session="share points", points="share") if plain.ties.session else Ties(),
    )  # fmt: skip
    again = replace(heats, name="repechage", kind="repechage", tables=1)
    return {
        "points": points, "points tie": points, "final tie": points,
        "repechage": replace(plain, stages=(heats, again, final)),
        "buy-back": replace(plain, buy_back=BuyBack(1, 2)),
        "refuse any": replace(plain, refuse_any=True),
        "criteria": replace(plain, criteria="members only"),
    }  # fmt: skip


def answered(rules: TournamentRules, conditions: Conditions) -> Conditions:
    """The conditions with every item answered that words can answer."""
    answers = {each.key: "as announced" for each in rules.conditions.items}
    answers |= conditions.answers
    still = missing(rules, replace(conditions, answers=answers))
    none = {each.key: NONE for each in still if each.may_be_none}
    return replace(conditions, answers=answers | none | conditions.answers)


def varied(rules: TournamentRules, plain: Conditions, chance: random.Random) -> Conditions:
    """The plain conditions with some of what conditions may say; not all of it fits a document."""
    stages = plain.stages if chance.randrange(2) else plain.stages[1:]
    stages = tuple(_varied_stage(rules, each, chance) for each in stages)
    return replace(plain, stages=stages, **_taken(_choices(rules, chance), chance))


_Choice = tuple[str, Any, object]  # a field, its value, and the clause that provides for it


def _taken(choices: Iterator[_Choice], chance: random.Random) -> dict[str, Any]:
    """A quarter of what the document provides for, and now and then what it does not."""
    return {
        name: value
        for name, value, provided in choices
        if chance.randrange(4 if provided else 60) == 0
    }


def _varied_stage(rules: TournamentRules, stage: Stage, chance: random.Random) -> Stage:
    going_on, wagering = stage.kind != "final", rules.wagering
    limits = (LimitChange(2, 20, 60),)
    choices: tuple[_Choice, ...] = (
        ("minimum", 20, True), ("chips", 60, True), ("maximum", 100, True),
        ("buy_in", 10_00, rules.sessions.buy_in), ("points", (5, 3, 1), rules.ranking.points),
        ("limit_changes", limits, wagering.limit_changes or rules.conditions.wanted),
        ("carries_chips", True, rules.sessions.may_carry),
        ("overall", True, going_on), ("prizes", (5_00,), rules.ranking.points),
        ("advance", 2, going_on), ("sit_and_go", 3, rules.sessions.sit_and_go),
    )  # fmt: skip
    changes = {"rounds": chance.randrange(1, 5), **_taken(iter(choices), chance)}
    if chance.randrange(10) == 0:
        changes |= {"rounds": 0, chance.choice(("shoes", "minutes")): 2}
    return replace(stage, **changes)


def _choices(rules: TournamentRules, chance: random.Random) -> Iterator[_Choice]:
    methods: tuple[TieMethod, ...] = ("rounds", "share", "share points", "")
    entry, wagering = rules.entry, rules.wagering
    yield "fee", chance.choice((0, 50_00, 110_00)), rules.fees.fee
    yield "commission", chance.choice((0, 1_00, 2_75, 2_76, 11_00)), rules.fees.commission
    yield "breakdown", chance.choice((
        Breakdown(hundredths=(100_00,)), Breakdown(hundredths=(62_50, 37_50)),
        Breakdown(hundredths=(33_33, 33_33, 33_34)), Breakdown(amounts=(40_00, 5_00), rest_to=1),
        Breakdown(hundredths=(50_00, 30_00)),
    )), True  # fmt: skip
    by_conditions = rules.ranking.level_by == BY_CONDITIONS
    yield "ties", Ties(*(chance.choice(methods) for _ in range(4))), by_conditions
    yield "buy_back", BuyBack(1, 2), entry.buy_back
    yield "guarantee", chance.choice((50_00, 1_000_00)), rules.fees.guarantee
    yield "withdraw_until_us", START_US - 12 * HOUR_US, entry.withdrawal
    yield "pass_cards", 1, wagering.pass_cards
    yield "undisclosed", 1, wagering.undisclosed
    yield "agreement", True, entry.agreement
    yield "refuse_any", True, entry.refuse_any
    yield "chips_in_cash", True, rules.sessions.early_end_agreed
    yield "ordered", True, wagering.only_if_conditions_say
    yield "start_may_change", True, rules.sessions.start_change
    yield "refunds", ("withdrawal",), entry.withdrawal
    yield "refunds", ("absence",), rules.fees.absence_refund
    yield "apart", (("licence 1", "licence 2"),), None  # one table cannot keep them apart
    yield "delegated", (CloseEntries.__name__,), rules.direction.assistants
