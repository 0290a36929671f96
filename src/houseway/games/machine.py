"""One machine for the commands and events of games, tables, tournaments and promotions.

`decide` asks in this order: does the command exist here, is this the stage for it, may this role
give it, are its values within their bounds, what does its judge say. `evolve` applies an event by
the fold declared for it. Roles and clause stand above the judge, an event above its fold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct

from houseway.equipment.chips import dollar_text
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import CENTS_MOST, EQUIPMENT, ITEMS_MOST, TEXT_MOST, FieldKind, is_half
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import NOBODY, Excluded, Role, Signature, name_fault, person_key
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Whether every value of a command lies within the limits of its field.

OUT_OF_BOUNDS = "out_of_bounds"


class Fault(NamedTuple):
    """What is wrong with a value, as the end of a sentence; `gross`: no rule should see it."""

    text: str
    gross: bool = True


Check = Callable[[Any], Fault | None]
_Part = tuple[Check | None, Any]
_SHORT, _MOST_REMEMBERED = 64, 512  # characters, texts of one field
_DEEPEST = 4  # levels of an option that has no declared type


class Unbounded(TypeError):
    """A field of a command has no limits."""


def judged(command: Command, judge: Callable[[], Ruling]) -> Ruling:
    """The ruling on a command; out of bounds none is accepted, and a gross one not even judged."""
    fault = fault_of(command)
    if fault is None:
        return judge()
    ruling = None if fault.gross else judge()
    return ruling if isinstance(ruling, Refused) else Refused(OUT_OF_BOUNDS, None, fault.text)


def fault_of(command: Command) -> Fault | None:
    """The first value that is not within the limits of its field, with both in a sentence."""
    for name, check, good in _remembered(type(command)):
        value = getattr(command, name)
        if type(value) is str and value in good:
            continue
        fault = check(value)
        if fault is None:
            if type(value) is str and len(value) <= _SHORT and len(good) < _MOST_REMEMBERED:
                good.add(value)
        else:
            where = f"{name.replace('_', ' ')} of {type(command).__name__}"
            return Fault(f"the {where} {fault.text}", fault.gross)
    return None


@cache
def _remembered(kind: type[Command]) -> tuple[tuple[str, Check, set[str]], ...]:
    """The checks of a command, each with short texts that have passed it: names come again."""
    return tuple((name, check, set()) for name, check in checks(kind))


@cache
def checks(kind: type[Any]) -> tuple[tuple[str, Check], ...]:
    """The fields of a command, or of a value inside one, that have something to be checked."""
    hints = get_type_hints(kind, include_extras=True)
    made = ((name, check_of(hints[name])) for name in kind.__struct_fields__)
    return tuple((name, check) for name, check in made if check is not None)


def check_of(hint: Any) -> Check | None:
    """The check of an annotated type; None where every value of the type will do."""
    if get_origin(hint) is Annotated:
        return _annotated(hint)
    if hint in EQUIPMENT:
        return _optional(_value(EQUIPMENT[hint]))
    if hint is Any:
        return _plain_value
    if get_origin(hint) is Literal or hint in (bool, NoneType):
        return None
    if get_origin(hint) in (Union, UnionType):
        return _union(hint)
    if get_origin(hint) in (tuple, dict):
        return _items(hint, ITEMS_MOST)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _struct(hint)
    raise Unbounded(f"{hint} has no limits: use a type of games.fields")


def _annotated(hint: Any) -> Check | None:
    inner, *marks = get_args(hint)
    for mark in marks:
        if isinstance(mark, FieldKind):
            return _value(mark)
    for mark in marks:
        if isinstance(mark, Meta) and mark.max_length is not None:
            return _items(inner, mark.max_length)
    raise Unbounded(f"{hint} has no limits: use a type of games.fields")


def _value(kind: FieldKind) -> Check:
    return _text(kind) if kind.text else _number(kind)


def _number(kind: FieldKind) -> Check:
    least, most = kind.least, kind.most
    show = dollar_text if kind.what == "money" else str
    number = "number of halves" if kind.halves else "whole number"
    limits = f"is not a {number} from {show(least)} to {show(most)}"

    def check(value: Any) -> Fault | None:
        if type(value) is int and least <= value <= most:
            return None
        if kind.halves and is_half(value) and least <= value <= most:
            return None
        return Fault(limits, gross=type(value) is not int or not -most <= value <= most)

    return check


def _text(kind: FieldKind) -> Check:
    least, most, bars = kind.least, kind.most, re.compile(kind.bars).search
    limits = f"is not a text of {least} to {most:,} characters"

    def check(value: Any) -> Fault | None:
        if not isinstance(value, str) or len(value) > most:
            return Fault(limits)
        if bars(value):
            return Fault("has a character that may not be there")
        if len(value) < least:
            return Fault(limits, gross=False)
        wrong = name_fault(value) if kind.name and value else None
        return Fault(wrong, gross=False) if wrong else None

    return check


def _union(hint: Any) -> Check | None:
    """A value that may be missing: one type and None."""
    (inner,) = (each for each in get_args(hint) if each is not NoneType)
    check = check_of(inner)
    return check and _optional(check)


def _optional(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _items(hint: Any, most: int) -> Check:
    """A dict, a tuple of any length, or a tuple with a type for each place."""
    parts = _parts(get_origin(hint), get_args(hint))

    def check(value: Any) -> Fault | None:
        if len(value) > most:
            return Fault(f"has more than {most:,} items")
        faults = (each(part) for each, part in parts(value) if each is not None)
        return next((fault for fault in faults if fault is not None), None)

    return check


def _parts(shape: Any, hints: tuple[Any, ...]) -> Callable[[Any], Iterable[_Part]]:
    """Every part of a value, with its check."""
    each = [check_of(hint) for hint in hints if hint is not Ellipsis]
    if shape is dict:
        return lambda value: (
            pair for item in value.items() for pair in zip(each, item, strict=True)
        )
    if Ellipsis in hints:
        return lambda value: ((each[0], part) for part in value)
    return lambda value: zip(each, value, strict=True)


def _struct(kind: type[Struct]) -> Check:
    def check(value: Any) -> Fault | None:
        for name, each in checks(kind):
            fault = each(getattr(value, name))
            if fault is not None:
                return Fault(f"has a {name.replace('_', ' ')} that {fault.text}", fault.gross)
        return None

    return check


def _plain_value(value: Any, depth: int = _DEEPEST) -> Fault | None:
    """An option of a game is judged by its game; here it only has to be small."""
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, str):
        long = Fault(f"is longer than {TEXT_MOST:,} characters")
        return None if len(value) <= TEXT_MOST else long
    if isinstance(value, int):
        return None if abs(value) <= CENTS_MOST else Fault(f"is beyond {CENTS_MOST:,}")
    if isinstance(value, list | tuple | dict) and depth and len(value) <= ITEMS_MOST:
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        faults = (_plain_value(each, depth - 1) for each in inner)
        return next((fault for fault in faults if fault is not None), None)
    return Fault("is not a plain value")


class Given(NamedTuple):
    """How a command was given: in which role, by whom, when, and whom the house excludes then."""

    by: Role
    actor: str = ""
    at_us: int = 0
    excluded: Excluded = NOBODY

    @property
    def signature(self) -> Signature:
        return Signature(self.actor, self.by, self.at_us)


State = TypeVar("State")
Rules = TypeVar("Rules")
C = TypeVar("C", bound=Command)
Judge = Callable[[State, C, Given], Ruling]
Fold = Callable[[Any, Any], None]
FoldFunction = TypeVar("FoldFunction", bound=Fold)
Slot = Callable[[Rules], Clause | None]  # finds a clause in the rules of a document


_IN_A_SLOT = Clause("")
_NO_ENTRIES: Mapping[int, Any] = MappingProxyType({})


def no_clause(rules: Any) -> Clause | None:
    return None


class May(NamedTuple):
    """Who may give a command, by which clause, and the function that judges it.

    A game cites its `clause`; above the games `slot` finds it in the rules of the document.
    `stages`: when the command is judged at all. `operator`: roles that act for the casino operator
    may give it too. `undo`: the person who gave it may take it back while nothing rests on it.
    """

    roles: frozenset[Role]
    clause: Clause  # empty where there is a slot
    decide: Callable[[Any, Any, Any], Ruling]  # a game's judge gets the role, others all of `Given`
    slot: Slot[Any] = no_clause
    stages: tuple[str, ...] = ()
    operator: bool = False
    undo: bool = False


class Row(NamedTuple):
    """One command that several games share; without a clause a document does not have it."""

    kind: type[Command]
    roles: frozenset[Role]
    clause: Clause | None
    judge: Callable[[Any, Any, Any, Role], Ruling]  # the rules, the play, the command, the role


def under(rules: Any, *rows: Row) -> dict[type[Command], May]:
    """The shared commands of a game under its rules, which are each judge's first argument."""
    return {
        row.kind: May(row.roles, row.clause, partial(row.judge, rules))
        for row in rows
        if row.clause is not None
    }


@dataclass
class Part(Generic[State, Rules]):
    """The commands and events that one module answers for."""

    usual: ClassVar[tuple[str, ...]] = ()  # the stages in which most of its commands are judged
    commands: dict[type[Command], May] = field(default_factory=dict)
    events: dict[type[Event], Fold] = field(default_factory=dict)

    def decides(
        self,
        kind: type[C],
        *,
        by: frozenset[Role],
        slot: Slot[Rules] = no_clause,
        stages: tuple[str, ...] = (),
        operator: bool = False,
        undo: bool = False,
    ) -> Callable[[Judge[State, C]], Judge[State, C]]:
        """Declare who may give a command, above the function that judges it."""

        def declare(judge: Judge[State, C]) -> Judge[State, C]:
            when = stages or self.usual
            self.commands[kind] = May(by, _IN_A_SLOT, judge, slot, when, operator, undo)
            return judge

        return declare

    def folds(self, *kinds: type[Event]) -> Callable[[FoldFunction], FoldFunction]:
        """Declare which events a function applies."""

        def declare(fold: FoldFunction) -> FoldFunction:
            self.events.update(dict.fromkeys(kinds, fold))
            return fold

        return declare


@dataclass(frozen=True)
class Machine:
    """Commands with their judges, events with their folds, and the checks before a judge.

    `not_now` answers for the stage and `may_not` for the role; each returns the refusal or None.
    """

    name: str  # as in "X is not an order of a tournament"
    unknown: str  # the code of that refusal
    not_now: Callable[[Any, Command, May], Refused | None]
    may_not: Callable[[Any, Command, May, Given], Refused | None]
    parts: tuple[Part[Any, Any], ...]
    otherwise: May | None = None  # for commands that are not its own, and not unknown either
    commands: dict[type[Command], May] = field(init=False, default_factory=dict)
    events: dict[type[Event], Fold] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for part in self.parts:
            self.commands.update(part.commands)
            self.events.update(part.events)

    def refusal(self, state: Any, command: Command, given: Given) -> Refused | None:
        """Why a command is not judged at all: it is unknown, out of stage or not theirs to give."""
        may = self.commands.get(type(command), self.otherwise)
        if may is None:
            none = f"{type(command).__name__} is not an order of {self.name}"
            return Refused(self.unknown, None, none)
        return self.not_now(state, command, may) or self.may_not(state, command, may, given)

    def judge(self, state: Any, command: Command, given: Given) -> Ruling:
        """The ruling on a command whose stage and role are right."""
        may = self.commands[type(command)]
        return judged(command, lambda: may.decide(state, command, given))

    def decide(self, state: Any, command: Command, given: Given) -> Ruling:
        return self.refusal(state, command, given) or self.judge(state, command, given)

    def evolve(self, state: Any, event: Event) -> None:
        self.events[type(event)](state, event)


def admitted(ruling: Ruling, given: Given, entries: Mapping[int, Any] = _NO_ENTRIES) -> Ruling:
    """The ruling, unless a person takes part by it whom the house excludes from the casino.

    `entries` are those of a tournament, whose events name a person by the number of the entry.
    """
    for event in ruling.events if isinstance(ruling, Accepted) and given.excluded else ():
        for named in event.admits:
            for name in _names(getattr(event, named), entries):
                found = given.excluded.get(person_key(name))
                if found and found.holds(given.at_us):
                    sentence = f"{name} is excluded from the casino"
                    return Refused("excluded_from_casino", found.clause, sentence)
    return ruling


def _names(value: Any, entries: Mapping[int, Any]) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, int):
        entry = entries.get(value)
        return (entry.person, entry.name) if entry else ()
    return tuple(name for name, *_ in value)


def role_may_not(
    kind: type[Command], by: Role, roles: frozenset[Role], clause: Clause | None
) -> Refused:
    sentence = f"{kind.title}: the role must be {role_names(roles)}, not {by}"
    return Refused("role_may_not", clause, sentence)


def role_names(roles: frozenset[Role]) -> str:
    return " or ".join(role for role in Role if role in roles)
