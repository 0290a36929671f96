"""How the edge moves with what is in the source: one card fewer, or another number of decks."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from houseway.analysis import CannotAnalyse, analyse, approved
from houseway.analysis.composition import BadComposition, Composition, full, of_ranks, without
from houseway.equipment.cards import RANKS, rank
from houseway.games import game

Edges = dict[str, Fraction]


def effect_of_removal(
    slug: str,
    *,
    options: Any = None,
    composition: Composition | None = None,
    only: str | None = None,
) -> dict[str, Edges]:
    """By rank and wager: how much the edge rises once one card of the rank has gone.

    `only` names one wager, so that side wagers beside it are not counted.
    A rank of which nothing is left is left out. Where suits decide a wager, the card is as likely
    any of its rank that is left.
    """
    source = composition or _full(slug, options)
    try:
        whole, left_of = _edges(slug, options, of_ranks(source.ranks), only), _by_ranks
    except BadComposition:
        whole, left_of = _edges(slug, options, source, only), _by_cards
    effects = {}
    for name in RANKS:
        if source.ranks[name]:
            left = left_of(source, name)
            after = [(share, _edges(slug, options, each, only)) for share, each in left]
            effects[name] = {
                wager: sum((share * edges[wager] for share, edges in after), -edge)
                for wager, edge in whole.items()
            }
    return effects


Left = list[tuple[Fraction, Composition]]  # with the share of each


def _by_ranks(source: Composition, name: str) -> Left:
    return [(Fraction(1), of_ranks({**source.ranks, name: source.ranks[name] - 1}))]


def _by_cards(source: Composition, name: str) -> Left:
    cards = source.suited("this wager")
    return [
        (Fraction(held, source.ranks[name]), without(source, [card]))
        for card, held in cards.items()
        if held and rank(card) == name
    ]


def edge_by_decks(
    slug: str, decks: Iterable[int] = range(1, 9), *, options: Any = None
) -> dict[int, Edges]:
    """By number of decks and wager: the edge from a freshly shuffled source."""
    _full(slug, options)
    return {number: _edges(slug, options, full(number)) for number in decks}


def _full(slug: str, options: Any) -> Composition:
    chosen = game(slug).options() if options is None else options
    decks = approved(slug, chosen).decks
    if decks is None:
        raise CannotAnalyse("this game is not played with cards, so it has no decks to vary")
    return full(decks)


def _edges(slug: str, options: Any, source: Composition, only: str | None = None) -> Edges:
    found = analyse(slug, options=options, composition=source, only=only)
    return {wager.name: wager.edge for wager in found.wagers}
