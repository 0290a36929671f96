"""What Tournament Pai Gow says about a tournament, as data (section 17)."""

from __future__ import annotations

from houseway.games.tournament_pai_gow.rules import cite
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
        nomination=cite("17.1"),
        nominators=SHIFT_MANAGER,
        operators=SHIFT_MANAGER,
        operator=cite("terms: Casino Operator"),
        assistants=cite("17.4"),
    ),
    # Reading TP1: the list is one of things that the conditions may say; what another clause needs
    # is asked for, and a restriction on groups may be "none".
    conditions=ConditionRules(
        wanted=cite("17.2"),
        items=(
            Item("start", cite("17.2(a)"), "the day and time of the start"),
            Item("structure", cite("17.2(b)"), "the heats, semi-finals and final, and who goes on"),
            Item("fee", cite("17.2(c)"), "the entry fee and the commission in it"),
            Item("chips", cite("17.2(d)"), "the chips that everybody is issued"),
            Item("numbers", cite("17.2(e)"), "the least and the most entrants"),
            Item("groups", cite("17.2(f)"), "restrictions on groups", may_be_none=True),
            Item("limits", cite("17.2(g)"), "the table limits"),
            Item("breakdown", cite("17.2(h)"), "the breakdown of the prize pool"),
        ),
        approval=cite("17.3"),
    ),
    entry=EntryRules(
        one_only=cite("17.5"),
        number=cite("17.2(e)"),
        groups=cite("17.2(f)"),
        reserve=cite("17.9"),
        substitute=cite("17.10"),
    ),
    fees=FeeRules(
        fee=cite("17.2(c)"),
        pool=cite("17.20"),
        refund=cite("17.23"),
        cancellation=cite("17.23"),
        commission=cite("14.1"),
        cap_percent=10,
    ),
    sessions=SessionRules(
        ballot=cite("17.6"),
        players_per_table=cite("17.7"),
        late=cite("17.8"),
        late_when="at commencement",
        boxes=(2, 8),  # readings PG12, PG22: box 1 is the bank
        breaks=cite("17.17"),
        pace=cite("17.18"),
        equal_chips=cite("17.2(d)"),
    ),
    wagering=WageringRules(
        minimum=cite("17.13"),
        elimination=cite("17.13"),
        in_sight=cite("17.11"),
        no_exchange=cite("17.12"),
        no_advice=cite("17.16"),
        marker=cite("17.14"),
        marker_moves=cite("terms: Marker"),
        direction="anticlockwise",
        out_of_turn=cite("17.14"),
        turn=cite("17.15"),
        locked=cite("17.14"),
        own_box=cite("17.15"),
        contravention=cite("16.3"),
        exclusion=cite("16.3(b)"),
        dispute=cite("16.6"),
    ),
    ranking=RankingRules(
        count=cite("17.19"),
        places=cite("17.19"),
        level=cite("17.21"),
        level_by=ADDITIONAL_ROUNDS,
        together=cite("17.22"),
        together_by=SHARE,
        advancing=cite("17.2(b)"),
    ),
    prizes=PrizeRules(
        breakdown=cite("17.2(h)"),
        returned=cite("17.20"),
        awarded=cite("17.19"),
        shared=cite("17.22"),
    ),
)
