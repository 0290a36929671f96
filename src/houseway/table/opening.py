"""Opening a table: a document, the house's options, its limits and its chips."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.equipment.chips import BadAmount, ChipSet
from houseway.games import game, playable, slugs
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.games.machine import Given
from houseway.games.options import BadOption, read_options
from houseway.games.table_rules import Instrument
from houseway.rulebook.document import Clause, documents
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import equipment
from houseway.table import vocabulary as v
from houseway.table.days import day_at, day_number, day_text
from houseway.table.state import OPEN, UNOPENED, Part, Table
from houseway.table.vocabulary import (
    CommencementEntered,
    EnterCommencement,
    Equipment,
    OpenTable,
    TableOpened,
)

# What must be approved and in force before a table opens: the document itself, and its things.

part = Part()


class NoInstrument(LookupError):
    """A game whose rules do not say how its document came into force."""


def instrument_of(found: Game) -> Instrument:
    if found.table.instrument is None:
        raise NoInstrument(f"{found.cite.title} does not say how it came into force")
    return found.table.instrument


@part.decides(v.EnterCommencement, by=SUPERVISORS, stages=(UNOPENED,))
def _enter_commencement(table: Table, command: v.EnterCommencement, given: Given) -> Ruling:
    refused = unknown_document(command.document)
    if refused:
        return refused
    entered = commencement(game(command.document), command, given.actor)
    return entered if isinstance(entered, Refused) else Accepted((entered,))


def commencement(
    found: Game, command: v.EnterCommencement, actor: str
) -> v.CommencementEntered | Refused:
    """What is entered about a document; it cannot be published before it was made."""
    cite, rules = found.cite, instrument_of(found)
    published, made = day_number(command.published), day_number(cite.metadata.made)
    if published is None or made is None:
        return Refused("not_a_day", rules.commencement, f"{command.published} is not a day")
    if published < made:
        sentence = f"it was made on {cite.metadata.made}: enter that day or a later one"
        return Refused("before_it_was_made", rules.commencement, sentence)
    if not command.reference.strip():
        return Refused("no_reference", rules.commencement, "where it was published is not said")
    in_force = day_text(published + rules.days_after)
    return v.CommencementEntered(
        cite.slug, cite.id, command.published, in_force, command.reference,
        command.minutes_east, actor, rules.commencement,
    )  # fmt: skip


@part.decides(v.RecordApproval, by=SUPERVISORS, stages=(UNOPENED, OPEN))
def _record_approval(table: Table, command: v.RecordApproval, given: Given) -> Ruling:
    """Only of what the document wants approved; a later record of the same thing replaces it."""
    refused = unknown_document(command.document)
    if refused:
        return refused
    if table.stage == OPEN and command.document not in (table.slug, table.edition):
        return Refused("another_document", None, f"{table.slug} is played at this table")
    document, wanted = game(command.document).slug, subjects(game(command.document))
    clause = wanted.get(command.subject)
    if clause is None:
        known = ", ".join(wanted) or "nothing of its own"
        return Refused("no_such_subject", None, f"{command.document} requires approval of: {known}")
    if day_number(command.dated) is None:
        return Refused("not_a_day", clause, f"{command.dated} is not a day")
    if not command.reference.strip():
        return Refused("no_reference", clause, "an approval has its reference")
    recorded = v.ApprovalRecorded(
        document, command.subject, command.reference, command.dated, given.actor, clause
    )
    return Accepted((recorded,))


def unknown_document(slug: str) -> Refused | None:
    """Nothing opens under what is not in the rulebook, or was revoked by what is."""
    if playable(slug):
        return None
    for each in documents():
        if slug in each.metadata.revokes:
            clause = instrument_of(game(each.id)).revocation
            sentence = f"{slug} was revoked by {each.metadata.instrument}"
            return Refused("document_revoked", clause, sentence)
    return Refused("no_such_game", None, f"{slug} is none of {', '.join(slugs())}")


def subjects(found: Game) -> dict[str, Clause]:
    """What the document wants approved, by the clause that wants it."""
    return found.table.approvals


Entered = v.CommencementEntered | None


def not_in_force(table: Table, found: Game, entered: Entered, at_us: int) -> Refused | None:
    """No table opens before its document holds, nor under an approval of a later day."""
    if refused := not_yet_in_force(found, entered, at_us):
        return refused
    today = day_at(at_us, entered.minutes_east if entered else v.EASTERN_STANDARD)
    for subject, record in _records(table, found).items() if at_us else ():
        if today < (day_number(record.dated) or 0):
            sentence = f"the approval of the {subject} is dated {record.dated}"
            return Refused("not_approved_yet", record.clause, sentence)
    return None


def not_yet_in_force(found: Game, entered: Entered, at_us: int) -> Refused | None:
    """Why neither table nor tournament opens under a document; with no clock (`at_us` 0) no day is
    compared."""
    if not at_us:
        return None
    rules = instrument_of(found)
    if rules.compulsory and entered is None:
        sentence = f"enter the day on which {found.cite.title} was published or notified"
        return Refused("commencement_not_entered", rules.commencement, sentence)
    today = day_at(at_us, entered.minutes_east if entered else v.EASTERN_STANDARD)
    metadata = found.cite.metadata
    stated = day_number(metadata.commences) or day_number(metadata.made)
    in_force = (day_number(entered.in_force) if entered else stated) or 0
    if today < in_force:
        sentence = f"{found.cite.title} comes into force on {day_text(in_force)}"
        return Refused("not_in_force", rules.commencement, sentence)
    return None


def stamp(found: Game, entered: Entered) -> v.Stamp:
    """What is put on everything that happens at the table: the instrument and its approval."""
    rules, metadata = instrument_of(found), found.cite.metadata
    stated = metadata.commences if day_number(metadata.commences) else ""
    clauses = (rules.register, rules.approval, rules.commencement)
    return v.Stamp(
        metadata.title, metadata.instrument, rules.approver or metadata.authority, metadata.made,
        entered.in_force if entered else stated, entered.recorded_by if entered else "",
        tuple(dict.fromkeys(filter(None, clauses))),
        entered.published if entered else "", entered.reference if entered else "",
    )  # fmt: skip


def _records(table: Table, found: Game) -> dict[str, v.ApprovalRecorded]:
    return table.approvals.get(found.slug, {})


@part.folds(v.CommencementEntered)
def _commencement_entered(table: Table, event: v.CommencementEntered) -> None:
    table.commencements[event.edition] = event


@part.folds(v.ApprovalRecorded)
def _approval_recorded(table: Table, event: v.ApprovalRecorded) -> None:
    table.approvals.setdefault(event.document, {})[event.subject] = event


_SIMULATED = (
    Equipment("shuffling device", "S-1"), Equipment("shuffling device", "S-2"),
    Equipment("shoe", "H-1"), Equipment("deck-checking device", "D-1"),
    Equipment("card set", "C-1"),
)  # fmt: skip


@part.decides(OpenTable, by=SUPERVISORS, stages=(UNOPENED,))
def _open(table: Table, command: OpenTable, given: Given) -> Ruling:
    refused = unknown_document(command.document)
    if refused:
        return refused
    found = game(command.document)
    limits = command.limits or found.limits
    if command.practice < 0:
        return Refused("amount_not_positive", None, "practice chips are not below zero")
    try:
        options = read_options(found, command.options)
        setup = Setup(options, limits, ChipSet(command.chips))
    except (BadOption, BadAmount) as wrong:
        return Refused("option_unknown", None, str(wrong))
    refused = found.check_setup(setup)
    if refused:
        return refused
    entered = _entered(table, command, found, given)
    if isinstance(entered, Refused):
        return entered
    refused = not_in_force(table, found, entered, given.at_us)
    refused = refused or equipment.not_identified(found, setup.options, command, given.at_us)
    if refused:
        return refused
    cite = found.cite
    opened = TableOpened(
        found.slug, cite.id, cite.content_hash, command.options, limits, command.chips,
        command.virtual, stamp(found, entered), command.practice,
        command.equipment,
    )  # fmt: skip
    return Accepted((opened,))


def _entered(
    table: Table, command: OpenTable, found: Game, given: Given
) -> CommencementEntered | Refused | None:
    """The publication of the document: from this command, or as it was entered before."""
    if not command.published:
        return table.commencements.get(found.cite.id)
    publication = EnterCommencement(found.slug, command.published, command.reference)
    return commencement(found, publication, given.actor)


def simulated(command: OpenTable) -> OpenTable:
    """Open a table of a simulated house, where every identifier and day is made up."""
    found = game(command.document)
    return replace(
        command, published=found.cite.metadata.made, reference="a simulated house",
        equipment=_SIMULATED if found.table.equipment else (),
    )  # fmt: skip


def setup_of(found: Game, options: dict[str, Any], limits: Limits, chips: tuple[int, ...]) -> Setup:
    return Setup(msgspec.convert(options, found.options), limits, ChipSet(chips))


@part.folds(TableOpened)
def _opened(table: Table, event: TableOpened) -> None:
    table.slug, table.edition = event.document, event.edition
    table.virtual, table.practice = event.virtual, event.practice
    table.equipment = {each.identifier: each.kind for each in event.equipment}
    setup = setup_of(table.game, event.options, event.limits, event.chips)
    table.play = table.game.begin(setup)
