"""The facts of a tournament in words, for terminals and pages.

What an undisclosed wager says is never told with the fact that it was handed in, or refused.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.aggregates import TOURNAMENT
from houseway.equipment.chips import dollar_text
from houseway.games.events import Event
from houseway.games.fields import CENTS, MOMENT, kinds_of
from houseway.records.telling import (
    Told,
    clause_text,
    kind_words,
    labels_of,
    printable,
    time_text,
    title_of,
)
from houseway.store.codec import UnknownEvent
from houseway.store.log import Entry
from houseway.table.vocabulary import OrderRefused
from houseway.tournament import form_vocabulary as f
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.leaderboard import places_text
from houseway.tournament.state import Out, Seat
from houseway.tournament.terms import Conditions, percent_text

_HIDDEN = ("clause", "by", "marked", "content", "edition", "instead", "last")
_NOTHING: tuple[Any, ...] = ("", 0, (), {}, None, False)
_SEALED = ("on", "amount", "held")


class _Asked(msgspec.Struct):
    type: str


def words(event: Event) -> str:
    """The fact's name in words, then what it says; of an order that was refused, its name."""
    if isinstance(event, OrderRefused):
        asked = msgspec.json.decode(event.order or b'{"type": "an order"}', type=_Asked).type
        return f"refused: {kind_words(asked)}: {event.detail}"
    name = title_of(type(event))
    said = ", ".join(_said(event, each) for each in _told(event))
    return f"{name}: {said}" if said else name


def _told(event: Event) -> list[str]:
    hidden = (*_HIDDEN, *_SEALED) if isinstance(event, f.FormHandedIn) else _HIDDEN
    fields = [each for each in event.__struct_fields__ if each not in hidden]
    return [each for each in fields if each == "stage" or getattr(event, each) not in _NOTHING]


def _said(event: Event, name: str) -> str:
    value: Any = getattr(event, name)
    label, kind = labels_of(type(event))[name], kinds_of(type(event)).get(name)
    if value is True:
        return label
    if name == "first":
        return f"place {places_text(value, event.last)}"  # type: ignore[attr-defined]
    if name == "stage":
        return f"stage {value + 1}"
    if kind == MOMENT:
        return f"{label} {time_text(value)} UTC"
    if kind == CENTS:
        return f"{label} {dollar_text(value)}"
    if name == "hundredths":
        return percent_text(value)
    return f"{label} {_plain(value)}"


def _plain(value: Any) -> str:
    """Anything that a fact holds, short enough for a line."""
    if isinstance(value, Conditions):
        return f"{len(value.stages)} stages, {len(value.answers)} answers in words"
    if isinstance(value, Seat):
        return f"table {value.table} box {value.box}"
    if isinstance(value, s.TablePlan):
        return f"{value.table} ({value.players} at boxes {_plain(value.boxes)}, {value.mode})"
    if isinstance(value, Out):
        return f"entry {value.entry} {value.how} after round {value.round} with {value.chips}"
    if isinstance(value, r.Placing):
        return f"place {places_text(value.first, value.last)} entry {value.entry}"
    if isinstance(value, tuple):
        return "; ".join(_pair(each) for each in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_plain(each)}" for key, each in value.items())
    return str(value)


def _pair(value: Any) -> str:
    if isinstance(value, tuple) and len(value) == 2:
        return f"{_plain(value[0])}: {_plain(value[1])}"
    return _plain(value)


def told(entry: Entry) -> Told:
    """One entry of a tournament's stream in words."""
    try:
        event = TOURNAMENT.decode("", entry)
    except (UnknownEvent, msgspec.MsgspecError, KeyError):
        content = entry.body.decode("utf-8", "replace")
        return Told(entry, printable(f"{entry.kind} {content}"), "", None)
    return Told(entry, printable(words(event)), clause_text(event), event)


def actions(entries: list[Entry]) -> list[Told]:
    """A stream in words, without the facts that only say that an action begins."""
    return [told(each) for each in entries if each.kind != v.ActionBegun.__name__]
