"""The orders and facts of a table itself, whatever is played at it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec import field

from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games.base_commands import ClosingCommand, SettingCommand
from houseway.games.events import Event, Raises
from houseway.games.fields import (
    Cents,
    ChipValue,
    Count,
    Day,
    DocumentName,
    MinutesEast,
    Moment,
    OptionalReference,
    OptionalText,
    PersonName,
    StoredCents,
    StoredChip,
    StoredMoment,
    StoredTimeOfDay,
    Text,
    TimeOfDay,
    Word,
)
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.table.approvals_vocabulary import Stamp
from houseway.table.equipment_vocabulary import Equipment


class OpenTable(SettingCommand, frozen=True):
    """Open a table of a document, under the edition in force, with the house's options.

    `published` is the day on which the document was published or notified, `reference` where that
    can be looked up: needed unless the day was entered at this table before (`EnterCommencement`).
    `equipment` begins the register of devices, shoes and sets of cards by identifier.

    `practice` marks a table for practice: so many cents of practice chips a patron may take in a
    day. At any other table chips are counted by staff.
    """

    document: DocumentName
    options: dict[Word, Any] = field(default_factory=dict)
    limits: Limits | None = None
    chips: tuple[ChipValue, ...] = STANDARD_CHIPS.denominations
    virtual: bool = False
    practice: Cents = 0
    published: Day = ""
    reference: OptionalReference = ""
    equipment: tuple[Equipment, ...] = ()
    sentence = "open a table of {document}[ published {published} as {reference:words}]"
    console = "own page"


class CloseTable(ClosingCommand, frozen=True):
    """Count the float out in chips of each denomination, if it was counted in."""

    float_out: tuple[Count, ...] = ()
    counted_by: tuple[PersonName, ...] = ()
    sentence = "close the table[ with a float of {float_out:numbers} counted by {counted_by:names}]"


class TableOpened(Event, frozen=True):
    """`edition` is the id of the document's edition, `content` the hash of its clauses.

    `virtual`: the table takes its facts from a committed secret instead of a dealer's report.
    `stamp` is the instrument by which the edition was approved, and the day it holds from.
    `practice`: cents of practice chips that a patron may take in a day; 0 at a table for money.
    `equipment`: what the register of the table began with.
    """

    document: str
    edition: str
    content: str
    options: dict[str, Any]
    limits: Limits
    chips: tuple[StoredChip, ...]
    virtual: bool = False
    stamp: Stamp | None = None
    practice: StoredCents = 0
    equipment: tuple[Equipment, ...] = ()


class TableClosed(Event, frozen=True):
    """No further round is played."""


class OrderRefused(Event, frozen=True):
    """A refusal is an answer: the order, and why it was refused."""

    order: str
    code: str
    clause: Clause | None
    detail: str


# Signs, hours and a minimum that rises


class PutUpSign(SettingCommand, frozen=True):
    """A sign at the table: what it is about, what it says, and when that takes effect.

    A sign about the minimum says the new one in cents. Putting it up again restarts its time.
    """

    subject: Text
    effective_us: Moment
    text: OptionalText = ""
    minimum: Cents = 0
    sentence = "put up a sign about {subject}"
    title = "Put up a sign"
    labels = MappingProxyType({
        "subject": "The sign is about",
        "minimum": "New minimum (a sign about the minimum)",
        "text": "What it says",
    })  # fmt: skip


class TakeDownSign(SettingCommand, frozen=True):
    subject: Text
    sentence = "take down the sign about {subject}"
    title = "Take a sign down"


class SetHours(ClosingCommand, frozen=True):
    """The hours of gaming in the table's local time; they may pass midnight.

    Both are minutes after midnight.
    """

    opens: TimeOfDay
    closes: TimeOfDay
    minutes_east: MinutesEast = 0
    sentence = "set the hours of gaming to {opens:number} until {closes:number}"
    title = "Set the hours of gaming"


class RaiseMinimum(SettingCommand, frozen=True):
    """Raise the minimum at once: those who are playing keep the earlier one."""

    minimum: Cents
    sentence = "raise the minimum at once to {minimum:money}"


class SignPutUp(Event, frozen=True):
    subject: str
    text: str
    minimum: StoredCents
    effective_us: StoredMoment
    at_us: StoredMoment
    clause: Clause | None
    author: str = ""
    raises = Raises("sign", "a sign about the {subject} is up", "{subject}")


class SignTakenDown(Event, frozen=True):
    subject: str
    at_us: StoredMoment = 0
    author: str = ""
    ends = (("sign", "{subject}"),)


class HoursSet(Event, frozen=True):
    opens: StoredTimeOfDay
    closes: StoredTimeOfDay
    minutes_east: int
    clause: Clause


class MinimumProtected(Event, frozen=True):
    """The patron keeps an earlier minimum, shown by one marker at the patron's box."""

    patron: str
    minimum: StoredCents
    clause: Clause


class ProtectionEnded(Event, frozen=True):
    patron: str
    clause: Clause
