"""What Tournament Blackjack says about a tournament, as data (section 19)."""

from __future__ import annotations

from houseway.games.tournament_blackjack.rules import cite
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
        nomination=cite("19.1"),
        nominators=SHIFT_MANAGER,
        operators=SHIFT_MANAGER,
        operator=cite("terms: Casino Operator"),
        assistants=cite("19.4"),
    ),
    # Reading TP1: the list is one of things that the conditions may say; what another clause needs
    # is asked for, and a restriction on groups may be "none".
    conditions=ConditionRules(
        wanted=cite("19.2"),
        items=(
            Item("start", cite("19.2(a)"), "the day and time of the start"),
            Item("structure", cite("19.2(b)"), "the heats, semi-finals and final, and who goes on"),
            Item("fee", cite("19.2(c)"), "the entry fee and the commission in it"),
            Item("chips", cite("19.2(d)"), "the chips that everybody is issued"),
            Item("numbers", cite("19.2(e)"), "the least and the most entrants"),
            Item("groups", cite("19.2(f)"), "restrictions on groups", may_be_none=True),
            Item("perfect pairs", cite("19.2(g)"), "whether Perfect Pairs is offered"),
            Item("limits", cite("19.2(h)"), "the table limits"),
            Item("breakdown", cite("19.2(i)"), "the breakdown of the prize pool"),
        ),
        approval=cite("19.3"),
    ),
    entry=EntryRules(
        one_only=cite("19.5"),
        number=cite("19.2(e)"),
        groups=cite("19.2(f)"),
        reserve=cite("19.9"),
        substitute=cite("19.10"),
    ),
    fees=FeeRules(
        fee=cite("19.2(c)"),
        pool=cite("19.20"),
        refund=cite("19.23"),
        cancellation=cite("19.23"),
        commission=cite("17.1"),
        cap_percent=10,
    ),
    sessions=SessionRules(
        ballot=cite("19.6"),
        players_per_table=cite("19.7"),
        late=cite("19.8"),
        late_when="at commencement",
        breaks=cite("19.17"),
        pace=cite("19.18"),
        equal_chips=cite("19.2(d)"),
    ),
    wagering=WageringRules(
        minimum=cite("19.13"),
        elimination=cite("19.13"),
        in_sight=cite("19.11"),
        no_exchange=cite("19.12"),
        no_advice=cite("19.16"),
        marker=cite("19.14"),
        marker_moves=cite("terms: Marker"),
        direction="clockwise",
        out_of_turn=cite("19.14"),
        turn=cite("19.15"),
        locked=cite("19.14"),
        own_box=cite("19.15"),
        contravention=cite("16.3"),
        exclusion=cite("16.3(b)"),
        dispute=cite("16.6"),
    ),
    ranking=RankingRules(
        count=cite("19.19"),
        places=cite("19.19"),
        level=cite("19.21"),
        level_by=ADDITIONAL_ROUNDS,
        together=cite("19.22"),
        together_by=SHARE,
        advancing=cite("19.2(b)"),
    ),
    prizes=PrizeRules(
        breakdown=cite("19.2(i)"),
        returned=cite("19.20"),
        awarded=cite("19.19"),
        shared=cite("19.22"),
    ),
)
