"""The options of a table that move its figures, with every value they can have."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from houseway.analysis import CannotAnalyse, approved
from houseway.games import game
from houseway.games.game import Setup

Differing = tuple[tuple[str, str | int], ...]  # options by name, with values that are not usual


@cache
def choices(slug: str) -> dict[str, tuple[Any, ...]]:
    """By option: its values. Only options that fill some cell of the rules otherwise."""
    options = game(slug).options
    hints = get_type_hints(options)
    listed = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}
    return {name: values for name, values in listed.items() if _moves(slug, name, values)}


def differing(slug: str, chosen: Any) -> Differing:
    """Those of a table's options that move the figures and are not as usual."""
    usual = game(slug).options()
    return tuple(
        (name, getattr(chosen, name))
        for name in choices(slug)
        if getattr(chosen, name) != getattr(usual, name)
    )


def chosen(slug: str, given: dict[str, Any]) -> Any:
    """The options with some of them chosen; what the document does not allow is refused."""
    found = game(slug)
    try:
        options = msgspec.convert(given, found.options)
    except msgspec.ValidationError as wrong:
        raise CannotAnalyse(f"options: {wrong}") from wrong
    refused = found.check_setup(Setup(options, found.limits))
    if refused:
        raise CannotAnalyse(str(refused))
    return options


def _moves(slug: str, name: str, values: tuple[Any, ...]) -> bool:
    first, *others = (
        approved(slug, game(slug).options(**{name: value})).deciding for value in values
    )
    return any(each != first for each in others)
