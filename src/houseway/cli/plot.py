"""`houseway plot`: pictures of the maths, as SVG and PNG, each with the CSV of its figures."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from msgspec import Struct

from houseway.analysis import CannotAnalyse, check_wager
from houseway.analysis.plots import (
    THEMES,
    WIDE,
    Plot,
    convergence_plot,
    decks_plot,
    removal_plot,
    ruin_plot,
    session_plot,
    spread_plot,
)
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.analysis.sessions import (
    chip_spread,
    dealt_session,
    independent,
    risk_of_ruin,
    session,
)
from houseway.analysis.simulate import simulate
from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, TableOptions
from houseway.cli.simulate import whole_number
from houseway.equipment.chips import dollars
from houseway.extras import installed
from houseway.games import name_of

Kind = Literal["decks", "removal", "convergence", "session", "ruin", "spread"]
CHUNK = 10_000  # rounds of a chunk of a plotted simulation: the first of its points
BANKROLLS = (5, 10, 20, 40)  # stakes, where no bankroll is given


def plot(
    name: GameName,
    kind: Kind,
    /,
    *,
    out: Path = Path("plots"),
    wager: str | None = None,
    stake: str = "10",
    rounds: str | None = None,
    bankroll: list[str] | None = None,
    seed: int = 1,
    fresh: bool = False,
    decks: str = "1-8",
    option: TableOptions = None,
    theme: Literal["light", "dark"] = "light",
    width: int = WIDE,
    png: Annotated[bool | None, Parameter(negative="--no-png")] = None,
) -> int:
    """Draw a plot of a game: NAME-KIND.svg, .png and .csv in a folder.

    Example: houseway plot mini-baccarat removal --out plots

    Parameters
    ----------
    kind
        decks: the edge by number of decks; removal: with one card gone; convergence: of a
        simulation; session: what rounds come to; ruin: how long bankrolls last; spread: chips of
        simple players in a tournament.
    out
        The folder.
    wager
        A wager as houseway edge names it: needed for session, ruin and spread.
    stake
        The stake of every round in dollars; for a spread the least stake.
    rounds
        How many: of a simulation (1e7 if not given), or of a session (60).
    bankroll
        What patrons bring in dollars, for ruin; may be given several times. For a spread, what a
        player starts with.
    seed
        The same seed deals the same rounds.
    fresh
        For a session: take every round as the first from a freshly shuffled source.
    decks
        From how many decks to how many, as 5-8.
    theme
        Light or dark paper.
    width
        In pixels; 400 suits a telephone.
    png
        Also as PNG, which needs houseway[plots]; by default where that is installed.
    """
    try:
        found = find_game(name)
        options = setup_of(found, option or []).options
        asked = _PlotOptions(
            name_of(found), options, wager, dollars(stake), rounds, seed, decks, fresh
        )
        if wager is not None:
            check_wager(name_of(found), wager, options)
        asked.bankrolls = tuple(map(dollars, bankroll or ()))
        made = _MADE[kind](asked)
        pictures: dict[str, str | bytes] = {
            "svg": made.svg(THEMES[theme], width),
            "csv": made.table.csv(),
        }
        if png or (png is None and installed("PIL")):
            pictures["png"] = made.png(THEMES[theme], width)
        _write(out, made.name, pictures)
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway plot: {wrong}", file=sys.stderr)
        return 2
    return 0


def _write(out: Path, name: str, pictures: dict[str, str | bytes]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for kind, content in pictures.items():
        path = out / f"{name}.{kind}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        print(path)


class _PlotOptions(Struct):
    slug: str
    options: Any
    wager: str | None
    stake: int
    rounds: str | None
    seed: int
    decks: str
    fresh: bool
    bankrolls: tuple[int, ...] = ()

    def many(self, usual: str) -> int:
        return whole_number(self.rounds or usual, "rounds")

    def one_wager(self) -> str:
        if self.wager is None:
            raise CannotAnalyse("this plot is of one wager: name it with --wager")
        return self.wager


def _decks(asked: _PlotOptions) -> Plot:
    first, _, last = asked.decks.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) < int(last) <= 100):
        raise CannotAnalyse(f"{asked.decks} decks: expected two numbers such as 1-8")
    numbers = range(int(first), int(last) + 1)
    edges = edge_by_decks(asked.slug, numbers, options=asked.options)
    return decks_plot(asked.slug, edges, options=asked.options)


def _removal(asked: _PlotOptions) -> Plot:
    return removal_plot(asked.slug, effect_of_removal(asked.slug, options=asked.options))


def _convergence(asked: _PlotOptions) -> Plot:
    made = simulate(
        asked.slug,
        asked.many("1e7"),
        options=asked.options,
        seed=asked.seed,
        chunk=CHUNK,
        workers=os.cpu_count() or 1,
    )
    return convergence_plot(made, wagers=(asked.wager,) if asked.wager else ())


def _session(asked: _PlotOptions) -> Plot:
    rounds, wager = asked.many("60"), asked.one_wager()
    if independent(asked.slug) or asked.fresh:
        made = session(asked.slug, wager, stake=asked.stake, rounds=rounds, options=asked.options)
    else:
        made = dealt_session(
            asked.slug,
            wager,
            stake=asked.stake,
            rounds=rounds,
            options=asked.options,
            seed=asked.seed,
        )
    return session_plot(made)


def _ruin(asked: _PlotOptions) -> Plot:
    brought = asked.bankrolls or tuple(times * asked.stake for times in BANKROLLS)
    return ruin_plot(
        [
            risk_of_ruin(
                asked.slug,
                asked.one_wager(),
                stake=asked.stake,
                bankroll=each,
                rounds=asked.many("200"),
                options=asked.options,
            )
            for each in brought
        ]
    )


def _spread(asked: _PlotOptions) -> Plot:
    start = asked.bankrolls[0] if asked.bankrolls else 40 * asked.stake
    return spread_plot(
        chip_spread(
            asked.slug,
            asked.one_wager(),
            start=start,
            rounds=asked.many("20"),
            minimum=asked.stake,
            maximum=20 * asked.stake,
            options=asked.options,
        )
    )


_MADE: dict[str, Callable[[_PlotOptions], Plot]] = {
    "decks": _decks,
    "removal": _removal,
    "convergence": _convergence,
    "session": _session,
    "ruin": _ruin,
    "spread": _spread,
}
