"""What a person in charge must have seen: raised by events, on record until acknowledged.

An alert has its number for good. What raised it may pass by itself (a notification goes out, a sign
comes down); the alert stays until a person has acknowledged it, and who did stays with it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.base_commands import ClosingCommand, ProvisionCommand
from houseway.games.events import Event
from houseway.games.fields import CENTS, Number, OptionalText, kinds_of
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, SUPERVISORS, Role, Signature, is_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money as m
from houseway.table import vocabulary as v
from houseway.table.state import CLOSED, OPEN, Alert, Part, Table, drop_oldest

# The check of every card or tile when gaming is over, owed until it is on record.

part = Part()


class CheckCardsAfterGaming(ClosingCommand, frozen=True):
    """Say what was wrong; leave it empty if every card or tile is present and sound.

    `device` is the deck-checking device, where one did it.
    """

    found: OptionalText = ""
    device: OptionalText = ""
    sentence = "check the cards after gaming[ with device {device}][ and find {found:words}]"
    title = "Check after gaming"
    labels = MappingProxyType({
        "found": "What was wrong (empty if nothing)",
        "device": "Deck-checking device (if one was used)",
    })  # fmt: skip


class CardsCheckedAfterGaming(Event, frozen=True):
    by: str
    found: str
    device: str
    clause: Clause
    ends = (("second check", ""),)


def owed(table: Table) -> Clause | None:
    """The clause by which the second check is still owed: gaming is over and nobody made it.

    Cards that were shuffled by their maker need neither check (Mini Baccarat 2.5).
    """
    rules = table.game.table.second_check if table.closed else None
    if rules is None or table.checked_after or not table.play.round:
        return None
    prep = getattr(table.play, "prep", None)
    unchecked = prep is not None and prep.shuffled == "pre-shuffled" and not prep.checked
    return None if unchecked else rules.clause


def _clause(table: Table) -> Clause | None:
    rules = table.game.table.second_check
    return rules.clause if rules else None


@part.decides(CheckCardsAfterGaming, by=STAFF, slot=_clause, stages=(OPEN, CLOSED))
def _check(table: Table, command: CheckCardsAfterGaming, given: Given) -> Ruling:
    rules = table.game.table.second_check
    if rules is None:
        return Refused("no_second_check", None, "the document asks for no check after gaming")
    if not table.closed:
        return Refused("gaming_goes_on", rules.clause, "the second check is made after closing")
    if table.checked_after:
        sentence = f"{table.checked_after} made the second check already"
        return Refused("checked_already", rules.clause, sentence)
    if rules.dealer_only and (given.by != Role.DEALER or command.device):
        return Refused("dealer_checks", rules.clause, "the dealer checks each one")
    by = given.actor or given.by
    return Accepted((CardsCheckedAfterGaming(by, command.found, command.device, rules.clause),))


@part.folds(CardsCheckedAfterGaming)
def _checked(table: Table, event: CardsCheckedAfterGaming) -> None:
    table.checked_after = event.by


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
    clause = owed(table)
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
