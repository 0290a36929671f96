"""How the edge moves with what is in the source: one card fewer, or another number of decks."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from houseway.analysis import CannotAnalyse, analyse, module_of
from houseway.analysis.composition import Composition, full, of_ranks
from houseway.equipment.cards import RANKS
from houseway.games import game

Edges = dict[str, Fraction]


def effect_of_removal(
    slug: str, *, options: Any = None, composition: Composition | None = None
) -> dict[str, Edges]:
    """By rank and wager: how much the edge rises once one card of the rank has gone.

    By ranks, so wagers that suits decide cannot be asked for. A rank of which nothing is left is
    left out.
    """
    source = composition or _full(slug, options)
    whole = _edges(slug, options, of_ranks(source.ranks))
    effects = {}
    for rank in RANKS:
        if source.ranks[rank]:
            left = of_ranks({**source.ranks, rank: source.ranks[rank] - 1})
            after = _edges(slug, options, left)
            effects[rank] = {wager: after[wager] - edge for wager, edge in whole.items()}
    return effects


def edge_by_decks(
    slug: str, decks: Iterable[int] = range(1, 9), *, options: Any = None
) -> dict[int, Edges]:
    """By number of decks and wager: the edge from a freshly shuffled source."""
    _full(slug, options)
    return {number: _edges(slug, options, full(number)) for number in decks}


def _full(slug: str, options: Any) -> Composition:
    chosen = game(slug).options() if options is None else options
    decks = module_of(slug).read(chosen).decks
    if decks is None:
        raise CannotAnalyse("this game is not played with cards, so it has no decks to vary")
    return full(decks)


def _edges(slug: str, options: Any, source: Composition) -> Edges:
    found = analyse(slug, options=options, composition=source)
    return {wager.name: wager.edge for wager in found.wagers}
