"""Opening a table: a document, the house's options, its limits and its chips."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.equipment.chips import BadAmount, ChipSet
from houseway.games import game
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.games.machine import Given
from houseway.games.options import BadOption, read_options
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import approvals, equipment
from houseway.table.approvals_vocabulary import CommencementEntered, EnterCommencement
from houseway.table.equipment_vocabulary import Equipment
from houseway.table.state import UNOPENED, Part, Table
from houseway.table.vocabulary import OpenTable, TableOpened

part = Part()

_SIMULATED = (
    Equipment("shuffling device", "S-1"), Equipment("shuffling device", "S-2"),
    Equipment("shoe", "H-1"), Equipment("deck-checking device", "D-1"),
    Equipment("card set", "C-1"),
)  # fmt: skip


@part.decides(OpenTable, by=SUPERVISORS, stages=(UNOPENED,))
def _open(table: Table, command: OpenTable, given: Given) -> Ruling:
    refused = approvals.unknown_document(command.document)
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
    refused = approvals.not_in_force(table, found, entered, given.at_us)
    refused = refused or equipment.not_identified(found, setup.options, command, given.at_us)
    if refused:
        return refused
    cite = found.cite
    opened = TableOpened(
        found.slug, cite.id, cite.content_hash, command.options, limits, command.chips,
        command.virtual, approvals.stamp(found, entered), command.practice,
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
    return approvals.commencement(found, publication, given.actor)


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
