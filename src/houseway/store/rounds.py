"""Recall: which orders of a table belong to which round, so that a round is at hand at once.

A round is everything from the order that opened it to the order that opened the next, and every
later order that names it (a void, a correction). The marks are kept beside the events as an index:
worked out from the events alone, compared with them by `verify`, thrown away and rebuilt at will.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from houseway.games.events import BettingOpened, NoBetCoupBegun, NonBettingRoundBegun
from houseway.store.chain import slice_problems
from houseway.store.log import Append, Entry, Log

# The events that begin a round. All are in `games.events`: a log is indexed without its games.
OPENING = frozenset(each.__name__ for each in (BettingOpened, NoBetCoupBegun, NonBettingRoundBegun))
_NAMED = b'"round":'
HIGHEST = 1 << 53  # no table has had more rounds; every database holds the number
_ONE_MORE = 1 << 64  # counts, beyond what hashes can make up


class Mark(NamedTuple):
    """An order that names a round, by the versions of its events; `opens` is 1 if it began it."""

    stream: str
    first: int
    last: int
    number: int
    opens: int


class _Naming(msgspec.Struct):
    round: int | None = None


_decode = msgspec.json.Decoder(_Naming).decode


def _number(body: bytes) -> int | None:
    """The round that an event names; content that is no JSON of ours names none."""
    try:
        number = _decode(body).round
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return number if number is not None and 0 <= number <= HIGHEST else None


def marks_of(append: Append) -> list[Mark]:
    """The marks of an order that is appended."""
    if not any(_NAMED in event.body for event in append.events):
        return []
    first, last = append.expected + 1, append.expected + len(append.events)
    named = _named((event.kind, event.body) for event in append.events)
    return [Mark(append.stream, first, last, number, opens) for number, opens in named.items()]


def _named(events: Iterable[tuple[str, bytes]]) -> dict[int, int]:
    """The rounds that the events of one order name, and whether they open them."""
    found: dict[int, int] = {}
    for kind, body in events:
        number = _number(body) if _NAMED in body else None
        if number is not None:
            found[number] = found.get(number, 0) | (kind in OPENING)
    return found


def marks_in(rows: Iterable[tuple[Any, ...]]) -> Iterator[Mark]:
    """The marks of a log, worked out from its entries in any order that keeps each stream's own."""
    began: dict[
        str, tuple[str, int]
    ] = {}  # the order that each stream is in, and its first version
    naming: dict[str, _Order] = {}  # those of them that name a round
    for row in rows:
        key, stream, version, body = row[1], row[2], row[3], row[6]
        at = began.get(stream)
        if at is None or at[0] != key:
            at = began[stream] = key, version
            if stream in naming:
                yield from naming.pop(stream).marks(stream)
        if _NAMED in body:
            naming.setdefault(stream, _Order(at[1])).events.append((row[4], body))
        if stream in naming:
            naming[stream].last = version
    for stream, order in naming.items():
        yield from order.marks(stream)


class _Order:
    """The events of one order that name a round, while its stream is followed."""

    __slots__ = ("events", "first", "last")

    def __init__(self, first: int) -> None:
        self.first = self.last = first
        self.events: list[tuple[str, bytes]] = []

    def marks(self, stream: str) -> Iterator[Mark]:
        for number, opens in _named(self.events).items():
            yield Mark(stream, self.first, self.last, number, opens)


class Tally:
    """A sum over marks in any order, by stream: two indexes are alike if their tallies are.

    The hashes are of this process alone, so nobody can aim at them.
    """

    def __init__(self, marks: Iterable[Mark]) -> None:
        self._sums: dict[str, int] = {}
        for mark in marks:
            self._sums[mark[0]] = self._sums.get(mark[0], 0) + hash(mark) + _ONE_MORE

    def differing(self, other: Tally) -> list[str]:
        names = sorted(self._sums.keys() | other._sums.keys())
        return [name for name in names if self._sums.get(name) != other._sums.get(name)]

    def problems(self, kept: Tally) -> list[str]:
        """What is wrong with the index that is kept, this one being of the events."""
        return [f"{name}: its index of rounds is not that of its events" for name in
                self.differing(kept)]  # fmt: skip


# Which events a round is


class Span(NamedTuple):
    """Versions from `first` to `last`; without a last one, to the end of the stream."""

    first: int
    last: int | None

    @property
    def events(self) -> int | None:
        """How many there are; None is all that follow."""
        return None if self.last is None else self.last - self.first + 1


def spans(marks: Iterable[Mark], next_opening: int | None) -> list[Span]:
    """Where the events of a round are, by the marks that name it and where the next one opens."""
    named = sorted(marks, key=attrgetter("first"))
    opening = next((each for each in named if each.opens), None)
    if opening is None:
        return []
    end = next_opening - 1 if next_opening else None
    later = [] if end is None else [Span(m.first, m.last) for m in named if m.first > end]
    return [Span(opening.first, end), *later]


def read_spans(log: Log, stream: str, chosen: Iterable[Span]) -> list[Entry]:
    return [
        entry
        for span in chosen
        for entry in log.read(stream, after=span.first - 1, limit=span.events)
    ]


_NEXT = 64  # events that are looked through for the opening of the next round


def right_round(log: Log, stream: str, number: int, found: list[Entry]) -> list[Entry]:
    """What the index named, if it is that round; otherwise the round out of the whole stream."""
    if not found or _is_round(log, stream, number, found):
        return found
    return recalled(log.read(stream), number)


def _is_round(log: Log, stream: str, number: int, found: list[Entry]) -> bool:
    """It opens that round and no other, everything later names it, and then another one opens."""
    marks = list(marks_in(map(_row, found)))
    openings = [mark for mark in marks if mark.opens]
    if slice_problems(found) or [mark.number for mark in openings] != [number]:
        return False
    if openings[0].first != found[0].version:
        return False
    last = _end_of_run(found)
    naming = {mark.first for mark in marks if mark.number == number}
    later = [each for each in found[last:] if not _within_order(each, naming, marks)]
    following = log.read(stream, after=found[last - 1].version, limit=_NEXT)
    opens = {mark.first for mark in marks_in(map(_row, following)) if mark.opens}
    return not later and (not following or following[0].version in opens)


def _end_of_run(found: list[Entry]) -> int:
    """How many events follow one another from the first on."""
    return next(
        (
            place
            for place in range(1, len(found))
            if found[place].version != found[place - 1].version + 1
        ),
        len(found),
    )


def _within_order(entry: Entry, naming: set[int], marks: list[Mark]) -> bool:
    return any(mark.first in naming and mark.first <= entry.version <= mark.last for mark in marks)


def right_last(log: Log, stream: str, rounds: int, found: list[Entry]) -> list[Entry]:
    """What the index named as the last rounds, if it is; otherwise those of the whole stream."""
    openings = [mark.first for mark in marks_in(map(_row, found)) if mark.opens]
    if len(openings) == rounds and openings[0] == found[0].version and not slice_problems(found):
        return found
    return recalled_last(log.read(stream), rounds)


def recalled(entries: list[Entry], number: int) -> list[Entry]:
    """The events of a round out of a whole stream, where there is no index."""
    marks = list(marks_in(map(_row, entries)))
    opening = min((m.first for m in marks if m.opens and m.number == number), default=0)
    following = min((m.first for m in marks if m.opens and m.first > opening), default=None)
    chosen = spans((m for m in marks if m.number == number), following)
    return [entry for span in chosen for entry in _within(entries, span)]


def recalled_last(entries: list[Entry], rounds: int) -> list[Entry]:
    """The events from the opening of the last so many rounds on, where there is no index."""
    openings = sorted(m.first for m in marks_in(map(_row, entries)) if m.opens)
    return _within(entries, Span(openings[-rounds:][0], None)) if openings else []


def _within(entries: list[Entry], span: Span) -> list[Entry]:
    last = len(entries) if span.last is None else span.last
    return [entry for entry in entries if span.first <= entry.version <= last]


_row = attrgetter(*Entry.__struct_fields__)
