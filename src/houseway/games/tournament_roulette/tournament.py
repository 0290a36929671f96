"""What Tournament American Roulette says about a tournament, as data (section 12)."""

from __future__ import annotations

from houseway.games.tournament_roulette.rules import cite
from houseway.games.tournament_rules import (
    ADDITIONAL_ROUNDS,
    SHARE,
    ConditionRules,
    DirectionRules,
    EntryRules,
    FeeRules,
    Item,
    PrizeRules,
    RankingRules,
    SessionRules,
    TournamentRules,
    WageringRules,
)
from houseway.rulebook.roles import Role

SHIFT_MANAGER = frozenset({Role.GAMING_SHIFT_MANAGER})  # reading G11

TOURNAMENT = TournamentRules(
    direction=DirectionRules(
        nomination=cite("12.1"),
        nominators=SHIFT_MANAGER,
        operators=SHIFT_MANAGER,
        operator=cite("terms: Casino Operator"),
        assistants=cite("12.4"),
    ),
    # Reading TP1: the list is one of things that the conditions may say; what another clause needs
    # is asked for, and a restriction on groups may be "none".
    conditions=ConditionRules(
        wanted=cite("12.2"),
        items=(
            Item("start", cite("12.2(a)"), "the day and time of the start"),
            Item("structure", cite("12.2(b)"), "the heats, semi-finals and final, and who goes on"),
            Item("fee", cite("12.2(c)"), "the entry fee and the commission in it"),
            Item("chips", cite("12.2(d)"), "the chips that everybody is issued"),
            Item("numbers", cite("12.2(e)"), "the least and the most entrants"),
            Item("groups", cite("12.2(f)"), "restrictions on groups", may_be_none=True),
            Item("limits", cite("12.2(g)"), "the table limits"),
            Item("breakdown", cite("12.2(h)"), "the breakdown of the prize pool"),
        ),
        approval=cite("12.3"),
    ),
    entry=EntryRules(
        one_only=cite("12.5"),
        number=cite("12.2(e)"),
        groups=cite("12.2(f)"),
        reserve=cite("12.9"),
        substitute=cite("12.10"),
    ),
    fees=FeeRules(
        fee=cite("12.2(c)"),
        pool=cite("12.18"),
        refund=cite("12.21"),
        cancellation=cite("12.21"),
        commission=cite("11.1"),
        cap_percent=10,
    ),
    sessions=SessionRules(
        ballot=cite("12.6"),
        players_per_table=cite("12.7"),
        late=cite("12.8"),
        late_when="at commencement",
        breaks=cite("12.16"),
        pace=cite("12.15"),
        equal_chips=cite("12.2(d)"),
    ),
    wagering=WageringRules(
        minimum=cite("12.13"),
        elimination=cite("12.13"),
        in_sight=cite("12.11"),
        no_exchange=cite("12.12"),
        no_advice=cite("12.14"),
        contravention=cite("10.3"),
        exclusion=cite("10.3(b)"),
        dispute=cite("10.6"),
    ),
    ranking=RankingRules(
        count=cite("12.17"),
        places=cite("12.17"),
        level=cite("12.19"),
        level_by=ADDITIONAL_ROUNDS,
        together=cite("12.20"),
        together_by=SHARE,
        advancing=cite("12.2(b)"),
    ),
    prizes=PrizeRules(
        breakdown=cite("12.2(h)"),
        returned=cite("12.18"),
        awarded=cite("12.17"),
        shared=cite("12.20"),
    ),
)
