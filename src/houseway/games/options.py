"""The house's options for a table, read from plain values: what may stand there, and what may not.

Records, the command line, the HTTP API and the Python API all read options here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from houseway.games.game import Game, Setup

MOST = 10**9  # no option counts further
MOST_PLACES = 20  # more than any table has
_PLACES = ("seats", "areas", "boxes")


class BadOption(ValueError):
    """A table cannot be set up so; the message says what would be right. `name`: of the option."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


class Option(NamedTuple):
    """One option: its default, and what it may be in words (`allowed`), except for a list.

    `values` are those that can be listed.
    """

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    allowed: str = ""

    @property
    def counts(self) -> bool:
        """Whether the option is a number that cannot be listed."""
        return type(self.default) is int and not self.values

    @property
    def most(self) -> int:
        return MOST_PLACES if self.name in _PLACES else MOST


def options_of(game: Game) -> tuple[Option, ...]:
    """What the house chooses at a table of this game."""
    return tuple(each._replace(allowed=_allowed(game, each)) for each in _options(game))


def _options(game: Game) -> Iterator[Option]:
    kinds = _types(game.options)
    for name, default in msgspec.structs.asdict(game.options()).items():
        listed = get_origin(kinds[name]) is Literal
        yield Option(name, default, get_args(kinds[name]) if listed else ())


@lru_cache(64)
def _types(options: type) -> Mapping[str, Any]:
    """The types of the fields, which are slow to read."""
    return get_type_hints(options)


def _allowed(game: Game, option: Option) -> str:
    if option.counts:
        return "a whole number from {:,} to {:,}".format(*_span(game, option))
    return either(option.values) if option.values else ""


def _span(game: Game, option: Option) -> tuple[int, int]:
    """The least and the most that the game's own rules accept."""

    def refused(number: int) -> bool:
        options = msgspec.structs.replace(game.options(), **{option.name: number})
        return game.check_setup(Setup(options, game.limits)) is not None

    least = bisect_left(range(1, option.default), x=True, key=lambda each: not refused(each))
    more = bisect_left(range(option.default + 1, option.most + 1), x=True, key=refused)
    return least + 1, option.default + more


def read_options(game: Game, given: Mapping[str, Any]) -> Any:
    """The options of a table, those not given as the game has them."""
    known = {each.name: each for each in _options(game)}
    for name, value in given.items():
        if name not in known:
            raise BadOption(name, _unknown(game, name, known))
        if not _fits(known[name], value):
            allowed = _allowed(game, known[name])
            raise BadOption(name, f"{name} is {allowed}, not {value!r}")
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


def _fits(option: Option, value: Any) -> bool:
    """Whether a value can be read; a number that only the game refuses is left to its clause."""
    if option.counts:
        return type(value) is int and 0 < value <= option.most
    return not option.values or (value in option.values and not isinstance(value, bool))


def either(values: Iterable[Any]) -> str:
    """`won, lost or void`."""
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
