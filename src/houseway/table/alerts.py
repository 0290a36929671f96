"""What somebody in charge must have seen: raised by facts, on record until it is acknowledged.

An alert has its number for good. What raised it may pass by itself (a notification goes out, a sign
comes down); the alert stays until a person has acknowledged it, and who did stays with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.base_commands import ProvisionCommand
from houseway.games.fields import Number
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature, is_person
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money_vocabulary as m
from houseway.table import people_vocabulary as p
from houseway.table import second_check
from houseway.table import secrets_vocabulary as s
from houseway.table import vocabulary as v
from houseway.table.state import CLOSED, OPEN, Alert, Part, Table

part = Part()


class AcknowledgeAlert(ProvisionCommand, frozen=True):
    """Somebody in charge has seen it."""

    alert: Number
    sentence = "acknowledge alert {alert:number}"
    console = "in place"


class AlertAcknowledged(e.Event, frozen=True):
    alert: int
    by: Signature


@part.decides(AcknowledgeAlert, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _acknowledge(table: Table, command: AcknowledgeAlert, given: Given) -> Ruling:
    number = command.alert
    if not 1 <= number <= len(table.alerts):
        return Refused("no_such_alert", None, f"there is no alert {number}")
    seen = table.alerts[number - 1].acknowledged
    if seen:
        return Refused("acknowledged_already", None, f"{seen} has acknowledged it")
    if not is_person(given.actor):
        return Refused("nobody_named", None, "an alert is acknowledged by a person with a name")
    return Accepted((AlertAcknowledged(number, given.signature),))


@part.folds(AlertAcknowledged)
def _acknowledged(table: Table, event: AlertAcknowledged) -> None:
    table.alerts[event.alert - 1].acknowledged = event.by


# What raises an alert, and what ends its cause

NOTIFICATION, CORRECTION, DISPUTE, REVIEW = "notification", "correction", "dispute", "review"
SIGN, LIMITS, MALFUNCTION, HELD = "sign", "limits", "malfunction", "held"
VOID, UNCHECKED, FLOAT, DEALING = "void", "second check", "float", "dealing"


class Cause(Struct, frozen=True):
    """Of what kind it is and what exactly it is about: what ends a cause names the same two."""

    kind: str
    about: str = ""


def note(table: Table, event: e.Event) -> None:
    """Keep the alerts up to date with a fact that has just been applied."""
    name = type(event).__name__
    ends = _ENDS.get(name)
    if ends is not None:
        for cause in ends(event):
            _end(table, cause)
    raises = _RAISES.get(name)
    found = raises(table, event) if raises else None
    if found is not None:
        _end(table, Cause(found.kind, found.about))
        table.alerts.append(found)


def _end(table: Table, cause: Cause) -> None:
    for each in table.alerts:
        if not each.over and each.kind == cause.kind and cause.about in ("", each.about):
            each.over = True


def _alert(
    table: Table, kind: str, about: str, text: str, clause: Clause | None, at_us: int = 0
) -> Alert:
    return Alert(kind, about, text, clause, at_us, table.play.round)


def _fell_due(table: Table, event: p.NotificationFellDue) -> Alert:
    text = f"{event.to} must be told of {event.about}"
    about = f"{event.to}: {event.about}"
    return _alert(table, NOTIFICATION, about, text, event.clause, event.at_us)


def _correction(table: Table, event: p.CorrectionAsked) -> Alert:
    text = f"correction {event.correction} waits for a second person: {event.reason}"
    return _alert(table, CORRECTION, str(event.correction), text, None, event.by.at_us)


def _dispute(table: Table, event: e.DisputeRaised) -> Alert:
    text = f"dispute {event.dispute} of {event.patron}: {event.claim}"
    return _alert(table, DISPUTE, str(event.dispute), text, event.clause)


def _review(table: Table, event: e.ReviewAsked) -> Alert:
    text = f"dispute {event.dispute} awaits its review"
    return _alert(table, REVIEW, str(event.dispute), text, event.clause)


def _sign(table: Table, event: v.SignPutUp) -> Alert:
    text = f"the sign about the {event.subject} stands"
    return _alert(table, SIGN, event.subject, text, event.clause, event.at_us)


def _above(table: Table, event: e.AboveMaximumNoted) -> Alert:
    most = dollar_text(event.maximum)
    text = f"{event.patron} has more on {event.wager} than the maximum of {most}"
    return _alert(table, LIMITS, f"{event.patron} {event.wager}", text, event.clause)


def _below(table: Table, event: e.BelowMinimumAdvised) -> Alert:
    least = dollar_text(event.minimum)
    text = f"{event.patron} has less on {event.wager} than the minimum of {least}"
    return _alert(table, LIMITS, f"{event.patron} {event.wager}", text, event.clause)


def _malfunction(table: Table, event: Any) -> Alert:
    fault = getattr(event, "fault", "")
    text = f"the automated shoe malfunctions: {fault}" if fault else "a malfunction is reported"
    return _alert(table, MALFUNCTION, "", text, event.clause)


def _held(table: Table, event: Any) -> Alert:
    return _alert(table, HELD, "", f"round {event.round} is held", event.clause)


def _void(table: Table, event: e.RoundVoided) -> Alert:
    text = f"round {event.round} is void: {event.reason}"
    return _alert(table, VOID, str(event.round), text, event.clause)


def _unchecked(table: Table, event: v.TableClosed) -> Alert | None:
    clause = second_check.owed(table)
    if clause is None:
        return None
    return _alert(table, UNCHECKED, "", "the check after gaming is outstanding", clause)


def _float(table: Table, event: m.FloatCountedOut) -> Alert | None:
    difference = event.amount - event.expected
    if not difference:
        return None
    text = f"the count at closing differs by {dollar_text(difference)}"
    return _alert(table, FLOAT, "", text, event.clause)


def _stopped(table: Table, event: s.DealingStopped) -> Alert:
    return _alert(table, DEALING, "", f"dealing has stopped: {event.reason}", None, event.at_us)


# By the name of the fact: several games have one of the same name, each its own.
_RAISES: dict[str, Callable[[Table, Any], Alert | None]] = {
    "NotificationFellDue": _fell_due,
    "CorrectionAsked": _correction,
    "DisputeRaised": _dispute,
    "ReviewAsked": _review,
    "SignPutUp": _sign,
    "AboveMaximumNoted": _above,
    "BelowMinimumAdvised": _below,
    "MalfunctionReported": _malfunction,
    "RoundHeld": _held,
    "CoupHeld": _held,
    "RoundVoided": _void,
    "TableClosed": _unchecked,
    "FloatCountedOut": _float,
    "DealingStopped": _stopped,
}


def _told(event: p.NotificationWentOut) -> tuple[Cause, ...]:
    return (Cause(NOTIFICATION, f"{event.to}: {event.about}"),)


def _round_over(event: e.Event) -> tuple[Cause, ...]:
    return (Cause(LIMITS), Cause(VOID), Cause(HELD))


def _works_again(event: e.Event) -> tuple[Cause, ...]:
    return (Cause(MALFUNCTION),)


_ENDS: dict[str, Callable[[Any], tuple[Cause, ...]]] = {
    "NotificationWentOut": _told,
    "CorrectionConfirmed": lambda event: (Cause(CORRECTION, str(event.correction)),),
    "CorrectionDropped": lambda event: (Cause(CORRECTION, str(event.correction)),),
    "DisputeDecided": lambda event: (Cause(DISPUTE, str(event.dispute)),),
    "ReviewRecorded": lambda event: (Cause(REVIEW, str(event.dispute)),),
    "SignTakenDown": lambda event: (Cause(SIGN, event.subject),),
    "RoundEnded": _round_over,
    "RoundVoided": _round_over,
    "RoundReleased": lambda event: (Cause(HELD),),
    "RoundRebuilt": lambda event: (Cause(HELD),),
    "CoupRebuilt": lambda event: (Cause(HELD),),
    "GameContinued": _works_again,
    "ShoeModeBegan": _works_again,
    "ShoeReplaced": _works_again,
    "SecretAbandoned": lambda event: (Cause(DEALING),),
    "CardsCheckedAfterGaming": lambda event: (Cause(UNCHECKED),),
}
