"""The plot of a simulation that closes in on the exact edge, within its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from houseway.analysis.figures import percent_text
from houseway.analysis.plots.edges import MOST_PANELS, more_note
from houseway.analysis.plots.plot import Axis, Band, Level, Line, Panel, Plot
from houseway.analysis.simulate import FiguresAt, SimulatedWager, Simulation
from houseway.analysis.simulation_table import simulation_table
from houseway.games import game


def convergence_plot(simulation: Simulation, *, wagers: Sequence[str] = ()) -> Plot:
    """A panel for each wager, or for those named; ways to play that are alike share one."""
    known = [each.name for each in simulation.wagers]
    chosen = [name for name in known if not wagers or name in wagers]
    if not chosen:
        raise LookupError(f"none of the wagers simulated: {', '.join(known)}")
    groups = _groups(simulation, chosen)
    chance = simulation.chance
    return Plot(
        name=f"{simulation.game}-convergence",
        title=f"{game(simulation.game).cite.title}: {simulation.rounds:,} rounds dealt",
        subtitle=f"The edge so far, from seed {simulation.seed}, closes in on the exact one (dashed"
        f" line). A wager paid right leaves the shaded bounds with a chance of at most"
        f" {chance.numerator} in {chance.denominator:,}.",
        panels=tuple(_panel(simulation.points, name) for name in groups[:MOST_PANELS]),
        table=simulation_table(simulation),
        notes=more_note(groups),
    )


def _groups(simulation: Simulation, chosen: Sequence[str]) -> list[str]:
    """One name for wagers that follow each other and were paid alike all along."""
    by_name = {each.name: each for each in simulation.wagers}

    def paid(name: str) -> tuple[Fraction, Fraction, Fraction]:
        each = by_name[name]
        return each.dealt.edge, each.exact.edge, each.limit

    return [next(group) for _, group in groupby(chosen, key=paid)]


def _panel(points: tuple[FiguresAt, ...], name: str) -> Panel:
    found = [(point.rounds, _named(point, name)) for point in points]
    exact, last = found[-1][1].exact.edge, found[-1][1]
    line = tuple((float(rounds), float(each.dealt.edge)) for rounds, each in found)
    band = tuple(
        (float(rounds), float(exact - each.limit), float(exact + each.limit))
        for rounds, each in found
    )
    ended = percent_text(last.dealt.edge)
    return Panel(
        x=Axis("rounds", "count", log=True),
        y=Axis("house edge", "percent", ticks=4),
        layers=(Band(band), Level(float(exact)), Line(line, dots=True)),
        title=name,
        told=f"{'' if last.within else 'OUTSIDE '}{ended}, exact {percent_text(exact)}",
    )


def _named(point: FiguresAt, name: str) -> SimulatedWager:
    return next(each for each in point.wagers if each.name == name)
