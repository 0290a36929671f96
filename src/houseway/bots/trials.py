"""The same tournament many times: how each strategy ends, what it wins, how the event goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.bots.event import Outcome, run
from houseway.records.tournamentfile import TournamentFile


@dataclass
class Share:
    """What one strategy has met. A place that several share counts as the first of them."""

    entries: int = 0
    paid: int = 0
    places: Counter[int] = field(default_factory=Counter)
    prizes: Counter[int] = field(default_factory=Counter)  # cents, how often

    @property
    def firsts(self) -> int:
        return self.places[1]

    @property
    def with_a_prize(self) -> int:
        return sum(count for amount, count in self.prizes.items() if amount)

    @property
    def won(self) -> int:
        return sum(amount * count for amount, count in self.prizes.items())


@dataclass
class Distribution:
    """All trials together."""

    times: int = 0
    rounds: int = 0
    sessions: int = 0
    out_early: int = 0
    play_offs: int = 0
    paid_in: int = 0
    commission: int = 0
    strategies: dict[str, Share] = field(default_factory=dict)

    def take(self, outcome: Outcome) -> None:
        self.times += 1
        self.rounds += outcome.rounds
        self.sessions += len(outcome.tables)
        self.out_early += outcome.out_early
        self.play_offs += outcome.play_offs
        self.paid_in += outcome.paid_in
        self.commission += outcome.commission
        for entry, (first, _) in outcome.places.items():
            share = self.strategies.setdefault(outcome.strategies[entry], Share())
            share.entries += 1
            share.paid += outcome.fees[entry]
            share.places[first] += 1
            share.prizes[outcome.prizes.get(entry, 0)] += 1

    @property
    def prizes(self) -> int:
        return sum(each.won for each in self.strategies.values())


def seed_of(seed: str, number: int) -> str:
    """The seed of one trial among many, so that each can be run again alone."""
    return f"{seed}/{number}"


def trials(file: TournamentFile, seed: str, times: int) -> Iterator[Distribution]:
    """The distribution after each trial; the last one has all of them."""
    found = Distribution()
    for number in range(1, times + 1):
        found.take(run(file, seed_of(seed, number)))
        yield found


def mean(total: int, count: int) -> Fraction:
    return Fraction(total, count) if count else Fraction(0)


def as_data(found: Distribution, seed: str) -> dict[str, Any]:
    """For other programs: counts, cents, and means as exact fractions in text."""
    return {
        "seed": seed,
        "times": found.times,
        "rounds": found.rounds,
        "sessions": found.sessions,
        "out_early": found.out_early,
        "play_offs": found.play_offs,
        "paid_in": found.paid_in,
        "commission": found.commission,
        "prizes": found.prizes,
        "strategies": {
            name: {
                "entries": share.entries,
                "mean_prize": str(mean(share.won, share.entries)),
                "mean_fees": str(mean(share.paid, share.entries)),
                "places": dict(sorted(share.places.items())),
                "prizes": dict(sorted(share.prizes.items())),
            }
            for name, share in sorted(found.strategies.items())
        },
    }
