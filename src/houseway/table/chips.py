"""Chips reach a patron by someone's count, never by the patron's own word.

At a table for money staff count what a patron buys or brings; the patron may ask. At a table for
practice a patron takes practice chips, up to the table's limit for a day.
"""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games.layout import Layout
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money_vocabulary as v
from houseway.table.days import DAY_US
from houseway.table.state import Part, Table

part = Part()


def counted(table: Table, command: c.Command, given: Given, accepted: Accepted) -> Ruling:
    """Refuse chips that rest on a patron's own word."""
    if given.by == Role.PATRON and isinstance(command, c.BringChips):
        return _practice(table, command, given, accepted)
    return accepted


def _chips_clause(table: Table) -> Clause | None:
    rules = table.game.table.money
    return rules.drop_box or rules.float_tray


def _practice(
    table: Table, command: c.BringChips, given: Given, accepted: Accepted
) -> Accepted | Refused:
    if not table.practice:
        ask = "a dealer counts the chips that come to this table: ask for chips"
        return Refused("chips_not_counted", _chips_clause(table), ask)
    day = given.at_us // DAY_US
    left = practice_left(table, command.patron, day)
    if command.amount > left:
        limit = (
            f"of {dollar_text(table.practice)} practice chips a day {dollar_text(left)} are left"
        )
        return Refused("practice_limit", None, limit)
    taken = v.PracticeChipsTaken(command.patron, command.amount, day)
    return Accepted((taken, *accepted.events))


def practice_left(table: Table, patron: str, day: int) -> int:
    """Return the cents of practice chips that a patron may still take on a day."""
    last, taken = table.practised.get(patron, (day, 0))
    return max(0, table.practice - taken) if last == day else table.practice


@part.decides(v.AskForChips, by=PATRONS, slot=_chips_clause)
def _ask(table: Table, command: v.AskForChips, given: Given) -> Ruling:
    clause = _chips_clause(table)
    if given.actor != command.patron:
        return Refused("not_your_own", None, "a patron asks for the patron's own chips")
    if table.game.table.money.issued_only(table.play.options):
        return Refused("chips_are_issued", clause, "tournament chips come by issue alone")
    if command.amount <= 0 or not table.play.chips.payable(command.amount):
        sentence = f"{dollar_text(command.amount)} cannot be given in chips"
        return Refused("amount_not_payable", clause, sentence)
    layout: Layout = table.play.layout
    if command.patron in layout.excluded:
        return layout.barred(command.patron)
    return Accepted((v.ChipsAskedFor(command.patron, command.amount),))


@part.decides(v.DeclineChips, by=STAFF, slot=_chips_clause)
def _decline(table: Table, command: v.DeclineChips, given: Given) -> Ruling:
    if command.patron not in table.chips_asked:
        return Refused("no_chips_asked", None, f"{command.patron} has asked for no chips")
    return Accepted((v.ChipsDeclined(command.patron),))


@part.folds(v.ChipsAskedFor)
def _asked(table: Table, event: v.ChipsAskedFor) -> None:
    table.chips_asked[event.patron] = event.amount


@part.folds(v.ChipsDeclined)
def answered(table: Table, event: Any) -> None:
    """Drop a request once the patron has chips, was declined, or has gone."""
    table.chips_asked.pop(event.patron, None)


@part.folds(v.PracticeChipsTaken)
def _taken(table: Table, event: v.PracticeChipsTaken) -> None:
    last, taken = table.practised.get(event.patron, (event.day, 0))
    before = taken if last == event.day else 0
    if any(day < event.day for day, _ in table.practised.values()):
        table.practised = {who: at for who, at in table.practised.items() if at[0] >= event.day}
    table.practised[event.patron] = (event.day, before + event.amount)
