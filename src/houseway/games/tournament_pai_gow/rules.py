"""The tables and numbers of Tournament Pai Gow (Casino Canberra, NI2002-45), beside their clauses.

How House Way sets a hand is a step list of its own: house_way.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from houseway.equipment.tiles import LINE, LINES, Line, Tile, points, single_rank
from houseway.games import slots
from houseway.games.edition import EditionRules
from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.provisions import Provisions
from houseway.games.table_rules import TableRules, TournamentRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import STAFF, Role

cite = Document("Tournament Pai Gow", edition="2002-02-18")

TILES = 32  # Tournament Pai Gow 2.1, terms: Tile
STACKS, STACK = 8, 4  # Tournament Pai Gow 8.2, terms: Hand: eight groups of four

# Tournament Pai Gow terms: Box, reading PG12: numbered anticlockwise, one stack for each.
BOXES = tuple(range(1, STACKS + 1))
HOUSE_BOX = 1  # Tournament Pai Gow 7.3, 6.1, terms: Bank, terms: House
PATRON_BOXES = BOXES[1:]
CHUNG = HOUSE_BOX  # Tournament Pai Gow terms: Chung, reading PG9: it marks the bank

HAND = "hand"  # the one wager: that the patron's hand beats the bank's


def first_box(total: int) -> int:
    """Tournament Pai Gow 8.4, reading PG10: the Chung's box counts as 1, 9 and 17."""
    return (CHUNG - 1 + total - 1) % len(BOXES) + 1


def anticlockwise(first: int) -> tuple[int, ...]:
    """All the boxes from this one on (numbers rise anticlockwise)."""
    return BOXES[first - 1 :] + BOXES[: first - 1]


# Values of two tiles

PAIR, WONG, GONG, HIGH_NINE = "pair", "Wong", "Gong", "High Nine"


class Combination(NamedTuple):
    """One line of Appendix A; rank 1 is the highest."""

    rank: int
    kind: str
    name: str


_NAMED = {line.name: line for line in LINES}


class Value(NamedTuple):
    """What a part is worth; the greater is the better, and equal values are a copy.

    `ranked` is 22 for the highest line of Appendix A, 1 for its last and 0 for a point count
    (11.1(a)); then the points (4.1, 4.2), then the higher tile of the two by Appendix B (11.2),
    16 for Teen and 1 for Gee Jun.
    """

    ranked: int
    points: int = 0
    tile: int = 0


# House Way

# Tournament Pai Gow 10.1(a): points as a threshold counts them; "7 - High Nine" asks for more
# than a plain nine (reading PG5: Gong, Wong and pairs count more still).
NINE_OF_TEEN_OR_DAY, BEYOND_COUNTING = 10, 11


def grade(part: Value) -> int:
    """A part as the thresholds of 10.1(a) measure it."""
    if not part.ranked:
        return part.points
    return NINE_OF_TEEN_OR_DAY if part.ranked <= 2 else BEYOND_COUNTING  # the last two lines


class Split(NamedTuple):
    """When a pair is split: the low and the high part each reach one of these thresholds."""

    clause: Clause
    reach: tuple[tuple[int, int], ...]


CHONG = _NAMED["Chong"].single_rank


def chong_or_higher(tile: Tile) -> bool:
    """Tournament Pai Gow 10.1(c)(iii): a tile of Chong rank or above it."""
    return single_rank(tile) <= CHONG


class Listed(NamedTuple):
    """A hand of 10.2: the two tiles of its low part and the two of its high part."""

    clause: Clause
    low: tuple[str, str]
    high: tuple[str, str]
    readings: tuple[str, ...] = ("PG7",)


# Settlement

WIN, PUSH, LOSE = "wins", "pushes", "loses"

VERDICT: dict[type[Settlement], str] = {WagerPaid: WIN, WagerStoodOff: PUSH, WagerCollected: LOSE}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """`approved` lists what a Government Casino Inspector has approved for this table."""

    approved: tuple[str, ...] = ("table", "tiles", "dice", "dice cup")


# Tournament Pai Gow terms: Tournament Director, terms: Casino Supervisor, reading G11: every
# decision is the Director's; the supervisor has no power in this document.
DIRECTOR = frozenset({Role.TOURNAMENT_DIRECTOR})
# Tournament Pai Gow terms: Assistant to the Director, who watches, reports and logs (reading TP2).
OFFICIALS = STAFF | DIRECTOR | {Role.ASSISTANT_TO_DIRECTOR}
LOGGERS = OFFICIALS | {Role.SURVEILLANCE}  # Tournament Pai Gow 16.2: any staff role may log


class Rules(EditionRules, frozen=True, kw_only=True, dict=True, eq=False):
    """An edition of Tournament Pai Gow as one value: all that a ruling reads (`games.edition`)."""

    # What section 10 calls the tiles (reading PG7): a number without a qualifier is any tile of it.
    called: Mapping[str, tuple[str, ...]] = MappingProxyType({
        "Teen": ("Teen",),
        "Day": ("Day",),
        "Teen or Day": ("Teen", "Day"),
        "Gee Jun": ("Gee Jun",),
        "11": ("Foo",),
        "high 10": ("Mooy",),
        "low 10": ("Ping",),
        "9": ("Chop Gow",),
        "8": ("Yun", "Chop Bot"),
        "high 8": ("Yun",),
        "low 8": ("Chop Bot",),
        "7": ("Tit", "Chop Chit"),
        "6": ("Chong", "Look"),
        "high 6": ("Chong",),
        "low 6": ("Look",),
        "5": ("Chop Ng",),
        "4": ("Gor", "Bon"),  # 10.2(d): the higher four first
        "low 4": ("Bon",),
        "any": tuple(line.name for line in LINES),
    })  # fmt: skip

    # Tournament Pai Gow 3.1, Appendix A, readings PG1 and PG2: the sixteen pairs, then these six.
    below_pairs: tuple[tuple[str, str, str], ...] = (
        #  kind       with    a
        (WONG,      "Teen", "9"),
        (WONG,      "Day",  "9"),
        (GONG,      "Teen", "8"),
        (GONG,      "Day",  "8"),
        (HIGH_NINE, "Teen", "7"),
        (HIGH_NINE, "Day",  "7"),
    )  # fmt: skip

    splits: Mapping[str, Split] = MappingProxyType({
        "Teen": Split(cite("10.1(a)(i)"), ((6, 8),)),
        "Day": Split(cite("10.1(a)(i)"), ((6, 8),)),
        "Chop Gow": Split(cite("10.1(a)(ii)"), ((9, 9),)),
        "Yun": Split(cite("10.1(a)(iii)"), ((7, 9), (8, 8))),
        "Chop Bot": Split(cite("10.1(a)(iii)"), ((7, 9), (8, 8))),
        "Tit": Split(cite("10.1(a)(iv)"), ((7, NINE_OF_TEEN_OR_DAY),)),
        "Chop Chit": Split(cite("10.1(a)(iv)"), ((7, NINE_OF_TEEN_OR_DAY),)),
    })  # fmt: skip

    # Tournament Pai Gow 10.1(b): the order for the high part, and the order when none leaves a low
    # part of Chong ranking 3 or better.
    order: tuple[str, ...] = (HIGH_NINE, GONG, WONG)

    fallback: tuple[str, ...] = (GONG, WONG, HIGH_NINE)

    # Tournament Pai Gow 10.1(b) and 10.1(c), reading PG4: Chong ranking 3 or better.
    low_part: Value = Value(0, 3, len(LINES) + 1 - CHONG)

    # Tournament Pai Gow 10.2, reading PG7. In (d) the better part is the high one, whatever its
    # tiles.
    listed: tuple[Listed, ...] = (
        #                       low part                   high part
        Listed(cite("10.2(a)"), ("Teen", "11"),            ("Teen", "9"),         ()),
        Listed(cite("10.2(a)"), ("Day", "11"),             ("Day", "9"),          ()),
        Listed(cite("10.2(b)"), ("high 10", "7"),          ("high 8", "11"),      ()),
        Listed(cite("10.2(c)"), ("Teen or Day", "5"),      ("Gee Jun", "6")),
        Listed(cite("10.2(d)"), ("Gee Jun", "any"),        ("4", "5")),
        Listed(cite("10.2(e)"), ("high 8", "9"),           ("low 8", "low 10")),
        Listed(cite("10.2(f)"), ("high 6", "7"),           ("low 6", "Gee Jun")),
        Listed(cite("10.2(g)"), ("9", "low 4"),            ("Teen or Day", "8")),
        Listed(cite("10.2(h)"), ("low 6", "5"),            ("high 6", "11")),
        Listed(cite("10.2(i)"), ("low 8", "low 4"),        ("high 8", "9")),
    )  # fmt: skip

    # Tournament Pai Gow 10.1(c)(i) and (ii): from this high count on it is made as high as can be.
    high_count: int = 7

    # Tournament Pai Gow 11.1, 11.3, 11.4, reading PG16: by the number of parts the patron wins.
    outcomes: Mapping[int, tuple[str, Clause]] = MappingProxyType({
        2: (WIN, cite("11.1")),
        1: (PUSH, cite("11.3")),
        0: (LOSE, cite("11.4")),
    })  # fmt: skip

    odds: Paytable[str] = Paytable(Pays(HAND, to(1, 1), cite("11.8")))

    # What must be approved before use, and by which clause (terms: Approved, reading G2).
    approvals: Mapping[str, Clause] = MappingProxyType({
        "table": cite("1.1"),
        "tiles": cite("2.1"),
        "dice": cite("2.1"),
        "dice cup": cite("terms: Dice Cup"),
    })  # fmt: skip

    limits: Limits = Limits(minimum=5_00, maximum=1_000_00, multiple=5_00)

    # Readings G5, G6 and G7: the first stake below the minimum is live and brings an advice; above
    # the maximum only the maximum is at risk; multiples are refused at entry.
    limit_rules: LimitRules = slots.limit_rules(cite)

    operator: frozenset[Role] = DIRECTOR
    officials: frozenset[Role] = OFFICIALS

    # Readings G14 and G12: no round begins outside the hours of gaming.
    # Readings TP9 and G15: chips lie in sight of all; past results are not listed for patrons.
    table: TableRules = slots.table_rules(
        cite, approvals={**approvals, "procedures": cite("terms: Approved")}
    )

    provisions: Provisions = slots.provisions(
        cite,
        operator=DIRECTOR,
        seats=lambda table: len(PATRON_BOXES),
        breach_loggers=LOGGERS,
    )

    limit_settings: Mapping[str, Setting] = MappingProxyType(
        {"limits": Setting(cite("5.1")), "multiple": Setting(cite("5.2"))}
    )
    tournament: TournamentRules = slots.tournament_rules(cite)

    @cached_property
    def ranked(self) -> dict[frozenset[str], Combination]:
        """Appendix A: the pairs, then the combinations below them."""
        ranked = {frozenset({line.name}): Combination(line.pair_rank, PAIR, f"pair of {line.name}")
                  for line in LINES}  # fmt: skip
        for rank, (kind, led_by, other) in enumerate(self.below_pairs, start=len(LINES) + 1):
            for name in self.called[other]:
                ranked[frozenset({led_by, name})] = Combination(rank, kind, f"{led_by} {kind}")
        return ranked

    def combination(self, a: Tile, b: Tile) -> Combination | None:
        """The line of Appendix A that two tiles make, if any."""
        return self.ranked.get(frozenset({LINE[a].name, LINE[b].name}))

    @cached_property
    def values(self) -> dict[tuple[Tile, ...], Value]:
        """Every two tiles by Tournament Pai Gow 11.1(a), 11.1(b) and 11.2, in that order."""
        return {(a, b): self._value(a, b) for a in LINE for b in LINE}

    def _value(self, a: Tile, b: Tile) -> Value:
        if found := self.combination(a, b):
            return Value(len(LINES) + len(self.below_pairs) + 1 - found.rank)
        # Tournament Pai Gow terms: Point Count, terms: Point: dots are counted, of any colour.
        # Tournament Pai Gow 3.2, Appendix B: the higher tile of the two.
        return Value(0, points(a, b), len(LINES) + 1 - min(single_rank(a), single_rank(b)))

    def value(self, a: Tile, b: Tile) -> Value:
        return self.values[a, b]

    @cached_property
    def names(self) -> dict[tuple[Tile, ...], str]:
        return {part: self._name(*part) for part in self.values}

    @cached_property
    def texts(self) -> dict[tuple[Tile, ...], str]:
        """Every two tiles as they are announced: the tiles, then what they make."""
        return {part: f"{' '.join(part)} ({name})" for part, name in self.names.items()}

    def _name(self, a: Tile, b: Tile) -> str:
        found = self.combination(a, b)
        return found.name if found else str(self.value(a, b).points)

    def worth(self, part: tuple[Tile, ...]) -> str:
        """The value of a part for people: `Teen Wong`, `pair of Day`, `7`."""
        return self.names[part]

    def lines_called(self, word: str) -> tuple[Line, ...]:
        return tuple(_NAMED[name] for name in self.called[word])


RULES = Rules(cite=cite)
