"""Simulation: rounds dealt by the compiled kernels, tallied, and held against the exact figures.

`simulate("mini-baccarat", 10**8, seed=7, workers=2)` gives a `Simulation`. The rounds are dealt in
chunks of a fixed size, each from a start of its own (`rng`), so that the tallies are the same for
any number of workers, on this machine or on a cluster, whichever is ready first. A round adds one
to one case; what every wager came to follows from the cases by the same functions that settle the
exact counts. `points` has the figures after the first rounds, and more, and more (`convergence`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from houseway.analysis import CannotAnalyse, analyse
from houseway.analysis.dealing import (
    CHUNK,
    WORD,
    Batch,
    Dealing,
    Tallies,
    kernel_of,
    pieces_dealt,
    prepare,
)
from houseway.analysis.drift import bernstein_limit
from houseway.analysis.figures import (
    PLACES,
    Spread,
    WagerFigures,
    decimal_text,
    percent_text,
    ratio,
)
from houseway.games import game

if TYPE_CHECKING:
    from houseway.analysis.dealing import Long

MOST_ROUNDS = 10**15  # so that no tally comes near the end of its 64 bits
MOST_CHUNKS = 10**9
MOST_WORKERS = 256
ONE_IN_A_MILLION = Fraction(1, 1_000_000)
_FINE = 10**6  # parts of a unit to which a bound is worked out


class SimulatedWager(Struct, frozen=True):
    """One wager: what the rounds dealt came to, and what the rules lead one to expect.

    The weights of `dealt` are rounds. `limit` is how far its edge may lie from that of `exact`; a
    wager that is paid right lies further away with at most the chance that was asked for.
    """

    dealt: WagerFigures
    exact: WagerFigures
    limit: Fraction

    @property
    def name(self) -> str:
        return self.exact.name

    @property
    def away(self) -> Fraction:
        return self.dealt.edge - self.exact.edge

    @property
    def within(self) -> bool:
        return abs(self.away) <= self.limit


class FiguresAt(Struct, frozen=True):
    """The wagers after the first so many rounds, in the order of the chunks."""

    rounds: int
    wagers: tuple[SimulatedWager, ...]


class Simulation(Struct, frozen=True):
    """Rounds of a game under one set of options. `counts` are the rounds by the kernel's cases."""

    game: str
    edition: str
    options: dict[str, Any]
    rounds: int
    seed: int
    chunk: int
    chance: Fraction
    counts: tuple[int, ...]
    wagers: tuple[SimulatedWager, ...]
    points: tuple[FiguresAt, ...] = ()
    manner: dict[str, Any] | None = None

    @property
    def within(self) -> bool:
        return all(each.within for each in self.wagers)

    def __repr__(self) -> str:
        edges = ", ".join(f"{each.name} {percent_text(each.dealt.edge)}" for each in self.wagers)
        return f"<Simulation of {self.rounds:,} rounds of {self.game}: {edges}>"

    def _repr_svg_(self) -> str:
        from houseway.analysis.plots import convergence_plot

        return convergence_plot(self).svg()


class Progress(NamedTuple):
    """How far a simulation is. `wagers` works out the figures so far."""

    done: int
    counts: Long
    held: Callable[[Long], tuple[SimulatedWager, ...]]

    def wagers(self) -> tuple[SimulatedWager, ...]:
        return self.held(self.counts)


def _nobody(progress: Progress) -> None:
    """Nobody wants to know how far it is."""


def simulate(
    slug: str,
    rounds: int,
    *,
    options: Any = None,
    data: Any = None,
    manner: Any = None,
    seed: int = 1,
    workers: int = 1,
    chunk: int | None = None,
    cluster: str | None = None,
    chance: Fraction = ONE_IN_A_MILLION,
    told: Callable[[Progress], None] = _nobody,
) -> Simulation:
    """Deal so many rounds and hold every wager against its exact figures.

    `data` are rule data to deal by other than the approved ones; the exact figures stay those of
    the approved. `manner` is how the table is played, where a game leaves a choice. `cluster` is
    the address of a Dask scheduler whose workers deal instead of `workers` threads. `told` hears
    after each chunk how far it is.
    """
    batch = Batch(seed, rounds, CHUNK if chunk is None else chunk)
    _check(slug, batch, workers)
    chosen = game(slug).options() if options is None else options
    dealing = prepare(slug, chosen, data, manner)
    approved = analyse(slug, options=chosen)
    exact = dealing.expected(approved.wagers)

    def held(counts: Long) -> tuple[SimulatedWager, ...]:
        return _held(dealing, exact, counts, chance)

    if cluster is None:
        dealt = pieces_dealt(dealing, batch, workers)
    else:
        from houseway.analysis.cluster import pieces_dealt_on

        dealt = pieces_dealt_on(cluster, slug, chosen, data, manner, batch)
    tallies, progress = Tallies(batch.chunks), None
    for piece, counts in dealt:
        tallies.add(piece.first, counts)
        all_counts = counts if progress is None else progress.counts + counts
        progress = Progress(dealing.rounds(all_counts), all_counts, held)
        told(progress)
    if progress is None:
        raise CannotAnalyse("no rounds were dealt")
    points = tuple(
        FiguresAt(dealing.rounds(counts), held(counts)) for counts in tallies.up_to_each_point()
    )
    return Simulation(
        game=approved.game,
        edition=approved.edition,
        options=msgspec.to_builtins(chosen),
        rounds=progress.done,
        seed=seed,
        chunk=batch.chunk,
        chance=chance,
        counts=tuple(progress.counts.tolist()),
        wagers=points[-1].wagers,
        manner=None if dealing.manner is None else msgspec.to_builtins(dealing.manner),
        points=points,
    )


def _check(slug: str, batch: Batch, workers: int) -> None:
    kernel_of(slug)
    if not 1 <= batch.rounds <= MOST_ROUNDS:
        raise CannotAnalyse(f"{batch.rounds:,} rounds: from 1 to {MOST_ROUNDS:,} can be simulated")
    if not 0 <= batch.seed < WORD:
        raise CannotAnalyse(f"seed {batch.seed}: expected a whole number of at most 64 bits")
    if not 1 <= workers <= MOST_WORKERS:
        raise CannotAnalyse(f"{workers} workers: expected 1 to {MOST_WORKERS}")
    if batch.chunk < 1 or batch.chunks > MOST_CHUNKS:
        raise CannotAnalyse(
            f"chunks of {batch.chunk:,} rounds: expected one or more, and at most"
            f" {MOST_CHUNKS:,} chunks"
        )


def _held(
    dealing: Dealing, exact: tuple[WagerFigures, ...], counts: Long, chance: Fraction
) -> tuple[SimulatedWager, ...]:
    found = {each.name: each for each in dealing.figures(counts)}
    most = dealing.rounds(counts)

    def limit(wager: WagerFigures) -> Fraction:
        """The boxes of one round meet one dealer: together they are one trial and no more."""
        trials = min(most, found[wager.name].total)
        return _limit(dealing.spread(wager), trials, chance)

    return tuple(
        SimulatedWager(found[each.name], each, limit(each)) for each in exact if each.name in found
    )


def _limit(spread: Spread, rounds: int, chance: Fraction) -> Fraction:
    """How far the average gain of so many rounds may be from its mean, by Bernstein's bound."""
    variance = spread.variance * rounds * _FINE**2
    return Fraction(bernstein_limit(variance, spread.farthest * _FINE, chance), _FINE * rounds)


def as_data(simulation: Simulation) -> dict[str, Any]:
    """The simulation for programs: fractions as text, tallies as numbers."""

    def edge(each: SimulatedWager) -> str:
        return decimal_text(each.dealt.edge, PLACES)

    def wager(each: SimulatedWager) -> dict[str, Any]:
        return {
            "edge": edge(each),
            "exact_edge": decimal_text(each.exact.edge, PLACES),
            "exact": ratio(each.exact.edge),
            "limit": decimal_text(each.limit, PLACES),
            "within": each.within,
            "sd": each.dealt.standard_deviation() if each.dealt.by_round else None,
            "outcomes": outcome_rows(each),
        }

    return {
        "game": simulation.game,
        "edition": simulation.edition,
        "options": simulation.options,
        "manner": simulation.manner,
        "rounds": simulation.rounds,
        "seed": simulation.seed,
        "chunk": simulation.chunk,
        "chance": str(simulation.chance),
        "within": simulation.within,
        "wagers": {each.name: wager(each) for each in simulation.wagers},
        "points": [
            {"rounds": point.rounds, "edges": {each.name: edge(each) for each in point.wagers}}
            for point in simulation.points
        ],
    }


def outcome_rows(wager: SimulatedWager) -> list[dict[str, Any]]:
    """Each outcome of a wager: how often it came and how often it should, by the exact chances."""
    chances = {each.name: wager.exact.probability(each) for each in wager.exact.outcomes}
    return [
        {
            "name": each.name,
            "pays": str(each.pays),
            "rounds": each.weight,
            "share": decimal_text(wager.dealt.probability(each), PLACES),
            "exact": decimal_text(chances.get(each.name, 0), PLACES),
        }
        for each in wager.dealt.outcomes
    ]
