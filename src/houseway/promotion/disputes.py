"""Disputes about the terms: the operator's decision is final, and the way to an inspector told."""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.promotion import claims_vocabulary as v
from houseway.promotion.state import LIVE, OPERATORS, OVER, Dispute, Part, Promotion, numbered
from houseway.rulebook.roles import PROMOTERS
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

_AT_ANY_TIME = (*LIVE, OVER)

ADVICE = (
    "You may lodge a complaint with an inspector under section 33 of the Gaming and Liquor"
    " Administration Act 2007."
)


@part.decides(v.DisputeTerms, by=PROMOTERS, slot=lambda rules: rules.dispute, stages=_AT_ANY_TIME)
def _raise(promotion: Promotion, command: v.DisputeTerms, given: Given) -> Ruling:
    clauses = promotion.clauses(lambda rules: rules.dispute)
    number = len(promotion.disputes) + 1
    raised = v.TermsDisputed(number, command.person, command.about, given.signature, clauses)
    return Accepted((raised,))


@part.decides(
    v.DecideTermsDispute, by=OPERATORS, slot=lambda rules: rules.dispute, stages=_AT_ANY_TIME
)
def _decide(promotion: Promotion, command: v.DecideTermsDispute, given: Given) -> Ruling:
    dispute = numbered(promotion.disputes, command.dispute, "dispute")
    if isinstance(dispute, Refused):
        return dispute
    clause = promotion.rules[0].dispute
    if dispute.decided:
        return Refused("decision_final", clause, f"dispute {dispute.number} has a final decision")
    if not command.decision.strip():
        return Refused("no_decision", clause, "say what was decided")
    clauses = promotion.clauses(lambda rules: rules.dispute)
    decided = v.TermsDisputeDecided(
        dispute.number, command.decision, command.satisfied, given.signature, clauses
    )
    return Accepted((decided,))


@part.decides(
    v.AdviseOfComplaint, by=PROMOTERS, slot=lambda rules: rules.dispute, stages=_AT_ANY_TIME
)
def _advise(promotion: Promotion, command: v.AdviseOfComplaint, given: Given) -> Ruling:
    dispute = numbered(promotion.disputes, command.dispute, "dispute")
    if isinstance(dispute, Refused):
        return dispute
    if not dispute.decided:
        sentence = f"dispute {dispute.number} has not been decided"
        return Refused("not_decided", promotion.rules[0].dispute, sentence)
    clauses = promotion.clauses(lambda rules: rules.dispute)
    return Accepted((v.ComplaintRightAdvised(dispute.number, ADVICE, given.signature, clauses),))


@part.folds(v.TermsDisputed)
def _disputed(promotion: Promotion, event: v.TermsDisputed) -> None:
    promotion.disputes.append(Dispute(event.dispute, event.person, event.about, event.by))


@part.folds(v.TermsDisputeDecided)
def _decided(promotion: Promotion, event: v.TermsDisputeDecided) -> None:
    dispute = promotion.disputes[event.dispute - 1]
    dispute.decision, dispute.satisfied = event.decision, event.satisfied
    dispute.decided = event.by


@part.folds(v.ComplaintRightAdvised)
def _advised(promotion: Promotion, event: v.ComplaintRightAdvised) -> None:
    promotion.disputes[event.dispute - 1].advised = event.by
