"""The conditions of a promotion as a file that a person writes: TOML, dollars, times of day.

    starts = 2026-03-02T10:00:00+11:00
    closes = 2026-03-07T20:00:00+11:00
    draw = 2026-03-07T21:00:00+11:00
    ends = 2026-03-14T21:00:00+11:00
    present = false
    wager = "25"
    public = {source = "the first six numbers of the state lottery", at = 2026-03-07T20:30:00+11:00}
    [terms]
    manner = "an electronic draw among all tickets"
    [[prize]]
    name = "first prize"
    kind = "cash"
    value = "12,000"
    conditions = "none"

A prize other than money also answers what it consists of or includes:

    [prize.contains]
    tobacco = false
    firearm = false
    "prohibited weapon" = false
    liquor = false
    prescribed = false

Amounts are dollars, liquor is in litres, and a time says how far from Greenwich it is.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation

from msgspec import Struct, field

from houseway.equipment.chips import dollars
from houseway.games.table_rules import TERMS, Excluded
from houseway.promotion.terms import Conditions, EntryRule, Kind, Method, Prize, PublicValue, Redraw
from houseway.rulebook.parsing import toml_as

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Amount = str | int
MILLILITRES_MOST = 10**9


class BadTerms(ValueError):
    """Not the conditions of a promotion or of a tournament; the message says where."""


class _Prize(Struct, forbid_unknown_fields=True, kw_only=True):
    name: str
    kind: Kind
    value: Amount
    count: int = 1
    conditions: str = ""
    details: dict[str, str] = field(default_factory=dict)
    includes: tuple[str, ...] = ()
    liquor_litres: Amount = 0
    cash_alternative: Amount = 0
    contains: dict[Excluded, bool] = field(default_factory=dict)


class _Entry(Struct, forbid_unknown_fields=True, kw_only=True):
    document: str
    event: str
    wager: str = ""
    stake: Amount = 0
    tickets: int = 1


class _Public(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    source: str = ""
    at: datetime | None = None


class _TermsFile(Struct, forbid_unknown_fields=True, kw_only=True):
    terms: dict[str, str] = field(default_factory=dict)
    further: dict[str, str] = field(default_factory=dict)
    prize: tuple[_Prize, ...] = ()
    starts: datetime | None = None
    closes: datetime | None = None
    draw: datetime | None = None
    ends: datetime | None = None
    present: bool | None = None
    method: Method = "electronic"
    one_prize_each: bool = False
    redraw: Redraw = Redraw()
    criteria: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    wager: Amount = 0
    entry: tuple[_Entry, ...] = ()
    public: _Public = _Public()


def read_conditions(text: str) -> Conditions:
    """The conditions of a file; what it leaves out is simply not said yet."""
    try:
        file = toml_as(text, _TermsFile)
        return _conditions(file)
    except ValueError as wrong:
        raise BadTerms(str(wrong)) from wrong


def _conditions(file: _TermsFile) -> Conditions:
    unknown = set(file.terms) - set(TERMS)
    if unknown:
        known = ", ".join(TERMS)
        raise BadTerms(f"terms.{min(unknown)} is none of {known}; others go under [further]")
    return Conditions(
        terms=file.terms, further=file.further, prizes=tuple(map(_prize, file.prize)),
        starts_us=microseconds(file.starts, "starts"),
        closes_us=microseconds(file.closes, "closes"), draw_us=microseconds(file.draw, "draw"),
        ends_us=microseconds(file.ends, "ends"), present=file.present,
        method=file.method, one_prize_each=file.one_prize_each, redraw=file.redraw,
        criteria=file.criteria, barred=file.barred, wager=dollars(file.wager),
        entry_rules=tuple(
            EntryRule(document=each.document, event=each.event, wager=each.wager,
                      stake=dollars(each.stake), tickets=each.tickets)
            for each in file.entry
        ),
        public=PublicValue(file.public.source, microseconds(file.public.at, "public.at")),
    )  # fmt: skip


def _prize(each: _Prize) -> Prize:
    return Prize(
        name=each.name, kind=each.kind, value=dollars(each.value), count=each.count,
        conditions=each.conditions, details=each.details, includes=each.includes,
        liquor_ml=_millilitres(each.liquor_litres),
        cash_alternative=dollars(each.cash_alternative), contains=each.contains,
    )  # fmt: skip


def _millilitres(litres: Amount) -> int:
    try:
        exact = Decimal(str(litres)) * 1000
    except InvalidOperation:
        raise BadTerms(f"{litres!r} is not a number of litres such as 20 or 4.5") from None
    if not exact.is_finite() or abs(exact) > MILLILITRES_MOST or exact != int(exact):
        raise BadTerms(f"{litres} litres are not a number of whole millilitres")
    return int(exact)


def microseconds(at: datetime | None, name: str) -> int:
    """Since the year 1970 began in Greenwich; 0 where the file does not say."""
    if at is None:
        return 0
    if at.tzinfo is None:
        raise BadTerms(f"{name} does not say how far from Greenwich it is, such as +11:00")
    return (at - _EPOCH) // timedelta(microseconds=1)
