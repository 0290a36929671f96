"""Verbs made from the declarations of commands: a name, an option for each field, an example.

`CallBreak` becomes `call-break LOG STREAM --session 1 --minutes 15`. A field's type says how it is
typed: money in dollars, a time with its offset, a list by repeating its option, and what has parts
of its own as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from inspect import Parameter as Argument
from inspect import Signature
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from cyclopts import App, Group, Parameter
from msgspec.structs import FieldInfo, fields

from houseway.cli.shared import LogAddress
from houseway.equipment.chips import dollars
from houseway.games.commands import Command
from houseway.games.fields import FieldKind
from houseway.records.termsfile import microseconds
from houseway.records.tournamentfile import hundredths
from houseway.rulebook.parsing import json_as

Make = Callable[[], Command]  # raises ValueError where an option cannot be read
Give = Callable[[str, str, Any, type[Command], Make], int]  # log, stream, who gives it and how
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
_PLAIN = (int, str, bool)


def moment(text: str) -> int:
    """Return the microseconds of a time such as 2026-09-05T19:00:00+10:00."""
    try:
        return microseconds(datetime.fromisoformat(text), text)
    except ValueError as wrong:
        raise ValueError(f"{text} is not a time such as 2026-09-05T19:00:00+10:00") from wrong


class _Typed(NamedTuple):
    """How a kind of value is typed: its reader, and an example."""

    read: Callable[[str], Any]
    example: str


_TYPED = {
    "money": _Typed(dollars, "27.50"),
    "moment": _Typed(moment, "2026-09-05T19:00:00+10:00"),
    "hundredths of a per cent": _Typed(hundredths, "10"),
}
_JSON = _Typed(lambda text: json_as(text, object), "'{...}'")
_WRITTEN = {
    "money": "in dollars",
    "moment": "a time with its offset from UTC",
    "hundredths of a per cent": "in per cent",
    "minutes": "in minutes",
    "seconds": "in seconds",
    "tournament chips": "in tournament chips",
    "number": "its number",
    "person": "by name",
    "patron": "by name",
    "document": "a game, such as tournament-blackjack",
}


class _Option(NamedTuple):
    """One field of a command as an option of its verb."""

    field: FieldInfo
    name: str
    many: bool
    annotation: Any
    typed: _Typed | None  # None: the value is taken as it is
    what: str  # of which kind the field is

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def described(self) -> str:
        """What to write, for the help page."""
        unit = "as JSON" if self.typed is _JSON else _WRITTEN.get(self.what, "")
        several = "repeat it for several" if self.many else ""
        words = self.name.replace("_", " ").capitalize()
        return ", ".join(filter(None, (words, unit, several))) + "."

    def value(self, given: Any) -> Any:
        if self.typed is None:
            return given
        return tuple(map(self.typed.read, given)) if self.many else self.typed.read(given)


def verb(kind: type[Command]) -> str:
    """`CallBreak` is the verb `call-break`."""
    return _CAPITAL.sub("-", kind.__name__).lower()


def add_verbs(
    app: App, kinds: Iterable[type[Command]], give: Give, how: Any, about: Mapping[str, str]
) -> None:
    """Add a verb for each command to an app.

    `how` is the type of the options that say who gives it. `about` has the group of the help page,
    the beginning of every example, and what the stream is.
    """
    group = Group.create_ordered(about["group"])
    for kind in kinds:
        app.command(_made(kind, give, how, about), name=verb(kind), group=group)


def _made(
    kind: type[Command], give: Give, how: Any, about: Mapping[str, str]
) -> Callable[..., int]:
    options = [_option(each) for each in fields(kind) if each.name not in kind.hidden]

    def run(log_address: str, stream_name: str, *, given_by: Any = None, **given: Any) -> int:
        return give(log_address, stream_name, given_by, kind, lambda: _read(kind, options, given))

    arguments = _arguments(options, how, about["stream"])
    run.__doc__ = _help(kind, options, about["example"])
    run.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in arguments}
    return run


def _arguments(options: list[_Option], how: Any, stream: str) -> list[Argument]:
    """The names of the first two and the last are those of no field."""
    placed = [
        Argument(name, Argument.POSITIONAL_ONLY, annotation=annotation)
        for name, annotation in (
            ("log_address", LogAddress),
            ("stream_name", Annotated[str, Parameter(help=stream)]),
        )
    ]
    named = [_argument(each) for each in options]
    last = Argument("given_by", Argument.KEYWORD_ONLY, annotation=how | None, default=None)
    return [*placed, *sorted(named, key=lambda each: each.default is not Argument.empty), last]


def _argument(option: _Option) -> Argument:
    optional = not option.field.required
    annotation = option.annotation | None if optional else option.annotation
    flag = Parameter(name=option.flag, help=option.described)
    named = Annotated[annotation, flag]  # type: ignore[valid-type]
    default = None if optional else Argument.empty
    return Argument(option.field.name, Argument.KEYWORD_ONLY, annotation=named, default=default)


def _option(field: FieldInfo) -> _Option:
    name = field.name.removesuffix("_us")
    bare, many = _item(field.type)
    plain, typed = _reading(bare)
    listed: Any = tuple[plain, ...] if many else plain  # type: ignore[valid-type]
    declared = _kind(bare)
    return _Option(field, name, many, listed, typed, declared.what if declared else "")


def _item(annotation: Any) -> tuple[Any, bool]:
    """The type of a field, or of the items of its list."""
    if get_origin(annotation) is tuple and get_args(annotation)[-1] is Ellipsis:
        return get_args(annotation)[0], True
    return annotation, False


def _reading(annotation: Any) -> tuple[Any, _Typed | None]:
    """What the command line takes for a type, and how it is read further."""
    kind = _kind(annotation)
    if kind is not None and kind.what in _TYPED:
        return str, _TYPED[kind.what]
    bare = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    return (bare, None) if bare in _PLAIN or get_origin(bare) is Literal else (str, _JSON)


def _kind(annotation: Any) -> FieldKind | None:
    declared = getattr(annotation, "__metadata__", ())
    return next((each for each in declared if type(each) is FieldKind), None)


def _read(kind: type[Command], options: list[_Option], given: Mapping[str, Any]) -> Command:
    values = {}
    for option in options:
        typed = given.get(option.field.name)
        if typed is None or (typed == () and not option.field.required):
            continue
        try:
            values[option.field.name] = option.value(typed)
        except (ValueError, msgspec.MsgspecError) as wrong:
            raise ValueError(f"{option.flag}: {wrong}") from wrong
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"{verb(kind)}: {wrong}") from wrong


def _help(kind: type[Command], options: list[_Option], example: str) -> str:
    """The first line says what it does, the last is an example of it."""
    needed = [f"{each.flag} {_example(each)}" for each in options if each.field.required]
    title = kind.title or _CAPITAL.sub(" ", kind.__name__).capitalize()
    line = " ".join(["Example: houseway", example.format(verb(kind)), *needed])
    return f"{title}.\n\n{line}"


def _example(option: _Option) -> str:
    if option.typed is not None:
        return option.typed.example
    item = option.annotation if not option.many else get_args(option.annotation)[0]
    if get_origin(item) is Literal:
        return f'"{get_args(item)[0]}"'
    return "1" if item is int else '"..."'
