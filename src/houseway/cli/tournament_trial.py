"""`houseway tournament run`: try a tournament out with bots, before it is announced."""

from __future__ import annotations

import sys
from contextlib import closing
from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from houseway.bots.event import checked
from houseway.bots.event import run as play
from houseway.bots.keeping import Keeper
from houseway.bots.trials import Distribution, Share, as_data, mean, seed_of, trials
from houseway.cli import answers
from houseway.cli.files import text_of
from houseway.cli.shared import Json, print_json
from houseway.cli.tell import console
from houseway.cli.tournament_desk import CANNOT, app
from houseway.equipment.chips import dollar_text
from houseway.randomness import new_seed
from houseway.records.tournamentfile import TournamentFile, read_tournament
from houseway.store.open import open_log


@app.command
def run(
    file: Path, /, *, bots: bool = False, times: int = 1, seed: str = "", log: Path | None = None,
    as_json: Json = False,
) -> int:  # fmt: skip
    """Try a tournament out with bots, from entries to prizes, once or many times.

    Example: houseway tournament run spring.toml --bots --times 1000 --seed spring

    Parameters
    ----------
    file
        What the tournament is, as TOML; its table [bots] says who enters and how they play.
    bots
        Simple strategies play every seat; nothing else can be tried out yet.
    times
        How often the whole tournament is played.
    seed
        Any text; the same text gives the same tournaments again. Without it, a new one.
    log
        A new log that keeps one trial, every order of it, as tournament/trial.
    as_json
        As data, with every place and every prize counted.
    """
    try:
        if not bots:
            raise ValueError("say --bots: nobody else can play a trial")
        if times < 1:
            raise ValueError(f"{times} times is not a number of trials")
        found = read_tournament(text_of(file))
        chosen = seed or new_seed()[:16]
        done = _kept(found, chosen, times, log) if log else _played(found, chosen, times)
    except CANNOT as wrong:
        return answers.failed(str(file), wrong)
    if as_json:
        print_json(as_data(done, chosen))
    else:
        _print(found, done, chosen)
    return 0


def _played(file: TournamentFile, seed: str, times: int) -> Distribution:
    """All of them, with a bar where someone watches."""
    last = Distribution()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=times)
        for found in trials(file, seed, times):
            last = found
            bar.advance(task)
    return last


def _kept(file: TournamentFile, seed: str, times: int, log: Path) -> Distribution:
    """One trial, the first of its seed, in a log of its own."""
    if times != 1 or log.exists():
        raise ValueError(f"{log} is to be new, and keeps one trial")
    done = Distribution()
    checked(file)
    with closing(open_log(str(log))) as kept:
        done.take(play(file, seed_of(seed, 1), Keeper(kept, file.document)))
    return done


def _print(file: TournamentFile, done: Distribution, seed: str) -> None:
    console.print(f"[bold]{file.title or file.document}[/], {done.times} times, seed {seed}")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("strategy", "entries", "first", "with a prize", "mean prize", "less fees"):
        table.add_column(name, justify="left" if name == "strategy" else "right")
    for name, share in sorted(done.strategies.items(), key=lambda each: _merit(each[1])):
        table.add_row(
            name, str(share.entries), _percent(share.firsts, share.entries),
            _percent(share.with_a_prize, share.entries),
            dollar_text(round(mean(share.won, share.entries))),
            dollar_text(round(mean(share.won - share.paid, share.entries))),
        )  # fmt: skip
    console.print(table)
    entered = sum(share.entries for share in done.strategies.values())
    console.print(
        f"{done.rounds} rounds in {done.sessions} sessions; {_percent(done.out_early, entered)} of "
        f"the entrants were out before the end of a session; {done.play_offs} play-offs"
    )
    console.print(
        f"fees {dollar_text(done.paid_in)} = prizes {dollar_text(done.prizes)} + "
        f"commission {dollar_text(done.commission)}"
    )


def _merit(share: Share) -> Fraction:
    return -mean(share.won, share.entries)


def _percent(part: int, whole: int) -> str:
    tenths = round(mean(part, whole) * 1000)
    return f"{tenths // 10}.{tenths % 10} %"
