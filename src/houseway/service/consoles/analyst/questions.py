"""What can be asked of the counting process, and what it answers. It has no other way in.

A question travels as JSON, an answer as a pickle, because weights are whole numbers of any length
and figures are fractions. Both ends are this program.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

Options = tuple[tuple[str, str | int], ...]


class Question(Struct, frozen=True):
    """A question. `options` are those that differ from the game's own, in their order.

    figures: the figures of every wager. tables: what the best play does. what if: the approved
    figures beside those of other options, decks and cells, the cells as JSON. plots: pictures.
    """

    what: Literal["figures", "tables", "what if", "plots"]
    game: str
    options: Options = ()
    decks: int | None = None
    change: str = ""


class Picture(Struct, frozen=True):
    """A plot: one drawing for each wager, as SVG, and the table of its figures as CSV."""

    name: str
    title: str
    told: str
    panels: tuple[str, ...]
    notes: tuple[str, ...]
    csv: str


class Refusal(Struct, frozen=True):
    """The answer to what cannot be computed, with the reason."""

    sentence: str


_decoder = msgspec.json.Decoder(Question)
encode = msgspec.json.encode


def decode(line: bytes) -> Question:
    return _decoder.decode(line)


Answer = Any
