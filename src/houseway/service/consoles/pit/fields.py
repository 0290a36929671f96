"""Orders as forms: every fact a field, with the choices that make sense at this table now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from houseway.equipment.chips import BadAmount, dollars, money
from houseway.games.commands import Command
from houseway.games.malfunction import QUESTIONS
from houseway.records.sentences import FORMS
from houseway.service.consoles.pit.titles import LABELS, NOTHING, title_of
from houseway.table.approvals_vocabulary import EASTERN_STANDARD
from houseway.table.days import MINUTE_US
from houseway.table.offers import Fact, Offer
from houseway.table.people import ASSIGNED
from houseway.table.signs import CLOSING, MINIMUM, personal_sign
from houseway.table.state import Table

Kind = Literal[
    "text", "words", "money", "number", "select", "people", "counts", "minutes", "time", "day"
]
Given = Mapping[str, tuple[str, ...]]  # what was filled in, by the name of its field
_SUGGESTED = frozenset({"patron", "person", "to", "about", "round"})  # others may be named too
_TIMES = frozenset({"opens", "closes"})
_HINTS = {
    "card": "such as 8h; left empty if nobody saw it",
    "cards": "such as 8h Td, in the order they left the shoe; ?? for one unseen",
    "tiles": "such as 5-6 1-1",
    "dice": "such as 2-5-6",
    "names": "separated by commas",
    "numbers": "separated by blanks",
    "money": "in dollars",
}
_DAY = re.compile(r"(\d{2})/(\d{2})/(\d{4})")
LAST_ROUNDS = 12  # that are suggested
MOST_FACTS = 60
LONGEST_AMOUNT = 14  # characters: $999,999,999


class Field(NamedTuple):
    """One thing to fill in. `choices`: nothing else will do; `suggested`: something else may."""

    name: str
    label: str
    kind: Kind
    form: str
    required: bool = True
    choices: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()  # of a count: the denominations of the table
    value: tuple[str, ...] = ()
    hint: str = ""


class Form(NamedTuple):
    """An order as it is asked for; `missing` says why it cannot be filled in now."""

    order: str
    title: str
    about: str
    clause: str | None
    fields: tuple[Field, ...]
    missing: str = ""


class NotFilledIn(ValueError):
    """A field of a form that cannot be read; the sentence says which."""


# What is asked


def form(table: Table, offer: Offer, kind: type[Command], given: Given) -> Form:
    """The form of an order at this table, with what was filled in already."""
    found = tuple(_field(table, kind.__name__, fact, given) for fact in _facts(table, offer))
    missing = next(filter(None, (_nothing(kind.__name__, each) for each in found)), "")
    about = " ".join((kind.__doc__ or "").replace("`", "").split("\n\n")[0].split())
    return Form(offer.order, title_of(kind), about, offer.clause, found, missing)


def _nothing(order: str, field: Field) -> str:
    if field.kind != "select" or field.choices or not field.required:
        return ""
    said = NOTHING.get((order, field.name)) or NOTHING.get(field.name)
    return said or f"there is nothing to choose as {field.label.lower()}"


def _facts(table: Table, offer: Offer) -> Iterable[Fact]:
    """Facts of the order; of a sign also what its sentence leaves out."""
    if offer.order == "CloseTable" and table.money.float_in is None:
        return ()
    if offer.order == "PutUpSign":
        return (
            *offer.facts,
            Fact("minimum", "money", required=False),
            Fact("text", "words", required=False),
            Fact("effective_us", "minutes"),
        )
    return (each for each in offer.facts if each.name != "document")


def _field(table: Table, order: str, fact: Fact, given: Given) -> Field:
    name = fact.name
    own = (order, name) in _CLOSED
    choices = (() if own else fact.choices) or _choices(table, order, name, given)
    kind = _kind(table, order, fact, choices)
    value = given.get(name, ())
    if not value:
        value = _standing(table, order, name)
    return Field(
        name, LABELS.get((order, name)) or LABELS.get(name) or name.replace("_", " ").capitalize(),
        kind, fact.form, fact.required or (order == "CloseTable"),
        choices if kind in ("select", "people") else (),
        () if kind in ("select", "people") else choices,
        table.play.chips.denominations if kind == "counts" else (),
        _counted(table, name, given) if kind == "counts" else value,
        _HINTS.get(fact.form, "") if kind not in ("counts", "select", "people") else "",
    )  # fmt: skip


def _kind(table: Table, order: str, fact: Fact, choices: tuple[str, ...]) -> Kind:
    name, form = fact.name, fact.form
    if form == "minutes":
        return "minutes"
    if name in _TIMES:
        return "time"
    if name == "dated":
        return "day"
    if form == "numbers" and name in ("counts", "float_out", "gives", "gets"):
        return "counts"
    if name == "withhold" and choices:
        return "people"
    closed = name in _CLOSED or (order, name) in _CLOSED or (bool(choices) and form != "names")
    free = name in _SUGGESTED and (order, name) not in _CLOSED
    if closed and not free and not (name == "value" and not choices):
        return "select"
    if form == "money":
        return "money"
    if form == "number":
        return "number"
    return "words" if form == "words" else "text"


def _standing(table: Table, order: str, name: str) -> tuple[str, ...]:
    """What a field says before anybody has filled it in: what is in force, or the full notice."""
    if (order, name) == ("PutUpSign", "effective_us"):
        return (str(table.game.table.notice_minutes),)
    if order == "SetLimits" and name in ("minimum", "maximum"):
        return (money(getattr(table.play.limits, name)),)
    return ()


def _counted(table: Table, name: str, given: Given) -> tuple[str, ...]:
    many = range(len(table.play.chips.denominations))
    return tuple((given.get(f"{name}.{index}") or ("",))[0] for index in many)


# What can be chosen


def _choices(table: Table, order: str, name: str, given: Given) -> tuple[str, ...]:
    find = _CLOSED.get((order, name)) or _CLOSED.get(name)
    if find is not None:
        return find(table)
    if (order, name) == ("SetOption", "value"):
        return option_values(table.game.options, (given.get("option") or ("",))[0])
    if name == "round":
        played = sorted(table.play.layout.past, reverse=True)[:LAST_ROUNDS]
        return tuple(map(str, played))
    return ()


def option_values(options: type[Any], name: str) -> tuple[str, ...]:
    """The values of an option, where the document names them."""
    hint = get_type_hints(options).get(name)
    return tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()


def _signs(table: Table) -> tuple[str, ...]:
    """What a sign can be about at this table."""
    rules = table.game.table
    found = [CLOSING] if rules.close else []
    found += [MINIMUM] if rules.raising else []
    found += [each.subject for each in rules.changes]
    if rules.personal_sign:
        found += [personal_sign(each) for each in table.play.layout.idle_rounds]
    return tuple(dict.fromkeys(found))


def _settings(table: Table) -> tuple[str, ...]:
    options = tuple(each.name for each in fields(table.play.options))
    return (*options, "limits", "multiple", "differential", "personal limit")


def _answers(table: Table) -> tuple[str, ...]:
    state = getattr(table.play, "malfunction", None)
    return QUESTIONS.get(state.phase, ()) if state else ()


def _dealers(table: Table) -> tuple[str, ...]:
    return tuple(who for who, role in table.staff.items() if role == "dealer")


_CLOSED: Mapping[Any, Callable[[Table], tuple[str, ...]]] = {
    ("PutUpSign", "subject"): _signs,
    ("TakeDownSign", "subject"): lambda table: tuple(table.signs),
    ("GiveNotice", "subject"): _settings,
    ("RecordApproval", "subject"): lambda table: tuple(table.game.table.approvals),
    ("AnswerMalfunction", "answer"): _answers,
    ("AssignStaff", "office"): lambda table: tuple(sorted(ASSIGNED)),
    ("ReleaseStaff", "person"): lambda table: tuple(table.staff),
    "dealer": _dealers,
    "dispute": lambda table: (),  # the offer names those that there are
    "correction": lambda table: (),
    "alert": lambda table: (),
    "hand": lambda table: (),
    "option": lambda table: (),
}


# What was filled in


def read(table: Table, kind: type[Command], shape: Form, given: Given, at_us: int) -> Command:
    """The order of a form; raises NotFilledIn for what is missing or cannot be read."""
    facts: dict[str, Any] = {}
    for field in shape.fields[:MOST_FACTS]:
        value = _value(field, given, at_us)
        if value is not None:
            facts[field.name] = value
        elif field.required:
            raise NotFilledIn(f"{field.label} is not filled in")
    if "document" in kind.__struct_fields__:
        facts["document"] = table.slug
    if "minutes_east" in kind.__struct_fields__:
        facts["minutes_east"] = EASTERN_STANDARD
    try:
        return msgspec.json.decode(msgspec.json.encode(kind(**facts)), type=kind)
    except (TypeError, msgspec.MsgspecError) as wrong:
        raise NotFilledIn(str(wrong)) from wrong


_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def _value(field: Field, given: Given, at_us: int) -> Any:
    if field.kind == "counts":
        return _counts(field, given)
    words = tuple(filter(None, (each.strip() for each in given.get(field.name, ()))))
    if not words:
        return None
    if field.kind == "people":
        return words
    if field.kind == "time":
        return _minutes(field, words[0])
    if field.kind == "day":
        return day(words[0])
    if field.kind == "minutes":
        return at_us + _whole(field, words[0]) * MINUTE_US
    if field.kind == "money":
        return amount(field.label, words[0])
    if field.form == "number":
        return _whole(field, words[0])
    try:
        return FORMS[None if field.form == "word" else field.form].read(words[0])
    except ValueError as wrong:
        raise NotFilledIn(f"{field.label}: {wrong}") from wrong


def amount(label: str, text: str) -> int:
    """Dollars as they are typed, in cents."""
    try:
        if len(text) > LONGEST_AMOUNT:
            raise BadAmount(f"{text} is no amount for a table")
        return dollars(text)
    except BadAmount as wrong:
        raise NotFilledIn(f"{label}: {wrong}") from wrong


def _counts(field: Field, given: Given) -> tuple[int, ...] | None:
    typed = [(given.get(f"{field.name}.{i}") or ("",))[0] for i in range(len(field.chips))]
    if not any(each.strip() for each in typed):
        return None
    return tuple(_whole(field, each.strip() or "0") for each in typed)


def _whole(field: Field, text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise NotFilledIn(f"{field.label}: {text} is not a whole number")
    return int(text)


def day(text: str) -> str:
    """A day typed as 06/12/2017, as the log writes it; what is no day is left for the rules."""
    return _DAY.sub(r"\3-\2-\1", text.strip())


def _minutes(field: Field, text: str) -> int:
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise NotFilledIn(f"{field.label}: {text} is not a time such as 23:30")
    return int(found[1]) * 60 + int(found[2])
