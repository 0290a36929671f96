"""The orders and facts of a promotion: its register, terms, the Authority, and its integrity.

Entries and the draw, and claims, have theirs in files of their own. A person is named by the
register's reference alone. A fact names the clauses it rests on, one for each document covered.
"""

from __future__ import annotations

from msgspec import Struct

from houseway.games.events import Event
from houseway.games.fields import (
    DocumentName,
    Hex,
    OptionalText,
    StoredMoment,
    StoredReference,
    StoredText,
    Text,
    Word,
)
from houseway.promotion.groups import IntegrityCommand, PromotionCommand, TermsCommand
from houseway.promotion.terms import Conditions
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature

Clauses = tuple[Clause, ...]


# The register of promotions, and the terms and conditions


class RegisterPromotion(PromotionCommand, frozen=True):
    """Enter a promotion in connection with gaming under these documents into the register.

    `award`: "draw" or "chance"; a reward that does not depend on either is no promotional prize.
    """

    name: Text
    documents: tuple[DocumentName, ...]
    award: Word = "draw"
    sentence = "register {name:words} under {documents:names}[ awarded by {award:words}]"
    title = "Register a promotion"


class PrescribeItems(TermsCommand, frozen=True):
    """The items and services that the regulations exclude at present."""

    items: tuple[Text, ...]
    sentence = "prescribe {items:names}"
    title = "Prescribe items"


class SetConditions(TermsCommand, frozen=True):
    """Write the conditions, or write them again, before the promotion has started."""

    conditions: Conditions
    sentence = "set the conditions"


class PublishConditions(TermsCommand, frozen=True):
    """Make the conditions readily available: in the casino, or by other appropriate means.

    `commitment` is for the house: the hash of the seed that it makes for an electronic draw.
    """

    where: tuple[Text, ...]
    commitment: Hex = ""
    sentence = "publish the conditions by {where:names}"


class FileMaterial(TermsCommand, frozen=True):
    """Put marketing material on file, with its reference to the terms and conditions."""

    material: Text
    refers: OptionalText = ""
    sentence = "file {material:words}[ referring to {refers:words}]"
    title = "File material"


class PromotionRegistered(Event, frozen=True):
    """`editions` are the ids of the documents' editions, `contents` the hashes of their clauses.

    `scheme` is how an electronic draw finds its winners (see `lottery`).
    """

    name: str
    documents: tuple[str, ...]
    editions: tuple[str, ...]
    contents: tuple[str, ...]
    award: str
    by: Signature
    clauses: Clauses
    scheme: int = 1


class ItemsPrescribed(Event, frozen=True):
    items: tuple[str, ...]
    by: Signature
    clauses: Clauses


class ConditionsSet(Event, frozen=True):
    version: int
    conditions: Conditions
    by: Signature
    clauses: Clauses


class ConditionsPublished(Event, frozen=True):
    version: int
    where: tuple[str, ...]
    by: Signature
    clauses: Clauses


class MaterialFiled(Event, frozen=True):
    material: str
    refers: str
    by: Signature
    clauses: Clauses


# The Authority


class Approval(Struct, frozen=True):
    """The Authority's approval of an amendment: its reference, who gave it, and when."""

    reference: StoredReference
    approver: StoredText
    at_us: StoredMoment


class NotifyAuthority(PromotionCommand, frozen=True):
    """The full details of the conditions go to the Authority now."""

    means: Text
    sentence = "notify the Authority by {means:words}"


class StartPromotion(PromotionCommand, frozen=True):
    sentence = "start the promotion"


class AmendConditions(TermsCommand, frozen=True):
    """Change the conditions after the commencement, as the Authority has approved."""

    conditions: Conditions
    approval: Approval | None = None
    sentence = "amend the conditions"


class ClosePromotion(PromotionCommand, frozen=True):
    sentence = "close the promotion"


class AuthorityNotified(Event, frozen=True):
    version: int
    means: str
    by: Signature
    clauses: Clauses


class PromotionStarted(Event, frozen=True):
    version: int
    by: Signature
    clauses: Clauses


class ConditionsAmended(Event, frozen=True):
    version: int
    conditions: Conditions
    approval: Approval
    by: Signature
    clauses: Clauses


class PromotionClosed(Event, frozen=True):
    by: Signature
    clauses: Clauses


# Integrity


class PostponeFor(IntegrityCommand, frozen=True):
    """Postpone the promotion or the draw until its integrity is validated."""

    what: Text
    reason: Text
    sentence = "postpone the {what} because {reason:words}"
    title = "Postpone the promotion or the draw"


class CancelFor(IntegrityCommand, frozen=True):
    """Cancel the draw because its integrity is compromised."""

    what: Text
    reason: Text
    sentence = "cancel the {what} because {reason:words}"
    title = "Cancel the promotion or the draw"


class ValidateIntegrity(IntegrityCommand, frozen=True):
    how: Text
    sentence = "validate the integrity: {how:words}"


class NotifyInspectorate(IntegrityCommand, frozen=True):
    means: Text
    sentence = "notify the inspectorate by {means:words}"


class IntegrityCompromised(Event, frozen=True):
    """`what`: promotion or draw; `remedy`: postponed or cancelled."""

    what: str
    remedy: str
    reason: str
    by: Signature
    clauses: Clauses


class IntegrityValidated(Event, frozen=True):
    how: str
    by: Signature
    clauses: Clauses


class InspectorateNotified(Event, frozen=True):
    means: str
    by: Signature
    clauses: Clauses
