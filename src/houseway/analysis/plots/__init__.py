"""Plots: from the results of the maths to pictures, each with the table of its figures.

    decks_plot(slug, edge_by_decks(slug))          the edge against the number of decks
    removal_plot(slug, effect_of_removal(slug))    what one card of each rank is worth
    convergence_plot(simulate(slug, 10**8))        a simulation closing in on the exact edge
    session_plot(session(...))                     what a session comes to
    ruin_plot([risk_of_ruin(...), ...])            how long bankrolls last
    spread_plot(chip_spread(...))                  chips of simple players in a tournament

Each gives a `Plot`, and is pure: the same result, the same picture. `plot.svg(theme, width)` is
SVG text that a strict page takes inline (`LIGHT` or `DARK`; a width of 400 for a telephone),
`plot.png()` needs `houseway[plots]`, `plot.table.csv()` has the figures. In a notebook a plot
shows itself.
"""

from houseway.analysis.plots.edges import convergence_plot, decks_plot, removal_plot
from houseway.analysis.plots.money import ruin_plot, session_plot, spread_plot
from houseway.analysis.plots.plot import DARK, LIGHT, THEMES, WIDE, Plot, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "THEMES",
    "WIDE",
    "Plot",
    "Theme",
    "convergence_plot",
    "decks_plot",
    "removal_plot",
    "ruin_plot",
    "session_plot",
    "spread_plot",
]
