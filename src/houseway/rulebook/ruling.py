"""What the rules answer: a command is accepted, with the events it makes, or refused, with why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.rulebook.document import Clause


class Accepted(Struct, frozen=True, gc=False):
    """The command may happen; these facts follow from it."""

    events: tuple[Any, ...]


@dataclass(frozen=True)
class Refused:
    """The command may not happen, and nothing has changed.

    `code` is for programs and stays the same; `clause` is the rule that refuses, or None where
    plain sense does (a card that does not exist); `detail` is for people and free to improve, so
    two refusals are equal when code and clause are. `private`: the command held personal data,
    and the log keeps the refusal without it.
    """

    code: str
    clause: Clause | None = None
    detail: str = field(default="", compare=False)
    private: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{self.detail} ({self.clause})" if self.clause else self.detail


Ruling = Accepted | Refused


class Tried(NamedTuple):
    """One clause that was looked at on the way to a ruling, and what it said."""

    clause: Clause
    verdict: str
    applies: bool = True
