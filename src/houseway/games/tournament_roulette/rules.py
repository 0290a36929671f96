"""The tables and numbers of Tournament American Roulette (Casino Canberra, NI2002-45).

Wheel, layout and race track are geometry and stand in `equipment/wheel.py`; what they pay, when
they are offered and what the sign allows stands here, each beside its clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from houseway.equipment.wheel import (
    INSIDE,
    POSITIONS,
    SECTIONS,
    ZERO_CORNER,
    Kind,
    Piece,
    Position,
    positions_with,
)
from houseway.games import slots
from houseway.games.edition import EditionRules
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits, Line
from houseway.games.provisions import Provisions
from houseway.games.table_rules import TableRules, TournamentRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import STAFF, Role
from houseway.rulebook.ruling import Refused

cite = Document("Tournament American Roulette", edition="2002-02-18")


class Offer(NamedTuple):
    """A wager as the document names it, and the clause that permits it."""

    name: str
    clause: Clause


class Section(NamedTuple):
    """A wager of the race track: its name, its other name, and how many pieces it takes."""

    name: str
    also: str
    pieces: int
    clause: Clause

    @property
    def positions(self) -> tuple[Piece, ...]:
        return SECTIONS[self.name]


# Tournament American Roulette 4.8 second paragraph; the pieces lie as reading RO4 says.
SECTION_WAGERS = (
    Section("tier", "serie 5/8", 6, cite("4.8(a)")),
    Section("orphans", "orphelins", 5, cite("4.8(b)")),
    Section("voisins de zero", "serie 0/2/3", 9, cite("4.8(c)")),
    Section("zero game", "0-spel", 4, cite("4.8(d)")),
)

SAME_DIRECTION: Final = "same direction"
DIRECTIONS = ("clockwise", "anticlockwise")  # Tournament American Roulette 5.1

_MILLIMETRES = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})?")


def millimetres(text: str) -> Fraction | None:
    """A diameter such as `20` or `17.5`, exactly; None if the text is none."""
    return Fraction(text) if _MILLIMETRES.fullmatch(text) else None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Tournament Director chooses for the table.

    `approved` lists what an Inspector has approved in writing; balls are approved one by one.
    """

    zero_corner: Literal["offered", "withheld"] = "offered"  # 4.3(d), reading RO3: 0/1/2/3
    race_track: Literal["used", "unused"] = "used"  # Tournament American Roulette 4.8
    approved: tuple[str, ...] = ("table", "wheel", "layout")


# Tournament American Roulette terms: Tournament Director: every decision is the Director's
# (reading G11). Tournament American Roulette terms: Casino Supervisor: no clause gives a power.
DIRECTOR = frozenset({Role.TOURNAMENT_DIRECTOR})
# Tournament American Roulette terms: Assistant to the Director, who watches and logs (reading TP2).
REPORTERS = STAFF | DIRECTOR | {Role.ASSISTANT_TO_DIRECTOR}
LOGGERS = REPORTERS | {Role.SURVEILLANCE}  # Tournament American Roulette 10.2: any staff role


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """All that a ruling at a roulette table reads: one value for each edition of the document."""

    # Tournament American Roulette 4.3: the wagers. Reading RO2 gives their 157 positions.
    wagers: Mapping[Kind, Offer] = MappingProxyType({
        "straight": Offer("straight up", cite("4.3(a)")),
        "split":    Offer("split",       cite("4.3(b)")),
        "street":   Offer("street",      cite("4.3(c)")),
        "corner":   Offer("corner",      cite("4.3(d)")),
        "six_line": Offer("six-line",    cite("4.3(e)")),
        "column":   Offer("column",      cite("4.3(f)")),
        "dozen":    Offer("dozen",       cite("4.3(g)")),
        "low":      Offer("low",         cite("4.3(h)")),
        "high":     Offer("high",        cite("4.3(i)")),
        "even":     Offer("even",        cite("4.3(j)")),
        "odd":      Offer("odd",         cite("4.3(k)")),
        "red":      Offer("red",         cite("4.3(l)")),
        "black":    Offer("black",       cite("4.3(m)")),
    })  # fmt: skip

    # Tournament American Roulette 6.1 table: payout odds.
    odds: Paytable[Kind] = Paytable(
        Pays("straight", to(35, 1), cite("6.1(a)")),
        Pays("split",    to(17, 1), cite("6.1(b)")),
        Pays("street",   to(11, 1), cite("6.1(c)")),
        Pays("corner",   to(8, 1),  cite("6.1(d)")),
        Pays("six_line", to(5, 1),  cite("6.1(e)")),
        Pays("column",   to(2, 1),  cite("6.1(f)")),
        Pays("dozen",    to(2, 1),  cite("6.1(g)")),
        Pays("low",      to(1, 1),  cite("6.1(h)")),
        Pays("high",     to(1, 1),  cite("6.1(i)")),
        Pays("even",     to(1, 1),  cite("6.1(j)")),
        Pays("odd",      to(1, 1),  cite("6.1(k)")),
        Pays("red",      to(1, 1),  cite("6.1(l)")),
        Pays("black",    to(1, 1),  cite("6.1(m)")),
    )  # fmt: skip

    sections: tuple[Section, ...] = SECTION_WAGERS

    # Tournament American Roulette 9.1 to 9.5: what makes a spin void; 5.2 says what a valid one is.
    # NO SPIN (9.2) is an order of its own, because the dealer calls it before anything has
    # happened.
    void_spins: Mapping[str, Clause] = MappingProxyType({
        SAME_DIRECTION: cite("9.1"),
        "foreign object": cite("9.3"),
        "no compartment": cite("9.4"),
        "ball out of the wheel": cite("9.5"),
        "fewer than three turns": cite("5.2"),
    })  # fmt: skip

    directions: tuple[str, ...] = DIRECTIONS
    # Tournament American Roulette 2.2: millimetres, both ends included.
    ball_sizes: tuple[int, int] = (17, 22)

    # terms: Ball: not metal. Reading RO15: only what is known not to be.
    ball_materials: tuple[str, ...] = (
        "acetal",
        "ceramic",
        "ivorine",
        "nylon",
        "phenolic resin",
        "teflon",
    )

    # Reading G2: what the table needs approval for before it is used.
    approvals: Mapping[str, Clause] = MappingProxyType({
        "table": cite("1.1"),
        "wheel": cite("terms: Wheel"),
        "layout": cite("terms: Race Track"),
    })  # fmt: skip

    limits: Limits = Limits(minimum=5_00, maximum=1_000_00, multiple=5_00)

    # Readings G5, G6 and G7: the first stake below the minimum is live and brings an advice; above
    # the maximum only the maximum is at risk; multiples are refused at entry.
    limit_rules: LimitRules = slots.limit_rules(cite)

    operator: frozenset[Role] = DIRECTOR

    reporters: frozenset[Role] = REPORTERS

    # Readings G14 and G12: no round begins outside the hours of gaming.
    # Readings TP9 and G15: chips lie in sight of all; past results are not listed for patrons.
    table: TableRules = slots.table_rules(
        cite, approvals={**approvals, "procedures": cite("terms: Approved")}
    )

    provisions: Provisions = slots.provisions(cite, operator=DIRECTOR, breach_loggers=LOGGERS)

    # What the Director may set at the table, and by which clause.
    settings: Mapping[str, Setting] = MappingProxyType(
        {"zero_corner": Setting(cite("4.3(d)")), "race_track": Setting(cite("4.8"))}
    )

    limit_settings: Mapping[str, Setting] = MappingProxyType(
        {"limits": Setting(cite("3.1")), "multiple": Setting(cite("3.2"))}
    )
    neighbours: Clause = cite("4.8(e)")
    tournament: TournamentRules = slots.tournament_rules(cite)

    @cached_property
    def section_named(self) -> dict[str, Section]:
        return {name: each for each in self.sections for name in (each.name, each.also)}

    def limits_at(self, limits: Limits, position: Position) -> Limits:
        """What the sign says for one position: the line of its wager, or the table's own limits.

        Readings RO5 and RO16: where only straight up has a line, it goes by the numbers covered.
        """
        if not limits.lines:
            return limits
        line = limits.lines.get(self.wagers[position.kind].name)
        straight = limits.lines.get(self.wagers["straight"].name)
        if line is None and straight is not None and position.kind in INSIDE:
            line = Line(straight.minimum, straight.maximum * len(position.numbers))
        if line is None:
            return replace(limits, lines={})
        return replace(
            limits,
            minimum=line.minimum,
            maximum=line.maximum,
            lines={},
            personal_minimums={},
            protected={},
        )

    def line_of(self, limits: Limits, wager: str) -> Line:
        """What the sign shows for a position, to a patron without limits of their own."""
        sign = self.limits_at(limits, POSITIONS[wager])
        return Line(sign.minimum, sign.maximum)

    def priced_as(self, wager: str) -> str:
        """The kind of wager that a position is."""
        return self.wagers[POSITIONS[wager].kind].name if wager in POSITIONS else wager

    def not_approved(self, options: Options) -> Refused | None:
        for subject, clause in self.approvals.items():
            if subject not in options.approved:
                return Refused("not_approved", clause, f"the {subject} has no approval on record")
        return None


RULES = Rules(cite=cite)


def table_minimum(limits: Limits) -> int:
    """The lowest minimum on the sign (reading TP10): what a colour chip is worth (RO9)."""
    return min([limits.minimum, *(line.minimum for line in limits.lines.values())])


def offered(options: Options, position: Position) -> bool:
    return position is not ZERO_CORNER or options.zero_corner == "offered"


def complete_bet(options: Options, number: int) -> tuple[Position, ...]:
    """Tournament American Roulette 4.7: a number and its combinations on offer (RO5)."""
    return tuple(each for each in positions_with(number) if offered(options, each))
