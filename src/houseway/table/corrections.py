"""What was settled is put right by two persons (reading P-02).

Nothing is edited. A correction is asked for with a reason, and carried out when a second person
confirms it; its facts name the settlement or result that they put right.
"""

from __future__ import annotations

import msgspec

from houseway.games.machine import Given
from houseway.rulebook.persons import Signature, another_person, is_person
from houseway.rulebook.roles import DIRECTORS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import people_vocabulary as v
from houseway.table.playing import game_ruling
from houseway.table.state import (
    Correction,
    Part,
    Table,
    correction,
    drop_oldest,
    order_decoder,
)
from houseway.table.two_persons import corrected

part = Part()
ANSWERED_LISTED = 20  # corrections that were confirmed or dropped
CONFIRMED, DROPPED = "confirmed", "dropped"
_WHO_REPORT = STAFF | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}  # the game asks for the office


@part.decides(v.AskCorrection, by=_WHO_REPORT)
def _ask(table: Table, command: v.AskCorrection, given: Given) -> Ruling:
    """It must be one that the game would accept now from the person who asks."""
    if not command.reason.strip():
        return Refused("no_reason", None, "say why it is wrong")
    if not is_person(given.actor):
        return Refused(
            "nobody_named", None, "a correction needs the name of the person who requests it"
        )
    try:
        order = order_decoder(table.edition).decode(command.order)
    except msgspec.MsgspecError as wrong:
        return Refused("order_unreadable", None, f"not an order of this game: {wrong}")
    ruling = game_ruling(table, order, given)
    if isinstance(ruling, Refused):
        return ruling
    if corrected(table, ruling) is None:
        return Refused("not_a_correction", None, "that order takes one person: give it as it is")
    number = table.corrections_asked + 1
    asked = v.CorrectionAsked(number, command.order, command.reason, given.signature)
    return Accepted((asked,))


def _open(table: Table, number: int) -> Correction | Refused:
    if not 1 <= number <= table.corrections_asked:
        return Refused("no_such_correction", None, f"there is no correction {number}")
    found = correction(table, number)
    if found is None or found.outcome:
        how = found.outcome if found else "answered"
        return Refused("correction_over", None, f"correction {number} was {how}")
    return found


@part.decides(v.ConfirmCorrection, by=STAFF)
def _confirm(table: Table, command: v.ConfirmCorrection, given: Given) -> Ruling:
    """By another person; one of the two decides at this table. It is judged again as things are."""
    found = _open(table, command.correction)
    if isinstance(found, Refused):
        return found
    first = found.asked
    if not another_person(first.person, given.actor):
        alone = f"{first} asked for it; another person confirms it"
        return Refused("second_person_needed", None, alone)
    deciders = DIRECTORS if table.game.table.directed else SUPERVISORS
    if not {first.role, given.by} & deciders:
        neither = f"one of the two is a {' or a '.join(sorted(deciders))}"
        return Refused("decider_needed", table.game.table.directed, neither)
    order = order_decoder(table.edition).decode(found.order)
    ruling = game_ruling(table, order, Given(first.role, first.person, given.at_us))
    if isinstance(ruling, Refused):
        return ruling
    confirmed = v.CorrectionConfirmed(command.correction, given.signature)
    return Accepted((confirmed, *ruling.events))


@part.decides(v.DropCorrection, by=SUPERVISORS)
def _drop(table: Table, command: v.DropCorrection, given: Given) -> Ruling:
    found = _open(table, command.correction)
    if isinstance(found, Refused):
        return found
    return Accepted((v.CorrectionDropped(command.correction, given.signature),))


@part.folds(v.CorrectionAsked)
def _asked(table: Table, event: v.CorrectionAsked) -> None:
    asked = Correction(event.order, event.reason, event.by, number=event.correction)
    table.corrections_asked = event.correction
    table.corrections.append(asked)


@part.folds(v.CorrectionConfirmed)
def _confirmed(table: Table, event: v.CorrectionConfirmed) -> None:
    _answered(table, event.correction, CONFIRMED, event.by)


@part.folds(v.CorrectionDropped)
def _dropped(table: Table, event: v.CorrectionDropped) -> None:
    _answered(table, event.correction, DROPPED, event.by)


def _answered(table: Table, number: int, outcome: str, by: Signature) -> None:
    found = correction(table, number)
    if found is not None:
        found.outcome, found.by = outcome, by
    drop_oldest(table.corrections, lambda each: bool(each.outcome), ANSWERED_LISTED)
