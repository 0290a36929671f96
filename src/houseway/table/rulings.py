"""What people decide in a dispute: it is raised, decided, and reviewed by another person."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.machine import Given
from houseway.rulebook.persons import another_person, is_person, same_person
from houseway.rulebook.roles import RANK, Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.table import people_vocabulary as v
from houseway.table.notifications import review_not_sent
from houseway.table.state import Part, Table

part = Part()

RAISED, DECIDED, ASKED, REVIEWED, ADVISED = (
    "raised", "decided", "review asked", "reviewed", "advised",
)  # fmt: skip
_STEPS: dict[type[e.Event], str] = {
    e.DisputeRaised: RAISED,
    e.DisputeDecided: DECIDED,
    e.ReviewAsked: ASKED,
    e.ReviewRecorded: REVIEWED,
}
_ON_A_DISPUTE = (c.AskReview, c.DecideDispute, c.RecordReview)
# A dispute outlives the table's evening: it may still be raised, decided and reviewed.
AFTER_CLOSING = (c.RaiseDispute, c.DecideDispute, c.AskReview, c.RecordReview)


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


def signed(table: Table, command: c.Command, given: Given, accepted: Accepted) -> Accepted:
    """The ruling, and beside each step of a dispute who took it and when."""
    advised = table.game.duties.advised
    signed = [
        v.DisputeSigned(event.dispute, _STEPS.get(type(event), ADVISED), given.signature)
        for event in accepted.events
        if type(event) in _STEPS or type(event) in advised
    ]
    return Accepted((*accepted.events, *signed)) if signed else accepted


@part.folds(v.DisputeSigned)
def _dispute_signed(table: Table, event: v.DisputeSigned) -> None:
    table.disputes.setdefault(event.dispute, {})[event.step] = event.by
