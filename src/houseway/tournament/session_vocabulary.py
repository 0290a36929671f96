"""The orders and facts about sessions: planned, seated, begun, interrupted, counted, ended."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import (
    Cents,
    Hex,
    Minutes,
    Moment,
    Number,
    OptionalText,
    RoundNumber,
    Seconds,
    SignedUnits,
    StoredBox,
    StoredCount,
    StoredNumber,
    StoredTable,
    StoredText,
    TableName,
    Text,
    Units,
)
from houseway.rulebook.document import Clause
from houseway.table.people_vocabulary import Signature
from houseway.tournament.state import Out, Seat

Mode = Literal["conducted", "counted"]


class TablePlan(Struct, frozen=True):
    """A table that the session is played at.

    `boxes` are those that can be used, `players` is how many sit there at most. `mode`: conducted,
    where the table itself is in Houseway under the same name, or counted beside it by staff.
    """

    table: StoredTable
    boxes: tuple[StoredBox, ...]
    players: StoredCount
    mode: Mode = "counted"


class FixedSeat(Struct, frozen=True):
    """Somebody who has a certain seat and is not drawn for, and why."""

    entry: StoredNumber
    seat: Seat
    reason: StoredText


# Planning


class PlanSession(Command, frozen=True):
    """The next session of a stage (numbered from 1); without `players`, all whom it is for."""

    stage: Number
    starts_us: Moment
    players: tuple[Number, ...] = ()
    sentence: ClassVar[str] = "plan a session of stage {stage:number}"


class ChangeStart(Command, frozen=True):
    session: Number
    starts_us: Moment
    sentence: ClassVar[str] = "change the start of session {session:number}"


class SessionPlanned(Event, frozen=True):
    session: int
    stage: int
    starts_us: int
    players: tuple[int, ...]
    by: Signature
    clause: Clause


class StartChanged(Event, frozen=True):
    """`notice_minutes`: between telling everybody and the earlier of the two times."""

    session: int
    starts_us: int
    notice_minutes: int
    short: bool
    by: Signature
    clause: Clause


# Seats


class DraftBallot(Command, frozen=True):
    """Draw a table and a seat for everybody from a seed in hex; `reason` to draw once more."""

    session: Number
    seed: Hex
    tables: tuple[TablePlan, ...]
    fixed: tuple[FixedSeat, ...] = ()
    reason: OptionalText = ""
    sentence: ClassVar[str] = "draw the seats of session {session:number} from {seed}"


class AllotSeats(Command, frozen=True):
    """Seats by another method than lot, where the document leaves the method open."""

    session: Number
    tables: tuple[TablePlan, ...]
    seats: tuple[tuple[Number, Seat], ...]
    method: Text
    sentence: ClassVar[str] = "allot the seats of session {session:number}: {method:words}"


class PublishBallot(Command, frozen=True):
    session: Number
    sentence: ClassVar[str] = "publish the seats of session {session:number}"


class CheckIn(Command, frozen=True):
    """Somebody has taken the allotted seat."""

    session: Number
    entry: Number
    sentence: ClassVar[str] = "entry {entry:number} is seated in session {session:number}"


class RedrawTable(Command, frozen=True):
    """A table closes: those who are left there are drawn for free seats at the others."""

    session: Number
    table: TableName
    seed: Hex
    reason: Text
    sentence: ClassVar[str] = "close table {table} and draw its players anew from {seed}"


class SeatsDrafted(Event, frozen=True):
    """`method`: by lot, or what the one in charge chose; `attempts`: how often it was drawn until
    nobody sat with somebody from whom the conditions keep them apart."""

    session: int
    method: str
    seed: str
    attempts: int
    tables: tuple[TablePlan, ...]
    fixed: tuple[FixedSeat, ...]
    seats: tuple[tuple[int, Seat], ...]
    reason: str
    by: Signature
    clause: Clause


class SeatsPublished(Event, frozen=True):
    session: int
    by: Signature
    clause: Clause


class SeatTaken(Event, frozen=True):
    session: int
    entry: int
    by: Signature
    clause: Clause


class TableRedrawn(Event, frozen=True):
    session: int
    table: str
    seed: str
    attempts: int
    seats: tuple[tuple[int, Seat], ...]
    reason: str
    by: Signature
    clause: Clause


# Play


class PayBuyIn(Command, frozen=True):
    session: Number
    entry: Number
    paid: Cents
    sentence: ClassVar[str] = "entry {entry:number} buys in for {paid:money}"


class StartSession(Command, frozen=True):
    session: Number
    sentence: ClassVar[str] = "start session {session:number}"


class CallBreak(Command, frozen=True):
    session: Number
    minutes: Minutes
    sentence: ClassVar[str] = "call a break of {minutes:number} minutes"


class ResumePlay(Command, frozen=True):
    session: Number
    sentence: ClassVar[str] = "resume session {session:number}"


class AnnounceLimits(Command, frozen=True):
    """From a round on other limits hold, as the conditions say."""

    session: Number
    round: RoundNumber
    minimum: Units
    maximum: Units
    sentence: ClassVar[str] = "announce {minimum:number} to {maximum:number} from {round:number}"


class SetTimeLimit(Command, frozen=True):
    """In how many seconds a wager is to be made, from each table's next round on; 0: no limit."""

    session: Number
    seconds: Seconds
    sentence: ClassVar[str] = "allow {seconds:number} seconds for a wager"


class GiveDirection(Command, frozen=True):
    """A direction about the pace of play, for everybody to see."""

    session: Number
    direction: Text
    sentence: ClassVar[str] = "direct: {direction:words}"


class ReportShoe(Command, frozen=True):
    """A shoe has been dealt to its end."""

    session: Number
    table: TableName
    sentence: ClassVar[str] = "a shoe of table {table} is finished"


class EndTable(Command, frozen=True):
    """The session is over at this table: its rounds, shoes or time are, or nobody is left."""

    session: Number
    table: TableName
    sentence: ClassVar[str] = "end session {session:number} at table {table}"


class ConcludeEarly(Command, frozen=True):
    """End it before, those who go on being certain; `agreed`: who at the table has agreed."""

    session: Number
    table: TableName
    advancing: tuple[Number, ...]
    agreed: tuple[Number, ...] = ()
    sentence: ClassVar[str] = "conclude session {session:number} at table {table} early"


class CountTable(Command, frozen=True):
    """What everybody at a table holds, and what the table itself has won since the issue.

    `won` is what its tray holds more than after the issue, below nothing where it holds less.
    `missing` are chips that were not returned: value and quantity. `collected` names those whose
    chips were collected in the round, first to last. `source`: the table's own log, or staff.
    """

    session: Number
    table: TableName
    counts: tuple[tuple[Number, Units], ...]
    won: SignedUnits
    source: Literal["table", "staff"] = "staff"
    collected: tuple[Number, ...] = ()
    missing: tuple[tuple[Number, Units], ...] = ()
    sentence: ClassVar[str] = "count table {table}"


class RecordElimination(Command, frozen=True):
    """At a table counted by staff: somebody could not stake the minimum before a round."""

    session: Number
    entry: Number
    round: RoundNumber
    chips: Units
    stake: Units = 0
    sentence: ClassVar[str] = "entry {entry:number} is out after round {round:number}"


class BoughtIn(Event, frozen=True):
    session: int
    entry: int
    amount: int
    clause: Clause


class SessionStarted(Event, frozen=True):
    session: int
    by: Signature
    clause: Clause


class ChipsIssued(Event, frozen=True):
    """To each of them that many, and the same number of pass cards."""

    session: int
    chips: tuple[tuple[int, int], ...]
    pass_cards: int
    clause: Clause


class PlayerOut(Event, frozen=True):
    """Somebody has left a session; the chips go back to the table, `kept` stays on record."""

    session: int
    out: Out
    kept: int
    facts: str
    clause: Clause


class BreakCalled(Event, frozen=True):
    session: int
    until_us: int
    by: Signature
    clause: Clause


class PlayResumed(Event, frozen=True):
    session: int
    by: Signature
    clause: Clause


class LimitsAnnounced(Event, frozen=True):
    session: int
    round: int
    minimum: int
    maximum: int
    by: Signature
    clause: Clause


class TimeLimitSet(Event, frozen=True):
    session: int
    seconds: int
    by: Signature
    clause: Clause


class DirectionGiven(Event, frozen=True):
    session: int
    direction: str
    by: Signature
    clause: Clause


class ShoeFinished(Event, frozen=True):
    session: int
    table: str
    clause: Clause


class TableEnded(Event, frozen=True):
    """`early`: the number who go on was certain, and everybody's agreement where it counts."""

    session: int
    table: str
    early: bool
    by: Signature
    clause: Clause


class SessionEnded(Event, frozen=True):
    session: int
    clause: Clause


class TableCounted(Event, frozen=True):
    """`final`: at the end of the session; before that, what everybody holds after the round."""

    session: int
    table: str
    counts: tuple[tuple[int, int], ...]
    won: int
    source: str
    collected: tuple[int, ...]
    missing: tuple[tuple[int, int], ...]
    final: bool
    by: Signature
    clause: Clause
