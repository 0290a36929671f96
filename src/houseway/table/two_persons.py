"""Steps of the game that two different persons take, at every table, and corrections.

A game knows offices and no persons, so the table remembers who took a step until the next one.
"""

from __future__ import annotations

from houseway.games import events as e
from houseway.games.base_commands import Command, TwoPersons
from houseway.games.layout import HasRound
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import HOUSE, another_person, is_person
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.table.people_vocabulary import StepSigned
from houseway.table.state import Part, Table

part = Part()
_CORRECTING = (e.SettlementCorrected, e.SettlementUndone, e.ResultCorrected)


def not_alone(table: Table, command: Command, given: Given, accepted: Accepted) -> Refused | None:
    """Refuse a step that the same person, a machine or an unnamed actor would take again.

    What was settled is put right by two persons as well, and what the house has dealt is voided
    by two: one alone, who knew what comes, could void whatever does not suit.
    """
    if refused := _alone(table, command, given):
        return refused
    clause = corrected(table, accepted)
    voids = any(event.aborts for event in accepted.events)
    by_itself = given.by == Role.PATRON or _is_prepared_by_the_house(table, given)
    if clause is None or (voids and by_itself):
        return None
    what = "dealt is voided" if voids else "settled is put right"
    asked = f"what was {what} by two: ask for the correction with its reason"
    return Refused("second_person_needed", clause, asked)


def _alone(table: Table, command: Command, given: Given) -> Refused | None:
    kind = type(command)
    found = table.game.two_persons(kind)
    if found is None or not _is_a_step(found[0], kind) or _is_prepared_by_the_house(table, given):
        return None
    (rule, clause), who = found, _person(command, given)
    if not is_person(who):
        return Refused("nobody_named", clause, f"{rule.what}: each is a person with a name")
    for first, then in rule.apart:
        for before in table.signed.get(first.__name__, ()) if then is kind else ():
            if not another_person(before, who):
                alone = f"{before} took the step before it; another person takes this one"
                return Refused("second_person_needed", clause, f"{rule.what}: {alone}")
    return None


def corrected(table: Table, accepted: Accepted) -> Clause | None:
    """The clause by which a ruling puts right what was settled or announced; None if it does not.

    A void of a round that is over reverses what it paid; a void of the round under way is no
    correction, for its clause says itself who decides and what goes back. At a virtual table,
    where nobody sees a card slip, every void is one.
    """
    for event in accepted.events:
        if event.aborts and table.virtual:
            clause: Clause = getattr(event, "clause", None) or event.clauses[0]
            return clause
        if isinstance(event, _CORRECTING):
            return event.clause
        if isinstance(event, e.RoundVoided) and _is_over(table.play, event.round):
            return event.clause
    return None


def _is_over(play: HasRound, number: int) -> bool:
    return number < play.round or number in play.layout.past


def _is_prepared_by_the_house(table: Table, given: Given) -> bool:
    """At a virtual table there are no cards and no ball for two persons to look after."""
    return table.virtual and given.actor == HOUSE


def _is_a_step(rule: TwoPersons, kind: type[Command]) -> bool:
    return any(kind in pair for pair in rule.apart)


def _person(command: Command, given: Given) -> str:
    """Who takes a step: the patron for whom staff enter it, or the actor."""
    return getattr(command, "patron", "") or given.actor


def signed(table: Table, command: Command, given: Given, accepted: Accepted) -> Accepted:
    """Add who took the step, and which earlier signatures no longer count."""
    kind = type(command)
    found = table.game.two_persons(kind)
    if found is None or _is_prepared_by_the_house(table, given):
        return accepted
    over = _over(table, found[0], kind)
    who = _person(command, given) if _is_a_step(found[0], kind) else ""
    if not who and not any(step in table.signed for step in over):
        return accepted
    return Accepted((*accepted.events, StepSigned(kind.__name__, who, given.signature, over)))


def _over(table: Table, rule: TwoPersons, kind: type[Command]) -> tuple[str, ...]:
    """The first command of a rule begins it again and the last one ends it."""
    begins = kind is rule.orders[0] and kind is not rule.by_several
    again = (kind, kind) in rule.apart and not table.signed.get(kind.__name__)
    ends = kind is rule.orders[-1] and not again
    return tuple(each.__name__ for each in rule.orders) if begins or ends else ()


@part.folds(StepSigned)
def _signed(table: Table, event: StepSigned) -> None:
    ended = event.step in event.over and event.step == event.over[-1]
    for step in event.over:
        table.signed.pop(step, None)
    if event.person and not ended:
        table.signed.setdefault(event.step, []).append(event.person)
