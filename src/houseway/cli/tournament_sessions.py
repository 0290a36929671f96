"""The verbs of `houseway tournament` about sessions: planned, seated, begun, counted, ended."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from pathlib import Path

from houseway.cli.generated import moment
from houseway.cli.shared import LogAddress, text_of
from houseway.cli.tournament_desk import (
    SessionNumber,
    TournamentDesk,
    TournamentHow,
    TournamentStream,
    app,
    counted,
    given,
    now_us,
    pairs,
)
from houseway.conducting import counts_of, known_us, table_stream
from houseway.games.commands import Command
from houseway.games.fields import Held, as_halves
from houseway.rulebook.roles import Role
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.state import Seat, Session


@app.command
def plan(
    address: LogAddress,
    stream: TournamentStream,
    stage: int,
    /,
    *,
    starts: str = "",
    entry: tuple[int, ...] = (),
    how: TournamentHow | None = None,
) -> int:
    """Plan the next session of a stage, for everybody whom it is for.

    Example: houseway tournament plan floor.db tournament/spring 1 --actor Dora

    Parameters
    ----------
    stage
        Which stage of the conditions, counted from 1.
    starts
        When it starts, such as 2026-09-05T19:00:00+10:00; at the start of the tournament, or now.
    entry
        Only these entries; several may be given.
    """

    def work(desk: TournamentDesk) -> int:
        at = moment(starts) if starts else max(desk.tournament.conditions.starts_us, now_us())
        return desk.order(s.PlanSession(stage, at, entry))

    return given(address, stream, how, work)


@app.command
def draw(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    table: tuple[str, ...] = (),
    players: int = 0,
    fixed: tuple[str, ...] = (),
    reason: str = "",
    conducted: bool = False,
    how: TournamentHow | None = None,
) -> int:
    """Draw a table and a seat for everybody in a session: a draft, until it is published.

    Example: houseway tournament draw floor.db tournament/spring 1 --table 1 --table 2:1,2,3,5
    --actor Dora

    Parameters
    ----------
    session
        The session, by its number.
    table
        A table, with the boxes that can be used behind a colon; several may be given. Without
        any, as many as the conditions have, named 1, 2 and so on.
    players
        At most so many at a table; without it, as many as it has boxes.
    fixed
        A person who is not drawn for, as entry=table:box=reason; several may be given.
    reason
        Why the seats are drawn once more.
    conducted
        The tables are in Houseway under the same names, and are counted from their logs.
    """

    def work(desk: TournamentDesk) -> int:
        mode: s.Mode = "conducted" if conducted else "counted"
        plans = tuple(
            _table_plan(desk, each, players, mode) for each in table or _tables(desk, session)
        )
        seats = tuple(_fixed(each) for each in fixed)
        return desk.order(s.DraftBallot(session, "", plans, seats, reason))

    return given(address, stream, how, work)


def _tables(desk: TournamentDesk, number: int) -> tuple[str, ...]:
    session = desk.tournament.session(number)
    count = desk.tournament.stage_of(session).tables if session else 1
    return tuple(str(each) for each in range(1, count + 1))


def _table_plan(desk: TournamentDesk, text: str, players: int, mode: s.Mode) -> s.TablePlan:
    name, _, boxes = text.partition(":")
    first, last = desk.tournament.rules.sessions.boxes if desk.tournament.slug else (1, 9)
    usable = tuple(range(first, last + 1))
    if boxes:
        if not all(each.strip().isdecimal() for each in boxes.split(",")):
            raise ValueError(f"{text} is not a table with its boxes, such as 2:1,2,3,5")
        usable = tuple(int(each) for each in boxes.split(","))
    return s.TablePlan(name, usable, min(players or len(usable), len(usable)), mode)


def _fixed(text: str) -> s.FixedSeat:
    entry, _, rest = text.partition("=")
    place, _, reason = rest.partition("=")
    table, _, box = place.rpartition(":")
    if not entry.isdecimal() or not box.isdecimal() or not table:
        raise ValueError(f"{text} is not a fixed seat, such as 7=2:5=a wheelchair")
    return s.FixedSeat(int(entry), Seat(table, int(box)), reason)


@app.command
def seat(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    entry: tuple[int, ...] = (),
    /,
    *,
    everybody: bool = False,
    how: TournamentHow | None = None,
) -> int:
    """Record who has taken the allotted seat.

    Example: houseway tournament seat floor.db tournament/spring 1 3 4 7 --actor Eli

    Example: houseway tournament seat floor.db tournament/spring 1 --everybody --actor Eli

    Parameters
    ----------
    entry
        The numbers of the entries that are seated.
    everybody
        All entries of the session.
    """

    def work(desk: TournamentDesk) -> int:
        found = desk.tournament.session(session)
        waiting = [e for e in found.players if e not in found.conduct.present] if found else []
        chosen = waiting if everybody else entry
        if not chosen:
            raise ValueError("nobody is named, and nobody is waited for")
        return desk.order(*(s.CheckIn(session, each) for each in chosen))

    return given(address, stream, how, work, Role.DEALER)


@app.command
def end(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    table: tuple[str, ...] = (),
    /,
    *,
    how: TournamentHow | None = None,
) -> int:
    """End a session at its tables, or at those named.

    Example: houseway tournament end floor.db tournament/spring 1 --actor Dora

    Parameters
    ----------
    table
        The tables that end; all of the session by default.
    """

    def work(desk: TournamentDesk) -> int:
        floors = _session(desk, session).conduct.floors
        open_ones = [name for name, floor in floors.items() if not floor.ended]
        return desk.order(*(s.EndTable(session, each) for each in table or open_ones))

    return given(address, stream, how, work)


def _session(desk: TournamentDesk, number: int) -> Session:
    found = desk.tournament.session(number)
    if found is None:
        planned = len(desk.tournament.sessions)
        raise ValueError(f"there is no session {number} among the {planned}")
    return found


@app.command
def count(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    chips: tuple[str, ...] = (),
    file: Path | None = None,
    table: str = "",
    won: Decimal | None = None,
    collected: tuple[str, ...] = (),
    missing: tuple[str, ...] = (),
    how: TournamentHow | None = None,
) -> int:
    """Record the chips when a session has ended, or those of one table at any time.

    Example: houseway tournament count floor.db tournament/spring 1 --chips 3=1200 --chips 4=0
    --actor Eli

    Example: houseway tournament count floor.db tournament/spring 1 --table 2 --won -300
    --chips 3=1200 --chips 4=1100 --actor Eli

    Example: houseway tournament count floor.db tournament/spring 1 --table 7 --actor Eli

    Parameters
    ----------
    chips
        What a person holds, as entry=chips; several may be given.
    file
        The same as a CSV with the columns entry and chips.
    table
        One table; if it is conducted in Houseway, it is counted from its own log.
    won
        What its tray holds more than after the issue, below nothing where it holds less.
    collected
        Of those who are left with nothing the last wagers as entry=stake, in the order in which
        their chips were collected.
    missing
        Chips that were not returned, as value=quantity.
    """

    def work(desk: TournamentDesk) -> int:
        counts = [*counted(chips, "a count").items(), *(_in_file(file).items() if file else ())]
        emptied = pairs(collected, "a last wager")
        if not table:
            last = tuple(r.Emptied(*each) for each in emptied)
            return desk.order(r.RecordCounts(session, dict(counts), emptied=last))
        if _session(desk, session).modes.get(table) == CONDUCTED:
            return desk.order(_from_log(desk, session, table))
        if won is None:
            raise ValueError("--won says what the table itself has won; without it nothing adds up")
        order = tuple(each for each, _ in emptied)
        gone = tuple(pairs(missing, "a chip and how many"))
        return desk.order(
            s.CountTable(session, table, tuple(counts), as_halves(won), "staff", order, gone)
        )

    return given(address, stream, how, work, Role.DEALER)


def _from_log(desk: TournamentDesk, number: int, table: str) -> Command:
    """The table's own log says what everybody holds."""
    log = desk.runner.log
    since = known_us(log.read(desk.stream), number, table)
    return counts_of(desk.tournament, number, table, log.read(table_stream(table)), since)


def _in_file(file: Path) -> dict[int, Held]:
    lines = csv.DictReader(io.StringIO(text_of(file, "utf-8-sig"), newline=""))
    if not {"entry", "chips"} <= set(lines.fieldnames or ()):
        raise ValueError(f"{file} has no columns entry and chips")
    texts = [f"{line['entry']}={line['chips']}" for line in lines]
    return counted(texts, f"a count in {file}")
