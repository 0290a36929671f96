"""Folds that only note what an event says: a value set, a field taken over, a name added.

A game's table of folds says such a change in one line, for example
`e.LastRoundCalled: sets(last_round=True)`. A fold that does more is a function beside the table.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from houseway.games.events import Event

Fold = Callable[[Any, Any], None]
Folds = dict[type[Event], Fold]


def only_logged(play: Any, event: Event) -> None:
    """The log keeps the event; whatever follows from it is an event of its own."""


def sets(where: str = "", /, **values: Any) -> Fold:
    """Set fields of the play, or of a part such as `prep`, to constants that cannot change."""
    if len(values) == 1 and not where:
        return _sets_one(*values.popitem())
    reach, pairs = attrgetter(where) if where else None, tuple(values.items())

    def fold(play: Any, event: Any) -> None:
        target = reach(play) if reach else play
        for name, value in pairs:
            setattr(target, name, value)

    return fold


def _sets_one(name: str, value: Any) -> Fold:
    return lambda play, event: setattr(play, name, value)


def takes(where: str = "", /, **names: str) -> Fold:
    """Set fields of the play, or of a part of it, each to the field of the event that is named."""
    reach, pairs = attrgetter(where) if where else None, tuple(names.items())

    def fold(play: Any, event: Any) -> None:
        target = reach(play) if reach else play
        for name, source in pairs:
            setattr(target, name, getattr(event, source))

    return fold


def adds(name: str, where: str) -> Fold:
    """Add a field of the event to a set of the play, such as `layout.advised`."""
    read, reach = attrgetter(name), attrgetter(where)
    return lambda play, event: reach(play).add(read(event))


def discards(name: str, where: str) -> Fold:
    """Remove a field of the event from a set of the play, where it is in it."""
    read, reach = attrgetter(name), attrgetter(where)
    return lambda play, event: reach(play).discard(read(event))


def files(name: str, where: str, *, by: str) -> Fold:
    """Put a field of the event into a mapping of the play, by another field of the event."""
    read, key, reach = attrgetter(name), attrgetter(by), attrgetter(where)
    return lambda play, event: reach(play).__setitem__(key(event), read(event))
