"""What the verbs that read a log share: where events come from, and how one is told in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.markup import render

from houseway.cli.tell import cited, clauses_of, event_text
from houseway.games.events import Event
from houseway.records.hwlog import BadHwlog, is_hwlog, read_hwlog
from houseway.store import codec
from houseway.store.log import Entry, LogError
from houseway.store.open import read_log
from houseway.table.vocabulary import TableOpened

CANNOT_READ = (LogError, BadHwlog, OSError)  # what a verb answers with status 2
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NoSuchStream(LogError):
    """The log has other streams."""

    def __init__(self, stream: str, names: list[str]) -> None:
        known = f"the streams are: {', '.join(names)}" if names else "it is empty"
        super().__init__(f"the log has no stream {stream}; {known}")


class Told(NamedTuple):
    """An entry in words, with its clauses; `event` is None where it cannot be understood."""

    entry: Entry
    text: str
    clauses: str
    event: Event | None


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


def tell_all(entries: list[Entry], *, after: int = 0, limit: int | None = None) -> list[Told]:
    """Entries in words; `entries` is the stream from its beginning, where its game is named."""
    slug = _slug(entries)
    wanted = (each for each in entries if each.version > after)
    return [_told(slug, each) for each in islice(wanted, limit)]


def _slug(entries: list[Entry]) -> str:
    for entry in entries:
        if entry.kind == TableOpened.__name__:
            opened = _event("", entry)
            return opened.document if isinstance(opened, TableOpened) else ""
    return ""


def _told(slug: str, entry: Entry) -> Told:
    event = _event(slug, entry)
    if event is None:
        content = entry.body.decode("utf-8", "replace")
        return Told(entry, printable(f"{entry.kind} {content}"), "", None)
    return Told(entry, printable(render(event_text(event)).plain), clause_text(event), event)


def _event(slug: str, entry: Entry) -> Event | None:
    try:
        return codec.decode(slug, entry)
    except (codec.UnknownEvent, msgspec.MsgspecError, KeyError):
        return None


def clause_text(event: Event) -> str:
    """The clauses that made it so; a fact of the table itself may have none."""
    clauses = tuple(filter(None, clauses_of(event)))
    if not clauses:
        return ""
    try:
        return cited(clauses)
    except LookupError:  # a document that this software does not have
        return printable(", ".join(clauses))


def time_text(at_us: int) -> str:
    """`31/12/2026 23:59:59`, in UTC."""
    try:
        return f"{_EPOCH + timedelta(microseconds=at_us):%d/%m/%Y %H:%M:%S}"
    except OverflowError:
        return f"{at_us} us"


def printable(text: str) -> str:
    """Without what would steer a terminal."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
