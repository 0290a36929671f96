"""Copies of a state for the search of ways out, several times as fast as `copy.deepcopy`.

What cannot change (values, frozen structs, rules) is shared; what can is copied once, so that two
names of one thing stay two names of one copy. `shape` tells situations apart, not amounts or faces.
"""

from __future__ import annotations

from copy import copy
from dataclasses import fields, is_dataclass
from functools import cache
from operator import is_
from typing import Any, cast

import msgspec

_PARAMETERS = "__dataclass_params__"
_ATOMS = frozenset({int, str, bool, float, bytes, type(None)})


def copied(value: Any) -> Any:
    return _copied(value, {})


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    kind: Any = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        if _ATOMS.issuperset(map(type, value)):
            return value
        parts = [_copied(each, memo) for each in value]
        return value if all(map(is_, parts, value)) else tuple(parts)
    if kind is set:
        return value.copy()  # what is in a set cannot change
    if kind is not dict and kind is not list and not _attributes(kind):
        return value
    if (done := memo.get(id(value))) is not None:
        return done
    if kind is dict:
        made: Any = {}
        memo[id(value)] = made
        for key, each in value.items():
            made[key] = each if type(each) in _ATOMS else _copied(each, memo)
        return made
    if kind is list:
        made = value.copy()
        memo[id(value)] = made
        if not _ATOMS.issuperset(map(type, value)):
            made[:] = [_copied(each, memo) for each in value]
        return made
    made = copy(value) if issubclass(kind, msgspec.Struct) else object.__new__(kind)
    memo[id(value)] = made
    for name in _attributes(kind):
        each = getattr(value, name)
        setattr(made, name, each if type(each) in _ATOMS else _copied(each, memo))
    return made


@cache
def _attributes(kind: Any) -> tuple[str, ...]:  # of a type
    """The attributes of what can change; none where nothing can."""
    if is_dataclass(kind) and not getattr(kind, _PARAMETERS).frozen:
        return tuple(each.name for each in fields(kind))
    if issubclass(kind, msgspec.Struct) and not kind.__struct_config__.frozen:
        return tuple(kind.__struct_fields__)
    return ()


# Situations


def shape(*owners: Any) -> tuple[Any, ...]:
    """What tells the situation of these states from others: words as they are, and how many there
    are of anything else, up to three."""
    return tuple(
        _shape(getattr(owner, name))
        for owner in owners
        for name in _attributes(cast("Any", type(owner)))
    )


def _shape(value: Any) -> Any:
    kind: Any = type(value)
    if kind is int:
        return value if -1 < value < 3 else value > 0
    if kind is str:
        return value if len(value) < 16 else 16
    if kind in (bool, type(None)):
        return value
    if kind is dict:
        key = next(iter(value), None)
        if type(key) is tuple and len(key) == 3:  # wagers: by patron, box, kind
            return frozenset(each[2] for each in value), min(len(value), 3)
        return min(len(value), 3)
    if kind in (list, set, tuple):
        return min(len(value), 3)
    return kind
