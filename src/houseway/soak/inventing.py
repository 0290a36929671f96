"""Orders that nobody should give: any kind, with invented fields of the right types."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import inspect

from houseway.driving.chance import below
from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games.commands import Command, forms_of

NUMBERS = (
    -(2**63),
    -5_00,
    -1,
    0,
    0,
    1,
    1,
    2,
    3,
    5,
    7,
    10,
    60,
    200,
    5_00,
    10_00,
    25_00,
    5_000_00,
    2**62,
)
TEXTS = (
    "",
    " ",
    "nonsense",
    "<script>alert(1)</script>",
    "'; DROP TABLE event; --",
    "Ω\u202e☃",
    "x" * 300,
)
FACES = {"card": DECK, "cards": DECK, "tiles": PACK}  # no face stands in a text that is for reading
_NO_WORDS: Mapping[str, Sequence[str]] = MappingProxyType({})
DEPTH = 3  # how deep invented values are nested


class Inventor:
    """Invented orders; `words` are those that mean something where the order is given.

    `texts` are odd ones, which now and then stand where a word should.
    """

    def __init__(self, chance: random.Random, texts: Sequence[str] = TEXTS) -> None:
        self.below, self.random, self.texts = below(chance), chance.random, texts

    def order(
        self,
        kinds: Sequence[type[Command]],
        words: Sequence[str],
        named: Mapping[str, Sequence[str]] = _NO_WORDS,
    ) -> Command:
        """An order of one of these kinds; `named` are words for the fields of that name alone."""
        kind: type[Command] = self.one_of(kinds)
        given = {}
        for name, required, faces, value in _fields(kind):
            if required or self.random() < 0.5:
                given[name] = value(self, faces or named.get(name, words), DEPTH)
        return kind(**given)

    def one_of(self, values: Sequence[Any]) -> Any:
        return values[self.below(len(values))]

    def text(self, words: Sequence[str]) -> str:
        odd = self.texts and self.random() < 0.05
        text: str = self.one_of(self.texts if odd else words)
        return text

    def number(self) -> int:
        number: int = self.one_of(NUMBERS) if self.random() < 0.5 else 1 + self.below(11)
        return number


_Value = Callable[[Inventor, Sequence[str], int], Any]  # by words, and how deep it may be nested


class _Field(NamedTuple):
    """How a field is filled; `faces` are the words of a field that names cards or tiles."""

    name: str
    required: bool
    faces: Sequence[str] | None
    value: _Value


@cache
def _fields(kind: type[Command]) -> tuple[_Field, ...]:
    told: Any = inspect.type_info(kind)
    forms = forms_of(kind)
    return tuple(
        _Field(each.name, each.required, FACES.get(forms.get(each.name, "")), _value_of(each.type))
        for each in told.fields
    )


def _value_of(told: Any) -> _Value:
    """How a value of a type is invented, found once for each field."""
    if isinstance(told, inspect.StrType):
        return lambda by, words, depth: by.text(words)
    if isinstance(told, inspect.IntType):
        return lambda by, words, depth: by.number()
    if isinstance(told, inspect.DecimalType):
        return lambda by, words, depth: Decimal(by.number()) / 2
    if isinstance(told, inspect.BoolType):
        return lambda by, words, depth: by.random() < 0.5
    if isinstance(told, inspect.LiteralType | inspect.EnumType):
        values = told.values if isinstance(told, inspect.LiteralType) else tuple(told.cls)
        return lambda by, words, depth: by.one_of(values)
    if isinstance(told, inspect.UnionType):
        types = tuple(map(_value_of, told.types))
        return lambda by, words, depth: by.one_of(types)(by, words, depth)
    if isinstance(told, inspect.StructType | inspect.DataclassType):
        return _struct(told)
    several = _several(told)
    return lambda by, words, depth: several(by, words, depth, by.below(4) if depth > 0 else 0)


def _struct(told: Any) -> _Value:
    fields = [(each.name, each.required, _value_of(each.type)) for each in told.fields]

    def value(by: Inventor, words: Sequence[str], depth: int) -> Any:
        wanted = [each for each in fields if each[1] or by.random() < 0.5]
        return told.cls(**{name: made(by, words, depth - 1) for name, _, made in wanted})

    return value


def _several(told: Any) -> Callable[[Inventor, Sequence[str], int, int], Any]:
    """How so many values are invented together, or what stands for none."""
    if isinstance(told, inspect.TupleType):
        places = tuple(map(_value_of, told.item_types))
        return lambda by, words, depth, many: tuple(each(by, words, depth - 1) for each in places)
    if isinstance(told, inspect.DictType):
        key, value = _value_of(told.key_type), _value_of(told.value_type)
        return lambda by, words, depth, many: {
            each: value(by, words, depth - 1)
            for each in [key(by, words, depth - 1) for _ in range(many)]
        }
    made = _COLLECTIONS.get(type(told))
    if made is not None:
        item = _value_of(told.item_type)
        return lambda by, words, depth, many: made(item(by, words, depth - 1) for _ in range(many))
    if isinstance(told, inspect.AnyType):
        return lambda by, words, depth, many: by.one_of((None, 1, True, "nonsense"))
    if isinstance(told, inspect.NoneType):
        return lambda by, words, depth, many: None
    raise TypeError(f"no value can be invented for {told}")


_COLLECTIONS: dict[type, Callable[[Any], Any]] = {
    inspect.VarTupleType: tuple,
    inspect.ListType: list,
    inspect.SetType: set,
    inspect.FrozenSetType: frozenset,
}
