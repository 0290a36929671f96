"""Whether every value of a command lies within the limits of its field.

One check for each kind of command is made from its annotations and cached. A list without a limit
of its own has at most `ITEMS_MOST` items; a value of no declared type is small and plain. A value
that is too large is refused before the rules see it. One that is too small, empty or no name is
left to the rules, which refuse it by their clause; if they would not, it is refused all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from houseway.equipment.chips import dollar_text
from houseway.games.commands import Command
from houseway.games.fields import (
    CENTS_MOST,
    EQUIPMENT,
    ITEMS_MOST,
    TEXT_MOST,
    FieldKind,
    is_half,
)
from houseway.rulebook.names import name_fault
from houseway.rulebook.ruling import Refused, Ruling

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
