"""The leaflet of a game: one A4 page for patrons, with how to play, the odds and the edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.analysis import analyse
from houseway.analysis.figures import WagerFigures, percent_text
from houseway.analysis.markdown import alike
from houseway.games.game import Game
from houseway.games.side_wagers.wager import SideWager
from houseway.paper.typesetting import pdf
from houseway.rulebook.document import Document
from houseway.rulebook.shown import copy_notice

_MOST_WAGERS = 20  # lines that fit on the page with the rules of play
_PLACES = 4  # of a percentage, as in the text of `houseway edge`


class NoLeaflet(ValueError):
    """This game has no leaflet; the message says what is missing."""


def leaflet(game: Game, options: Any = None) -> bytes:
    """The leaflet of an edition as PDF."""
    return pdf("leaflet", leaflet_data(game, options))


def leaflet_data(game: Game, options: Any = None) -> dict[str, Any]:
    """What the leaflet says, as plain data."""
    cite = game.cite
    chosen = game.options() if options is None else options
    figures = analyse(cite.id, options=chosen)
    return {
        "heading": f"{cite.title}: how to play",
        "subtitle": f"{cite.metadata.casino}, edition {cite.edition}",
        "how": [*_steps(cite), *_sides(game)],
        "wagers": [_line(name, wager) for name, wager in _shown(figures.wagers)],
        "edge-note": (
            "The house edge is what the house keeps of each unit first staked, on average. It is"
            " computed exactly from the rules"
            + (f", for {figures.source}." if figures.source else ".")
        ),
        "notice": copy_notice(cite).removeprefix("Summary in our own words. "),
    }


def _steps(cite: Document) -> Iterator[dict[str, str]]:
    """The sentences of the document's leaflet, each with its clause."""
    lines = cite.beside(f"{cite.slug}.leaflet.tsv").splitlines()[1:]
    if not lines:
        raise NoLeaflet(f"{cite.title} has no text for a leaflet ({cite.slug}.leaflet.tsv)")
    for line in lines:
        number, _, sentence = line.partition("\t")
        yield {"sentence": sentence, "clause": cite(number)}


def _sides(game: Game) -> Iterator[dict[str, str]]:
    """What the clauses of side wagers say of them, in the order of their rows."""
    sides: tuple[SideWager, ...] = getattr(game.rules, "side_wagers", ())
    clauses = [clause for side in sides for clause in (*(r.clause for r in side.rows), side.loses)]
    for clause in dict.fromkeys(clauses):
        number = game.cite.number_of(clause)
        yield {"sentence": game.cite.clauses[number].must, "clause": clause}


def _shown(wagers: tuple[WagerFigures, ...]) -> list[tuple[str, WagerFigures]]:
    """Wagers with the same figures share a line."""
    grouped = list(alike(wagers))
    if len(grouped) > _MOST_WAGERS:
        raise NoLeaflet(f"{len(grouped)} different wagers do not fit on one page")
    return grouped


def _line(name: str, wager: WagerFigures) -> dict[str, str]:
    pays = dict.fromkeys(str(each.odds) for each in wager.outcomes if each.odds is not None)
    return {
        "name": name,
        "pays": "; ".join(pays) or "as the rules say",
        "wins": percent_text(wager.hit_frequency, 2) if wager.by_round else "",
        "edge": percent_text(wager.edge, _PLACES),
    }
