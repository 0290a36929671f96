"""The orders and facts about sessions: planned, seated, begun, interrupted, counted, ended."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from houseway.games.events import Event
from houseway.games.fields import (
    Cents,
    Count,
    Held,
    HeldUnits,
    Hex,
    Minutes,
    Moment,
    Number,
    OptionalText,
    RoundNumber,
    Seconds,
    SignedHeldUnits,
    StoredBox,
    StoredCents,
    StoredCount,
    StoredMoment,
    StoredNumber,
    StoredTable,
    StoredText,
    StoredUnits,
    TableName,
    Text,
    Units,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.tournament.state import Out, Seat
from houseway.tournament.vocabulary import SessionCommand

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
    """Someone who has a certain seat and is not drawn for, and why."""

    entry: StoredNumber
    seat: Seat
    reason: StoredText


# Planning


class PlanSession(SessionCommand, frozen=True):
    """The next session of a stage (numbered from 1); without a list of players, all of them."""

    stage: Number
    starts_us: Moment
    players: tuple[Number, ...] = ()
    sentence = "plan a session of stage {stage:number}"
    console = "in place"


class ChangeStart(SessionCommand, frozen=True):
    session: Number
    starts_us: Moment
    sentence = "change the start of session {session:number}"
    title = "Change a starting time"


class ConfirmTold(SessionCommand, frozen=True):
    """These entrants know the new start: each one says so, or staff have told them."""

    session: Number
    entries: tuple[Number, ...]
    sentence = "the new start of session {session:number} is known"
    title = "Entrants know the new starting time"
    console = "in place"


class SessionPlanned(Event, frozen=True):
    session: int
    stage: int
    starts_us: StoredMoment
    players: tuple[int, ...]
    by: Signature
    clause: Clause


class StartChanged(Event, frozen=True):
    """`notice_minutes`: between telling everybody and the earlier of the two times."""

    session: int
    starts_us: StoredMoment
    notice_minutes: int
    short: bool
    by: Signature
    clause: Clause


class ToldOfStart(Event, frozen=True):
    session: int
    entries: tuple[int, ...]
    by: Signature
    clause: Clause


# Seats


class DraftBallot(SessionCommand, frozen=True):
    """Draw a table and a seat for everybody from a seed in hex; `reason` to draw once more."""

    session: Number
    seed: Hex
    tables: tuple[TablePlan, ...]
    fixed: tuple[FixedSeat, ...] = ()
    reason: OptionalText = ""
    sentence = "draw the seats of session {session:number} from {seed}"
    console = "own page"


class AllotSeats(SessionCommand, frozen=True):
    """Seats by a method other than drawing lots, where the rules allow it."""

    session: Number
    tables: tuple[TablePlan, ...]
    seats: tuple[tuple[Number, Seat], ...]
    method: Text
    sentence = "allot the seats of session {session:number}: {method:words}"
    console = "own page"


class PublishBallot(SessionCommand, frozen=True):
    session: Number
    sentence = "publish the seats of session {session:number}"
    console = "in place"


class CheckIn(SessionCommand, frozen=True):
    """Someone has taken the allotted seat."""

    session: Number
    entry: Number
    sentence = "entry {entry:number} is seated in session {session:number}"
    title = "An entrant has taken the seat"
    console = "in place"


class RedrawTable(SessionCommand, frozen=True):
    """A table closes: those who are left there are drawn for free seats at the others."""

    session: Number
    table: TableName
    seed: Hex
    reason: Text
    sentence = "close table {table} and draw its players anew from {seed}"
    title = "Close a table and redraw its players"


class SeatsDrafted(Event, frozen=True):
    """`method`: by lot, or what the one in charge chose; `attempts`: how often it was drawn until
    nobody sat with someone from whom the conditions keep them apart."""

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
    admits = ("entry",)


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


class PayBuyIn(SessionCommand, frozen=True):
    session: Number
    entry: Number
    paid: Cents
    sentence = "entry {entry:number} buys in for {paid:money}"
    title = "Take a buy-in"
    only_with = "sessions.buy_in"


class StartSession(SessionCommand, frozen=True):
    session: Number
    sentence = "start session {session:number}"
    console = "in place"


class CallBreak(SessionCommand, frozen=True):
    session: Number
    minutes: Minutes
    sentence = "call a break of {minutes:number} minutes"
    title = "Call a break"
    only_with = "sessions.breaks"


class ResumePlay(SessionCommand, frozen=True):
    session: Number
    sentence = "resume session {session:number}"
    title = "Resume play"
    console = "in place"


class AnnounceLimits(SessionCommand, frozen=True):
    """From a round on other limits hold, as the conditions say."""

    session: Number
    round: RoundNumber
    minimum: Units
    maximum: Units
    sentence = "announce {minimum:number} to {maximum:number} from {round:number}"
    title = "Announce other limits"


class SetTimeLimit(SessionCommand, frozen=True):
    """Seconds for a wager and for a decision (to hit or stand, to bet or fold, to set tiles),
    from each table's next round; 0 means no limit."""

    session: Number
    seconds: Seconds
    decision: Seconds = 0
    sentence = "allow {seconds:number} seconds for a wager"
    title = "Set the time for a wager"


class GiveDirection(SessionCommand, frozen=True):
    """A direction about the pace of play, for everybody to see."""

    session: Number
    direction: Text
    sentence = "direct: {direction:words}"
    title = "Give a direction about the pace"
    only_with = "sessions.pace"


class ReportShoe(SessionCommand, frozen=True):
    """A shoe has been dealt to its end."""

    session: Number
    table: TableName
    sentence = "a shoe of table {table} is finished"


class EndTable(SessionCommand, frozen=True):
    """The session is over at this table: its rounds, shoes or time are, or nobody is left."""

    session: Number
    table: TableName
    sentence = "end session {session:number} at table {table}"
    console = "in place"


class ConcludeEarly(SessionCommand, frozen=True):
    """End a session early because it is certain who advances. Enter who has agreed."""

    session: Number
    table: TableName
    advancing: tuple[Number, ...]
    agreed: tuple[Number, ...] = ()
    sentence = "conclude session {session:number} at table {table} early"
    title = "Conclude a session early"
    only_with = "sessions.early_end"


class CountTable(SessionCommand, frozen=True):
    """What each player at a table holds, and what the table has won since chips were issued.

    `won` is what its tray holds more than after the issue, below nothing where it holds less.
    `missing` are chips that were not returned: value and quantity. `collected` names those whose
    chips were collected in the round, first to last. `source`: the table's own log, or staff.
    """

    session: Number
    table: TableName
    counts: tuple[tuple[Number, HeldUnits], ...]
    won: SignedHeldUnits
    source: Literal["table", "staff"] = "staff"
    collected: tuple[Number, ...] = ()
    missing: tuple[tuple[Number, Units], ...] = ()
    sentence = "count table {table}"
    console = "own page"


class BringInventory(SessionCommand, frozen=True):
    """Tournament chips of one value that were brought to a table."""

    session: Number
    table: TableName
    value: Units
    quantity: Count
    sentence = "bring {quantity:number} chips of {value:number} to table {table}"
    title = "Bring tournament chips to a table"
    only_with = "sessions.inventory"


class ReturnInventory(SessionCommand, frozen=True):
    """Tournament chips of one value that a table returned after the session."""

    session: Number
    table: TableName
    value: Units
    quantity: Count
    sentence = "return {quantity:number} chips of {value:number} from table {table}"
    title = "Return the tournament chips of a table"
    only_with = "sessions.inventory"


class ReportMissingChips(SessionCommand, frozen=True):
    """Whoever is in charge knows which chips of the session are missing."""

    session: Number
    sentence = "the missing chips of session {session:number} are known"
    title = "Missing chips are known"
    only_with = "sessions.inventory"
    console = "in place"


class RecordElimination(SessionCommand, frozen=True):
    """At a table counted by staff: someone could not stake the minimum before a round."""

    session: Number
    entry: Number
    round: RoundNumber
    chips: Units
    stake: Units = 0
    sentence = "entry {entry:number} is out after round {round:number}"
    title = "Record an elimination"


class BoughtIn(Event, frozen=True):
    session: int
    entry: int
    amount: StoredCents
    clause: Clause
    admits = ("entry",)


class SessionStarted(Event, frozen=True):
    session: int
    by: Signature
    clause: Clause


class ChipsIssued(Event, frozen=True):
    """To each of them that many, and the same number of pass cards."""

    session: int
    chips: tuple[tuple[int, Held], ...]
    pass_cards: int
    clause: Clause


class PlayerOut(Event, frozen=True):
    """Someone has left a session; the chips go back to the table, `kept` stays on record."""

    session: int
    out: Out
    kept: Held
    facts: str
    clause: Clause


class BreakCalled(Event, frozen=True):
    session: int
    until_us: StoredMoment
    by: Signature
    clause: Clause


class PlayResumed(Event, frozen=True):
    session: int
    by: Signature
    clause: Clause


class LimitsAnnounced(Event, frozen=True):
    session: int
    round: int
    minimum: StoredUnits
    maximum: StoredUnits
    by: Signature
    clause: Clause


class TimeLimitSet(Event, frozen=True):
    session: int
    seconds: int
    by: Signature
    clause: Clause
    decision: int = 0


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


class InventoryBrought(Event, frozen=True):
    session: int
    table: str
    value: StoredUnits
    quantity: int
    by: Signature
    clause: Clause


class InventoryReturned(Event, frozen=True):
    session: int
    table: str
    value: StoredUnits
    quantity: int
    by: Signature
    clause: Clause


class MissingChipsReported(Event, frozen=True):
    session: int
    tables: tuple[str, ...]
    by: Signature
    clause: Clause


class TableCounted(Event, frozen=True):
    """`final`: at the end of the session; before that, what everybody holds after the round."""

    session: int
    table: str
    counts: tuple[tuple[int, Held], ...]
    won: Held
    source: str
    collected: tuple[int, ...]
    missing: tuple[tuple[int, int], ...]
    final: bool
    by: Signature
    clause: Clause
