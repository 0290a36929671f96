"""The verbs of `houseway tournament` that only look: what is missing, how it stands, the sheets.

They read the log no matter who else has it open.
"""

from __future__ import annotations

import sys
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from houseway.aggregates import TOURNAMENT
from houseway.bots.event import Distribution, Share, as_data, checked, mean, seed_of, trials
from houseway.bots.event import run as play
from houseway.bots.table import Keeper
from houseway.cli import answers
from houseway.cli.games import find_game
from houseway.cli.log import plain, print_told
from houseway.cli.shared import Json, LogAddress, console, print_json, text_of
from houseway.cli.tournament_desk import (
    CANNOT,
    SessionNumber,
    TournamentDesk,
    TournamentHow,
    TournamentStream,
    app,
    looked,
)
from houseway.equipment.chips import dollar_text
from houseway.fair import follows
from houseway.paper.sheet import sheet as paper_sheet
from houseway.randomness import new_seed
from houseway.records.telling import printable
from houseway.records.tournamentfile import TournamentFile, read_tournament
from houseway.records.tournamentsheets import SHEETS, Sheet, actions, as_csv, as_html, seating
from houseway.rulebook.ruling import Refused
from houseway.store.open import open_log
from houseway.tournament import session_vocabulary as s
from houseway.tournament.awaits import awaits
from houseway.tournament.leaderboard import board
from houseway.tournament.money import receipt as receipt_of
from houseway.tournament.terms import Conditions, contradiction, missing

Name = Literal["conditions", "entries", "seating", "leaderboard", "sessions", "results", "prizes"]


@app.command
def check(
    address: LogAddress, stream: TournamentStream = "", /, *, how: TournamentHow | None = None
) -> int:
    """Show what the conditions lack and where they contradict the document, clause by clause.

    The exit status is 1 when there is anything.

    Status 1 while something is missing or wrong.

    Example: houseway tournament check spring.toml

    Example: houseway tournament check floor.db tournament/spring

    Parameters
    ----------
    address
        A tournament's file, or a log.
    stream
        The tournament of a log; without it, the file is checked.
    """
    if stream:
        return looked(
            address, stream, how,
            lambda desk: _checked(desk.tournament.slug, desk.tournament.conditions, desk.how),
        )  # fmt: skip
    try:
        file = read_tournament(text_of(Path(address)))
        return _checked(file.document, file.conditions, how or TournamentHow())
    except CANNOT as wrong:
        return answers.failed(address, wrong)


def _checked(document: str, conditions: Conditions, how: TournamentHow) -> int:
    found = find_game(document)
    if found.tournament is None:
        raise ValueError(f"{found.cite.title} has no tournaments")
    lacking = missing(found.tournament, conditions)
    refused = contradiction(found.tournament, conditions)
    if how.as_data:
        print_json({"missing": lacking, "contradiction": _data(refused)})
    else:
        for each in lacking:
            print(printable(f"missing: {each.key}: {each.asks}  [{each.clause}]"))
        if refused:
            print(printable(f"wrong: {refused}"))
        print(f"{len(lacking)} missing" if lacking else "nothing is missing")
    return 1 if lacking or refused else 0


def _data(refused: Refused | None) -> dict[str, str | None] | None:
    if refused is None:
        return None
    return {"refused": refused.code, "clause": refused.clause, "detail": refused.detail}


@app.command
def show(
    address: LogAddress, stream: TournamentStream, /, *, how: TournamentHow | None = None
) -> int:
    """Show where the tournament stands, and what comes next, by whom and by which clause.

    Example: houseway tournament show floor.db tournament/spring
    """

    def work(desk: TournamentDesk) -> int:
        found, steps = board(desk.tournament), awaits(desk.tournament)
        if desk.how.as_data:
            print_json({"board": found, "next": [each._asdict() for each in steps]})
            return 0
        entered = sum(each.fees > 0 for each in desk.tournament.entries.values())
        desk.tell((
            f"{found.title} under {found.document}: {found.life}",
            f"conditions version {desk.tournament.version}, {entered} entrants, "
            f"prize pool {dollar_text(found.pool)}",
            *((f"session {found.session}, {found.stage}: {found.phase}",) if found.session else ()),
            *(f"next: {each.sentence} ({each.who})  [{each.clause}]" for each in steps),
        ))  # fmt: skip
        return 0

    return looked(address, stream, how, work)


@app.command
def report(
    address: LogAddress,
    stream: TournamentStream,
    sheet: Name = "leaderboard",
    /,
    *,
    session: int = 0,
    csv: bool = False,
    html: bool = False,
    pdf: bool = False,
    output: Path | None = None,
    how: TournamentHow | None = None,
) -> int:
    """Print a sheet: as a table, as CSV, as a page to print, or as data.

    Example: houseway tournament report floor.db tournament/spring seating --html
    --output seats.html

    Parameters
    ----------
    sheet
        conditions, entries, seating, leaderboard, sessions, results or prizes.
    session
        For seating: of which session; the newest without it.
    csv
        As CSV.
    html
        As an HTML page that needs nothing but itself.
    pdf
        As PDF, into the file that output names.
    output
        Where it goes; without it, it is printed.
    """

    def work(desk: TournamentDesk) -> int:
        found = SHEETS[sheet](desk.tournament)
        if sheet == "seating":
            found = seating(desk.tournament, session, drafts=True)
        if desk.how.as_data:
            print_json(board(desk.tournament) if sheet == "leaderboard" else found._asdict())
            return 0
        if pdf:
            if output is None:
                raise ValueError("a PDF goes into a file: name it with --output")
            output.write_bytes(paper_sheet(*found[:3], notes=found.notes, figures=found.figures))
            return 0
        if not csv and not html and output is None:
            _print(found)
            return 0
        text = as_html(found) if html else as_csv(found)
        if output is None:
            print(text, end="")
        else:
            output.write_text(text, encoding="utf-8", newline="")
        return 0

    return looked(address, stream, how, work)


def _print(sheet: Sheet) -> None:
    console.print(f"[bold]{escape(printable(sheet.title))}[/]")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in sheet.columns:
        table.add_column(name, justify="right" if name in sheet.figures else "left")
    for row in sheet.rows:
        table.add_row(*(escape(printable(cell)) for cell in row))
    console.print(table)
    for note in sheet.notes:
        console.print(escape(printable(note)))


@app.command
def receipt(
    address: LogAddress,
    stream: TournamentStream,
    number: int,
    /,
    *,
    how: TournamentHow | None = None,
) -> int:
    """Print the receipt of an entry: the fee, what of it is commission, what went back.

    Example: houseway tournament receipt floor.db tournament/spring 3

    Parameters
    ----------
    number
        The number of the entry.
    """

    def work(desk: TournamentDesk) -> int:
        if number not in desk.tournament.entries:
            raise ValueError(f"there is no entry {number}")
        found = receipt_of(desk.tournament, number)
        if desk.how.as_data:
            print_json(found._asdict())
        desk.tell((
            f"{found.tournament}: entry {found.entry}, {found.name}  [{found.clause}]",
            f"paid {dollar_text(found.paid)}: to the pool {dollar_text(found.to_the_pool)}, "
            f"commission {dollar_text(found.commission)}",
            *((f"refunded {dollar_text(found.refunded)}",) if found.refunded else ()),
        ))  # fmt: skip
        return 0

    return looked(address, stream, how, work)


@app.command
def ballot(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    how: TournamentHow | None = None,
) -> int:
    """Work a session's ballot out again from its seed, and compare; status 1 if it differs.

    Example: houseway tournament ballot floor.db tournament/spring 1
    """

    def work(desk: TournamentDesk) -> int:
        drafts = _drafts(desk, session)
        if not drafts:
            raise ValueError(f"no seats were drawn for session {session}")
        last, same = drafts[-1], follows(desk.tournament, drafts[-1])
        if desk.how.as_data:
            print_json({"seed": last.seed, "drawn": len(drafts), "same": same})
        desk.tell((
            f"seed {last.seed or 'none: ' + last.method}, drawn {len(drafts)} times",
            "the seats follow from the seed" if same else "the seats do not follow from a seed",
        ))  # fmt: skip
        return 0 if same else 1

    return looked(address, stream, how, work)


def _drafts(desk: TournamentDesk, session: int) -> list[s.SeatsDrafted]:
    kind = s.SeatsDrafted.__name__
    entries = [each for each in desk.runner.log.read(desk.stream) if each.kind == kind]
    events = [TOURNAMENT.decode("", each) for each in entries]
    return [e for e in events if isinstance(e, s.SeatsDrafted) and e.session == session]


@app.command
def log(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    after: int = 0,
    limit: Annotated[int | None, Parameter(show_default=False)] = None,
    how: TournamentHow | None = None,
) -> int:
    """Show what happened: when, who, in which role, what, and by which clause.

    Example: houseway tournament log floor.db tournament/spring --after 20

    Parameters
    ----------
    after
        Begin after this version.
    limit
        Show at most so many.
    """

    def work(desk: TournamentDesk) -> int:
        told = [
            each for each in actions(desk.runner.log.read(stream)) if each.entry.version > after
        ]
        if desk.how.as_data:
            print_json([plain(each) for each in told[:limit]])
        for each in told[:limit] if not desk.how.as_data else ():
            print_told(each)
        return 0

    return looked(address, stream, how, work)


# `houseway tournament run`: try a tournament out with bots, before it is announced.


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
        _tournament_trial_print(found, done, chosen)
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


def _tournament_trial_print(file: TournamentFile, done: Distribution, seed: str) -> None:
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
