"""`houseway simulate`: rounds dealt by the million, held against the exact figures.

With `--json`: game, edition, options, manner, rounds, seed, chunk, chance, within, wagers, points.
Each of `wagers` has edge, exact_edge, exact, limit, within, sd, outcomes (name, pays, rounds,
share, exact); each of `points` has rounds and edges, after one chunk, two, and so on. Nothing in it
depends on the number of workers, or on the cluster that deals. `--parquet` and `--csv` write a row
for each point, wager and outcome; the columns are those of `analysis.simulation_table`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from houseway.analysis import CannotAnalyse, check_wager, compiled
from houseway.analysis.dealing import manners
from houseway.analysis.figures import percent_text, unknown_wager
from houseway.analysis.simulate import (
    Progress,
    SimulatedWager,
    Simulation,
    as_data,
    outcome_rows,
    simulate,
)
from houseway.analysis.table import simulation_table
from houseway.cli.games import find_game, setup_of, typed
from houseway.cli.shared import GameName, Json, TableOptions, json_text
from houseway.games import name_of
from houseway.games.game import Game
from houseway.games.side_wagers.wager import SideWager

File = Path | None
_SHOWN_LIVE = 12  # wagers whose running figures fit below the bar
_OUTSIDE = 1  # what the command answers when a wager lies outside its bounds


def print_simulation(
    name: GameName,
    /,
    *,
    rounds: str = "1e6",
    seed: int = 1,
    workers: int | None = None,
    cluster: str | None = None,
    chunk: str | None = None,
    option: TableOptions = None,
    manner: list[str] | None = None,
    wager: str | None = None,
    parquet: File = None,
    csv: File = None,
    as_json: Json = False,
) -> int:
    """Deal rounds and print what every wager came to beside its exact figures.

    Example: houseway simulate mini-baccarat --rounds 1e8 --workers 2

    The exit status is 1 when a wager lies outside its bounds, which happens by chance to one in a
    million.

    Parameters
    ----------
    rounds
        How many rounds, such as 1e8 or 100000.
    seed
        The same seed deals the same rounds, whatever the number of workers.
    workers
        How many threads deal; without it one for each processor.
    cluster
        Where a Dask scheduler listens, such as tcp://127.0.0.1:8786; its workers deal the rounds.
    chunk
        Rounds to a chunk, a million if not given: the first point of convergence. Another size
        deals other rounds.
    manner
        How the table is played as name=value, where a game leaves a choice: at blackjack the way of
        each box, insurance, even_money, behind; may be given several times.
    wager
        Show the outcomes of this wager only.
    parquet
        Write results and points of convergence to this file.
    csv
        Write the same as CSV.
    """
    try:
        found = find_game(name)
        many = whole_number(rounds, "rounds")
        if cluster is not None and workers is not None:
            raise CannotAnalyse("give workers or a cluster, not both")
        options = setup_of(found, option or []).options
        if wager is not None:
            check_wager(name_of(found), wager, options, all_ways=True)
        with _Running(many) as running:
            made = simulate(
                name_of(found),
                many,
                options=options,
                manner=_manner_of(name_of(found), manner or []),
                seed=seed,
                workers=os.cpu_count() or 1 if workers is None else workers,
                chunk=None if chunk is None else whole_number(chunk, "rounds to a chunk"),
                cluster=cluster,
                told=running.told,
            )
        shown = _only(made, wager)
        _write(shown, parquet, csv)
        text = _json(shown) if as_json else "\n".join(_page(shown, found.cite.title))
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway simulate: {wrong}", file=sys.stderr)
        return 2
    if left_out := _left_out(found, made):
        print(f"houseway simulate: not simulated: {', '.join(left_out)}", file=sys.stderr)
    print(text)
    return 0 if shown.within else _OUTSIDE


def _left_out(found: Game, made: Simulation) -> list[str]:
    """Side wagers that the kernel cannot tally: on ranks or suits, or of a game without shoes."""
    there = {each.name for each in made.wagers}
    sides: Iterable[SideWager] = getattr(found.rules, "side_wagers", ())
    return [each.name for each in sides if each.name not in there]


def whole_number(text: str, what: str) -> int:
    """A whole number of something, also written as 1e8, 10k, 2m, 1,000 or 1_000."""
    plain = re.sub(r"(?<=\d)[,_](?=\d{3}(?!\d))", "", text.lower(), flags=re.ASCII)
    plain = re.sub("k$", "e3", re.sub("m$", "e6", plain))
    written = re.fullmatch(r"\d+(\.\d+)?(e\d{1,2})?", plain, re.ASCII)
    number = Decimal(plain) if written else Decimal("NaN")
    if not number.is_finite() or number != number.to_integral_value():
        raise CannotAnalyse(f"{text} {what}: expected a whole number such as 1e8, 10k or 100000")
    return int(number)


def _manner_of(slug: str, given: list[str]) -> Any:
    """How the table is played, from name=value; None for the usual manner."""
    if not given:
        return None
    kind = manners(slug)
    if kind is None:
        raise CannotAnalyse(f"{slug} is played in one manner only")
    plain, defaults = dict[str, Any](), msgspec.to_builtins(kind())
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or key not in defaults:
            known = ", ".join(defaults)
            raise CannotAnalyse(f"{each} is no manner; expected one of {known} as name=value")
        plain[key] = typed(defaults[key], value)
    return msgspec.convert(plain, kind)


def _only(made: Simulation, wager: str | None) -> Simulation:
    """The simulation of one wager, in each way to play it; of all where none is named."""
    if wager is None:
        return made
    named = tuple(each for each in made.wagers if wager in (each.name, each.name.split(", ")[0]))
    if not named:
        raise unknown_wager(made.game, wager, [each.name for each in made.wagers])
    names = {each.name for each in named}
    points = tuple(
        msgspec.structs.replace(
            point, wagers=tuple(each for each in point.wagers if each.name in names)
        )
        for point in made.points
    )
    return msgspec.structs.replace(made, wagers=named, points=points)


def _write(made: Simulation, parquet: Path | None, csv: Path | None) -> None:
    """The files that were asked for."""
    table = simulation_table(made)
    if parquet is not None:
        with parquet.open("wb") as file:
            table.write_parquet(file)
    if csv is not None:
        csv.write_text(table.csv(), encoding="utf-8")


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
        compiled.when_compiling.append(self._compiling)
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        compiled.when_compiling.remove(self._compiling)
        self._live.stop()

    def _compiling(self) -> None:
        self._console.print("compiling this game once for this machine, some seconds ...")

    def told(self, progress: Progress) -> None:
        """Draw again, at most some ten times a second."""
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
    return json_text(as_data(made))
