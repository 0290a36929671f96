"""The picture of a simulation under way: the edge so far within its bounds."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.analysis.plots import DARK
from houseway.analysis.plots.plot import Axis, Band, Level, Line, Panel, Plot
from houseway.analysis.table import Table
from houseway.service.consoles.analyst.panels import PANEL_WIDTH
from houseway.service.consoles.analyst.simulations import Point, Simulation, Wager

MOST = 6  # pictures
MOST_POINTS = 60
_NONE = Table({}, ())


def plotted(simulation: Simulation) -> tuple[str, ...]:
    """A picture for each of the first wagers, as SVG; none while fewer than two moments are known.

    Each is a picture of its own, so that a page puts as many beside each other as fit.
    """
    points = _thinned(simulation.points)
    if len(points) < 2:
        return ()
    return tuple(
        _plot(points, place).svg(DARK, PANEL_WIDTH) for place in _differing(points[-1])[:MOST]
    )


def _plot(points: Sequence[Point], place: int) -> Plot:
    wager = points[-1].wagers[place]
    return Plot(
        name=f"convergence-{place}",
        title=wager.name,
        subtitle="" if wager.within else "OUTSIDE its bounds",
        panels=(_panel(points, place),),
        table=_NONE,
    )


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """Some of them, the last among them."""
    stride = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::stride][::-1]


def _differing(point: Point) -> list[int]:
    """Places of wagers, those with the figures of an earlier one left out."""
    seen: dict[tuple[str, str, str], int] = {}
    for place, each in enumerate(point.wagers):
        seen.setdefault((each.edge, each.exact, each.limit), place)
    return list(seen.values())


def _panel(points: Sequence[Point], place: int) -> Panel:
    found: list[tuple[float, Wager]] = [(float(each.done), each.wagers[place]) for each in points]
    last = found[-1][1]
    exact = float(last.exact)
    return Panel(
        x=Axis("rounds", "count", log=True),
        y=Axis("house edge", "percent", ticks=4),
        layers=(
            Band(tuple((at, exact - float(w.limit), exact + float(w.limit)) for at, w in found)),
            Level(exact),
            Line(tuple((at, float(w.edge)) for at, w in found), dots=len(found) < 20),
        ),
    )
