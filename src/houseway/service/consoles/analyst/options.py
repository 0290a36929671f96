"""The options of a table as the pages ask for them: those that move the figures."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from houseway.analysis.choices import choices
from houseway.games import game
from houseway.service.consoles.analyst.questions import Options
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text


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
