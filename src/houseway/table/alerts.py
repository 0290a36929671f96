"""What a person in charge must have seen: raised by events, on record until acknowledged.

An alert has its number for good. What raised it may pass by itself (a notification goes out, a sign
comes down); the alert stays until a person has acknowledged it, and who did stays with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.base_commands import ProvisionCommand
from houseway.games.fields import CENTS, Number, kinds_of
from houseway.games.machine import Given
from houseway.rulebook.persons import Signature, is_person
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money_vocabulary as m
from houseway.table import second_check
from houseway.table import vocabulary as v
from houseway.table.state import CLOSED, OPEN, Alert, Part, Table, drop_oldest

part = Part()
ACKNOWLEDGED_LISTED = 20
LISTED = 500  # alerts; of more, which nobody has acknowledged, the oldest are in the log only


class AcknowledgeAlert(ProvisionCommand, frozen=True):
    """Someone in charge has seen it."""

    alert: Number
    sentence = "acknowledge alert {alert:number}"
    console = "in place"


class AlertAcknowledged(e.Event, frozen=True):
    alert: int
    by: Signature


@part.decides(AcknowledgeAlert, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _acknowledge(table: Table, command: AcknowledgeAlert, given: Given) -> Ruling:
    number = command.alert
    if not 1 <= number <= table.alerts_raised:
        return Refused("no_such_alert", None, f"there is no alert {number}")
    found = _numbered(table, number)
    if found is None:
        return Refused("alert_not_listed", None, f"alert {number} is in the log only")
    if found.acknowledged:
        return Refused("acknowledged_already", None, f"{found.acknowledged} has acknowledged it")
    if not is_person(given.actor):
        return Refused("nobody_named", None, "an alert is acknowledged by a person with a name")
    return Accepted((AlertAcknowledged(number, given.signature),))


@part.folds(AlertAcknowledged)
def _acknowledged(table: Table, event: AlertAcknowledged) -> None:
    found = _numbered(table, event.alert)
    if found is not None:
        found.acknowledged = event.by
    drop_oldest(table.alerts, lambda each: each.acknowledged is not None, ACKNOWLEDGED_LISTED)


def _numbered(table: Table, number: int) -> Alert | None:
    return next((each for each in table.alerts if each.number == number), None)


# What raises an alert, and what ends its cause


def note(table: Table, event: e.Event) -> None:
    """Keep the alerts up to date with an event that has just been applied."""
    for kind, about in event.ends:
        _end(table, kind, _filled(about, event))
    found = _raised(table, event)
    if found is not None:
        _end(table, found.kind, found.about)
        table.alerts_raised += 1
        found.number = table.alerts_raised
        table.alerts.append(found)
        if len(table.alerts) > LISTED:
            del table.alerts[0]


def _end(table: Table, kind: str, about: str) -> None:
    for each in table.alerts:
        if not each.over and each.kind == kind and about in ("", each.about):
            each.over = True


def _raised(table: Table, event: e.Event) -> Alert | None:
    if type(event) in _WHERE_DUE:
        return _WHERE_DUE[type(event)](table, event)
    if event.raises is None:
        return None
    about, text = (_filled(each, event) for each in (event.raises.about, event.raises.text))
    by = getattr(event, "by", None)
    at_us = by.at_us if isinstance(by, Signature) else getattr(event, "at_us", 0)
    clause = getattr(event, "clause", None)
    return Alert(event.raises.kind, about, text, clause, at_us, table.play.round)


def _filled(text: str, event: e.Event) -> str:
    """A text with the fields of an event in it, money as money."""
    kinds = kinds_of(type(event))
    facts = {name: getattr(event, name) for name in event.__struct_fields__}
    shown = {name: dollar_text(facts[name]) for name in facts if kinds.get(name) == CENTS}
    return text.format_map(facts | shown)


def _unchecked(table: Table, event: v.TableClosed) -> Alert | None:
    clause = second_check.owed(table)
    if clause is None:
        return None
    text = "the check after gaming is outstanding"
    return Alert("second check", "", text, clause, 0, table.play.round)


def _float(table: Table, event: m.FloatCountedOut) -> Alert | None:
    difference = event.amount - event.expected
    if not difference:
        return None
    text = f"the count at closing differs by {dollar_text(difference)}"
    return Alert("float", "", text, event.clause, 0, table.play.round)


# Events that raise an alert only sometimes.
_WHERE_DUE: dict[type[e.Event], Callable[[Table, Any], Alert | None]] = {
    v.TableClosed: _unchecked,
    m.FloatCountedOut: _float,
}
