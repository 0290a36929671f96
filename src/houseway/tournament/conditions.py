"""The conditions: drafted, checked, approved or notified, published."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import vocabulary as v
from houseway.tournament.state import Clearance, Part, Tournament
from houseway.tournament.terms import Conditions, contradiction, missing

part = Part()

_INSPECTOR = frozenset({Role.INSPECTOR})


def incomplete(tournament: Tournament) -> Refused | None:
    """The first item that the conditions leave open, with how many more there are."""
    lacking = missing(tournament.rules, tournament.conditions)
    if not lacking:
        return None
    first, others = lacking[0], ", ".join(each.clause for each in lacking[1:])
    sentence = (
        f"the conditions do not say {first.asks}, and {len(lacking) - 1} more: {others}"
        if others
        else f"the conditions do not say {first.asks}"
    )
    return Refused("conditions_incomplete", first.clause, sentence)


def not_cleared_for_entries(tournament: Tournament) -> Refused | None:
    """Reading TP1: complete; and published and notified first, where the document says so."""
    rules, cleared = tournament.rules.conditions, tournament.clearance
    refused = incomplete(tournament)
    if refused or rules.before_entries is None:
        return refused
    if cleared.published is None:
        return Refused("not_published", rules.publication, "the conditions are published first")
    if rules.notification and cleared.notified is None:
        sentence = "the Commission has not been notified of these conditions"
        return Refused("not_notified", rules.notification, sentence)
    return None


def not_cleared_for_play(tournament: Tournament) -> Refused | None:
    """Where an Inspector approves the conditions, no session begins without that approval."""
    clause = tournament.rules.conditions.approval
    if clause is None:
        return not_cleared_for_entries(tournament)
    if tournament.clearance.approval is None:
        sentence = f"version {tournament.version} of the conditions has no Inspector's approval"
        return Refused("not_approved", clause, sentence)
    return None


# Orders


@part.decides(
    v.DraftConditions, by=DIRECTORS, slot=lambda rules: rules.conditions.wanted, undo=True
)
def _draft(tournament: Tournament, command: v.DraftConditions, given: Given) -> Ruling:
    rules, now = tournament.rules, tournament.conditions
    refused = _too_late(tournament, command.conditions) or contradiction(rules, command.conditions)
    if refused:
        return refused
    if command.conditions == now:
        return Refused("nothing_changed", rules.conditions.wanted, "the conditions read so already")
    drafted = v.ConditionsDrafted(
        command.conditions, tournament.version + 1, given.signature, rules.conditions.wanted
    )
    return Accepted((drafted,))


def _too_late(tournament: Tournament, wanted: Conditions) -> Refused | None:
    """A fee that was paid stays the fee; what is fixed at the start is not changed after it."""
    rules, now = tournament.rules, tournament.conditions
    paid = any(each.fees for each in tournament.entries.values())
    if paid and (wanted.fee, wanted.commission) != (now.fee, now.commission):
        sentence = f"fees of {dollar_text(now.fee or 0)} have been paid under these conditions"
        return Refused("fees_paid", rules.fees.fee, sentence)
    if rules.conditions.fixed and tournament.begun:
        sentence = "the first session has begun: the conditions stay as they were announced"
        return Refused("conditions_fixed", rules.conditions.fixed, sentence)
    return None


@part.decides(v.ApproveConditions, by=_INSPECTOR, slot=lambda rules: rules.conditions.approval)
def _approve(tournament: Tournament, command: v.ApproveConditions, given: Given) -> Ruling:
    """Of exactly this version, by the Inspector; a later change takes it away (reading TP1)."""
    clause = tournament.rules.conditions.approval
    if clause is None:
        sentence = f"{tournament.game.cite.title} asks for no approval of the conditions"
        return Refused("no_approval_asked", tournament.rules.conditions.notification, sentence)
    if command.version != tournament.version:
        sentence = f"the conditions are at version {tournament.version}, not {command.version}"
        return Refused("another_version", clause, sentence)
    if not command.reference.strip():
        return Refused("no_reference", clause, "a written approval has its reference")
    approved = v.ConditionsApproved(command.version, command.reference, given.signature, clause)
    return incomplete(tournament) or Accepted((approved,))


@part.decides(
    v.PublishConditions,
    by=DIRECTORS,
    slot=lambda rules: rules.conditions.publication,
    operator=True,
)
def _publish(tournament: Tournament, command: v.PublishConditions, given: Given) -> Ruling:
    rules = tournament.rules.conditions
    clause = rules.publication or rules.wanted
    if tournament.clearance.published is not None:
        sentence = f"version {tournament.version} has been published already"
        return Refused("published", clause, sentence)
    published = v.ConditionsPublished(tournament.version, given.signature, clause)
    return incomplete(tournament) or Accepted((published,))


@part.decides(
    v.NotifyCommission,
    by=DIRECTORS,
    slot=lambda rules: rules.conditions.notification,
    operator=True,
)
def _notify(tournament: Tournament, command: v.NotifyCommission, given: Given) -> Ruling:
    clause = tournament.rules.conditions.notification
    if clause is None:
        sentence = f"{tournament.game.cite.title} has nobody notified of the conditions"
        return Refused("no_notification_asked", tournament.rules.conditions.approval, sentence)
    if not command.proof.strip():
        return Refused("no_proof", clause, "say by what the copy was sent")
    notified = v.CommissionNotified(tournament.version, command.proof, given.signature, clause)
    return incomplete(tournament) or Accepted((notified,))


@part.folds(v.ConditionsDrafted)
def _drafted(tournament: Tournament, event: v.ConditionsDrafted) -> None:
    tournament.before = (tournament.conditions, tournament.clearance)
    tournament.conditions = event.conditions
    tournament.version = event.version
    tournament.clearance = Clearance()


@part.folds(v.ConditionsApproved)
def _approved(tournament: Tournament, event: v.ConditionsApproved) -> None:
    tournament.clearance.approval = event.by
    tournament.clearance.reference = event.reference
    for entry in tournament.entries.values():
        entry.subject_to_approval = False


@part.folds(v.ConditionsPublished)
def _published(tournament: Tournament, event: v.ConditionsPublished) -> None:
    tournament.clearance.published = event.by


@part.folds(v.CommissionNotified)
def _notified(tournament: Tournament, event: v.CommissionNotified) -> None:
    tournament.clearance.notified = event.by
