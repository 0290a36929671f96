"""Texts of pages that Python declares: shown as they are in English, looked up in other languages.

`Text("Tables")` is a string. Where a template or a drawing shows it, a house in another language
shows what the catalogue has for its message instead; what is put into it, such as a name, stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeVar

Key = TypeVar("Key")
Translate = Callable[[str], str | None]
_COUNTED = re.compile(r"(.*?)( ?)(\d+)")  # column 1, banker total 6, 12/15


class Text(str):
    """A sentence, heading or label; `values` are put where its message has their names."""

    __slots__ = ("finish", "message", "values")
    message: str
    values: dict[str, object]
    finish: Callable[[str], str] | None  # what is done to the letters once it is translated

    def __new__(cls, message: str, **values: object) -> Self:
        return cls._made(message, values, None)

    @classmethod
    def _made(
        cls, message: str, values: dict[str, object], finish: Callable[[str], str] | None
    ) -> Self:
        shown = message.format(**values) if values else message
        made = super().__new__(cls, finish(shown) if finish else shown)
        made.message, made.values, made.finish = message, values, finish
        return made

    def translated(self, message: str) -> str:
        """The same, said in another language."""
        shown = message.format(**self.values) if self.values else message
        return self.finish(shown) if self.finish else shown

    def with_values(self, values: dict[str, object]) -> Self:
        """The same message about other values."""
        return self._made(self.message, values, self.finish)

    def finished(self, finish: Callable[[str], str]) -> Self:
        """The same in other letters, in every language."""
        return self._made(self.message, self.values, finish)

    def upper(self) -> Self:
        """The same in capitals, in every language."""
        return self.finished(str.upper)


class Term(Text):
    """A name that the rules or the consoles give to something, such as a wager or an action.

    It may stand in a sentence: a message has a place for it, as for the name of a person.
    """

    __slots__ = ()


def term(name: str) -> Term:
    """The name of a wager, an outcome, a colour or anything else that the rules name.

    One that ends with a number is a text with a place for it.
    """
    match = _COUNTED.fullmatch(name)
    if match and match[1]:
        return Term(f"{match[1]}{match[2]}{{number}}", number=match[3])
    return Term(name)


class Listed(str):
    """Texts one after the other, each of them whole."""

    __slots__ = ("between", "parts")
    parts: tuple[str, ...]
    between: str

    def __new__(cls, parts: Iterable[str], between: str = ", ") -> Self:
        kept = tuple(parts)
        made = super().__new__(cls, between.join(kept))
        made.parts, made.between = kept, between
        return made


def texts(table: Mapping[Key, str]) -> dict[Key, Text]:
    """A table of texts: `texts({"money": "in dollars"})`."""
    return {key: Text(message) for key, message in table.items()}


def capital(words: str) -> str:
    """Words with a capital letter at the front; a text is given it once it is translated."""
    return words.finished(_capital) if isinstance(words, Text) else _capital(words)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def in_language(value: object, translate: Translate) -> object:
    """A value as it is shown in another language: texts are looked up, data stays as it is."""
    match value:
        case Listed():
            return value.between.join(str(in_language(each, translate)) for each in value.parts)
        case Text():
            values = {name: in_language(each, translate) for name, each in value.values.items()}
            told = value.with_values(values)
            found = translate(value.message)
            return str(told) if found is None else told.translated(found)
    return value


def as_plain(value: object) -> str:
    """What msgspec is to write for a text: it knows no kinds of string but its own."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is no text")
