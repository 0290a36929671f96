"""Orders that nobody should give: any kind, with invented fields of the right types."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from msgspec import inspect

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


@cache
def _fields(kind: type[Command]) -> tuple[inspect.Field, ...]:
    told: Any = inspect.type_info(kind)
    fields: tuple[inspect.Field, ...] = told.fields
    return fields


class Inventor:
    """Invented orders; `words` are those that mean something where the order is given.

    `texts` are odd ones, which now and then stand where a word should.
    """

    def __init__(self, chance: random.Random, texts: Sequence[str] = TEXTS) -> None:
        self.chance, self.texts = chance, texts

    def order(
        self,
        kinds: Sequence[type[Command]],
        words: Sequence[str],
        named: Mapping[str, Sequence[str]] = _NO_WORDS,
    ) -> Command:
        """An order of one of these kinds; `named` are words for the fields of that name alone."""
        kind = self.chance.choice(kinds)
        forms = forms_of(kind)
        given = {}
        for each in _fields(kind):
            if each.required or self.chance.random() < 0.5:
                said = FACES.get(forms.get(each.name, ""), named.get(each.name, words))
                given[each.name] = self._value(each.type, said, DEPTH)
        return kind(**given)

    def _value(self, told: inspect.Type, words: Sequence[str], depth: int) -> Any:
        chance = self.chance
        if isinstance(told, inspect.StrType):
            return self._text(words)
        if isinstance(told, inspect.IntType):
            return chance.choice(NUMBERS) if chance.random() < 0.5 else chance.randrange(1, 12)
        if isinstance(told, inspect.BoolType):
            return chance.random() < 0.5
        if isinstance(told, inspect.LiteralType):
            return chance.choice(told.values)
        if isinstance(told, inspect.EnumType):
            return chance.choice(list(told.cls))
        if isinstance(told, inspect.UnionType):
            return self._value(chance.choice(told.types), words, depth)
        if isinstance(told, inspect.StructType | inspect.DataclassType):
            return told.cls(**self._content(told, words, depth))
        return self._several(told, words, depth)

    def _text(self, words: Sequence[str]) -> str:
        if self.texts and self.chance.random() < 0.05:
            return self.chance.choice(self.texts)
        return self.chance.choice(words)

    def _content(self, told: Any, words: Sequence[str], depth: int) -> dict[str, Any]:
        wanted = [each for each in told.fields if each.required or self.chance.random() < 0.5]
        return {each.name: self._value(each.type, words, depth - 1) for each in wanted}

    def _several(self, told: Any, words: Sequence[str], depth: int) -> Any:
        many = self.chance.randrange(4) if depth > 0 else 0
        if isinstance(told, inspect.TupleType):
            return tuple(self._value(each, words, depth - 1) for each in told.item_types)
        made = _COLLECTIONS.get(type(told))
        if made is not None:
            return made(self._value(told.item_type, words, depth - 1) for _ in range(many))
        if isinstance(told, inspect.DictType):
            keys = [self._value(told.key_type, words, depth - 1) for _ in range(many)]
            return {key: self._value(told.value_type, words, depth - 1) for key in keys}
        if isinstance(told, inspect.AnyType):
            return self.chance.choice((None, 1, True, "nonsense"))
        if isinstance(told, inspect.NoneType):
            return None
        raise TypeError(f"no value can be invented for {told}")


_COLLECTIONS: dict[type, Callable[[Any], Any]] = {
    inspect.VarTupleType: tuple,
    inspect.ListType: list,
    inspect.SetType: set,
    inspect.FrozenSetType: frozenset,
}
