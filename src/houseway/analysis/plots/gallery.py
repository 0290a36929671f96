"""The plots of `docs/plots.md`: one of each kind, drawn by `make plots`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from houseway.analysis.plots.converging import convergence_plot
from houseway.analysis.plots.edges import decks_plot, removal_plot
from houseway.analysis.plots.money import ruin_plot, session_plot, spread_plot
from houseway.analysis.plots.plot import Plot
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.analysis.sessions import chip_spread, risk_of_ruin, session
from houseway.analysis.simulate import simulate
from houseway.equipment.chips import dollars

ON_RED = ("tournament-roulette", "red")


def gallery() -> Iterator[Plot]:
    """In the order of the page."""
    yield decks_plot("casino-war", edge_by_decks("casino-war"))
    yield removal_plot("seven-up-baccarat", effect_of_removal("seven-up-baccarat"))
    yield convergence_plot(simulate("mini-baccarat", 10_000_000, chunk=10_000))
    yield session_plot(session("mini-baccarat", "banker", stake=dollars(25), rounds=60))
    ruin = partial(risk_of_ruin, *ON_RED, stake=dollars(10), rounds=200)
    yield ruin_plot([ruin(bankroll=dollars(brought)) for brought in (50, 100, 200, 400)])
    yield spread_plot(
        chip_spread(
            *ON_RED, start=dollars(1000), rounds=20, minimum=dollars(25), maximum=dollars(500)
        )
    )
