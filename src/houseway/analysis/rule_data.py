"""The rules in force at a table as the maths reads them, and what a what-if may change in them.

The tables of an edition are its `Rules`: grids, odds, values, orders, verdicts, or plain numbers. A
cell is named by its table and by the words of its place in it, as in `banker_draws`, `3 8`; a
number that stands alone has no place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from houseway.games.edition import EditionRules
from houseway.rulebook.odds import Odds, Pays, Paytable, parse_odds

RulesT = TypeVar("RulesT", bound=EditionRules)
OptionsT = TypeVar("OptionsT")


class InForce(Struct, Generic[RulesT, OptionsT], frozen=True):
    """The rules of an edition under one set of options.

    `places` names each table and number that decides the figures, and says where it stands, such as
    `rules.naturals`. A game whose code says some of it has fields of its own beside the rules.
    """

    rules: RulesT
    options: OptionsT
    places: Mapping[str, str]

    def table(self, name: str) -> Any:
        held: Any = self
        for step in self.places[name].split("."):
            held = _under(held, step)
        return held

    @property
    def deciding(self) -> dict[str, Any]:
        """What decides the figures, by name; options that leave it as it is do not move them."""
        own = (each for each in self.__struct_fields__ if each not in InForce.__struct_fields__)
        return {name: self.table(name) for name in self.places} | {
            name: getattr(self, name) for name in own
        }

    @property
    def decks(self) -> int | None:
        """How many decks the source has; None for a game without cards."""
        return self.table("decks") if "decks" in self.places else None


Data = TypeVar("Data", bound=InForce[Any, Any])


def filled(data: Data, name: str, value: Any) -> Data:
    """A copy with another table or number under this name."""
    made: Data = _filled(data, data.places[name].split("."), value)
    return made


def _filled(held: Any, steps: list[str], value: Any) -> Any:
    step, *further = steps
    new = _filled(_under(held, step), further, value) if further else value
    return {**held, step: new} if isinstance(held, Mapping) else replace(held, **{step: new})


def _under(held: Any, step: str) -> Any:
    return held[step] if isinstance(held, Mapping) else getattr(held, step)


class BadChange(ValueError):
    """A cell that is not there, or a value that cannot stand in it."""


class Cell(NamedTuple):
    """One cell: the field, the words of its place, and what stands there as text."""

    table: str
    place: str
    value: str


class Difference(NamedTuple):
    """A cell that two rule data fill differently; nothing where one of them lacks it."""

    table: str
    place: str
    was: str | None
    now: str | None


def cells(data: InForce[Any, Any]) -> Iterator[Cell]:
    """Every cell that can be changed, table by table."""
    for table in data.places:
        for key, value in _entries(data.table(table)):
            yield Cell(table, _words(key), _text(value))


def differences(one: InForce[Any, Any], other: InForce[Any, Any]) -> tuple[Difference, ...]:
    """The cells of either in which they differ: of two editions, or of approved and changed."""
    was = {cell[:2]: cell.value for cell in cells(one)}
    now = {cell[:2]: cell.value for cell in cells(other)}
    places = dict.fromkeys([*was, *now])
    return tuple(
        Difference(*place, was.get(place), now.get(place))
        for place in places
        if was.get(place) != now.get(place)
    )


def changed(data: Data, table: str, place: str, value: Any) -> Data:
    """A copy with one cell filled otherwise. `value` is text, a number or a list of numbers."""
    if table not in data.places:
        known = ", ".join(dict.fromkeys(cell.table for cell in cells(data)))
        raise BadChange(f"{table} is not a table of this game; expected one of {known}")
    held = data.table(table)
    keys = {_words(key): (key, was) for key, was in _entries(held)}
    if place not in keys:
        known = ", ".join(keys)
        raise BadChange(f"{table} has no place {place!r}; expected one of {known}")
    key, was = keys[place]
    new = _read(f"{table} {place}".strip(), was, value, [each for _, each in keys.values()])
    return filled(data, table, _put(held, key, new))


def _entries(held: Any) -> list[tuple[Any, Any]]:
    if isinstance(held, Pays):
        return [(held.case, held.odds)]
    if isinstance(held, Paytable):
        return [(line.case, line.odds) for line in held]
    if isinstance(held, Mapping):
        return list(held.items())
    return [("", held)]


def _put(held: Any, key: Any, new: Any) -> Any:
    if isinstance(held, Pays):
        return held._replace(odds=new)
    if isinstance(held, Paytable):
        lines = [line._replace(odds=new) if line.case == key else line for line in held]
        return Paytable(*lines)
    if isinstance(held, Mapping):
        return {**held, key: new}
    return new


def _words(key: Any) -> str:
    return " ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _text(value: Any) -> str:
    if _is_verdict(value):
        return str(value[0])
    if isinstance(value, tuple | frozenset):
        return " ".join(map(str, sorted(value)))
    return str(value)


def _is_verdict(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and value[0] in VERDICTS


VERDICTS = ("wins", "loses", "stands off")


def _read(where: str, was: Any, value: Any, others: list[Any]) -> Any:
    """The new value of a cell, of the same sort as what stands there."""
    if isinstance(was, Odds):
        return _odds(where, value)
    if _is_verdict(was):
        return (_one_of(where, value, VERDICTS), *was[1:])
    if isinstance(was, tuple | frozenset):
        return _listed(where, was, value)
    if isinstance(was, int):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadChange(f"{where} is a whole number, not {value!r}")
        return value
    return _one_of(where, value, sorted({each for each in others if isinstance(each, str)}))


def _odds(where: str, value: Any) -> Odds:
    try:
        return parse_odds(str(value))
    except ValueError as wrong:
        raise BadChange(f"{where}: {wrong}") from wrong


def _listed(where: str, was: tuple[Any, ...] | frozenset[Any], value: Any) -> Any:
    sort = type(next(iter(was), 0))
    if not isinstance(value, list) or not all(type(each) is sort for each in value):
        raise BadChange(f"{where} is a list such as {sorted(was)}, not {value!r}")
    return type(was)(value)


def _one_of(where: str, value: Any, known: Any) -> str:
    if value not in known:
        raise BadChange(f"{where} is one of {', '.join(known)}, not {value!r}")
    return str(value)
