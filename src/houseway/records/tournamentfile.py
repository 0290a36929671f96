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

import csv
import io
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from houseway.equipment.chips import BadAmount, dollars, money
from houseway.games.game import Game
from houseway.games.table_rules import BY_CONDITIONS, TournamentRules
from houseway.records.termsfile import Amount, BadTerms, microseconds
from houseway.rulebook.parsing import toml_as
from houseway.tournament.entry_vocabulary import AcceptEntry
from houseway.tournament.terms import NONE, Conditions, Stage, TieMethod, missing, most_commission

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


# A file to begin a tournament's conditions with: example figures, and every item to be written.

FEE = 110_00  # an example, as every figure here is
_STAGES = """
[[stage]]
name = "heats"
chips = 1000
minimum = 10
maximum = 500
tables = 2
rounds = 20
advance = 3

[[stage]]
name = "final"
kind = "final"
chips = 1000
minimum = 10
maximum = 500
tables = 1
rounds = 20
"""
_BOTS = """
[bots]  # for: houseway tournament run FILE --bots
entrants = 14
strategies = ["minimum", "proportion", "behind", "leader"]
"""


def template(game: Game) -> str:
    """The file for one document. What has to be said in words is left open, so that a check of the
    file names it."""
    rules = game.tournament
    if rules is None:
        raise ValueError(f"{game.cite.title} has no tournaments")
    figures = "\n".join(_figures(game, rules))
    plain = f"{figures}\n{_STAGES}"
    return f"{figures}\n\n[answers]\n{_answers(rules, plain)}\n{_STAGES}{_BOTS}"


def _figures(game: Game, rules: TournamentRules) -> Iterator[str]:
    yield f"# A tournament under {game.cite.title}, edition {game.cite.edition}."
    yield "# The figures are examples. Amounts are dollars, chips are whole units."
    yield f'document = "{game.slug}"'
    yield 'title = "Spring"'
    yield 'director = "Dora"'
    if rules.direction.licence:
        yield f'licence = "L-1"  # {rules.direction.licence}'
    instrument = game.table.instrument
    if instrument and instrument.compulsory:
        yield f"published = {game.cite.metadata.made}  # {instrument.commencement}"
        yield 'reference = "where that can be looked up"'
    yield "starts = 2027-03-06T19:00:00+10:00"
    yield f'fee = "{money(FEE)}"  # {rules.fees.fee}'
    yield from _commission(rules)
    yield f"least = 4  # {rules.entry.number}"
    yield "most = 14"
    yield f'percent = ["50", "30", "20"]  # by place, together 100: {rules.prizes.returned}'
    if any(item.key == "perfect pairs" for item in rules.conditions.items):
        yield "perfect_pairs = false"
    if rules.ranking.level_by == BY_CONDITIONS:
        yield f'ties = {{ session = "rounds", final = "share" }}  # {rules.ranking.level}'


def _commission(rules: TournamentRules) -> Iterator[str]:
    clause = rules.fees.commission
    if clause is None:
        return
    most = min(most_commission(rules, FEE), FEE // 10)
    yield f'commission = "{money(most)}"  # of the fee: {clause}'


def _answers(rules: TournamentRules, plain: str) -> str:
    """Every item that figures alone do not answer: "none" where it does not apply, else blank."""
    conditions = read_tournament(plain).conditions
    lines = []
    for item in missing(rules, conditions):
        none = replace(conditions, answers={item.key: NONE})
        still = {each.key for each in missing(rules, none)}
        said = "" if item.key in still else NONE
        key = item.key if item.key.isalnum() else f'"{item.key}"'
        lines.append(f'{key} = "{said}"  # {item.clause}: {item.asks}')
    return "\n".join(lines)


# A list of entries as a spreadsheet writes it: CSV, one person a line.

WANTED = ("person", "name", "paid")
MORE = ("form", "agreement", "eligible", "copy_given")
_YES, _NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")


class EntryList(NamedTuple):
    """The entries that could be read, the line that each stands on, and what is wrong where."""

    entries: tuple[AcceptEntry, ...]
    lines: tuple[int, ...]
    wrong: tuple[tuple[int, str], ...]


def read_entries(text: str) -> EntryList:
    """Every line, right or wrong; a file without the columns is none at all."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        _columns([each.strip() for each in reader.fieldnames or ()])
    except csv.Error as found:
        raise ValueError(f"line 1: {found}") from found
    entries, lines, wrong = [], list[int](), list[tuple[int, str]]()
    try:
        for row in reader:
            try:
                entries.append(_entry(row))
                lines.append(reader.reader.line_num)
            except ValueError as found:
                wrong.append(_told(reader, found))
    except csv.Error as found:
        wrong.append(_told(reader, found))
    return EntryList(tuple(entries), tuple(lines), tuple(wrong))


def _told(reader: csv.DictReader[str], wrong: Exception) -> tuple[int, str]:
    number = reader.reader.line_num
    return number, f"line {number}: {wrong}"


def _columns(named: list[str]) -> None:
    for each in WANTED:
        if each not in named:
            raise ValueError(f"the list has no column {each}")
    unknown = [each for each in named if each not in (*WANTED, *MORE)]
    if unknown:
        known = ", ".join((*WANTED, *MORE))
        raise ValueError(f"the list has a column {unknown[0]}, which is none of {known}")


def _entry(row: dict[str | None, str | None]) -> AcceptEntry:
    if None in row:
        raise ValueError("more cells than columns")
    said = {(name or "").strip(): (cell or "").strip() for name, cell in row.items()}
    if not said["person"] or not said["name"]:
        raise ValueError("person and name are both to be written")
    try:
        paid = dollars(said["paid"])
    except BadAmount as wrong:
        raise ValueError(f"paid: {wrong}") from None
    return AcceptEntry(
        said["person"], said["name"], paid, said.get("form", ""), said.get("agreement", ""),
        _yes(said, "eligible", otherwise=True), _yes(said, "copy_given", otherwise=False),
    )  # fmt: skip


def _yes(said: dict[str, str], name: str, *, otherwise: bool) -> bool:
    text = said.get(name, "").lower()
    if not text:
        return otherwise
    if text not in _YES + _NO:
        raise ValueError(f"{name}: {text} is neither yes nor no")
    return text in _YES
