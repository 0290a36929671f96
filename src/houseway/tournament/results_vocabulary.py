"""The orders and facts about counts, places and prizes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from houseway.games.events import Event
from houseway.games.fields import (
    Held,
    HeldUnits,
    Hex,
    Number,
    OptionalTable,
    Reference,
    StoredCents,
    StoredNumber,
    StoredUnits,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.tournament.state import Seat
from houseway.tournament.vocabulary import ConditionsCommand, SessionCommand


class Emptied(Struct, frozen=True):
    """Someone whose last chips were collected, and the wager that they were."""

    entry: StoredNumber
    stake: StoredUnits


class RecordCounts(SessionCommand, frozen=True):
    """The chips in front of everybody who is left when a session has ended, in whole units.

    `source`: the staff who counted, or the log of the table. `emptied` names those who are left
    with nothing, in the order in which their chips were collected.
    """

    session: Number
    counts: dict[Number, HeldUnits]
    source: Literal["staff", "table"] = "staff"
    emptied: tuple[Emptied, ...] = ()
    sentence = "record the counts of session {session:number}"
    console = "own page"


class ConfirmCounts(SessionCommand, frozen=True):
    session: Number
    sentence = "confirm the counts of session {session:number}"
    console = "in place"


class OrderAdditionalRounds(SessionCommand, frozen=True):
    """The tied players play additional rounds against each other.

    `table`: where, so that rounds, turns and stakes are on record there; without it only counts
    are. `seed`: of the ballot by which those from several tables are brought to that one.
    """

    session: Number
    entries: tuple[Number, ...]
    table: OptionalTable = ""
    seed: Hex = ""
    sentence = "order additional rounds in session {session:number}"
    title = "Order additional rounds"


class RecordAdditionalRound(SessionCommand, frozen=True):
    """What each tied player holds after one additional round.

    `emptied` are those left below the minimum, in the order in which their chips were collected.
    """

    session: Number
    counts: dict[Number, HeldUnits]
    emptied: tuple[Emptied, ...] = ()
    sentence = "record an additional round of session {session:number}"
    console = "own page"


class ConfirmSession(SessionCommand, frozen=True):
    """Make the places of a session final. Ties that change nothing may stay."""

    session: Number
    share: bool = False
    sentence = "confirm the places of session {session:number}"
    console = "in place"


class CountsRecorded(Event, frozen=True):
    session: int
    counts: dict[int, Held]
    emptied: tuple[Emptied, ...]
    source: str
    by: Signature
    clause: Clause


class CountsConfirmed(Event, frozen=True):
    """`returned`: the clause by which the chips go back to the operator, and the score stays."""

    session: int
    by: Signature
    clause: Clause
    returned: Clause | None = None


class AdditionalRoundsOrdered(Event, frozen=True):
    """`chips`: with what everybody plays. `anew`: as in a session of their own, with the marker at
    the first box, and as many pass cards as for a session."""

    session: int
    entries: tuple[int, ...]
    by: Signature
    clause: Clause
    table: str = ""
    seats: tuple[tuple[int, Seat], ...] = ()
    chips: tuple[tuple[int, Held], ...] = ()
    seed: str = ""
    anew: bool = False
    pass_cards: int = 0


class AdditionalRoundCounted(Event, frozen=True):
    """`still`: those who are level after it, and go on; `chips`: with what, where they were issued
    again. `emptied`: those whom their last wagers separate."""

    session: int
    counts: dict[int, Held]
    still: tuple[int, ...]
    clause: Clause
    emptied: tuple[Emptied, ...] = ()
    chips: tuple[tuple[int, Held], ...] = ()


class Placing(Struct, frozen=True):
    """A place, or the places from first to last that several share, and the clause that says so."""

    entry: int
    first: int
    last: int
    clause: Clause
    points: tuple[int, int] = (0, 1)


class SessionConfirmed(Event, frozen=True):
    session: int
    placings: tuple[Placing, ...]
    advancing: tuple[int, ...]
    shared: bool
    by: Signature
    clause: Clause


# Prizes


class AwardPrizes(ConditionsCommand, frozen=True):
    """Award the places of the tournament and the prizes that go with them.

    `goods_to`: who gets goods that fall to several, by agreement or lot, place by place.
    """

    goods_to: dict[Number, Number] = field(default_factory=dict)
    sentence = "award the prizes"
    console = "in place"


class AwardSessionPrizes(ConditionsCommand, frozen=True):
    """Award from the pool the prizes that the conditions set for one session."""

    session: Number
    sentence = "award the prizes of session {session:number}"
    title = "Award the prizes of a session"
    only_with = "ranking.points"


class PayPrize(ConditionsCommand, frozen=True):
    """Choose the session whose prize is paid; 0 means the prize of the tournament."""

    entry: Number
    reference: Reference
    session: Number = 0
    sentence = "pay the prize of entry {entry:number}: {reference:words}"
    console = "in place"


class CloseTournament(ConditionsCommand, frozen=True):
    sentence = "close the tournament"
    console = "in place"


class PlaceAwarded(Event, frozen=True):
    entry: int
    first: int
    last: int
    clause: Clause


class PrizeAwarded(Event, frozen=True):
    entry: int
    first: int
    last: int
    amount: StoredCents
    goods: tuple[str, ...]
    clause: Clause


class PrizePaid(Event, frozen=True):
    entry: int
    amount: StoredCents
    reference: str
    by: Signature
    clause: Clause


class SessionPrizeAwarded(Event, frozen=True):
    session: int
    entry: int
    first: int
    last: int
    amount: StoredCents
    clause: Clause


class SessionPrizePaid(Event, frozen=True):
    session: int
    entry: int
    amount: StoredCents
    reference: str
    by: Signature
    clause: Clause


class TournamentClosed(Event, frozen=True):
    prizes: StoredCents
    commission: StoredCents
    refunds: StoredCents
    by: Signature
    clause: Clause
