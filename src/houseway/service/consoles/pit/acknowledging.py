"""Acknowledging alerts for the person who saw them: several at once, or those of an own ruling."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from houseway.service.access.accounts import Account
from houseway.service.commands import submit
from houseway.service.errors import RuledOut
from houseway.service.floor import Floor
from houseway.table.alerts import AcknowledgeAlert
from houseway.table.table import Table
from houseway.table.view import tagged

# Kinds of alert that a person in charge need not be told of when the own ruling raised them. The
# others ask for something more: a second person, a decision, a notification, a check.
TELLS_NOTHING_NEW = frozenset({"held", "limits", "malfunction", "sign", "void"})


class AlertName(NamedTuple):
    """An alert of the floor: its table, and its number there."""

    table: str
    number: int


def read_name(text: str) -> AlertName | None:
    """`mini-2/14`; None where it is no such name."""
    table, _, number = text.rpartition("/")
    return AlertName(table, int(number)) if number.isdecimal() and len(number) < 10 else None


def raised_since(table: Table, before: int) -> list[int]:
    """Alerts that say nothing new to the person whose ruling has just raised them."""
    return [
        each.number
        for each in table.alerts
        if each.number > before
        and each.acknowledged is None
        and each.kind in TELLS_NOTHING_NEW
    ]  # fmt: skip


async def acknowledge(floor: Floor, account: Account, alerts: Iterable[AlertName]) -> int:
    """Acknowledge each in the person's name; return how many were. A refused one stays as it is."""
    done = 0
    for each in alerts:
        body = {"key": secrets.token_hex(12), "command": tagged(AcknowledgeAlert(each.number))}
        try:
            await submit.order(floor, account, each.table, msgspec.json.encode(body))
            done += 1
        except RuledOut:
            continue
    return done
