"""A compromised promotion or draw: postponed until validated, or the draw cancelled (A-27).

Either way the inspectorate is owed a notification from that moment on.
"""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.promotion import vocabulary as v
from houseway.promotion.state import (
    CANCELLED,
    LIVE,
    OPERATORS,
    OVER,
    POSTPONED,
    VOID,
    Compromise,
    Part,
    Promotion,
    time_text,
)
from houseway.rulebook.roles import PROMOTERS
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
