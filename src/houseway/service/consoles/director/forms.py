"""Orders of a tournament as forms, made from the vocabulary: every fact a field, with its choices.

An order whose facts are a table of figures (counts, conditions, a ballot) has a page of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from houseway.equipment.chips import BadAmount, dollar_text, dollars
from houseway.games.commands import Command
from houseway.service.consoles.director.titles import label_of, title_of
from houseway.service.consoles.inspector.search import time_of
from houseway.service.errors import Wrong
from houseway.tournament.state import CONFIRMED, Tournament

FieldKind = Literal["text", "words", "money", "number", "select", "ticks", "yes", "time", "odds"]
Given = Mapping[str, tuple[str, ...]]  # what was filled in, by the name of its field
_IN_SENTENCE = re.compile(r"\{(\w+):(\w+)\}")
_ENTRY = frozenset({"entry", "of", "reserve", "instead_of"})
_WORDS = frozenset({"reason", "facts", "claim", "decision", "direction", "scope"})
_CENTS = frozenset({("AddToPool", "amount"), ("RecordCommissionApproval", "amount")})
_ODDS = re.compile(r"(\d{1,4})\s*(?:to|:|/)\s*(\d{1,4})")
_LONGEST_NUMBER = 9  # digits
OWN_PAGE = frozenset(
    {
        "OpenTournament", "DraftConditions", "AcceptEntries", "DraftBallot", "AllotSeats",
        "CountTable", "RecordCounts", "RecordAdditionalRound", "UndoLast",
    }
)  # fmt: skip


class NotFilledIn(ValueError):
    """A field of a form that cannot be read; the sentence says which."""


class Choice(NamedTuple):
    value: str
    text: str


class Field(NamedTuple):
    """One thing to fill in; `choices`: nothing else will do."""

    name: str
    label: str
    kind: FieldKind
    required: bool
    choices: tuple[Choice, ...] = ()
    value: tuple[str, ...] = ()


class Form(NamedTuple):
    """An order as it is asked for."""

    order: str
    title: str
    about: str
    fields: tuple[Field, ...]


def form(tournament: Tournament, kind: type[Command], given: Given) -> Form:
    """The form of an order, with what was filled in already."""
    hints = get_type_hints(kind)
    said = dict(_IN_SENTENCE.findall(kind.sentence))
    found = tuple(
        _field(tournament, kind.__name__, each, hints[each.name], said.get(each.name, ""), given)
        for each in fields(kind)
        if each.name != "seed" and _kind(kind.__name__, each.name, hints[each.name], "")
    )
    about = " ".join((kind.__doc__ or "").replace("`", "").split("\n\n")[0].split())
    return Form(kind.__name__, title_of(kind), about, found)


def _field(
    tournament: Tournament, order: str, field: Any, hint: Any, said: str, given: Given
) -> Field:
    kind = _kind(order, field.name, hint, said)
    if kind is None:
        raise LookupError(f"{order}.{field.name} has no field of its own")
    value = given.get(field.name, ()) or _standing(tournament, order, field)
    choices = _choices(tournament, order, field.name, hint)
    return Field(field.name, label_of(field.name), kind, field.required, choices, value)


def _kind(order: str, name: str, hint: Any, said: str) -> FieldKind | None:
    if hint is bool:
        return "yes"
    if get_origin(hint) is Literal or name in _ENTRY or name in ("session", "table"):
        return "select"
    if hint == tuple[int, ...]:
        return "ticks"
    if hint == tuple[int, int]:
        return "odds"
    if hint is int:
        if name.endswith("_us"):
            return "time"
        return "money" if said == "money" or (order, name) in _CENTS else "number"
    if hint is str:
        return "words" if name in _WORDS else "text"
    return None


def _standing(tournament: Tournament, order: str, field: Any) -> tuple[str, ...]:
    """What a field says before anybody has filled it in."""
    name = field.name
    fees = order in ("AcceptEntry", "AdmitReserve", "BuyBackIn")
    if name == "paid" and fees and tournament.conditions.fee is not None:
        return (dollar_text(tournament.conditions.fee).replace("$", ""),)
    if (order, name) == ("ApproveConditions", "version"):
        return (str(tournament.version),)
    if name == "session" and tournament.sessions:
        open_ones = [each.number for each in tournament.sessions if each.phase != CONFIRMED]
        return (str(open_ones[0] if open_ones else len(tournament.sessions)),)
    if field.default is True:
        return ("yes",)
    return ()


def _choices(tournament: Tournament, order: str, name: str, hint: Any) -> tuple[Choice, ...]:
    if get_origin(hint) is Literal:
        return tuple(Choice(str(each), str(each)) for each in get_args(hint))
    find = _CHOICES.get(name)
    return find(tournament) if find else ()


def _entries(tournament: Tournament) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(each.number), f"{each.number} {each.name} ({each.status})")
        for each in tournament.entries.values()
    )


def _sessions(tournament: Tournament) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(each.number), f"{each.number} {tournament.stage_of(each).name} ({each.phase})")
        for each in tournament.sessions
    )


def _tables(tournament: Tournament) -> tuple[Choice, ...]:
    open_ones = [each for each in tournament.sessions if each.phase != CONFIRMED]
    names = dict.fromkeys(table for each in open_ones for table in each.conduct.floors)
    return tuple(Choice(each, each) for each in names)


_CHOICES: Mapping[str, Callable[[Tournament], tuple[Choice, ...]]] = {
    **dict.fromkeys(("entry", "of", "reserve", "instead_of"), _entries),
    **dict.fromkeys(("entries", "players", "advancing", "agreed"), _entries),
    "session": _sessions,
    "table": _tables,
}


# What was filled in


def read(kind: type[Command], shape: Form, given: Given) -> Command:
    """The order of a form; raises NotFilledIn for what is missing or cannot be read."""
    facts: dict[str, Any] = {"seed": ""} if "seed" in kind.__struct_fields__ else {}
    for field in shape.fields:
        value = _value(field, given)
        if value is not None:
            facts[field.name] = value
        elif field.required:
            raise NotFilledIn(f"{field.label} is not filled in")
    try:
        return msgspec.json.decode(msgspec.json.encode(kind(**facts)), type=kind)
    except (TypeError, msgspec.MsgspecError) as wrong:
        raise NotFilledIn(str(wrong)) from wrong


def _value(field: Field, given: Given) -> Any:
    words = tuple(filter(None, (each.strip() for each in given.get(field.name, ()))))
    if field.kind == "yes":
        return bool(words)
    if not words:
        return None
    if field.kind == "ticks":
        return tuple(whole(field.label, each) for each in words)
    if field.kind == "select" and field.name in (*_ENTRY, "session"):
        return whole(field.label, words[0])
    return _READ.get(field.kind, _as_typed)(field.label, words[0])


def _as_typed(_label: str, text: str) -> str:
    return text


def whole(label: str, text: str) -> int:
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        raise NotFilledIn(f"{label}: {text} is not a whole number")
    return int(text)


def cents(label: str, text: str) -> int:
    try:
        return dollars(text)
    except BadAmount as wrong:
        raise NotFilledIn(f"{label}: {wrong}") from wrong


def at_time(label: str, text: str) -> int:
    """A day and a time of day, in UTC, as `31/12/2026 20:00`."""
    try:
        return time_of(text) or 0
    except Wrong as wrong:
        raise NotFilledIn(f"{label}: {wrong.problem.sentence}") from wrong


def _odds(label: str, text: str) -> tuple[int, int]:
    found = _ODDS.fullmatch(text)
    if found is None:
        raise NotFilledIn(f"{label}: {text} is not odds such as 9 to 5")
    return int(found[1]), int(found[2])


_READ: Mapping[str, Callable[[str, str], Any]] = {
    "number": whole,
    "money": cents,
    "time": at_time,
    "odds": _odds,
}
