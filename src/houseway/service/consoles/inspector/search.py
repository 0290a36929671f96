"""Searching the log, newest first, a page at a time; what is asked for and what is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import groupby, islice
from typing import Any, NamedTuple

import msgspec

from houseway.games.events import Event, RoundOpened
from houseway.records.telling import Told, clauses_of, facts_of, kind_words, printable, tell
from houseway.rulebook.document import UnknownClause, UnknownDocument, document_cited
from houseway.service.commands import decode
from houseway.service.errors import Wrong
from houseway.service.forms.event_text import spoken
from houseway.service.texts.text import Text
from houseway.store.log import Entry, Log
from houseway.table.statements import MOVES
from houseway.table.vocabulary import OrderRefused

PAGE = 50  # lines
MOST = 100_000  # events looked at for one page; then the search says where it stands
_WINDOW = 2_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TIME = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
REFUSED = OrderRefused.__name__
REFUSAL = "action refused"  # in the words of the consoles


def shown_kind(kind: str) -> str:
    """The kind of an event as the consoles say it: `wager placed`, `action refused`."""
    return REFUSAL if kind == REFUSED else kind_words(kind)


class Wanted(NamedTuple):
    """What is asked for; whatever is empty is not asked. `before` goes on from an earlier page."""

    stream: str = ""
    from_us: int | None = None
    to_us: int | None = None
    actor: str = ""
    kind: str = ""
    clause: str = ""
    patron: str = ""
    round: int = 0
    before: int = 0


class EventLine(NamedTuple):
    """An event in words. `facts` is empty where they are held back, and `held` says so.

    `under_way`: it belongs to a round that is not over.
    """

    entry: Entry
    table: str
    words: str
    facts: tuple[tuple[str, str], ...]
    clauses: tuple[str, ...]
    refused: bool = False
    held: bool = False
    under_way: bool = False
    edition: str = ""  # of the table, under which its clauses were cited


class Run(NamedTuple):
    """A line, and the earlier ones that say the same: refusals that were repeated."""

    line: EventLine
    earlier: tuple[EventLine, ...] = ()


def runs(lines: Iterable[EventLine]) -> list[Run]:
    """The lines with refusals of the same kind, one after the other, folded into the newest."""
    grouped = (tuple(each) for _, each in groupby(lines, key=_likeness))
    return [Run(each[0], each[1:]) for each in grouped]


def _likeness(line: EventLine) -> object:
    """What repeated refusals have in common; every other line is like itself alone."""
    if not line.refused:
        return line.entry.seq
    return line.entry.stream, line.entry.actor, line.facts, line.clauses, line.held


class Found(NamedTuple):
    """A page of lines; `before` asks for the next one, 0 where there is nothing more."""

    lines: tuple[EventLine, ...]
    before: int
    looked_at: int


class Streams(NamedTuple):
    """What telling an event needs to know of its stream: its edition, where facts are held."""

    edition: Callable[[str], str]
    end: Callable[[str], int | None]
    seen: Callable[[str], bool] = lambda _stream: True


def search(log: Log, wanted: Wanted, streams: Streams) -> Found:
    """The newest events that are as wanted. Blocks: call it in a thread."""
    lines: list[EventLine] = []
    looked_at = position = 0
    of_stream = bool(wanted.stream)
    for entry in islice(_newest_first(log, wanted), MOST):
        looked_at += 1
        position = entry.version if of_stream else entry.seq
        if streams.seen(entry.stream) and _may_be(entry, wanted):
            line = told(entry, streams)
            if not wanted.clause or any(_cites(each, wanted.clause) for each in line.clauses):
                lines.append(line)
        if len(lines) == PAGE:
            break
    stopped = len(lines) == PAGE or looked_at == MOST
    return Found(tuple(lines), position if stopped and position > 1 else 0, looked_at)


def _newest_first(log: Log, wanted: Wanted) -> Iterator[Entry]:
    if wanted.round and wanted.stream:
        of_round = reversed(log.recall(wanted.stream, wanted.round))
        yield from (each for each in of_round if not 0 < wanted.before <= each.version)
        return
    yield from newest_first(log, wanted.stream, wanted.before)


def newest_first(log: Log, stream: str = "", before: int = 0) -> Iterator[Entry]:
    """The events of a stream or of all before a position, from the newest back."""
    heads = log.heads()
    last = [head.version if stream else head.seq for name, head in heads.items()
            if not stream or name == stream]  # fmt: skip
    upper = max(last, default=0) if not before else min(max(last, default=0), before - 1)
    while upper > 0:
        lower = max(0, upper - _WINDOW)
        if stream:
            page = log.read(stream, after=lower, limit=upper - lower)
        else:
            page = [e for e in log.read_all(after=lower, limit=upper - lower) if e.seq <= upper]
        yield from reversed(page)
        upper = lower


def _may_be(entry: Entry, wanted: Wanted) -> bool:
    """By what the log keeps beside an event's content, and by the words within it."""
    return (
        (not wanted.stream or entry.stream == wanted.stream)
        and (wanted.from_us is None or entry.at_us >= wanted.from_us)
        and (wanted.to_us is None or entry.at_us < wanted.to_us)
        and (not wanted.actor or entry.actor.lower() == wanted.actor.lower())
        and (not wanted.kind or entry.kind == wanted.kind)
        and (not wanted.patron or entry.actor == wanted.patron or _names(entry, wanted.patron))
        and (not wanted.clause or _number(wanted.clause).encode() in entry.body)
    )


def _names(entry: Entry, person: str) -> bool:
    """An order that was refused is kept as text within text, its quotes escaped."""
    written = msgspec.json.encode(person)
    return written in entry.body or written.replace(b'"', b'\\"') in entry.body


def _number(clause: str) -> str:
    """The number within a citation; what is no citation is taken for a number."""
    try:
        return document_cited(clause).number_of(clause)
    except (UnknownClause, UnknownDocument):
        return clause


def _cites(clause: str, asked: str) -> bool:
    """That very clause or a part of it; with a document's title, of that document."""
    if clause.lower() == asked.lower() or re.match(rf"{re.escape(asked)}[(.# ]", clause, re.I):
        return True
    number = _number(clause)
    return number == asked or bool(re.match(rf"{re.escape(asked)}[(.#]", number))


# Telling


def told(entry: Entry, streams: Streams) -> EventLine:
    """One event in words, without the facts of a round that is under way."""
    table = entry.stream.removeprefix("table/") if entry.stream.startswith("table/") else ""
    words = shown_kind(entry.kind)
    edition = streams.edition(entry.stream) if table else ""
    found = tell(edition, entry)
    clauses = tuple(filter(None, clauses_of(found.event))) if found.event else ()
    end = streams.end(entry.stream)
    under_way = end is not None and entry.version > end
    if under_way and not _in_sight(found.event):
        refused = entry.kind == REFUSED
        return EventLine(entry, table, words, (), clauses, refused, True, True, edition)
    if isinstance(found.event, OrderRefused):
        return _refusal(found, found.event, table, edition)
    facts = tuple(_facts(found))
    return EventLine(entry, table, words, facts, clauses, under_way=under_way, edition=edition)


def _in_sight(event: Event | None) -> bool:
    """What everybody at the table sees at once: that a round begins, and money that moves."""
    return isinstance(event, RoundOpened) or type(event) in MOVES


def _refusal(found: Told, event: OrderRefused, table: str, edition: str) -> EventLine:
    clauses = (event.clause,) if event.clause else ()
    asked = asked_text(edition, event.order)
    facts = (("asked", asked), ("because", printable(event.detail)), ("code", event.code))
    return EventLine(found.entry, table, REFUSAL, facts, clauses, True, edition=edition)


def asked_text(edition: str, order: str) -> str:
    """The order of a refusal as a person would say it; as it was sent where it cannot be read."""
    try:
        return printable(spoken(decode.read_command(edition, msgspec.Raw(order.encode()))))
    except (Wrong, LookupError, ValueError, TypeError, AttributeError):
        return printable(order)


def _facts(found: Told) -> Iterator[tuple[str, str]]:
    if found.event is not None:
        yield from ((name, printable(fact)) for name, fact in facts_of(found.event))
        return
    for name, fact in _content(found.entry).items():
        if fact not in ("", [], None) and name != "type":
            yield name.replace("_", " "), printable(_plain(fact))


def _content(entry: Entry) -> dict[str, Any]:
    """What an event of no table says, if it says it as a list of facts."""
    try:
        return msgspec.json.decode(entry.body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {"content": entry.body.decode("utf-8", "replace")}


def _plain(fact: Any) -> str:
    if isinstance(fact, dict):
        return f"{len(fact)} of them: {', '.join(map(str, fact))}"
    return " ".join(map(str, fact)) if isinstance(fact, list) else str(fact)


# What people type


def time_of(text: str, *, end: bool = False, zone: tzinfo = UTC) -> int | None:
    """`31/12/2026` or `31/12/2026 23:59` of a zone; as an end, a day alone is meant to its end."""
    if not text.strip():
        return None
    match = _TIME.fullmatch(text.strip())
    try:
        if match is None:
            raise ValueError
        day, month, year, hour, minute, second = (int(each or 0) for each in match.groups())
        at = datetime(year, month, day, hour, minute, second, tzinfo=zone)
    except ValueError:
        sentence = Text("{text} is not a time such as 31/12/2026 23:59", text=text)
        raise Wrong(400, "not_a_time", sentence) from None
    whole_day = timedelta(days=1) if end and match[4] is None else timedelta()
    return (at + whole_day - _EPOCH) // timedelta(microseconds=1)
