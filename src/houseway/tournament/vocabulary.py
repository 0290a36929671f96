"""The orders and facts about who runs a tournament, and under which conditions."""

from __future__ import annotations

from typing import ClassVar

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import (
    DocumentName,
    Number,
    OptionalReference,
    PersonName,
    Reference,
    Text,
)
from houseway.rulebook.document import Clause
from houseway.table.people_vocabulary import Signature
from houseway.tournament.terms import Conditions


class OpenTournament(Command, frozen=True):
    """Open a tournament under a document, and nominate the one in charge, with the licence."""

    document: DocumentName
    title: Text
    director: PersonName
    licence: OptionalReference = ""
    sentence: ClassVar[str] = "open a tournament of {document} under {director}"


class NominateDirector(Command, frozen=True):
    person: PersonName
    licence: OptionalReference = ""
    sentence: ClassVar[str] = "nominate {person} as director"


class NameAssistant(Command, frozen=True):
    person: PersonName
    scope: Text
    sentence: ClassVar[str] = "name {person} as assistant for {scope:words}"


class TournamentOpened(Event, frozen=True):
    document: str
    edition: str
    content: str
    title: str
    by: Signature
    clause: Clause


class DirectorNominated(Event, frozen=True):
    """`instead`: whoever was in charge before is not any more."""

    person: str
    licence: str
    instead: bool
    by: Signature
    clause: Clause


class AssistantNamed(Event, frozen=True):
    person: str
    scope: str
    by: Signature
    clause: Clause


class ActionBegun(Event, frozen=True):
    """An order that can be taken back: the next `facts` facts are what it made."""

    order: str
    facts: int
    by: Signature


class UndoLast(Command, frozen=True):
    """Take back one's own last action, with a reason, while nothing rests on it."""

    reason: Text
    sentence: ClassVar[str] = "undo the last action: {reason:words}"


class ActionUndone(Event, frozen=True):
    order: str
    reason: str
    by: Signature


# The conditions


class DraftConditions(Command, frozen=True):
    """The conditions as they shall read; a draft replaces the one before it."""

    conditions: Conditions
    sentence: ClassVar[str] = "draft the conditions"


class ApproveConditions(Command, frozen=True):
    """An Inspector's written approval of exactly this version."""

    version: Number
    reference: Reference
    sentence: ClassVar[str] = (
        "approve version {version:number} of the conditions: {reference:words}"
    )


class PublishConditions(Command, frozen=True):
    sentence: ClassVar[str] = "publish the conditions"


class NotifyCommission(Command, frozen=True):
    """The Commission has been sent a copy; `proof` says by what."""

    proof: Text
    sentence: ClassVar[str] = "notify the Commission: {proof:words}"


class ConditionsDrafted(Event, frozen=True):
    """A version of the conditions; whatever the one before was cleared for does not carry over."""

    conditions: Conditions
    version: int
    by: Signature
    clause: Clause


class ConditionsApproved(Event, frozen=True):
    version: int
    reference: str
    by: Signature
    clause: Clause


class ConditionsPublished(Event, frozen=True):
    version: int
    by: Signature
    clause: Clause


class CommissionNotified(Event, frozen=True):
    version: int
    proof: str
    by: Signature
    clause: Clause
