"""What Tournament Mini-Baccarat says about a tournament, as data (section 13)."""

from __future__ import annotations

from houseway.games.tournament_mini_baccarat.rules import cite
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
        nomination=cite("13.1"),
        nominators=SHIFT_MANAGER,
        operators=SHIFT_MANAGER,
        operator=cite("terms: Casino Operator"),
        assistants=cite("13.4"),
    ),
    # Reading TP1: the list is one of things that the conditions may say; what another clause needs
    # is asked for, and a restriction on groups may be "none".
    conditions=ConditionRules(
        wanted=cite("13.2"),
        items=(
            Item("start", cite("13.2(a)"), "the day and time of the start"),
            Item("structure", cite("13.2(b)"), "the heats, semi-finals and final, and who goes on"),
            Item("fee", cite("13.2(c)"), "the entry fee and the commission in it"),
            Item("chips", cite("13.2(d)"), "the chips that everybody is issued"),
            Item("numbers", cite("13.2(e)"), "the least and the most entrants"),
            Item("groups", cite("13.2(f)"), "restrictions on groups", may_be_none=True),
            Item("limits", cite("13.2(g)"), "the table limits"),
            Item("breakdown", cite("13.2(h)"), "the breakdown of the prize pool"),
        ),
        approval=cite("13.3"),
    ),
    entry=EntryRules(
        one_only=cite("13.5"),
        number=cite("13.2(e)"),
        groups=cite("13.2(f)"),
        reserve=cite("13.9"),
        substitute=cite("13.10"),
    ),
    fees=FeeRules(
        fee=cite("13.2(c)"),
        pool=cite("13.20"),
        refund=cite("13.23"),
        cancellation=cite("13.23"),
        commission=cite("12.1"),
        cap_percent=10,
    ),
    sessions=SessionRules(
        ballot=cite("13.6"),
        players_per_table=cite("13.7"),
        late=cite("13.8"),
        late_when="at commencement",
        breaks=cite("13.17"),
        pace=cite("13.18"),
        equal_chips=cite("13.2(d)"),
    ),
    wagering=WageringRules(
        minimum=cite("13.13"),
        elimination=cite("13.13"),
        in_sight=cite("13.11"),
        no_exchange=cite("13.12"),
        no_advice=cite("13.16"),
        marker=cite("13.14"),
        marker_moves=cite("terms: Marker"),
        direction="clockwise",
        out_of_turn=cite("13.14"),
        turn=cite("13.15"),
        locked=cite("13.14"),
        contravention=cite("11.3#2"),
        exclusion=cite("11.3#2(b)"),
        dispute=cite("11.6"),
    ),
    ranking=RankingRules(
        count=cite("13.19"),
        places=cite("13.19"),
        level=cite("13.21"),
        level_by=ADDITIONAL_ROUNDS,
        together=cite("13.22"),
        together_by=SHARE,
        advancing=cite("13.2(b)"),
    ),
    prizes=PrizeRules(
        breakdown=cite("13.2(h)"),
        returned=cite("13.20"),
        awarded=cite("13.19"),
        shared=cite("13.22"),
    ),
)
