"""The scrutineer: who oversees the draw of a dear prize, or the decision that nobody does.

7-Up Baccarat and Three Card Baccarat require one; Casino War leaves it to the operator.
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.games.promotion_rules import ScrutineerRules
from houseway.promotion import draw_vocabulary as v
from houseway.promotion.shares import SECONDS, second_changed, unchangeable
from houseway.promotion.state import OPERATORS, RUNNING, Part, Promotion
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import another_person, is_person, same_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()


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


@part.decides(v.NameScrutineer, by=OPERATORS, slot=lambda rules: rules.scrutineer.clause)
def _name(promotion: Promotion, command: v.NameScrutineer, given: Given) -> Ruling:
    if promotion.winners:
        return Refused("draw_made", None, "the draw has been made")
    refused = unchangeable(promotion)
    if refused:
        return refused
    if not is_person(command.person):
        return Refused("nobody_named", strictest(promotion).clause, "a scrutineer is a person")
    clauses = promotion.clauses(lambda rules: rules.scrutineer.clause)
    return Accepted((v.ScrutineerNamed(command.person, given.signature, clauses),))


@part.decides(v.DispenseWithScrutineer, by=OPERATORS, slot=lambda rules: rules.scrutineer.clause)
def _dispense(promotion: Promotion, command: v.DispenseWithScrutineer, given: Given) -> Ruling:
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
    decided = v.ScrutineerDispensedWith(command.reason, given.signature, clauses)
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


@part.decides(v.SignDraw, by=SECONDS, slot=lambda rules: rules.scrutineer.clause, stages=(RUNNING,))
def _sign(promotion: Promotion, command: v.SignDraw, given: Given) -> Ruling:
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
    return Accepted((v.DrawSigned(given.signature, clauses),))


@part.folds(v.ScrutineerNamed)
def _named(promotion: Promotion, event: v.ScrutineerNamed) -> None:
    promotion.draw.scrutineer, promotion.draw.dispensed = event.person, ""
    second_changed(promotion)


@part.folds(v.ScrutineerDispensedWith)
def _dispensed(promotion: Promotion, event: v.ScrutineerDispensedWith) -> None:
    promotion.draw.dispensed, promotion.draw.scrutineer = event.reason, ""
    second_changed(promotion)


@part.folds(v.DrawSigned)
def _signed(promotion: Promotion, event: v.DrawSigned) -> None:
    promotion.draw.signed = event.by
