"""The house's options for a table, read from plain values: what may stand there, and what may not.

Records, the command line, the HTTP API and the Python API all read options here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from houseway.games.game import Game, Setup

MOST = 10**9  # no option counts further


class BadOption(ValueError):
    """A table cannot be set up so; the message says what would be right. `name`: of the option."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


class Option(NamedTuple):
    """One option: its default, and its values where they can be listed."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()


def options_of(game: Game) -> tuple[Option, ...]:
    """What the house chooses at a table of this game."""
    kinds = get_type_hints(game.options)
    defaults = msgspec.structs.asdict(game.options())
    return tuple(Option(name, default, _values(kinds[name])) for name, default in defaults.items())


def _values(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()


def read_options(game: Game, given: Mapping[str, Any]) -> Any:
    """The options of a table, those not given as the game has them."""
    known = {each.name: each for each in options_of(game)}
    for name, value in given.items():
        if name not in known:
            raise BadOption(name, _unknown(game, name, known))
        _check(known[name], value)
    try:
        return msgspec.convert(dict(given), game.options)
    except msgspec.ValidationError as wrong:  # a list with something else in it
        raise BadOption("", f"options: {wrong}") from wrong


def read_setup(game: Game, given: Mapping[str, Any], **limits: Any) -> Setup:
    """A table with these options and with the game's own limits, some of them changed."""
    changed = msgspec.structs.replace(game.limits, **limits)
    setup = Setup(read_options(game, given), changed)
    refused = game.check_setup(setup)
    if refused:
        raise BadOption("", str(refused))
    return setup


def _unknown(game: Game, name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"{game.cite.title} has no option {name}{meant}; its options: {', '.join(known)}"


def _check(option: Option, value: Any) -> None:
    if option.values:
        if value not in option.values or isinstance(value, bool):
            raise BadOption(option.name, f"{option.name} is {either(option.values)}, not {value!r}")
    elif isinstance(option.default, int) and not isinstance(option.default, bool):
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not 0 < value <= MOST:
            example = f"a whole number such as {option.default}"
            raise BadOption(option.name, f"{option.name} is {example}, not {value!r}")


def either(values: Iterable[Any]) -> str:
    """`won, lost or void`."""
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
