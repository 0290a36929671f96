"""A tournament as a file that a person writes: TOML, dollars, times of day.

    document = "tournament-blackjack"
    title = "Spring"
    director = "Dora"
    starts = 2026-09-05T19:00:00+10:00
    fee = "27.50"
    commission = "2.75"
    least = 4
    most = 14
    percent = ["50", "30", "20"]
    [answers]
    groups = "none"
    [[stage]]
    name = "heats"
    chips = 1000
    minimum = 10
    maximum = 500
    tables = 2
    rounds = 20
    advance = 2
    [[stage]]
    name = "final"
    kind = "final"
    chips = 1000
    minimum = 10
    maximum = 500
    rounds = 20

`published` is the day on which the rules were published or notified, `reference` where, for rules
that do not state when they commence. Fees, buy-ins, prizes and a guarantee are dollars, tournament
chips are whole units, and a time says how far from Greenwich it is. Prizes are either `percent` of
the pool or `amounts`, place by place. A table `[bots]` says how the tournament is tried out: how
many enter, and how they play.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from houseway.equipment.chips import dollars
from houseway.records.termsfile import Amount, BadTerms, microseconds
from houseway.rulebook.parsing import toml_as
from houseway.tournament.terms import Conditions, Stage, TieMethod

_PERCENT = re.compile(r"([0-9]{1,6})(?:\.([0-9]+))?")


class _Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """A word that the file does not know is an error, not a thing left out."""


class _Change(_Strict):
    round: int
    minimum: int
    maximum: int


class _Stage(_Strict):
    name: str
    kind: Literal["heat", "repechage", "catch-up", "semi-final", "final"] = "heat"
    chips: int = 0
    buy_in: Amount = 0
    minimum: int = 0
    maximum: int = 0
    tables: int = 1
    rounds: int = 0
    shoes: int = 0
    minutes: int = 0
    advance: int = 0
    overall: bool = False
    carries_chips: bool = False
    points: tuple[int, ...] = ()
    game: str = ""
    limit_changes: tuple[_Change, ...] = ()
    sit_and_go: int = 0


class _Ties(_Strict):
    session: TieMethod = ""
    final: TieMethod = ""
    points: TieMethod = ""
    together: TieMethod = ""


class _BuyBack(_Strict):
    times: int
    before_stage: int


class Bots(_Strict):
    """How a tournament is tried out. Strategies go round the entries; 0 entrants: the most that
    may enter; 0 players: as many at a table as it has boxes. `options` are those of the table."""

    entrants: int = 0
    players: int = 0
    strategies: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)


class _TournamentFile(_Strict):
    document: str = ""
    director: str = ""
    licence: str = ""
    published: date | None = None
    reference: str = ""
    title: str = ""
    starts: datetime | None = None
    withdraw_until: datetime | None = None
    fee: Amount | None = None
    commission: Amount | None = None
    guarantee: Amount = 0
    guarantee_entries: int = 0
    least: int | None = None
    most: int | None = None
    percent: tuple[Amount, ...] = ()
    amounts: tuple[Amount, ...] = ()
    rest_to: int = 0
    stage: tuple[_Stage, ...] = ()
    buy_back: _BuyBack | None = None
    ties: _Ties = field(default_factory=_Ties)
    apart: tuple[tuple[str, ...], ...] = ()
    agreement: bool = False
    refuse_any: bool = False
    criteria: str = ""
    chips_in_cash: bool = False
    ordered: bool = False
    pass_cards: int = 0
    undisclosed: int = 0
    perfect_pairs: bool | None = None
    start_may_change: bool = False
    refunds: tuple[Literal["withdrawal", "absence"], ...] = ()
    delegated: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    bots: Bots = field(default_factory=Bots)


class TournamentFile(Struct, frozen=True):
    """What a file says: the document, who is in charge, the conditions, how it is tried out."""

    document: str
    title: str
    director: str
    licence: str
    conditions: Conditions
    bots: Bots
    published: str = ""
    reference: str = ""


def read_tournament(text: str) -> TournamentFile:
    """A file as values; what it leaves out is simply not said yet."""
    try:
        file = toml_as(text, _TournamentFile)
        conditions = _conditions(file)
    except ValueError as wrong:
        raise BadTerms(str(wrong)) from wrong
    return TournamentFile(
        file.document, file.title, file.director, file.licence, conditions, file.bots,
        file.published.isoformat() if file.published else "", file.reference,
    )  # fmt: skip


def _conditions(file: _TournamentFile) -> Conditions:
    said = {
        name: getattr(file, name)
        for name in set(Conditions.__struct_fields__) & set(_TournamentFile.__struct_fields__)
    }
    said |= {
        "starts_us": microseconds(file.starts, "starts"),
        "withdraw_until_us": microseconds(file.withdraw_until, "withdraw_until"),
        "stages": [_stage(each) for each in file.stage],
        "fee": None if file.fee is None else dollars(file.fee),
        "commission": None if file.commission is None else dollars(file.commission),
        "guarantee": dollars(file.guarantee),
        "breakdown": _breakdown(file),
        "buy_back": file.buy_back and msgspec.structs.asdict(file.buy_back),
        "ties": msgspec.structs.asdict(file.ties),
    }
    return msgspec.convert(said, Conditions)


def _stage(each: _Stage) -> Stage:
    said = msgspec.structs.asdict(each)
    said["buy_in"] = dollars(each.buy_in)
    said["limit_changes"] = [msgspec.structs.asdict(change) for change in each.limit_changes]
    return msgspec.convert(said, Stage)


def _breakdown(file: _TournamentFile) -> dict[str, Any] | None:
    if not file.percent and not file.amounts:
        return None
    return {
        "amounts": [dollars(each) for each in file.amounts],
        "hundredths": [hundredths(each) for each in file.percent],
        "rest_to": file.rest_to,
    }


def hundredths(percent: Amount) -> int:
    """`62.5` per cent in hundredths of a per cent, exactly."""
    found = _PERCENT.fullmatch(str(percent).strip())
    if found is None:
        raise BadTerms(f"{percent!r} is not a percentage such as 50 or 62.5")
    whole, part = found.group(1), (found.group(2) or "").rstrip("0")
    if len(part) > 2:
        raise BadTerms(f"{percent} % is finer than a hundredth of a per cent")
    return int(whole) * 100 + int(part.ljust(2, "0"))
