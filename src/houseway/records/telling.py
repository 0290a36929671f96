"""Events in words: what happened, with its facts and its clauses, for terminals and for pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from houseway.aggregates import aggregate
from houseway.equipment.chips import chips_text, dollar_text
from houseway.games import events as e
from houseway.games.fields import CHIPS, FieldKind, kinds_of
from houseway.rulebook.document import document_cited
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.vocabulary import TableOpened

_HIDDEN = ("clause", "clauses", "settlement")
_MOST = 12  # of a list; what is longer is told by its beginning
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Told(NamedTuple):
    """An entry in words, with its clauses; `event` is None where it cannot be understood."""

    entry: Entry
    text: str
    clauses: str
    event: e.Event | None


def tell_all(entries: list[Entry], *, after: int = 0, limit: int | None = None) -> list[Told]:
    """Entries in words; `entries` is the stream from its beginning, where its game is named."""
    edition = edition_in(entries)
    wanted = (each for each in entries if each.version > after)
    return [tell(edition, each) for each in islice(wanted, limit)]


def edition_in(entries: Iterable[Entry]) -> str:
    """The edition of a table, named where it was opened; empty where that is not among them."""
    for entry in entries:
        if entry.kind == TableOpened.__name__:
            opened = _event("", entry)
            return opened.edition if isinstance(opened, TableOpened) else ""
    return ""


def tell(edition: str, entry: Entry) -> Told:
    """One entry in words; of a table, `edition` is the one it was opened under."""
    event = _event(edition, entry)
    if event is None:
        return Told(entry, printable(_content_words(entry)), "", None)
    return Told(entry, printable(event_words(event)), clause_text(event), event)


def _content_words(entry: Entry) -> str:
    """What belongs to no table, tournament or promotion, such as who signed in, fact by fact."""
    try:
        content = msgspec.json.decode(entry.body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return f"{entry.kind} {entry.body.decode('utf-8', 'replace')}"
    told = {name: fact for name, fact in content.items() if fact and name != "type"}
    facts = ", ".join(f"{name.replace('_', ' ')} {_plain(fact)}" for name, fact in told.items())
    return f"{kind_words(entry.kind)}: {facts}" if facts else kind_words(entry.kind)


def _plain(fact: Any) -> str:
    return " ".join(map(str, fact)) if isinstance(fact, list) else str(fact)


def _event(slug: str, entry: Entry) -> e.Event | None:
    try:
        return aggregate(entry.stream).decode(slug, entry)
    except (codec.UnknownEvent, msgspec.MsgspecError, KeyError):
        return None


# Words


def event_words(event: e.Event) -> str:
    """The title of an event, then its facts."""
    title = title_of(type(event))
    facts = ", ".join(f"{each} {fact}" for each, fact in facts_of(event))
    return f"{title}: {facts}" if facts else title


def title_of(kind: type[e.Event]) -> str:
    """The title that an event declares, or the name under which it is stored, in words."""
    return kind.title or kind_words(str(kind.__struct_config__.tag))


def kind_words(kind: str) -> str:
    """`WagerPlaced` is "wager placed"."""
    words = (f" {letter.lower()}" if letter.isupper() else letter for letter in kind)
    return "".join(words).strip()


def facts_of(event: msgspec.Struct) -> list[tuple[str, str]]:
    """What an event says beside its clauses: each fact by its name, as people write it."""
    kinds, labels = kinds_of(type(event)), labels_of(type(event))
    shown = [name for name in labels if name not in _HIDDEN and getattr(event, name)]
    return [(labels[name], _fact(kinds.get(name), getattr(event, name))) for name in shown]


def labels_of(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The fields of an event, each with the name under which it is stored, in words."""
    stored = (each.removesuffix("_us").replace("_", " ") for each in kind.__struct_encode_fields__)
    return dict(zip(kind.__struct_fields__, stored, strict=True))


def _fact(kind: FieldKind | None, value: Any) -> str:
    if isinstance(value, e.Settlement):
        paid, returned = dollar_text(value.paid), dollar_text(value.returned)
        return f"{e.RESULT_OF[type(value)]} (paid {paid}, returned {returned})"
    if kind == CHIPS:
        return chips_text(value)
    if isinstance(value, tuple):
        return _list(kind, value)
    if isinstance(value, dict):
        return "; ".join(f"{key} {_fact(kind, each)}" for key, each in value.items())
    if isinstance(value, msgspec.Struct):
        return _whole(value)
    return _SHOWN.get(kind.what if kind else "", str)(value)


def _list(kind: FieldKind | None, values: tuple[Any, ...]) -> str:
    if not values or not isinstance(values[0], msgspec.Struct | tuple):
        return " ".join("??" if each is None else _fact(kind, each) for each in values)
    shown = [_fact(kind, each) for each in values[:_MOST]]
    return "; ".join(shown) + (f"; and {len(values) - _MOST} more" * (len(values) > _MOST))


def _whole(value: msgspec.Struct) -> str:
    """A value with parts: as it writes itself, or part by part."""
    if type(value).__str__ is not msgspec.Struct.__str__:
        return str(value)
    return "(" + ", ".join(f"{name} {fact}" for name, fact in facts_of(value)) + ")"


# Clauses


def clauses_of(event: e.Event) -> tuple[str, ...]:
    """The clauses that made it so; one empty text where it has none."""
    if isinstance(event, e.SettlementUndone):
        return (event.clause,)
    found = getattr(event, "clauses", None)
    return tuple(found) if found else (getattr(event, "clause", ""),)


def cited(clauses: tuple[str, ...]) -> str:
    """Citations of one document with its title once: `Mini Baccarat 9.8(d), 9.9(a)`."""
    title = document_cited(clauses[0]).title
    return f"{title} " + ", ".join(clause.removeprefix(f"{title} ") for clause in clauses)


def clause_text(event: e.Event) -> str:
    """The clauses that made it so; a fact of the table itself may have none."""
    clauses = tuple(filter(None, clauses_of(event)))
    if not clauses:
        return ""
    try:
        return cited(clauses)
    except LookupError:  # a document that this software does not have
        return printable(", ".join(clauses))


# Text


def time_text(at_us: int) -> str:
    """`31/12/2026 23:59:59`, in UTC."""
    try:
        return f"{_EPOCH + timedelta(microseconds=at_us):%d/%m/%Y %H:%M:%S}"
    except OverflowError:
        return f"{at_us} us"


def printable(text: str) -> str:
    """Without what would steer a terminal."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def clock_text(minutes: int) -> str:
    """Minutes after midnight as a time of day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


_SHOWN: Mapping[str, Callable[[Any], str]] = {
    "money": dollar_text,
    "moment": time_text,
    "time of day": clock_text,
}


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
