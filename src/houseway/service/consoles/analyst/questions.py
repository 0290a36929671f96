"""What can be asked of the counting process, and what it answers. It has no other way in.

A question travels as JSON, an answer as a pickle, because weights are whole numbers of any length
and figures are fractions. Both ends are this program.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from houseway.analysis.choices import choices
from houseway.games import game
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text

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


# The options of a table as the pages ask for them: those that move the figures.


class OptionChoice(NamedTuple):
    """An option in a form."""

    name: str
    words: str
    values: tuple[str | int, ...]
    chosen: str | int


def choices_of(slug: str, options: Options) -> list[OptionChoice]:
    """Every option that moves the figures, as it is chosen."""
    given, usual = dict(options), game(slug).options()
    return [
        OptionChoice(name, name.replace("_", " "), values, given.get(name, getattr(usual, name)))
        for name, values in choices(slug).items()
    ]


def named_options(slug: str, given: Mapping[str, str]) -> Options:
    """The options that a form or an address names; those that are as usual are left out."""
    usual, found = game(slug).options(), []
    for name, values in choices(slug).items():
        text = given.get(name, "")
        by_text = {str(value): value for value in values}
        if text and text not in by_text:
            sentence = Text(
                "{name} is one of {by_text}, not {text}",
                name=name,
                by_text=", ".join(by_text),
                text=text,
            )
            raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "no_such_option", sentence)
        if text and by_text[text] != getattr(usual, name):
            found.append((name, by_text[text]))
    return tuple(found)
