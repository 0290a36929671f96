"""The orders and facts about who runs a tournament, and under which conditions."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from houseway.games.base_commands import Command as Command
from houseway.games.base_commands import Group
from houseway.games.events import Event
from houseway.games.fields import (
    Day,
    DocumentName,
    Hex,
    Number,
    OptionalReference,
    PersonName,
    Reference,
    Text,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.tournament.terms import Conditions

# The groups of a tournament's commands, each a base class.


class TournamentCommand(Command, frozen=True):
    """`only_with`: the part of a document's rules without which the command does not exist."""

    only_with: ClassVar[str] = ""  # a path in `TournamentRules`, such as entry.reserve


class EntryCommand(TournamentCommand, frozen=True):
    group = Group("People and entries", name="people")


class SessionCommand(TournamentCommand, frozen=True):
    group = Group("Sessions and rounds")


class ConditionsCommand(TournamentCommand, frozen=True):
    group = Group("Conditions and money", name="money")


class OpenTournament(ConditionsCommand, frozen=True):
    """Open a tournament under a document, and nominate the one in charge, with the licence.

    `published` is the day on which the document was published or notified, which it does not state,
    and `reference` where that can be looked up.
    `commitment` is for the house: the root of the chain of secrets from which it draws for seats.
    """

    document: DocumentName
    tournament_title: Text = field(name="title")
    director: PersonName
    licence: OptionalReference = ""
    published: Day = ""
    reference: OptionalReference = ""
    commitment: Hex = ""
    sentence = "open a tournament of {document} under {director}"
    title = "Open a tournament"
    console = "own page"


class NominateDirector(EntryCommand, frozen=True):
    person: PersonName
    licence: OptionalReference = ""
    sentence = "nominate {person} as director"
    title = "Nominate a director"


class NameAssistant(EntryCommand, frozen=True):
    person: PersonName
    scope: Text
    sentence = "name {person} as assistant for {scope:words}"
    title = "Name an assistant"
    only_with = "direction.assistants"


class TournamentOpened(Event, frozen=True):
    document: str
    edition: str
    content: str
    tournament_title: str = field(name="title")
    by: Signature
    clause: Clause
    root: str = ""  # of the secrets of its ballots; earlier versions published none
    in_force: str = ""  # the first day of the edition, where somebody entered it


class DirectorNominated(Event, frozen=True):
    """`instead`: the person in charge before is in charge no more."""

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


class UndoLast(SessionCommand, frozen=True):
    """Undo your own last action, with a reason, while nothing depends on it."""

    reason: Text
    sentence = "undo the last action: {reason:words}"
    console = "own page"


class ActionUndone(Event, frozen=True):
    order: str
    reason: str
    by: Signature


# The conditions


class DraftConditions(ConditionsCommand, frozen=True):
    """Draft the conditions. A new draft replaces the earlier one."""

    conditions: Conditions
    sentence = "draft the conditions"
    console = "own page"


class ApproveConditions(ConditionsCommand, frozen=True):
    """An Inspector's written approval of exactly this version."""

    version: Number
    reference: Reference
    sentence = "approve version {version:number} of the conditions: {reference:words}"
    title = "Approve the conditions"
    only_with = "conditions.approval"


class PublishConditions(ConditionsCommand, frozen=True):
    sentence = "publish the conditions"
    console = "in place"


class NotifyCommission(ConditionsCommand, frozen=True):
    """Record that the Commission has a copy, and how it was sent."""

    proof: Text
    sentence = "notify the Commission: {proof:words}"
    title = "Record the notification of the Commission"
    only_with = "conditions.notification"


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
