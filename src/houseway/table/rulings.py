"""What people decide in a dispute: it is raised, decided, and reviewed by another person."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.base_commands import Command as Command
from houseway.games.game import Duties, Duty
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import RANK, STAFF, Role, another_person, is_person, same_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import people as v
from houseway.table.state import CLOSED, OPEN, Notification, Part, Table, drop_oldest

# Who outside the table must be told of what, since when, and when, how and by whom it was done.

part = Part()
SENT_LISTED = 50


def owed(table: Table) -> tuple[Notification, ...]:
    """What is still to be sent, the oldest first."""
    return tuple(each for each in table.notifications if each.sent is None)


def owed_first(table: Table) -> Refused | None:
    """A table does not close over a notification that nobody could record any more."""
    for each in owed(table):
        return _missing(each.to, each.about, each.clause)
    return None


def _missing(to: str, about: str, clause: Clause | None) -> Refused:
    return Refused("notification_owed", clause, f"notify {to} of {about} first")


def fell_due(table: Table, command: Command, given: Given, accepted: Accepted) -> Accepted:
    """Add when each notification that the game's events speak of fell due or went out."""
    return accepted.and_(*_times(table, accepted, given))


def _times(
    table: Table, accepted: Accepted, given: Given, means: str = ""
) -> Iterator[v.NotificationFellDue | v.NotificationWentOut]:
    duties = table.game.duties
    for event in accepted.events:
        for duty in _due(duties, event):
            yield v.NotificationFellDue(duty.to, duty.about, given.at_us, duty.clause)
        if type(event) in duties.sent:
            sent = duties.sent[type(event)](event)
            yield v.NotificationWentOut(sent.to, sent.about, means, given.signature, sent.clause)


def _due(duties: Duties, event: e.Event) -> tuple[Duty, ...]:
    if isinstance(event, e.ReviewAsked) and duties.review_to:
        return (Duty(duties.review_to, review_of(event.dispute), event.clause),)
    read = duties.owed.get(type(event))
    return read(event) if read else ()


def review_of(dispute: int) -> str:
    return f"the review of dispute {dispute}"


def review_not_sent(table: Table, dispute: int) -> Refused | None:
    """Reading G16: a review that leaves the house has no outcome before it was sent there."""
    for each in owed(table):
        if each.about == review_of(dispute):
            return _missing(each.to, each.about, each.clause)
    return None


@part.decides(v.RecordNotification, by=STAFF, stages=(OPEN, CLOSED))
def _record(table: Table, command: v.RecordNotification, given: Given) -> Ruling:
    """What the game makes the house owe, by the game's own order; anything else as it was told."""
    duties = table.game.duties
    if duties.order and command.about in duties.subjects:
        order = duties.order(command.to, command.about)
        ruling = table.game.decide(table.play, order, given.by)
        if isinstance(ruling, Refused):
            return ruling
        return ruling.and_(*_times(table, ruling, given, command.means))
    asked = (command.to, command.about)
    found = next((each for each in owed(table) if (each.to, each.about) == asked), None)
    clause = found.clause if found else None
    sent = v.NotificationWentOut(command.to, command.about, command.means, given.signature, clause)
    return Accepted((sent,))


@part.folds(v.NotificationFellDue)
def _fell_due(table: Table, event: v.NotificationFellDue) -> None:
    table.notifications.append(Notification(event.to, event.about, event.at_us, event.clause))


@part.folds(v.NotificationWentOut)
def _went_out(table: Table, event: v.NotificationWentOut) -> None:
    """All that was owed to them about it is sent; one that nobody owed was due when it was sent."""
    asked = (event.to, event.about)
    sent = [each for each in owed(table) if (each.to, each.about) == asked]
    for each in sent:
        each.sent, each.means = event.by, event.means
    if not sent:
        at_us = event.by.at_us
        told = Notification(event.to, event.about, at_us, event.clause, event.means, event.by)
        table.notifications.append(told)
    drop_oldest(table.notifications, lambda each: each.sent is not None, SENT_LISTED)


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
