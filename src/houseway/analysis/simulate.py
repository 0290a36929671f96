"""Simulation: rounds dealt by the compiled kernels, tallied, and held against the exact figures.

`simulate("mini-baccarat", 10**8, seed=7, workers=2)` gives a `Simulation`. The rounds are dealt in
chunks of a fixed size, each from a start of its own (`rng`), so that the tallies are the same for
any number of workers and whoever is ready first. A round adds one to one case; what every wager
came to follows from the cases by the same functions that settle the exact counts.

A game's module in `kernels/` has three names: `tables(data, options)`, the rules as arrays;
`deal(state, rounds, *tables)`, which is compiled and gives the rounds by case; and
`figures(data, counts)`, the wagers of these rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from houseway.analysis import CannotAnalyse, analyse, module_of
from houseway.analysis.compiled import kernel
from houseway.analysis.drift import bernstein_limit
from houseway.analysis.figures import PLACES, WagerFigures, decimal_text, ratio
from houseway.analysis.rng import WORD, state_of
from houseway.games import game

if TYPE_CHECKING:
    from houseway.analysis.kernels.two_hands import Long

# Slug of the document to its module in `kernels/`.
KERNELS = {
    "mini-baccarat": "mini_baccarat",
    "seven-up-baccarat": "seven_up_baccarat",
    "three-card-baccarat": "three_card_baccarat",
    "casino-war": "casino_war",
    "tournament-roulette": "tournament_roulette",
    "tournament-mini-baccarat": "tournament_mini_baccarat",
}
CHUNK = 1_000_000  # rounds; another size would deal other rounds from the same seed
MOST_ROUNDS = 10**15  # so that no tally comes near the end of its 64 bits
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

    @property
    def within(self) -> bool:
        return all(each.within for each in self.wagers)


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
    seed: int = 1,
    workers: int = 1,
    chance: Fraction = ONE_IN_A_MILLION,
    told: Callable[[Progress], None] = _nobody,
) -> Simulation:
    """Deal so many rounds and hold every wager against its exact figures.

    `data` are rule data to deal by other than the approved ones; the exact figures stay those of
    the approved. `told` hears after each chunk how far it is.
    """
    _check(slug, rounds, seed, workers)
    chosen = game(slug).options() if options is None else options
    dealing = prepare(slug, chosen, data)
    approved = analyse(slug, options=chosen)

    def held(counts: Long) -> tuple[SimulatedWager, ...]:
        return _held(approved.wagers, dealing.figures(counts), chance)

    progress: Progress | None = None
    for counts in chunks_dealt(dealing, rounds, seed, workers):
        all_counts = counts if progress is None else progress.counts + counts
        progress = Progress(int(all_counts.sum()), all_counts, held)
        told(progress)
    if progress is None:
        raise CannotAnalyse("no rounds were dealt")
    return Simulation(
        game=slug,
        edition=approved.edition,
        options=msgspec.to_builtins(chosen),
        rounds=progress.done,
        seed=seed,
        chunk=CHUNK,
        chance=chance,
        counts=tuple(progress.counts.tolist()),
        wagers=progress.wagers(),
    )


def _check(slug: str, rounds: int, seed: int, workers: int) -> None:
    if slug not in KERNELS:
        known = ", ".join(KERNELS)
        raise CannotAnalyse(f"{slug} has no simulation; these games have one: {known}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CannotAnalyse(f"{rounds:,} rounds: from 1 to {MOST_ROUNDS:,} can be simulated")
    if not 0 <= seed < WORD:
        raise CannotAnalyse(f"seed {seed}: expected a whole number of at most 64 bits")
    if not 1 <= workers <= MOST_WORKERS:
        raise CannotAnalyse(f"{workers} workers: expected 1 to {MOST_WORKERS}")


class Dealing(NamedTuple):
    """A game ready to be dealt: rounds by case from a chunk's state, and what they come to."""

    deal: Callable[[Any, int], Long]
    figures: Callable[[Long], tuple[WagerFigures, ...]]


def prepare(slug: str, options: Any = None, data: Any = None) -> Dealing:
    """The kernel of a game with its tables; by the approved rules unless others are given."""
    chosen = game(slug).options() if options is None else options
    rules = module_of(slug).read(chosen) if data is None else data
    module = kernel(KERNELS[slug])
    tables = module.tables(rules, chosen)
    return Dealing(
        deal=lambda state, rounds: module.deal(state, rounds, *tables),
        figures=lambda counts: module.figures(rules, counts),
    )


def deal_chunk(dealing: Dealing, seed: int, chunk: int, rounds: int) -> Long:
    """The rounds of one chunk by case; nothing but these four decides them."""
    import numpy as np

    return dealing.deal(np.array(state_of(seed, chunk), np.uint64), rounds)


def chunks_dealt(dealing: Dealing, rounds: int, seed: int, workers: int) -> Iterator[Long]:
    """The rounds of every chunk by case, as they become ready, in any order."""
    waiting = _chunks(rounds)
    if workers == 1:
        for chunk, many in waiting:
            yield deal_chunk(dealing, seed, chunk, many)
        return
    with ThreadPoolExecutor(workers) as pool:

        def handed_out(number: int) -> set[Future[Long]]:
            return {
                pool.submit(deal_chunk, dealing, seed, chunk, many)
                for chunk, many in islice(waiting, number)
            }

        pending = handed_out(2 * workers)
        while pending:
            ready, pending = wait(pending, return_when=FIRST_COMPLETED)
            pending |= handed_out(len(ready))
            yield from (each.result() for each in ready)


def _chunks(rounds: int) -> Iterator[tuple[int, int]]:
    """Number and rounds of each chunk; the last may be shorter."""
    for chunk in range(-(-rounds // CHUNK)):
        yield chunk, min(CHUNK, rounds - chunk * CHUNK)


def _held(
    exact: tuple[WagerFigures, ...], dealt: tuple[WagerFigures, ...], chance: Fraction
) -> tuple[SimulatedWager, ...]:
    found = {each.name: each for each in dealt}
    return tuple(
        SimulatedWager(found[each.name], each, _limit(each, found[each.name].total, chance))
        for each in exact
        if each.name in found
    )


def _limit(wager: WagerFigures, rounds: int, chance: Fraction) -> Fraction:
    """How far the average gain of so many rounds may be from its mean, by Bernstein's bound."""
    farthest = max(abs(each.pays + wager.edge) for each in wager.outcomes if each.weight)
    variance = wager.variance * rounds * _FINE**2
    return Fraction(bernstein_limit(variance, farthest * _FINE, chance), _FINE * rounds)


def as_data(simulation: Simulation) -> dict[str, Any]:
    """The simulation for programs: fractions as text, tallies as numbers."""

    def wager(each: SimulatedWager) -> dict[str, Any]:
        return {
            "edge": decimal_text(each.dealt.edge, PLACES),
            "exact_edge": decimal_text(each.exact.edge, PLACES),
            "exact": ratio(each.exact.edge),
            "limit": decimal_text(each.limit, PLACES),
            "within": each.within,
            "sd": each.dealt.standard_deviation(),
            "outcomes": outcome_rows(each),
        }

    return {
        "game": simulation.game,
        "edition": simulation.edition,
        "options": simulation.options,
        "rounds": simulation.rounds,
        "seed": simulation.seed,
        "chunk": simulation.chunk,
        "chance": str(simulation.chance),
        "within": simulation.within,
        "wagers": {each.name: wager(each) for each in simulation.wagers},
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
