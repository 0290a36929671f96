"""A compromised promotion or draw: postponed until validated, or the draw cancelled (A-27).

Either way the inspectorate is owed a notification from that moment on.
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.games.table_rules import ScrutineerRules
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.shares import SECONDS, second_changed, unchangeable
from houseway.promotion.state import (
    CANCELLED,
    LIVE,
    OPERATORS,
    OVER,
    POSTPONED,
    RUNNING,
    VOID,
    Compromise,
    Part,
    Promotion,
    time_text,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PROMOTERS, another_person, is_person, same_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

PROMOTION, DRAW = "promotion", "draw"
_REACHES = {PROMOTION: (PROMOTION,), DRAW: (PROMOTION, DRAW)}  # what stops each of them


def held(promotion: Promotion, what: str) -> Refused | None:
    """The refusal of whatever a compromise stops: a draw also when its promotion is postponed."""
    clause = promotion.rules[0].integrity
    if promotion.draw.cancelled and what == DRAW:
        return Refused("draw_cancelled", clause, "the draw was cancelled")
    for each in promotion.compromises:
        if each.remedy == POSTPONED and each.ended is None and each.what in _REACHES[what]:
            since = time_text(each.found.at_us)
            sentence = f"the {each.what} is postponed since {since}: {each.reason}"
            return Refused("postponed", clause, f"{sentence}; its integrity must be validated")
    return None


def owed(promotion: Promotion) -> tuple[Compromise, ...]:
    """What the inspectorate has not been told of."""
    return tuple(each for each in promotion.compromises if each.notified is None)


def inspectorate_first(promotion: Promotion) -> Refused | None:
    for each in owed(promotion):
        sentence = f"the inspectorate has not been notified that the {each.what} was compromised"
        return Refused("inspectorate_not_told", promotion.rules[0].integrity, sentence)
    return None


@part.decides(v.PostponeFor, by=OPERATORS, slot=lambda rules: rules.integrity)
def _postpone(promotion: Promotion, command: v.PostponeFor, given: Given) -> Ruling:
    clause = promotion.rules[0].integrity
    if command.what not in (PROMOTION, DRAW):
        sentence = f"the {command.what} is neither the promotion nor the draw"
        return Refused("nothing_to_postpone", clause, sentence)
    return _compromised(promotion, command.what, POSTPONED, command.reason, given)


@part.decides(v.CancelFor, by=OPERATORS, slot=lambda rules: rules.integrity)
def _cancel(promotion: Promotion, command: v.CancelFor, given: Given) -> Ruling:
    """Reading A-27: only a draw is cancelled; a prize handed over stays handed over."""
    clause = promotion.rules[0].integrity
    if command.what != DRAW:
        sentence = f"only a draw can be cancelled; the {command.what} can be postponed"
        return Refused("only_the_draw", clause, sentence)
    return _compromised(promotion, DRAW, CANCELLED, command.reason, given)


def _compromised(promotion: Promotion, what: str, remedy: str, reason: str, given: Given) -> Ruling:
    clause = promotion.rules[0].integrity
    if promotion.draw.cancelled:
        return Refused("draw_cancelled", clause, "the draw was cancelled")
    if not reason.strip():
        return Refused("no_reason", clause, "say what has compromised the integrity")
    clauses = promotion.clauses(lambda rules: rules.integrity)
    return Accepted((v.IntegrityCompromised(what, remedy, reason, given.signature, clauses),))


@part.decides(v.ValidateIntegrity, by=OPERATORS, slot=lambda rules: rules.integrity)
def _validate(promotion: Promotion, command: v.ValidateIntegrity, given: Given) -> Ruling:
    clause = promotion.rules[0].integrity
    if held(promotion, DRAW) is None or promotion.draw.cancelled:
        return Refused("nothing_postponed", clause, "nothing is postponed")
    refused = inspectorate_first(promotion)
    if refused:
        return refused
    if not command.how.strip():
        return Refused("no_reason", clause, "say how the integrity was validated")
    clauses = promotion.clauses(lambda rules: rules.integrity)
    return Accepted((v.IntegrityValidated(command.how, given.signature, clauses),))


@part.decides(
    v.NotifyInspectorate,
    by=OPERATORS | PROMOTERS,
    slot=lambda rules: rules.integrity,
    stages=(*LIVE, OVER),
)
def _notify(promotion: Promotion, command: v.NotifyInspectorate, given: Given) -> Ruling:
    if not owed(promotion):
        clause = promotion.rules[0].integrity
        return Refused("nothing_owed", clause, "the inspectorate has been notified of everything")
    clauses = promotion.clauses(lambda rules: rules.integrity)
    return Accepted((v.InspectorateNotified(command.means, given.signature, clauses),))


@part.folds(v.IntegrityCompromised)
def _found(promotion: Promotion, event: v.IntegrityCompromised) -> None:
    found = Compromise(event.what, event.remedy, event.reason, event.by)
    promotion.compromises.append(found)
    if event.remedy == CANCELLED:
        promotion.draw.cancelled = True
        for winner in promotion.winners:
            if winner.status not in ("awarded", "redrawn"):
                winner.status = VOID


@part.folds(v.IntegrityValidated)
def _validated(promotion: Promotion, event: v.IntegrityValidated) -> None:
    for each in promotion.compromises:
        if each.remedy == POSTPONED and each.ended is None:
            each.ended = event.by


@part.folds(v.InspectorateNotified)
def _told(promotion: Promotion, event: v.InspectorateNotified) -> None:
    for each in owed(promotion):
        each.notified = event.by


# The scrutineer: who oversees the draw of a dear prize, or the decision that nobody does.


def strictest(promotion: Promotion) -> ScrutineerRules:
    """What the document says that asks the most (reading A-20)."""
    return promotion.strictest(lambda rules: rules.scrutineer.required).scrutineer


def overseen(promotion: Promotion) -> bool:
    """Whether a prize is worth more than what any document's draw is left alone with."""
    least = min(rules.scrutineer.above for rules in promotion.rules)
    return promotion.conditions.dearest > least


def unsigned(promotion: Promotion) -> Refused | None:
    """The refusal of whatever needs the scrutineer's signature."""
    draw = promotion.draw
    if not draw.scrutineer or draw.signed:
        return None
    clause = strictest(promotion).clause
    return Refused("draw_not_signed", clause, f"{draw.scrutineer} has not signed the draw")


@part.decides(dv.NameScrutineer, by=OPERATORS, slot=lambda rules: rules.scrutineer.clause)
def _name(promotion: Promotion, command: dv.NameScrutineer, given: Given) -> Ruling:
    if promotion.winners:
        return Refused("draw_made", None, "the draw has been made")
    refused = unchangeable(promotion)
    if refused:
        return refused
    if not is_person(command.person):
        return Refused("nobody_named", strictest(promotion).clause, "a scrutineer is a person")
    clauses = promotion.clauses(lambda rules: rules.scrutineer.clause)
    return Accepted((dv.ScrutineerNamed(command.person, given.signature, clauses),))


@part.decides(dv.DispenseWithScrutineer, by=OPERATORS, slot=lambda rules: rules.scrutineer.clause)
def _dispense(promotion: Promotion, command: dv.DispenseWithScrutineer, given: Given) -> Ruling:
    """Where every document covered leaves it open (Casino War alone does), by a kept decision."""
    rules = strictest(promotion)
    if rules.required and overseen(promotion):
        return _wanted(promotion, "scrutineer_required", rules.clause, "is overseen")
    if not command.reason.strip():
        return Refused("no_reason", rules.clause, "say why nobody oversees the draw")
    refused = unchangeable(promotion)
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.scrutineer.clause)
    decided = dv.ScrutineerDispensedWith(command.reason, given.signature, clauses)
    return Accepted((decided,))


def _wanted(promotion: Promotion, code: str, clause: Clause, what: str) -> Refused:
    worth = dollar_text(promotion.conditions.dearest)
    least = dollar_text(min(rules.scrutineer.above for rules in promotion.rules))
    return Refused(code, clause, f"a prize of {worth}, over {least}: its draw {what}")


def scrutineer_wanted(promotion: Promotion, given: Given) -> Refused | None:
    draw = promotion.draw
    rules = strictest(promotion)
    if draw.second_person and not another_person(draw.second_person, given.actor):
        part = "oversees the draw" if draw.scrutineer else "commits a value to the draw"
        sentence = f"{draw.second_person} {part} and does not make it: another person does"
        return Refused("scrutineer_draws", rules.clause, sentence)
    return undecided(promotion)


def undecided(promotion: Promotion) -> Refused | None:
    """The refusal of what waits for a scrutineer, or for the decision that there is none."""
    draw, rules = promotion.draw, strictest(promotion)
    if draw.scrutineer or not overseen(promotion):
        return None
    if rules.required:
        return _wanted(promotion, "scrutineer_required", rules.clause, "needs a scrutineer")
    if not draw.dispensed:
        undecided = "may be overseen, and nobody has decided"
        return _wanted(promotion, "scrutineer_undecided", rules.clause, undecided)
    return None


@part.decides(
    dv.SignDraw, by=SECONDS, slot=lambda rules: rules.scrutineer.clause, stages=(RUNNING,)
)
def _sign(promotion: Promotion, command: dv.SignDraw, given: Given) -> Ruling:
    draw = promotion.draw
    clause = strictest(promotion).clause
    if draw.completed is None:
        return Refused("draw_not_made", clause, "the draw has not been made")
    if not is_person(given.actor) or not same_person(given.actor, draw.scrutineer):
        named = draw.scrutineer or "nobody"
        return Refused("not_the_scrutineer", clause, f"{named} was named to oversee the draw")
    if not another_person(draw.completed.person, given.actor):
        sentence = f"{draw.completed} made the draw; another person signs it"
        return Refused("second_person_needed", clause, sentence)
    clauses = promotion.clauses(lambda rules: rules.scrutineer.clause)
    return Accepted((dv.DrawSigned(given.signature, clauses),))


@part.folds(dv.ScrutineerNamed)
def _named(promotion: Promotion, event: dv.ScrutineerNamed) -> None:
    promotion.draw.scrutineer, promotion.draw.dispensed = event.person, ""
    second_changed(promotion)


@part.folds(dv.ScrutineerDispensedWith)
def _dispensed(promotion: Promotion, event: dv.ScrutineerDispensedWith) -> None:
    promotion.draw.dispensed, promotion.draw.scrutineer = event.reason, ""
    second_changed(promotion)


@part.folds(dv.DrawSigned)
def _signed(promotion: Promotion, event: dv.DrawSigned) -> None:
    promotion.draw.signed = event.by
