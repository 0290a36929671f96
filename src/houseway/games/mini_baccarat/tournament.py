"""What Mini Baccarat says about a tournament, as data: section 15."""

from __future__ import annotations

from houseway.games.mini_baccarat.rules import cite
from houseway.games.tournament_rules import (
    BY_CONDITIONS,
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

# Mini Baccarat 15.3: what the conditions say. The information of Mini Baccarat 15.3(a) has for its
# parts the structure (Mini Baccarat 15.3(a)(ii)), the ways out of a knock-out (Mini Baccarat
# 15.3(a)(viii)) and of a series of sessions (Mini Baccarat 15.3(a)(ix)), and the distribution
# (Mini Baccarat 15.3(a)(xi)). What is asked only where it applies may be answered with "none".
# fmt: off
ITEMS = (
    Item("start",        cite("15.3(a)(i)"),         "the start, how to enter, who is eligible",
                                                                              in_words=True),
    Item("sessions",     cite("15.3(a)(ii)(a)"),     "the number or the length of the sessions"),
    Item("tables",       cite("15.3(a)(ii)(b)"),     "the tables in play in each session"),
    Item("progress",     cite("15.3(a)(ii)(c)"),     "how people go on", may_be_none=True),
    Item("points",       cite("15.3(a)(ii)(d)"),     "points over sessions", may_be_none=True),
    Item("repechage",    cite("15.3(a)(ii)(e)"),     "repechage or catch-up", may_be_none=True),
    Item("buy-back",     cite("15.3(a)(ii)(f)"),     "whether, how and when one buys back in",
                                                                              may_be_none=True),
    Item("fee",          cite("15.3(a)(iii)"),       "the entry fee and the commission"),
    Item("chips",        cite("15.3(a)(iv)"),        "the chips that everybody is issued"),
    Item("numbers",      cite("15.3(a)(v)"),         "the least and the most entrants"),
    Item("groups",       cite("15.3(a)(vi)"),        "restrictions on groups", may_be_none=True),
    Item("limits",       cite("15.3(a)(vii)"),       "the table limits"),
    Item("elimination",  cite("15.3(a)(viii)(A)"),   "what eliminates", may_be_none=True),
    Item("level",        cite("15.3(a)(viii)(B)"),   "equal chips at the end of a session",
                                                                              may_be_none=True),
    Item("dropping out", cite("15.3(a)(ix)(A)"),     "what eliminates over several sessions",
                                                                              may_be_none=True),
    Item("level points", cite("15.3(a)(ix)(B)"),     "places, or points, of equal chips",
                                                                              may_be_none=True),
    Item("breakdown",    cite("15.3(a)(x)"),         "the breakdown of the prize pool"),
    Item("final tie",    cite("15.3(a)(xi)(A)"),     "equal chips at the end of the final",
                                                                              may_be_none=True),
    Item("points tie",   cite("15.3(a)(xi)(B)"),     "equal points over the sessions",
                                                                              may_be_none=True),
    Item("statement",    cite("15.3(b)"),            "who runs it, and that the rules prevail"),
)
# fmt: on

TOURNAMENT = TournamentRules(
    direction=DirectionRules(
        nomination=cite("15.4"),
        nominators=SHIFT_MANAGER,
        operators=SHIFT_MANAGER,
        shared_office=cite("terms: Tournament Director/Assistant"),
    ),
    conditions=ConditionRules(
        wanted=cite("15.3"),
        items=ITEMS,
        before_entries=cite("15.2"),
        publication=cite("15.2(b)"),
        notification=cite("15.2(c)"),
        fixed=cite("15.2(a)"),
    ),
    entry=EntryRules(
        one_only=cite("15.6"),
        number=cite("15.3(a)(v)"),
        buy_back=cite("15.3(a)(ii)(f)"),
        agreement=cite("15.5"),
        eligibility=cite("15.3(a)(i)"),
        groups=cite("15.3(a)(vi)"),
        reserve=cite("15.10"),
        own_first_session=True,
        substitute=cite("15.11"),
    ),
    fees=FeeRules(
        fee=cite("15.3(a)(iii)"),
        pool=cite("15.22"),
        refund=cite("15.23"),
        cancellation=cite("15.23"),
        commission=cite("15.22"),
        approved_amount=True,
    ),
    sessions=SessionRules(
        ballot=cite("15.7"),
        players_per_table=cite("15.8"),
        late=cite("15.9"),
        late_when="at the starting time",
        start_change=cite("15.7"),
        measure=cite("terms: Session"),
        breaks=cite("15.18"),
        pace=cite("15.19"),
        equal_chips=cite("15.3(a)(iv)"),
    ),
    wagering=WageringRules(
        minimum=cite("15.14"),
        elimination=cite("15.14"),
        in_sight=cite("15.12"),
        no_exchange=cite("15.13"),
        no_advice=cite("15.17"),
        marker=cite("15.15"),
        marker_moves=cite("terms: Starting Marker"),
        direction="clockwise",
        out_of_turn=cite("15.15"),
        turn=cite("15.16"),
        locked=cite("15.15"),
        contravention=cite("14.2"),
        exclusion=cite("14.2(b)"),
        dispute=cite("14.4"),
    ),
    ranking=RankingRules(
        count=cite("15.20"),
        places=cite("15.20"),
        level=cite("15.3(a)(viii)(B)"),
        level_by=BY_CONDITIONS,
        together=cite("15.3(a)(xi)"),
        together_by=BY_CONDITIONS,
        advancing=cite("15.3(a)(ii)(c)"),
        points=cite("15.3(a)(ii)(d)"),
        points_shared=cite("15.3(a)(ix)(B)"),
    ),
    prizes=PrizeRules(
        breakdown=cite("15.3(a)(x)"),
        returned=cite("15.21"),
        awarded=cite("15.20"),
        shared=cite("15.3(a)(xi)(C)"),
        played_off=cite("15.3(a)(xi)(D)"),
    ),
)
