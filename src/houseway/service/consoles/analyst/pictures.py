"""The plots of a game's page: edges by decks and without a card, and what an evening comes to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from houseway.analysis import analyse, approved
from houseway.analysis.figures import percent_text
from houseway.analysis.plots import DARK, Plot, decks_plot, removal_plot, session_plot
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.analysis.sessions import CannotPlay, Session, session
from houseway.analysis.table import Table
from houseway.equipment.chips import dollar_text
from houseway.service.consoles.analyst.figures import titled
from houseway.service.consoles.analyst.questions import Picture
from houseway.service.texts.text import Text

# Plots for pages: each panel a picture of its own, so that as many stand in a row as fit.

PANEL_WIDTH = 400


def single_panels(plot: Plot) -> Iterator[Plot]:
    """A plot for each panel, under the panel's own title."""
    for panel in plot.panels:
        alone = replace(panel, title="", told="")
        yield replace(plot, title=panel.title, subtitle=panel.told, panels=(alone,), notes=())


ROUNDS, STAKE = 80, 25_00  # of an evening
MOST_SESSIONS = 9  # wagers, those that are paid alike counted once


def pictures(slug: str, options: Any) -> tuple[Picture, ...]:
    """Every plot that a game has; without cards it has the last alone."""
    if approved(slug, options).decks is None:
        return (_evening(slug, options),)
    decks = decks_plot(slug, edge_by_decks(slug, options=options), options=options)
    removal = removal_plot(slug, effect_of_removal(slug, options=options))
    return _picture(decks), _picture(removal), _evening(slug, options)


def _picture(plot: Plot) -> Picture:
    panels = tuple(_drawn(each) for each in single_panels(plot))
    title = plot.title.partition(": ")[2]
    return Picture(plot.name, title, plot.subtitle, panels, plot.notes, plot.table.csv())


def _drawn(plot: Plot) -> str:
    return plot.svg(DARK, PANEL_WIDTH)


def _evening(slug: str, options: Any) -> Picture:
    """How likely each result of so many rounds is, for wagers that are paid alike."""
    sessions = {}
    for names in _alike(slug, options)[:MOST_SESSIONS]:
        with suppress(CannotPlay):  # a stake on the race track is parted among positions
            found = session(slug, names[0], stake=STAKE, rounds=ROUNDS, options=options)
            sessions[titled(tuple(names))] = found
    plots = {title: session_plot(each) for title, each in sessions.items()}
    panels = tuple(
        _drawn(replace(plot, title=title, subtitle=_sides(sessions[title])))
        for title, plot in plots.items()
    )
    rows = ((title, *row) for title, plot in plots.items() for row in plot.table.rows)
    table = Table({"wager": str, "gain_cents": int, "chance": Fraction}, tuple(rows))
    because = next(iter(sessions.values())).because
    told = Text("How likely the patron is behind or ahead by so much: {because}.", because=because)
    title = Text(
        "{rounds} rounds at {amount}: how it may end", rounds=ROUNDS, amount=dollar_text(STAKE)
    )
    return Picture(f"{slug}-session", title, told, panels, (), table.csv())


def _alike(slug: str, options: Any) -> list[list[str]]:
    """The wagers that are paid alike, alike often, together."""
    found: dict[tuple[tuple[Fraction, int], ...], list[str]] = {}
    for wager in analyse(slug, options=options).wagers:
        paid = tuple((each.pays, each.weight) for each in wager.outcomes)
        found.setdefault(paid, []).append(wager.name)
    return list(found.values())


def _sides(found: Session) -> str:
    parts = (("behind", found.behind), ("even", found.even), ("ahead", found.ahead))
    return ", ".join(f"{side} {percent_text(chance, 2)}" for side, chance in parts)
