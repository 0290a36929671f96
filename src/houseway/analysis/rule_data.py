"""Rule data cell by cell: every table and number of a game's RuleData, read and changed alike.

A RuleData is a frozen struct whose fields are the game's own tables: grids, odds, values, orders,
verdicts, or plain numbers. A cell is named by its field and by the words of its place in it, as in
`banker_draws`, `3 8`; a number that stands alone has no place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from houseway.rulebook.odds import Odds, Paytable, parse_odds

Data = TypeVar("Data", bound=msgspec.Struct)


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


def cells(data: msgspec.Struct) -> Iterator[Cell]:
    """Every cell that can be changed, in the order of the fields."""
    for table in data.__struct_fields__:
        for key, value in _entries(getattr(data, table)):
            yield Cell(table, _words(key), _text(value))


def differences(one: msgspec.Struct, other: msgspec.Struct) -> tuple[Difference, ...]:
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
    if table not in data.__struct_fields__ or not list(_entries(getattr(data, table))):
        known = ", ".join(dict.fromkeys(cell.table for cell in cells(data)))
        raise BadChange(f"{table} is not a table of this game; expected one of {known}")
    held = getattr(data, table)
    keys = {_words(key): (key, was) for key, was in _entries(held)}
    if place not in keys:
        known = ", ".join(keys)
        raise BadChange(f"{table} has no place {place!r}; expected one of {known}")
    key, was = keys[place]
    new = _read(f"{table} {place}".strip(), was, value, [each for _, each in keys.values()])
    return msgspec.structs.replace(data, **{table: _put(held, key, new)})


def _entries(held: Any) -> list[tuple[Any, Any]]:
    """The cells of a field; text that names an option, and what is not offered, have none."""
    if isinstance(held, Paytable):
        return [(line.case, line.odds) for line in held]
    if isinstance(held, Mapping):
        return [(key, value) for key, value in held.items() if not _is_pieces(value)]
    if isinstance(held, int | tuple | frozenset):
        return [("", held)]
    return []


def _is_pieces(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple)


def _put(held: Any, key: Any, new: Any) -> Any:
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
