"""A round played again, order by order: each step folded from the log alone."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from houseway.equipment.chips import ChipSet, chips_text
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Game, WagerLine
from houseway.records.replaying import CannotReplay, Order, opening_of, orders_of, understood
from houseway.records.settlement import RoundReport, rounds_told
from houseway.records.telling import edition_in, tell
from houseway.rulebook import Reading, readings_for
from houseway.rulebook.document import ClauseRow, clause_row
from houseway.rulebook.roles import person_key
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.consoles.inspector.search import EventLine, Streams, newest_first, told
from houseway.service.errors import Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.texts.text import Text, texts
from houseway.store import codec
from houseway.store.chain import ChainCheck, slice_problems
from houseway.store.log import Entry, Log
from houseway.store.rounds import OPENING
from houseway.table.state import Table, round_under_way
from houseway.table.statements import Ledger, Transfer
from houseway.table.view import View, Viewer, view
from houseway.tournament.state import Tournament
from houseway.tournament.wager_vocabulary import RoundBegun


class ClauseTold(NamedTuple):
    """A clause with its words and how it is read."""

    clause: str
    row: ClauseRow
    readings: tuple[Reading, ...]


class ChipMovement(NamedTuple):
    """A movement of chips, with the chips it is made in where it can be."""

    transfer: Transfer
    chips: str


class ReplayStep(NamedTuple):
    """One order of a round and the table after it.

    `view` is None where the log was altered up to here: what was altered is not played again, and
    `problems` says what does not fit.
    """

    number: int
    lines: tuple[EventLine, ...]
    clauses: tuple[ClauseTold, ...]
    problems: tuple[str, ...]
    view: View | None = None
    paytable: tuple[WagerLine, ...] = ()
    moved: tuple[ChipMovement, ...] = ()

    @property
    def entry(self) -> Entry:
        """The first event of the order: who gave it, and when."""
        return self.lines[0].entry


class Round(NamedTuple):
    """A round out of the log: its orders, and what they came to."""

    table: str
    number: int
    edition: str
    orders: tuple[Order, ...]
    report: RoundReport | None

    @property
    def opened_us(self) -> int:
        return self.orders[0].told[0].entry.at_us

    @property
    def staked(self) -> int:
        return sum(line.stake for line in self.report.lines) if self.report else 0

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.report.lines) if self.report else 0


def read_round(log: Log, table: str, number: int) -> Round:
    """The orders of a round, by the index of rounds. Blocks: call it in a thread."""
    stream = f"table/{table}"
    entries = log.recall(stream, number)
    if not entries:
        sentence = Text("there is no round {number} at table {table}", number=number, table=table)
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_round", sentence)
    edition = edition_in(opening_of(log, stream))
    try:
        orders = tuple(orders_of([tell(edition, each) for each in entries]))
    except CannotReplay as unknown:
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "cannot_replay", str(unknown)) from unknown
    return Round(table, number, edition, orders, _report(orders, number))


def _report(orders: Iterable[Order], number: int) -> RoundReport | None:
    """What the round came to; where what it names has been altered away, nothing is told."""
    events = [understood(each) for order in orders for each in order.told]
    own = [each for each in events if getattr(each, "round", number) == number]
    try:
        return next((each for each in rounds_told(own) if each.round == number), None)
    except (ValueError, KeyError):
        return None


def play_step(log: Log, found: Round, number: int, viewer: Viewer, streams: Streams) -> ReplayStep:
    """The table after an order of the round. Blocks: call it in a thread."""
    if not 1 <= number <= len(found.orders):
        sentence = Text(
            "round {number} has the steps 1 to {orders}",
            number=found.number,
            orders=len(found.orders),
        )
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_step", sentence)
    order = found.orders[number - 1]
    entries = log.read(f"table/{found.table}", limit=order.told[-1].entry.version)
    problems = _problems(entries, found)
    lines = tuple(told(each.entry, streams) for each in order.told)
    if problems:
        return ReplayStep(number, lines, _clauses(lines, found.edition), problems)
    ledger, moved = _folded(entries, order)
    table = ledger.table
    events = [understood(each) for each in order.told]
    return ReplayStep(
        number, lines, _clauses(lines, found.edition), (),
        view(table, found.table, entries[-1].version, viewer),
        paytable(table.game, table.play.options, wagers_of(events)),
        tuple(ChipMovement(each, _in_chips(table.play.chips, each.amount)) for each in moved),
    )  # fmt: skip


def _problems(entries: list[Entry], found: Round) -> tuple[str, ...]:
    """What does not fit up to this step, and in the round itself."""
    check = ChainCheck(contiguous=False)
    check.take(entries)
    own = slice_problems(each.entry for order in found.orders for each in order.told)
    return tuple(dict.fromkeys([*check.problems, *own]))


def _folded(entries: list[Entry], order: Order) -> tuple[Ledger, list[Transfer]]:
    """The ledger, and the table within it, after these events; what the order itself moved."""
    first = order.told[0].entry.version
    ledger = Ledger()
    moved: list[Transfer] = []
    for entry in entries:
        made = ledger.take(codec.decode(ledger.table.edition, entry), entry.at_us)
        if entry.version >= first:
            moved += made
    return ledger, moved


def _in_chips(chips: ChipSet, amount: int) -> str:
    return chips_text(chips.pay(amount)) if chips.payable(amount) else ""


# Beside the felt


def _clauses(lines: Iterable[EventLine], edition: str) -> tuple[ClauseTold, ...]:
    named = dict.fromkeys(clause for line in lines for clause in line.clauses)
    return tuple(found for each in named if (found := clause_told(each, edition)))


def clause_told(clause: str, edition: str = "") -> ClauseTold | None:
    """A clause with the words of the edition under which it was cited."""
    try:
        row, readings = clause_row(clause, edition=edition), readings_for(clause, edition=edition)
        return ClauseTold(clause, row, readings)
    except LookupError:  # a document that this software does not have
        return None


def wagers_of(events: Iterable[Event]) -> set[str]:
    """The wagers that events speak of, also those within a settlement put right."""
    found: set[str] = set()
    for event in events:
        plain = msgspec.to_builtins(event)
        found |= {each["wager"] for each in (plain, *plain.values()) if _has_wager(each)}
    return found


def _has_wager(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("wager"), str)


def paytable(game: Game, options: Any, wagers: set[str]) -> tuple[WagerLine, ...]:
    """The lines of the approved odds for these wagers."""
    every = game.wagers(options)
    names = {line.wager for line in every}
    wanted = {each if each in names else game.priced_as(each) for each in wagers}
    return tuple(line for line in every if line.wager in wanted)


# Finding a round


def place_of(log: Log, table: str, version: int) -> tuple[int, int]:
    """The round in which an event fell and the step in it; nothing before the first round."""
    stream = f"table/{table}"
    for entry in newest_first(log, stream, version + 1):
        if entry.kind in OPENING:
            opened = codec.decode(edition_in(opening_of(log, stream)), entry)
            number = opened.round if isinstance(opened, RoundOpened) else 0
            return number, _step_at(read_round(log, table, number), version)
    raise _in_no_round(
        Text("event {version} is in no round: it came before the first round", version=version)
    )


def _step_at(found: Round, version: int) -> int:
    for step, order in enumerate(found.orders, start=1):
        if order.told[-1].entry.version >= version:
            return step
    raise _in_no_round(Text("event {version} is in no round", version=version))


def _in_no_round(sentence: Text) -> Wrong:
    return Wrong(HTTPStatus.NOT_FOUND, "no_such_round", sentence)


# What is not told yet: the facts of a round that is under way.


class _Begun(Struct, frozen=True):
    """Where a round of a tournament began."""

    session: int
    table: str
    round: int


_begun = msgspec.json.Decoder(_Begun)


def round_held(table: Table) -> int:
    """The number of the round under way; 0 where none is, or where it is settled or void and only
    its cards are left to collect."""
    if table.play is None or table.closed or round_under_way(table) is None or _decided(table):
        return 0
    return int(table.play.round)


def _decided(table: Table) -> bool:
    awaited = table.game.awaits(table.play)
    return awaited.what == "collect" and not awaited.to  # "to": tiles of empty boxes, before play


def last_told(floor: Floor, table: str) -> int | None:
    """The last version whose facts may be told; None: all of them. Blocks."""
    held = floor.runner.look(stream_of(table), lambda found, _version: round_held(found))
    return _before(floor.log, stream_of(table), held) if held else None


def last_told_of(floor: Floor, tournament: str) -> int | None:
    """The same for a tournament: before the first round under way that may hide a wager."""
    stream = TOURNAMENT.stream(tournament)
    under_way = floor.runner.look(stream, lambda found, _version: rounds_held(found))
    if not under_way:
        return None
    began: dict[_Begun, int] = {}
    for entry in floor.log.read(stream):
        if entry.kind == RoundBegun.__name__:
            began[_begun.decode(entry.body)] = entry.version
    return min(began[each] for each in under_way) - 1


def rounds_held(tournament: Tournament) -> list[_Begun]:
    """The rounds under way in which a wager may be undisclosed."""
    if not tournament.conditions.undisclosed:
        return []
    return [
        _Begun(session.number, table, each.round.number)
        for session in tournament.sessions
        for table, each in session.conduct.floors.items()
        if each.round is not None
    ]


def ends(floor: Floor, tables: Iterable[str]) -> dict[str, int]:
    """The streams whose facts are told only up to a version, with that version. Blocks."""
    found = [(stream_of(table), last_told(floor, table)) for table in tables]
    found += [
        (TOURNAMENT.stream(each), last_told_of(floor, each)) for each in TOURNAMENT.names(floor)
    ]
    return {stream: end for stream, end in found if end is not None}


def _before(log: Log, stream: str, number: int) -> int | None:
    entries = log.recall(stream, number)
    return entries[0].version - 1 if entries else None


# The list of a table's rounds, filtered by what an inspector looks for and sorted.

ROUNDS = 25  # on a page
SCANNED = 400  # rounds looked at for one page
NEWEST = "newest"
SORTS = texts({NEWEST: "newest", "most staked": "most staked", "most paid": "most paid"})


class RoundFilter(NamedTuple):
    """What the rounds listed have in common; an empty field asks for nothing."""

    void: bool = False
    patron: str = ""
    least: int = 0  # cents staked in the round

    def fits(self, found: Round) -> bool:
        report = found.report
        if report is None:
            return not (self.void or self.patron or self.least)
        wanted = person_key(self.patron)
        return (
            (report.void or not self.void)
            and found.staked >= self.least
            and (not wanted or any(person_key(each.patron) == wanted for each in report.lines))
        )


class RoundsPage(NamedTuple):
    """`before` asks for the next page, 0 where there is nothing more; `held` is under way."""

    rounds: tuple[Round, ...]
    before: int
    held: int
    title: str
    looked_at: int = 0


def list_rounds(
    floor: Floor, table: str, before: int, wanted: RoundFilter, sort: str = NEWEST
) -> RoundsPage:
    """The rounds of a table that fit, newest first unless sorted. Blocks: call it in a thread."""

    def see(found: Table, _version: int) -> tuple[int, int, str]:
        return found.play.round, round_held(found), found.game.cite.title

    newest, under_way, title = floor.look(table, see)
    top = min(newest, before - 1) if before else newest
    fitting: list[Round] = []
    number = top + 1
    while number > 1 and len(fitting) < ROUNDS and top - number + 1 < SCANNED:
        number -= 1
        if number == under_way or not floor.log.recall(stream_of(table), number):
            continue
        found = read_round(floor.log, table, number)
        if wanted.fits(found):
            fitting.append(found)
    left = number if number > 1 else 0
    return RoundsPage(tuple(_sorted(fitting, sort)), left, under_way, title, top - number + 1)


def _sorted(rounds: list[Round], sort: str) -> list[Round]:
    if sort == "most staked":
        return sorted(rounds, key=lambda each: -each.staked)
    if sort == "most paid":
        return sorted(rounds, key=lambda each: -each.paid)
    return rounds
