"""The plots of a game's page: edges by decks and without a card, and what an evening comes to."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from houseway.analysis import analyse, module_of
from houseway.analysis.figures import percent_text
from houseway.analysis.plots import DARK, Plot, decks_plot, removal_plot, session_plot
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.analysis.sessions import CannotPlay, Session, session
from houseway.analysis.table import Table
from houseway.equipment.chips import dollar_text
from houseway.service.analysing.asked import Picture
from houseway.service.analysing.panels import PANEL_WIDTH, single_panels

ROUNDS, STAKE = 80, 25_00  # of an evening
MOST_SESSIONS = 9  # wagers, those that are paid alike counted once


def pictures(slug: str, options: Any) -> tuple[Picture, ...]:
    """Every plot that a game has; without cards it has the last alone."""
    if module_of(slug).read(options).decks is None:
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
    """How likely each result of so many rounds is, wager by wager."""
    sessions = []
    for wager in _wagers(slug, options):
        with suppress(CannotPlay):  # a stake on the race track is parted among positions
            sessions.append(session(slug, wager, stake=STAKE, rounds=ROUNDS, options=options))
    plots = [session_plot(each) for each in sessions]
    drawn = (
        replace(plot, title=each.wager, subtitle=_sides(each))
        for plot, each in zip(plots, sessions, strict=True)
    )
    rows = (
        (each.wager, *row)
        for plot, each in zip(plots, sessions, strict=True)
        for row in plot.table.rows
    )
    table = Table({"wager": str, "gain_cents": int, "chance": Fraction}, tuple(rows))
    told = f"How likely the patron is behind or ahead by so much, {sessions[0].because}."
    title = f"what {ROUNDS} rounds of {dollar_text(STAKE)} come to"
    return Picture(f"{slug}-session", title, told, tuple(map(_drawn, drawn)), (), table.csv())


def _wagers(slug: str, options: Any) -> list[str]:
    """The first of the wagers that are paid alike, alike often."""
    alike: dict[tuple[tuple[Fraction, int], ...], str] = {}
    for wager in analyse(slug, options=options).wagers:
        paid = tuple((each.pays, each.weight) for each in wager.outcomes)
        alike.setdefault(paid, wager.name)
    return list(alike.values())[:MOST_SESSIONS]


def _sides(found: Session) -> str:
    parts = (("behind", found.behind), ("even", found.even), ("ahead", found.ahead))
    return ", ".join(f"{side} {percent_text(chance, 2)}" for side, chance in parts)
