"""What people decide about what has happened: disputes by person, and corrections by two.

Nothing is edited. A correction is asked for with a reason, and carried out when a second person
confirms it; its facts name the settlement or result that they put right (reading P-02).
"""

from __future__ import annotations

from functools import cache
from typing import Union

import msgspec

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.layout import HasRound
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature, another_person, is_person, same_person
from houseway.rulebook.roles import DIRECTORS, RANK, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import people_vocabulary as v
from houseway.table.notifications import review_not_sent
from houseway.table.playing import game_ruling
from houseway.table.state import Correction, Part, Table, drop_oldest

part = Part()
ANSWERED_LISTED = 20  # corrections that were confirmed or dropped

_WHO_REPORT = STAFF | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}  # the game asks for the office

RAISED, DECIDED, ASKED, REVIEWED, ADVISED = (
    "raised", "decided", "review asked", "reviewed", "advised",
)  # fmt: skip
CONFIRMED, DROPPED = "confirmed", "dropped"
_STEPS: dict[type[e.Event], str] = {
    e.DisputeRaised: RAISED,
    e.DisputeDecided: DECIDED,
    e.ReviewAsked: ASKED,
    e.ReviewRecorded: REVIEWED,
}
_ON_A_DISPUTE = (c.AskReview, c.DecideDispute, c.RecordReview)
_CORRECTING = (e.SettlementCorrected, e.SettlementUndone, e.ResultCorrected)
_AFTER_CLOSING = (c.RaiseDispute, c.DecideDispute, c.AskReview, c.RecordReview)


def kinds_after_closing(table: Table) -> set[type[c.Command]]:
    """A dispute outlives the table's evening: it may still be raised, decided and reviewed."""
    return {*_AFTER_CLOSING, *table.game.duties.after_closing}


# Disputes


def not_this_person(table: Table, command: c.Command, given: Given) -> Refused | None:
    """Why this person may not take this step of a dispute, or None."""
    if not isinstance(command, _ON_A_DISPUTE):
        return None
    if isinstance(command, c.AskReview):
        return _anothers_dispute(table, command, given)
    if not is_person(given.actor):
        return Refused("person_decides", None, "a dispute is decided by a person with a name")
    if isinstance(command, c.DecideDispute):
        return _nobody_could_review(table, given)
    return review_not_sent(table, command.dispute) or _may_not_review(table, command, given)


def _anothers_dispute(table: Table, command: c.AskReview, given: Given) -> Refused | None:
    """A patron asks for the review of the patron's own dispute; staff may ask for anybody."""
    disputes = table.play.layout.disputes
    if given.by != Role.PATRON or not 1 <= command.dispute <= len(disputes):
        return None
    whose = disputes[command.dispute - 1].patron
    if same_person(whose, given.actor):
        return None
    asked = f"dispute {command.dispute} is not {given.actor or 'an unnamed patron'}'s own"
    return Refused("not_your_own", table.game.orders[c.AskReview].clause, asked)


def _nobody_could_review(table: Table, given: Given) -> Refused | None:
    """Reading A-02: whom nobody outranks reviews, and leaves the first decision to others."""
    clause = table.game.table.reviewer
    if clause is None or RANK.get(given.by, 0) < max(RANK.values()):
        return None
    first = f"a {given.by} reviews: nobody ranks above to review what that office decides first"
    return Refused("nobody_to_review", clause, first)


def _may_not_review(table: Table, command: c.RecordReview, given: Given) -> Refused | None:
    """Reading A-02: reviewed by another person, of a higher rank than the one who decided."""
    clause = table.game.table.reviewer
    first = table.disputes.get(command.dispute, {}).get(DECIDED)
    if clause is None or first is None:
        return None
    if not another_person(first.person, given.actor):
        return Refused("decided_by_same", clause, f"{first} decided it; another person reviews it")
    if RANK.get(given.by, 0) <= RANK[first.role]:
        lower = f"a {given.by} does not rank above {first}, who decided it"
        return Refused("reviewer_not_higher", clause, lower)
    return None


def signed(table: Table, accepted: Accepted, given: Given) -> Accepted:
    """The ruling, and beside each step of a dispute who took it and when."""
    advised = table.game.duties.advised
    signed = [
        v.DisputeSigned(event.dispute, _STEPS.get(type(event), ADVISED), given.signature)
        for event in accepted.events
        if type(event) in _STEPS or type(event) in advised
    ]
    return Accepted((*accepted.events, *signed)) if signed else accepted


# Corrections


def not_alone(table: Table, accepted: Accepted) -> Refused | None:
    """What was settled is put right by two persons."""
    clause = corrected(table, accepted)
    if clause is None:
        return None
    asked = "what was settled is put right by two: ask for the correction with its reason"
    return Refused("second_person_needed", clause, asked)


def corrected(table: Table, accepted: Accepted) -> Clause | None:
    """The clause by which a ruling puts right what was settled or announced; None if it does not.

    A void of a round that is over reverses what it paid; a void of the round under way is no
    correction, for its clause says itself who decides and what goes back.
    """
    for event in accepted.events:
        if isinstance(event, _CORRECTING):
            return event.clause
        if isinstance(event, e.RoundVoided) and _is_over(table.play, event.round):
            return event.clause
    return None


def _is_over(play: HasRound, number: int) -> bool:
    return number < play.round or number in play.layout.past


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


@cache
def order_decoder(edition: str) -> msgspec.json.Decoder[c.Command]:
    return msgspec.json.Decoder(Union[tuple(game(edition).orders)])  # noqa: UP007


def _open(table: Table, number: int) -> Correction | Refused:
    if not 1 <= number <= table.corrections_asked:
        return Refused("no_such_correction", None, f"there is no correction {number}")
    found = correction(table, number)
    if found is None or found.outcome:
        how = found.outcome if found else "answered"
        return Refused("correction_over", None, f"correction {number} was {how}")
    return found


def correction(table: Table, number: int) -> Correction | None:
    """Return a correction by its number; None if there is none, or it was answered long ago."""
    return next((each for each in table.corrections if each.number == number), None)


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


@part.folds(v.DisputeSigned)
def _dispute_signed(table: Table, event: v.DisputeSigned) -> None:
    table.disputes.setdefault(event.dispute, {})[event.step] = event.by


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
