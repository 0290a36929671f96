"""What a game makes the house owe to people outside the table, told by the game's own facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct, field

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.document import Clause


class Duty(NamedTuple):
    """To whom, about what, by which clause."""

    to: str
    about: str
    clause: Clause


class Duties(Struct, frozen=True):
    """`owed` and `sent` read the duties in a fact.

    `order` is the game's own order that sends a notification about one of `subjects`.
    `advised`: the facts by which someone was told of the right to complain. `review_to`: to whom
    a request for review goes, where it leaves the house (reading G16).
    """

    owed: Mapping[type[Event], Callable[[Any], tuple[Duty, ...]]] = field(default_factory=dict)
    sent: Mapping[type[Event], Callable[[Any], Duty]] = field(default_factory=dict)
    subjects: tuple[str, ...] = ()
    order: Callable[[str, str], Command] | None = None
    advised: tuple[type[Event], ...] = ()
    review_to: str = ""
