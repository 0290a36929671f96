"""Playing a stream again: its events by the order that led to them, each in its round."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from houseway.games import events
from houseway.games.events import Event, RoundOpened
from houseway.records.hwlog import BadHwlog, is_hwlog, read_hwlog
from houseway.records.telling import Told
from houseway.rulebook.document import Document, clause_row, documents
from houseway.rulebook.roles import Role
from houseway.store.log import Entry, Log, LogError
from houseway.store.open import read_log
from houseway.store.receipt import Ruling
from houseway.table.vocabulary import OrderRefused, TableOpened


class CannotReplay(ValueError):
    """The stream is no table's, or has events that this software does not know."""


class NoSuchStream(LogError):
    """The log has other streams."""

    def __init__(self, stream: str, names: list[str]) -> None:
        known = f"the streams are: {', '.join(names)}" if names else "it is empty"
        super().__init__(f"the log has no stream {stream}; {known}")


class Order(NamedTuple):
    """What one order led to, the round it fell in, and the rounds that it names."""

    told: tuple[Told, ...]
    round: int
    named: frozenset[int]

    def concerns(self, number: int) -> bool:
        return number == self.round or number in self.named


def orders_of(told: list[Told]) -> list[Order]:
    """The events by the order that led to them, each in its round."""
    orders: list[Order] = []
    current, version = 0, told[0].entry.version - 1 if told else 0
    for _, group in groupby(told, key=lambda each: each.entry.key):
        each = tuple(group)
        if each[0].entry.version != version + 1:  # from here on, later orders of another round
            current = 0
        version = each[-1].entry.version
        events = [understood(one) for one in each]
        opened = [event.round for event in events if isinstance(event, RoundOpened)]
        current = opened[-1] if opened else current
        named = frozenset(getattr(event, "round", current) for event in events)
        orders.append(Order(each, current, named))
    return orders


def understood(told: Told) -> Event:
    if told.event is None:
        where = f"{told.entry.stream} version {told.entry.version}"
        raise CannotReplay(f"{where}: {told.entry.kind} is no event of a table that is known here")
    return told.event


def opening_of(log: Log, stream: str) -> list[Entry]:
    """The events up to the one that opened the table, where its game is named."""
    found: list[Entry] = []
    while page := log.read(stream, after=len(found), limit=64):
        for entry in page:
            found.append(entry)
            if entry.kind == TableOpened.__name__:
                return found
    if not found:
        raise NoSuchStream(stream, sorted(log.heads()))
    raise CannotReplay(f"{stream} is no table that was opened")


# Rulings as receipts show them: an event with the text of its clauses, and who may hold one.

# What a patron's receipt may hold beside the patron's own name. An event with any other field may
# name or describe another person; the pit and the inspector give it out instead.
OWN_FIELDS = frozenset({
    "type", "patron", "wager", "box", "amount", "stake", "paid", "collected", "returned", "before",
    "hand", "cards", "choice", "onto", "round", "clause", "clauses", "reason",
})  # fmt: skip
# Rulings that everybody at the table was told.
OPEN_KINDS = frozenset(
    name for name, each in vars(events).items() if getattr(each, "public", False)
)
REFUSED = OrderRefused.__name__


def ruling_of(entry: Entry) -> Ruling:
    """An event with the text of its clauses, in the edition that was in force."""
    found = _document(entry)
    texts = {clause: _text(clause, found) for clause in clauses_of(entry)}
    return Ruling(entry, texts, found.id if found else "")


def clauses_of(entry: Entry) -> list[str]:
    """The clauses that an event cites."""
    body = body_of(entry)
    cited = body.get("clauses") or [body.get("clause", "")]
    return [each for each in cited if isinstance(each, str) and each]


def body_of(entry: Entry) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(entry.body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def _document(entry: Entry) -> Document | None:
    return next((each for each in documents() if each.content_hash == entry.edition), None)


def _text(clause: str, found: Document | None) -> str:
    try:
        if found is not None:
            return found.clauses[found.number_of(clause)].must
        return clause_row(clause).must
    except LookupError:  # cited from a document that is not shipped
        return ""


def is_open(entry: Entry) -> bool:
    """Whether an event is a ruling that everybody at the table was told."""
    return entry.kind in OPEN_KINDS and bool(clauses_of(entry))


def is_own(entry: Entry, patron: str) -> bool:
    """Whether an event is a ruling about this patron and about nobody else.

    The person who gave it may be named: staff, or the patron. A refusal is the patron's own if the
    patron asked.
    """
    by_another = entry.role == Role.PATRON and entry.actor != patron
    if by_another or not clauses_of(entry):
        return False
    if entry.kind == REFUSED:
        return entry.role == Role.PATRON
    body = body_of(entry)
    return body.get("patron") == patron and body.keys() <= OWN_FIELDS


# Where the events of a log come from: a live log, or an exported file.

CANNOT_READ = (LogError, BadHwlog, OSError)  # what a verb answers with status 2


def hwlog_at(address: str) -> Path | None:
    """The exported file of an address, or None if it is that of a log."""
    path = Path(address)
    return path if is_hwlog(path) else None


def stream_at(address: str, stream: str) -> list[Entry]:
    """The events of one stream, from a log or from an exported file."""
    file = hwlog_at(address)
    if file is not None:
        return _stream_in(file, stream)
    log = read_log(address)
    try:
        entries = log.read(stream)
        if not entries:
            raise NoSuchStream(stream, sorted(log.heads()))
        return entries
    finally:
        log.close()


def _stream_in(file: Path, stream: str) -> list[Entry]:
    names: set[str] = set()
    found = []
    with file.open("rb") as lines:
        for entry in read_hwlog(lines):
            names.add(entry.stream)
            if entry.stream == stream:
                found.append(entry)
    if not found:
        raise NoSuchStream(stream, sorted(names))
    return found
