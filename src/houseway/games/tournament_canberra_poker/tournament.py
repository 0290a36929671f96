"""What Tournament Canberra Poker says about a tournament, as data (section 15)."""

from __future__ import annotations

from houseway.games.tournament_canberra_poker.rules import cite
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
        nomination=cite("15.1"),
        nominators=SHIFT_MANAGER,
        operators=SHIFT_MANAGER,
        operator=cite("terms: Casino Operator"),
        assistants=cite("15.4"),
    ),
    # Reading TP1: the list is one of things that the conditions may say; what another clause needs
    # is asked for, and a restriction on groups may be "none".
    conditions=ConditionRules(
        wanted=cite("15.2"),
        items=(
            Item("start", cite("15.2(a)"), "the day and time of the start"),
            Item("structure", cite("15.2(b)"), "the heats, semi-finals and final, and who goes on"),
            Item("fee", cite("15.2(c)"), "the entry fee and the commission in it"),
            Item("chips", cite("15.2(d)"), "the chips that everybody is issued"),
            Item("numbers", cite("15.2(e)"), "the least and the most entrants"),
            Item("groups", cite("15.2(f)"), "restrictions on groups", may_be_none=True),
            Item("limits", cite("15.2(g)"), "the table limits"),
            Item("breakdown", cite("15.2(h)"), "the breakdown of the prize pool"),
        ),
        approval=cite("15.3"),
    ),
    entry=EntryRules(
        one_only=cite("15.5"),
        number=cite("15.2(e)"),
        groups=cite("15.2(f)"),
        reserve=cite("15.9"),
        substitute=cite("15.10"),
    ),
    fees=FeeRules(
        fee=cite("15.2(c)"),
        pool=cite("15.20"),
        refund=cite("15.23"),
        cancellation=cite("15.23"),
        commission=cite("12.1"),
        cap_percent=10,
    ),
    sessions=SessionRules(
        ballot=cite("15.6"),
        players_per_table=cite("15.7"),
        late=cite("15.8"),
        late_when="at commencement",
        breaks=cite("15.17"),
        pace=cite("15.18"),
        equal_chips=cite("15.2(d)"),
    ),
    wagering=WageringRules(
        minimum=cite("15.13"),
        elimination=cite("15.13"),
        in_sight=cite("15.11"),
        no_exchange=cite("15.12"),
        no_advice=cite("15.16"),
        marker=cite("15.14"),
        marker_moves=cite("terms: Marker"),
        direction="clockwise",
        out_of_turn=cite("15.14"),
        turn=cite("15.15"),
        locked=cite("15.14"),
        contravention=cite("14.3"),
        exclusion=cite("14.3(b)"),
        dispute=cite("14.6"),
    ),
    ranking=RankingRules(
        count=cite("15.19"),
        places=cite("15.19"),
        level=cite("15.21"),
        level_by=ADDITIONAL_ROUNDS,
        together=cite("15.22"),
        together_by=SHARE,
        advancing=cite("15.2(b)"),
    ),
    prizes=PrizeRules(
        breakdown=cite("15.2(h)"),
        returned=cite("15.20"),
        awarded=cite("15.19"),
        shared=cite("15.22"),
    ),
)
