"""The orders and facts of a table itself, whatever is played at it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Literal, get_args

from msgspec import Struct, field

from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games.base_commands import ApprovalCommand, ClosingCommand, SettingCommand
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
    Reference,
    StoredCents,
    StoredChip,
    StoredMoment,
    StoredReference,
    StoredTimeOfDay,
    Text,
    TimeOfDay,
    Word,
)
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature

# The orders and facts about what must be approved and in force before a table opens.

EASTERN_STANDARD = 600  # minutes east of Greenwich, where both casinos stand


class EnterCommencement(SettingCommand, frozen=True):
    """The day on which the document was published or notified, which it does not state.

    `reference` is where that can be looked up; the day begins `minutes_east` of Greenwich.
    """

    document: DocumentName
    published: Day
    reference: Reference
    minutes_east: MinutesEast = EASTERN_STANDARD
    sentence = (
        "enter the publication {published} of {document} as {reference:words}"
        "[ at {minutes_east:number} minutes east]"
    )
    title = "Enter the publication of a document"
    console = "own page"


class RecordApproval(ApprovalCommand, frozen=True):
    """An approval by its reference and day: of the table, its layout, cards, shoe, and so on."""

    document: DocumentName
    subject: Text
    reference: Reference
    dated: Day
    sentence = "record the approval {reference} of {dated} for {document}: {subject:words}"
    title = "Record an approval"


class CommencementEntered(Event, frozen=True):
    """`in_force` is the first day on which a table may open under the edition."""

    document: str
    edition: str
    published: str
    in_force: str
    reference: str
    minutes_east: int
    recorded_by: str
    clause: Clause


class ApprovalRecorded(Event, frozen=True):
    document: str
    subject: str
    reference: str
    dated: str
    recorded_by: str
    clause: Clause


class Stamp(Struct, frozen=True):
    """Under what a table was opened: the instrument, who approved it and when, from which day on.

    `in_force` is empty where nobody entered the day and the document names none. `published` and
    `reference` are what was entered for it.
    """

    title: str
    instrument: str
    approver: str
    approved: str
    in_force: str
    entered_by: str
    clauses: tuple[Clause, ...]
    published: str = ""
    reference: str = ""


# The commands and events of the equipment register, and of card sets that are secured.

EquipmentKind = Literal["shuffling device", "shoe", "deck-checking device", "card set"]
KINDS: tuple[EquipmentKind, ...] = get_args(EquipmentKind)


class Equipment(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing with its identifier, such as a serial number or the number on a box of cards."""

    kind: EquipmentKind
    identifier: StoredReference


class RegisterEquipment(SettingCommand, frozen=True):
    """Enter a device, a shoe or a set of cards into the register of this table."""

    kind: Word
    identifier: Reference
    sentence = "register {identifier} as {kind:words}"
    title = "Register equipment"


class RemoveEquipment(SettingCommand, frozen=True):
    """Take a device, a shoe or a set of cards off the register when it has left the table."""

    identifier: Reference
    sentence = "remove {identifier} from the register"
    title = "Remove equipment"


class StoreCards(SettingCommand, frozen=True):
    """Secure a set of cards until it is required: where it lies, and how it is secured."""

    identifier: Reference
    place: Text
    secured: OptionalText = ""
    sentence = "store {identifier} in {place:words}[ secured by {secured:words}]"
    title = "Store a set of cards"


class ReleaseCards(SettingCommand, frozen=True):
    """Take a set of cards out of its storage, to be used at the table."""

    identifier: Reference
    sentence = "release {identifier} from storage"
    title = "Release a set of cards"


class EquipmentRegistered(Event, frozen=True):
    kind: str
    identifier: str
    by: Signature
    clause: Clause


class EquipmentRemoved(Event, frozen=True):
    identifier: str
    by: Signature
    clause: Clause


class CardsStored(Event, frozen=True):
    """`by` says who secured the set, and when."""

    identifier: str
    place: str
    secured: str
    by: Signature
    clause: Clause


class CardsReleased(Event, frozen=True):
    identifier: str
    by: Signature
    clause: Clause


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
