"""Who outside the table must be told of what, since when, and when, how and by whom it was done.

The game says what falls due and holds its betting until it is sent (reading A-04); here the times
and the persons are kept, and what the table itself may not do meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.games import events as e
from houseway.games.base_commands import Command
from houseway.games.duties import Duties, Duty
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import people_vocabulary as v
from houseway.table.state import CLOSED, OPEN, Notification, Part, Table, drop_oldest

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
