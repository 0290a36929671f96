"""Texts of pages that Python declares: shown as they are in English, looked up in other languages.

`Text("Tables")` is a string. Where a template shows it, a translated environment shows what the
catalogue has for its message instead; what is put into it, such as a name, stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypeVar

Key = TypeVar("Key")


class Text(str):
    """A sentence, heading or label; `values` are put where its message has their names."""

    __slots__ = ("message", "values")
    message: str
    values: dict[str, object]

    def __new__(cls, message: str, **values: object) -> Self:
        made = super().__new__(cls, message.format(**values) if values else message)
        made.message, made.values = message, values
        return made

    def translated(self, message: str) -> str:
        """The same, said in another language."""
        return message.format(**self.values) if self.values else message


def texts(table: Mapping[Key, str]) -> dict[Key, Text]:
    """A table of texts: `texts({"money": "in dollars"})`."""
    return {key: Text(message) for key, message in table.items()}
