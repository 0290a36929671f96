"""`houseway simulate`: rounds dealt by the million, held against the exact figures.

With `--json`: game, edition, options, rounds, seed, chunk, chance, within, wagers. Each of `wagers`
has edge, exact_edge, exact, limit, within, sd, outcomes (name, pays, rounds, share, exact). Nothing
in it depends on the number of workers.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from houseway.analysis import CannotAnalyse
from houseway.analysis.figures import percent_text
from houseway.analysis.simulate import (
    Progress,
    SimulatedWager,
    Simulation,
    as_data,
    outcome_rows,
    simulate,
)
from houseway.cli.games import find_game, setup_of

_SHOWN_LIVE = 12  # wagers whose running figures fit below the bar
_OUTSIDE = 1  # what the command answers when a wager lies outside its bounds


def print_simulation(
    name: str,
    *,
    rounds: str = "1e6",
    seed: int = 1,
    workers: int | None = None,
    option: Annotated[list[str] | None, Parameter(name=["--option", "-o"], negative="")] = None,
    wager: str | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Deal rounds and print what every wager came to beside its exact figures.

    Example: houseway simulate mini-baccarat --rounds 1e8 --workers 2

    Answers 1 when a wager lies outside its bounds, which happens by chance to one in a million.

    Parameters
    ----------
    name
        A game, such as mini-baccarat.
    rounds
        How many rounds, such as 1e8 or 100000.
    seed
        The same seed deals the same rounds, whatever the number of workers.
    workers
        How many threads deal; without it one for each processor.
    option
        An option of the table as name=value; may be given several times.
    wager
        Show the outcomes of this wager only.
    as_json
        Print JSON.
    """
    try:
        found = find_game(name)
        many, threads = _whole(rounds), workers or os.cpu_count() or 1
        options = setup_of(found, option or []).options
        with _Running(many) as running:
            made = simulate(
                found.slug, many, options=options, seed=seed, workers=threads, told=running.told
            )
        shown = _only(made, wager)
        text = _json(shown) if as_json else "\n".join(_page(shown, found.cite.title))
    except (ValueError, LookupError) as wrong:
        print(f"houseway simulate: {wrong}", file=sys.stderr)
        return 2
    print(text)
    return 0 if shown.within else _OUTSIDE


def _whole(text: str) -> int:
    """A number of rounds, also written as 1e8."""
    number = Decimal(text) if re.fullmatch(r"\d+(\.\d+)?(e\d{1,2})?", text) else Decimal("NaN")
    if not number.is_finite() or number != number.to_integral_value():
        raise CannotAnalyse(f"{text} rounds: expected a whole number such as 1e8 or 100000")
    return int(number)


def _only(made: Simulation, wager: str | None) -> Simulation:
    """The simulation of one wager, in each way to play it; of all where none is named."""
    if wager is None:
        return made
    named = tuple(each for each in made.wagers if wager in (each.name, each.name.split(", ")[0]))
    if not named:
        known = ", ".join(each.name for each in made.wagers)
        raise LookupError(f"{wager} is none of the wagers simulated: {known}")
    return msgspec.structs.replace(made, wagers=named)


class _Running:
    """A bar and the figures so far, on a terminal; nothing elsewhere."""

    def __init__(self, rounds: int) -> None:
        self._console = Console(stderr=True)
        columns = BarColumn(), TextColumn("{task.completed:,.0f} rounds"), TimeRemainingColumn()
        self._bar = Bar(*columns, console=self._console)
        self._task = self._bar.add_task("", total=rounds)
        self._live = Live(self._bar, console=self._console, transient=True, auto_refresh=False)
        self._next = 0.0

    def __enter__(self) -> _Running:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def told(self, progress: Progress) -> None:
        """Draw anew, at most some ten times a second."""
        now = self._bar.get_time()
        if not self._live.is_started or now < self._next:
            return
        self._next = now + 0.1
        self._bar.update(self._task, completed=progress.done)
        together = Table.grid()
        together.add_row(self._bar)
        together.add_row(_so_far(progress.wagers()[:_SHOWN_LIVE]))
        self._live.update(together, refresh=True)


def _so_far(wagers: tuple[SimulatedWager, ...]) -> Table:
    table = Table("wager", "edge so far", "exact", "within", box=None)
    for each in wagers:
        table.add_row(*_line(each))
    return table


def _line(wager: SimulatedWager) -> tuple[str, str, str, str]:
    limit = f"{'' if wager.within else 'OUTSIDE '}± {percent_text(wager.limit)}"
    return wager.name, percent_text(wager.dealt.edge), percent_text(wager.exact.edge), limit


def _page(made: Simulation, title: str) -> Iterator[str]:
    yield f"{title}, edition {made.edition}: {made.rounds:,} rounds from seed {made.seed}"
    yield ""
    rows = [("wager", "edge", "exact", "within"), *map(_line, made.wagers)]
    yield from _aligned(rows)
    for each in made.wagers if len(made.wagers) <= _SHOWN_LIVE else ():
        yield ""
        yield each.name
        told = outcome_rows(each)
        lines = [(row["name"], f"{row['rounds']:,}", row["share"], row["exact"]) for row in told]
        yield from _aligned([("outcome", "rounds", "share", "exact"), *lines])


def _aligned(rows: list[tuple[str, str, str, str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = (text.rjust(width) for text, width in zip(rest, widths[1:], strict=True))
        yield "  " + "  ".join([first.ljust(widths[0]), *cells])


def _json(made: Simulation) -> str:
    return msgspec.json.format(msgspec.json.encode(as_data(made)), indent=2).decode()
