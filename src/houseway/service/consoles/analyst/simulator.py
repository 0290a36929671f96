"""The process of one simulation: waits for its turn, deals, and tells how far it is.

It ends when someone cancels it, when it is done, or when its input ends, which is with the service
that started it. It gives way to everything else on the machine and deals with one thread.
"""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path

import msgspec

from houseway.analysis.choices import chosen
from houseway.analysis.figures import decimal_text
from houseway.analysis.simulate import Progress, SimulatedWager, outcome_rows, simulate
from houseway.service.consoles.analyst.simulations import (
    END,
    TOLD,
    Point,
    Shelf,
    SimulationLine,
    SimulationRequest,
    Wager,
)

_GIVING_WAY = 5
_LOOK_SECONDS = 0.1  # between two looks whether it is its turn
_TELL_SECONDS = 0.4  # between two lines at least
_GROWTH = 1.02  # and each line tells of so many more rounds, so that there are some hundreds
_PLACES = 8
_FIRST = 24  # wagers that are told on the way


class Unwanted(Exception):
    """Someone has cancelled it, or the service has gone and with it every reader."""


class Teller:
    """Writes the lines of one simulation."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._next_seconds = 0.0
        self._next_rounds = 0.0
        self.done = 0

    def line(self, told: SimulationLine) -> None:
        with (self._path / TOLD).open("ab") as file:
            file.write(msgspec.json.encode(told) + b"\n")

    def check_wanted(self) -> None:
        """Raises once someone has cancelled, or the service has gone."""
        gone = select.select([sys.stdin], [], [], 0)[0]  # nothing is ever written there
        if gone or (self._path / END).exists():
            raise Unwanted

    def heard(self, progress: Progress) -> None:
        """A chunk has been dealt."""
        self.done = progress.done
        self.check_wanted()
        now = time.monotonic()
        if now >= self._next_seconds and progress.done >= self._next_rounds:
            self._next_seconds = now + _TELL_SECONDS
            self._next_rounds = progress.done * _GROWTH
            self.line(_so_far(progress))


def _so_far(progress: Progress) -> SimulationLine:
    wagers = progress.wagers()
    first = tuple(map(_wager, wagers[:_FIRST]))
    return SimulationLine("running", progress.done, first, len(wagers) - len(first))


def _wager(wager: SimulatedWager) -> Wager:
    return Wager(
        wager.name,
        decimal_text(wager.dealt.edge, _PLACES),
        decimal_text(wager.exact.edge, _PLACES),
        decimal_text(wager.limit, _PLACES),
        wager.within,
    )


def run(shelf: Shelf, number: int) -> None:
    asked = shelf.asked(number)
    teller = Teller(shelf.path(number))
    try:
        while shelf.before(number):
            teller.check_wanted()
            time.sleep(_LOOK_SECONDS)
        teller.check_wanted()
        teller.line(SimulationLine("running", 0))
        shelf.end(number, _dealt(asked, teller))
    except Unwanted:
        return
    except (ValueError, LookupError, MemoryError) as wrong:
        shelf.end(number, SimulationLine("failed", teller.done, why=str(wrong)))


def _dealt(asked: SimulationRequest, teller: Teller) -> SimulationLine:
    made = simulate(
        asked.game,
        asked.rounds,
        options=chosen(asked.game, dict(asked.options)),
        seed=asked.seed,
        told=teller.heard,
    )
    outcomes = {each.name: outcome_rows(each) for each in made.wagers}
    points = tuple(
        Point(each.rounds, tuple(map(_wager, each.wagers[:_FIRST]))) for each in made.points
    )
    wagers = tuple(map(_wager, made.wagers))
    return SimulationLine("done", made.rounds, wagers, outcomes=outcomes, points=points)


if __name__ == "__main__":
    os.nice(_GIVING_WAY)
    run(Shelf(Path(sys.argv[1])), int(sys.argv[2]))
