"""Plots of what wagers cost: edges, decks, removed cards, and how a simulation converges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from houseway.analysis import approved
from houseway.analysis.figures import decimal_text, percent_text
from houseway.analysis.plots.money import ruin_plot, session_plot, spread_plot
from houseway.analysis.plots.plot import Axis, Band, Bar, Bars, Flag, Level, Line, Panel, Plot
from houseway.analysis.removal import Edges, edge_by_decks, effect_of_removal
from houseway.analysis.sessions import chip_spread, risk_of_ruin, session
from houseway.analysis.simulate import FiguresAt, SimulatedWager, Simulation, simulate
from houseway.analysis.table import Table, simulation_table
from houseway.equipment.chips import dollars
from houseway.games import game

MOST_PANELS = 12
_NAMED = 3  # wagers with the same figures that are named before the rest is counted
_RISES, _FALLS = 1, 0  # series of bars


def decks_plot(slug: str, edges: Mapping[int, Edges], *, options: Any = None) -> Plot:
    """What `removal.edge_by_decks` found: a panel for each wager, the approved decks marked."""
    approved = _approved_decks(slug, options)
    rows = tuple(
        (wager, decks, edge, str(edge)) for decks, by in edges.items() for wager, edge in by.items()
    )
    groups = alike(_by_wager(edges))
    return Plot(
        name=f"{slug}-decks",
        title=f"{game(slug).cite.title}: house edge by number of decks",
        subtitle="Exact, from a freshly shuffled source. The larger dot is the approved number.",
        panels=tuple(_decks_panel(name, by, approved) for name, by in groups[:MOST_PANELS]),
        table=Table({"wager": str, "decks": int, "edge": Fraction, "exact": str}, rows),
        notes=more_note(groups),
    )


def _decks_panel(name: str, edges: Mapping[int, Fraction], approved: int | None) -> Panel:
    points = tuple((float(decks), float(edge)) for decks, edge in edges.items())
    layers: list[Line | Flag] = [Line(points, dots=True)]
    if approved is not None and approved in edges:
        edge = edges[approved]
        layers.append(Flag(float(approved), float(edge), percent_text(edge), dot=True))
    return Panel(
        x=Axis("decks", ticks=len(points)),
        y=Axis("house edge", "percent", ticks=4),
        layers=tuple(layers),
        title=name,
    )


def _approved_decks(slug: str, options: Any) -> int | None:
    chosen = game(slug).options() if options is None else options
    decks: int | None = approved(slug, chosen).decks
    return decks


def removal_plot(slug: str, effects: Mapping[str, Edges], *, source: str = "") -> Plot:
    """What `removal.effect_of_removal` found: for each wager a bar a rank."""
    rows = tuple(
        (wager, rank, change, str(change))
        for rank, by in effects.items()
        for wager, change in by.items()
    )
    groups = alike(_by_wager(effects))
    from_what = f" from {source}" if source else ""
    return Plot(
        name=f"{slug}-removal",
        title=f"{game(slug).cite.title}: one card gone",
        subtitle=f"How the house edge moves once one card of a rank is taken out{from_what}, in"
        " percentage points. Bars that rise cost the patron, bars that fall help.",
        panels=tuple(_removal_panel(name, by) for name, by in groups[:MOST_PANELS]),
        table=Table({"wager": str, "rank": str, "change": Fraction, "exact": str}, rows),
        notes=more_note(groups),
    )


def _removal_panel(name: str, changes: Mapping[str, Fraction]) -> Panel:
    bars = tuple(
        Bar(
            float(at),
            at + 1.0,
            float(change * 100),
            _RISES if change > 0 else _FALLS,
            f"{rank}: {decimal_text(change * 100, 4)}",
        )
        for at, (rank, change) in enumerate(changes.items())
    )
    ranks = list(changes)
    most, least = max(ranks, key=lambda rank: changes[rank]), min(ranks, key=lambda r: changes[r])
    flags = tuple(
        Flag(ranks.index(rank) + 0.5, float(changes[rank] * 100), _signed(changes[rank] * 100))
        for rank in (most, least)
        if changes[rank]
    )
    return Panel(
        x=Axis("rank of the card", names=tuple(_shown(rank) for rank in ranks)),
        y=Axis("change in percentage points", ticks=4),
        layers=(Bars(bars), *flags),
        title=name,
    )


def _shown(rank: str) -> str:
    return "10" if rank == "T" else rank


def _signed(number: Fraction) -> str:
    """With its sign and three decimals, or as many more as a small number needs for two digits."""
    places = next((n for n in range(3, 12) if abs(number) * 10**n >= 10), 12)
    return f"{'+' if number > 0 else ''}{decimal_text(number, places)}"


Figures = dict[Any, Fraction]


def _by_wager(edges: Mapping[Any, Edges]) -> list[tuple[str, Figures]]:
    """Turned about: by wager, then by deck or rank."""
    found: dict[str, Figures] = {}
    for key, by in edges.items():
        for wager, edge in by.items():
            found.setdefault(wager, {})[key] = edge
    return list(found.items())


def alike(figures: Iterable[tuple[str, Figures]]) -> list[tuple[str, Figures]]:
    """Wagers with the same figures, under one name."""
    same: dict[tuple[Any, ...], list[str]] = {}
    for name, by in figures:
        same.setdefault(tuple(by.items()), []).append(name)
    groups = []
    for found, names in same.items():
        more = len(names) - _NAMED
        if more > 0:
            names[_NAMED - 1 :] = [f"{names[_NAMED - 1]} and {more} more"]
        groups.append((", ".join(names), dict(found)))
    return groups


def more_note(groups: list[Any]) -> tuple[str, ...]:
    left = len(groups) - MOST_PANELS
    return (f"In the table of figures only: {left} more.",) if left > 0 else ()


# The plot of a simulation that closes in on the exact edge, within its bounds.


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


# The plots of `docs/plots.md`: one of each kind, drawn by `make plots`.

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
