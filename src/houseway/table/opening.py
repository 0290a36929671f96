"""Opening a table: a document, the house's options, its limits and its chips."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.equipment.chips import BadAmount, ChipSet
from houseway.games import game
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.games.machine import Given
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import approvals
from houseway.table.state import UNOPENED, Part, Table
from houseway.table.vocabulary import OpenTable, TableOpened

part = Part()


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
        setup = setup_of(found, command.options, limits, command.chips)
    except (msgspec.ValidationError, BadAmount) as wrong:
        return Refused("option_unknown", None, str(wrong))
    refused = found.check_setup(setup) or approvals.not_in_force(table, found, given.at_us)
    if refused:
        return refused
    cite = found.cite
    opened = TableOpened(
        found.slug, cite.id, cite.content_hash, command.options, limits, command.chips,
        command.virtual, approvals.stamp(table, found), command.practice,
    )  # fmt: skip
    return Accepted((opened,))


def setup_of(found: Game, options: dict[str, Any], limits: Limits, chips: tuple[int, ...]) -> Setup:
    return Setup(msgspec.convert(options, found.options), limits, ChipSet(chips))


@part.folds(TableOpened)
def _opened(table: Table, event: TableOpened) -> None:
    table.slug, table.edition = event.document, event.edition
    table.virtual, table.practice = event.virtual, event.practice
    setup = setup_of(table.game, event.options, event.limits, event.chips)
    table.play = table.game.begin(setup)
