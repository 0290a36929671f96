"""The Authority: full details in time before the commencement, approval of every later change."""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.games.promotion_rules import PromotionRules
from houseway.promotion import vocabulary as v
from houseway.promotion.conditions import incomplete, unfit, unpublished
from houseway.promotion.shares import draw_changed
from houseway.promotion.state import (
    HOUR_US,
    OPERATORS,
    PREPARING,
    RUNNING,
    Part,
    Promotion,
    Public,
    Version,
    time_text,
)
from houseway.rulebook.roles import PROMOTERS
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

AUTHORITY = "the Authority"


def lead(promotion: Promotion) -> PromotionRules:
    """The document that wants the Authority told earliest (reading A-22)."""
    return promotion.strictest(lambda rules: rules.authority.hours)


def notify_by_us(promotion: Promotion) -> int:
    """When the Authority must have the conditions at the latest for the start that they state."""
    return promotion.conditions.starts_us - lead(promotion).authority.hours * HOUR_US


@part.decides(
    v.NotifyAuthority, by=PROMOTERS, slot=lambda rules: rules.authority.clause, stages=(PREPARING,)
)
def _notify(promotion: Promotion, command: v.NotifyAuthority, given: Given) -> Ruling:
    """Full details are complete details: half of them start no clock."""
    refused = incomplete(promotion) or unfit(promotion, promotion.conditions)
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.authority.clause)
    told = v.AuthorityNotified(promotion.version, command.means, given.signature, clauses)
    return Accepted((told,))


@part.decides(
    v.StartPromotion, by=OPERATORS, slot=lambda rules: rules.authority.clause, stages=(PREPARING,)
)
def _start(promotion: Promotion, command: v.StartPromotion, given: Given) -> Ruling:
    refused = (
        incomplete(promotion)
        or unfit(promotion, promotion.conditions)
        or unpublished(promotion)
        or _notice_too_short(promotion, given.at_us)
        or _before_its_time(promotion, given.at_us)
    )
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.authority.clause)
    return Accepted((v.PromotionStarted(promotion.version, given.signature, clauses),))


def _notice_too_short(promotion: Promotion, at_us: int) -> Refused | None:
    """At least the hours of the strictest document; where it names none, before the start."""
    rules = lead(promotion).authority
    if promotion.notified != promotion.version:
        sentence = f"{AUTHORITY} has not been given version {promotion.version} of the conditions"
        return Refused("authority_not_notified", rules.clause, sentence)
    earliest = promotion.notified_us + (rules.hours * HOUR_US or 1)
    if at_us >= earliest:
        return None
    wanted = f"at least {rules.hours} hours before" if rules.hours else "before"
    given = time_text(promotion.notified_us)
    sentence = (
        f"{AUTHORITY} was notified at {given}, and that must be {wanted} the commencement:"
        f" the earliest start is {time_text(earliest)}"
    )
    return Refused("notice_too_short", rules.clause, sentence)


def _before_its_time(promotion: Promotion, at_us: int) -> Refused | None:
    starts_us = promotion.conditions.starts_us
    if at_us >= starts_us:
        return None
    sentence = f"the conditions have it start at {time_text(starts_us)}"
    return Refused("before_its_time", promotion.rules[0].terms["event"], sentence)


@part.decides(
    v.AmendConditions, by=OPERATORS, slot=lambda rules: rules.authority.amendment, stages=(RUNNING,)
)
def _amend(promotion: Promotion, command: v.AmendConditions, given: Given) -> Ruling:
    clause = promotion.rules[0].authority.amendment
    approval = command.approval
    if approval is None or not (approval.reference.strip() and approval.approver.strip()):
        sentence = f"a change after the commencement needs {AUTHORITY}'s approval on record"
        return Refused("not_approved", clause, f"{sentence}: reference, approver and time")
    if approval.at_us > given.at_us:
        sentence = f"an approval of {time_text(approval.at_us)} has not been given yet"
        return Refused("not_approved", clause, sentence)
    if promotion.draw.completed or promotion.winners:
        return Refused("draw_made", clause, "the draw has been made under the conditions as stated")
    changed = Promotion(
        documents=promotion.documents, editions=promotion.editions,
        prescribed=promotion.prescribed, scheme=promotion.scheme,
        draw=promotion.draw, entries=promotion.entries,
    )  # fmt: skip
    changed.versions.append(Version(command.conditions, given.signature))
    refused = (
        incomplete(changed)
        or unfit(promotion, command.conditions)
        or draw_changed(promotion, changed, given.at_us)
    )
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.authority.amendment)
    version = promotion.version + 1
    amended = v.ConditionsAmended(version, command.conditions, approval, given.signature, clauses)
    return Accepted((amended,))


@part.folds(v.AuthorityNotified)
def _notified(promotion: Promotion, event: v.AuthorityNotified) -> None:
    promotion.notified, promotion.notified_us = event.version, event.by.at_us


@part.folds(v.PromotionStarted)
def _started(promotion: Promotion, event: v.PromotionStarted) -> None:
    promotion.started = event.by


@part.folds(v.ConditionsAmended)
def _amended(promotion: Promotion, event: v.ConditionsAmended) -> None:
    if event.conditions.public != promotion.conditions.public:
        promotion.draw.public = Public()
    promotion.versions.append(Version(event.conditions, event.by, event.approval))
