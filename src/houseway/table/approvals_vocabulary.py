"""The orders and facts about what must be approved and in force before a table opens."""

from __future__ import annotations

from msgspec import Struct

from houseway.games.base_commands import ApprovalCommand, SettingCommand
from houseway.games.events import Event
from houseway.games.fields import Day, DocumentName, MinutesEast, Reference, Text
from houseway.rulebook.document import Clause

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
