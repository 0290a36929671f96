"""Playing a stream again: its events by the order that led to them, each in its round."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from houseway.games.events import Event, RoundOpened
from houseway.records.telling import Told
from houseway.store.log import Entry, Log, LogError
from houseway.table.vocabulary import TableOpened


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
