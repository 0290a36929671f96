"""Disputes about the terms: the operator's decision is final, and the way to an inspector told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.promotion import claims_vocabulary as v
from houseway.promotion.state import LIVE, OPERATORS, OVER, Dispute, Given, Own, Promotion, numbered
from houseway.rulebook.roles import PROMOTERS
from houseway.rulebook.ruling import Accepted, Refused, Ruling

ADVICE = (
    "You may lodge a complaint with an inspector under section 33 of the Gaming and Liquor"
    " Administration Act 2007."
)


def _raise(promotion: Promotion, command: v.DisputeTerms, given: Given) -> Ruling:
    clauses = promotion.clauses(lambda rules: rules.dispute)
    number = len(promotion.disputes) + 1
    raised = v.TermsDisputed(number, command.person, command.about, given.signature, clauses)
    return Accepted((raised,))


def _decide(promotion: Promotion, command: v.DecideTermsDispute, given: Given) -> Ruling:
    dispute = numbered(promotion.disputes, command.dispute, "dispute")
    if isinstance(dispute, Refused):
        return dispute
    clause = promotion.rules[0].dispute
    if dispute.decided:
        return Refused("decision_final", clause, f"dispute {dispute.number} was decided for good")
    if not command.decision.strip():
        return Refused("no_decision", clause, "say what was decided")
    clauses = promotion.clauses(lambda rules: rules.dispute)
    decided = v.TermsDisputeDecided(
        dispute.number, command.decision, command.satisfied, given.signature, clauses
    )
    return Accepted((decided,))


def _advise(promotion: Promotion, command: v.AdviseOfComplaint, given: Given) -> Ruling:
    dispute = numbered(promotion.disputes, command.dispute, "dispute")
    if isinstance(dispute, Refused):
        return dispute
    if not dispute.decided:
        sentence = f"dispute {dispute.number} has not been decided"
        return Refused("not_decided", promotion.rules[0].dispute, sentence)
    clauses = promotion.clauses(lambda rules: rules.dispute)
    return Accepted((v.ComplaintRightAdvised(dispute.number, ADVICE, given.signature, clauses),))


_AT_ANY_TIME = (*LIVE, OVER)
ORDERS: dict[type[Command], Own] = {
    v.DisputeTerms: Own(PROMOTERS, _raise, lambda rules: rules.dispute, _AT_ANY_TIME),
    v.DecideTermsDispute: Own(OPERATORS, _decide, lambda rules: rules.dispute, _AT_ANY_TIME),
    v.AdviseOfComplaint: Own(PROMOTERS, _advise, lambda rules: rules.dispute, _AT_ANY_TIME),
}


def _disputed(promotion: Promotion, event: v.TermsDisputed) -> None:
    promotion.disputes.append(Dispute(event.dispute, event.person, event.about, event.by))


def _decided(promotion: Promotion, event: v.TermsDisputeDecided) -> None:
    dispute = promotion.disputes[event.dispute - 1]
    dispute.decision, dispute.satisfied = event.decision, event.satisfied
    dispute.decided = event.by


def _advised(promotion: Promotion, event: v.ComplaintRightAdvised) -> None:
    promotion.disputes[event.dispute - 1].advised = event.by


EVOLVE: dict[type[Event], Callable[[Promotion, Any], None]] = {
    v.TermsDisputed: _disputed,
    v.TermsDisputeDecided: _decided,
    v.ComplaintRightAdvised: _advised,
}
