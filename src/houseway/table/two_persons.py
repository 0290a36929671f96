"""Steps of the game that two different persons take, at every table.

A game knows offices and no persons, so the table remembers who took a step until the next one.
"""

from __future__ import annotations

from houseway.games.commands import Command
from houseway.games.machine import Given
from houseway.games.two_persons import TwoPersons, rule_of
from houseway.rulebook.persons import HOUSE, another_person, is_person
from houseway.rulebook.ruling import Accepted, Refused
from houseway.table.people_vocabulary import StepSigned
from houseway.table.state import Part, Table

part = Part()


def not_alone(table: Table, command: Command, given: Given) -> Refused | None:
    """Refuse a step that the same person, a machine or an unnamed actor would take again."""
    if _is_prepared_by_the_house(table, given):
        return None
    name = type(command).__name__
    rule = rule_of(table.slug, name)
    if rule is None or not _is_a_step(rule, name):
        return None
    who, clause = _person(command, given), table.play.cite(rule.clause)
    if not is_person(who):
        return Refused("nobody_named", clause, f"{rule.what}: each is a person with a name")
    for first, then in rule.apart:
        for before in table.signed.get(first, ()) if then == name else ():
            if not another_person(before, who):
                alone = f"{before} took the step before it; another person takes this one"
                return Refused("second_person_needed", clause, f"{rule.what}: {alone}")
    return None


def _is_prepared_by_the_house(table: Table, given: Given) -> bool:
    """At a virtual table there are no cards and no ball for two persons to look after."""
    return table.virtual and given.actor == HOUSE


def _is_a_step(rule: TwoPersons, name: str) -> bool:
    return any(name in pair for pair in rule.apart)


def _person(command: Command, given: Given) -> str:
    """Who takes a step: the patron for whom staff enter it, or the actor."""
    return getattr(command, "patron", "") or given.actor


def signed(table: Table, command: Command, given: Given, accepted: Accepted) -> Accepted:
    """Add who took the step, and which earlier signatures no longer count."""
    name = type(command).__name__
    rule = rule_of(table.slug, name)
    if rule is None or _is_prepared_by_the_house(table, given):
        return accepted
    over = _over(table, rule, name)
    who = _person(command, given) if _is_a_step(rule, name) else ""
    if not who and not any(step in table.signed for step in over):
        return accepted
    return Accepted((*accepted.events, StepSigned(name, who, given.signature, over)))


def _over(table: Table, rule: TwoPersons, name: str) -> tuple[str, ...]:
    """The first command of a rule begins it again and the last one ends it."""
    begins = name == rule.orders[0] and name != rule.by_several
    ends = name == rule.orders[-1] and bool(
        table.signed.get(name) or (name, name) not in rule.apart
    )
    return rule.orders if begins or ends else ()


@part.folds(StepSigned)
def _signed(table: Table, event: StepSigned) -> None:
    ended = event.step in event.over and event.step == event.over[-1]
    for step in event.over:
        table.signed.pop(step, None)
    if event.person and not ended:
        table.signed.setdefault(event.step, []).append(event.person)
