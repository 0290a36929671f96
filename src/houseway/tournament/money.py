"""Fees, commission, pool, refunds: transfers between named accounts, together always nothing."""

from __future__ import annotations

from typing import NamedTuple

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import entry_vocabulary as v
from houseway.tournament.state import (
    COMMISSION,
    DISQUALIFIED,
    ENDED,
    OPERATOR,
    POOL,
    RUNNING,
    Entry,
    Part,
    Tournament,
    unknown_entry,
)
from houseway.tournament.terms import percent_text

part = Part()

_OPERATOR: frozenset[Role] = frozenset()  # only the person who acts for the operator


class Unbalanced(ValueError):
    """Money was made or lost."""


def entrant(number: int) -> str:
    return f"entrant {number}"


def move(tournament: Tournament, source: str, target: str, amount: int) -> None:
    """One transfer; nothing is made or lost."""
    accounts = tournament.accounts
    accounts[source] = accounts.get(source, 0) - amount
    accounts[target] = accounts.get(target, 0) + amount


def pool(tournament: Tournament) -> int:
    """What the prize pool holds now."""
    return tournament.accounts.get(POOL, 0)


def check(tournament: Tournament) -> None:
    """All accounts together are nothing, and pool and commission never owe."""
    total = sum(tournament.accounts.values())
    if total:
        raise Unbalanced(f"the accounts are {dollar_text(total)} out of balance")
    for account in (POOL, COMMISSION):
        if tournament.accounts.get(account, 0) < 0:
            raise Unbalanced(f"the {account} is below nothing")


class Receipt(NamedTuple):
    """What an entrant is given for the fee."""

    tournament: str
    entry: int
    name: str
    paid: int
    commission: int
    to_the_pool: int
    refunded: int
    clause: Clause


def receipt(tournament: Tournament, number: int) -> Receipt:
    entry = tournament.entries[number]
    return Receipt(
        tournament.title, number, entry.name, entry.paid, entry.commission,
        entry.paid - entry.commission, entry.refunded, tournament.rules.fees.fee,
    )  # fmt: skip


# Fees


def fee_taken(tournament: Tournament, number: int, paid: int) -> v.FeeTaken | Refused:
    """The fee that the conditions name, no more and no less; with what of it is commission."""
    rules, conditions = tournament.rules.fees, tournament.conditions
    fee, commission = conditions.fee or 0, conditions.commission or 0
    if tournament.awards:  # it would be in no prize
        return Refused("prizes_awarded", rules.pool, "the prizes have been awarded")
    if paid != fee:
        sentence = f"the entry fee is {dollar_text(fee)}, not {dollar_text(paid)}"
        return Refused("not_the_fee", rules.fee, sentence)
    refused = _over_approval(tournament, fee, commission)
    return refused or v.FeeTaken(number, fee, commission, rules.commission or rules.pool)


def no_approved_commission(tournament: Tournament) -> Refused | None:
    """Reading TP4: where the Commission approves what is kept, its approval comes first."""
    rules, conditions = tournament.rules.fees, tournament.conditions
    if not rules.approved_amount or not conditions.commission:
        return None
    if tournament.commission_approved is None:
        kept = dollar_text(conditions.commission)
        sentence = f"no approval of the commission of {kept} is on record"
        return Refused("commission_not_approved", rules.commission, sentence)
    return _over_approval(tournament, conditions.fee or 0, conditions.commission)


def _over_approval(tournament: Tournament, fee: int, commission: int) -> Refused | None:
    approved = tournament.commission_approved
    if not tournament.rules.fees.approved_amount or approved is None or not commission:
        return None
    fees = fee + sum(each.paid - each.refunded for each in tournament.entries.values())
    kept = commission + tournament.accounts.get(COMMISSION, 0)
    most = approved[0] or fees * approved[1] // 10_000
    if kept <= most:
        return None
    what = dollar_text(approved[0]) if approved[0] else f"{percent_text(approved[1])} of the fees"
    sentence = f"{dollar_text(kept)} would be kept of {dollar_text(fees)}; {what} is approved"
    return Refused("commission_over_approval", tournament.rules.fees.commission, sentence)


def refund(entry: Entry, reason: str, clause: Clause) -> v.FeeRefunded:
    """Everything that was paid and has not gone back."""
    return v.FeeRefunded(
        entry.number, entry.paid - entry.refunded, entry.commission, reason, clause
    )


def topped_up(tournament: Tournament, entrants: int, leaving: int = 0) -> tuple[v.PoolAdded, ...]:
    """A guarantee given on enough entries is made good when there are enough.

    `leaving`: what goes out of the pool in the same breath.
    """
    conditions, clause = tournament.conditions, tournament.rules.fees.guarantee
    short = conditions.guarantee - (pool(tournament) - leaving)
    if clause is None or short <= 0 or entrants < conditions.guarantee_entries:
        return ()
    return (v.PoolAdded(short, "", 0, "guaranteed", clause),)


def refunded(
    tournament: Tournament, entry: Entry, reason: str, clause: Clause
) -> tuple[v.FeeRefunded | v.PoolAdded, ...]:
    """A fee goes back; a guarantee that was earned when the entries closed stays good."""
    back = refund(entry, reason, clause)
    if not tournament.entries_closed:
        return (back,)
    return back, *topped_up(tournament, tournament.received, back.amount - back.commission)


# Orders


@part.decides(
    v.RecordCommissionApproval,
    by=DIRECTORS,
    slot=lambda rules: rules.fees.commission,
    operator=True,
)
def _record_approval(
    tournament: Tournament, command: v.RecordCommissionApproval, given: Given
) -> Ruling:
    rules = tournament.rules.fees
    if not rules.approved_amount:
        sentence = f"{tournament.game.cite.title} has no amount approved"
        return Refused("no_approval_asked", rules.commission or rules.pool, sentence)
    if not command.reference.strip():
        return Refused("no_reference", rules.commission, "an approval has its reference")
    if (command.amount > 0) == (command.hundredths > 0) or command.hundredths > 10_000:
        sentence = "an approval is of an amount, or of a share of at most 100 %"
        return Refused("amount_or_share", rules.commission, sentence)
    clause = rules.commission or rules.pool
    approved = v.CommissionApproved(
        command.amount, command.hundredths, command.reference, given.signature, clause
    )
    return Accepted((approved,))


@part.decides(
    v.AddToPool,
    by=_OPERATOR,
    slot=lambda rules: rules.fees.additions or rules.fees.pool,
    operator=True,
    undo=True,
)
def _add(tournament: Tournament, command: v.AddToPool, given: Given) -> Ruling:
    """Cash; or goods and services, which are named with the place that they go to."""
    rules = tournament.rules.fees
    clause = rules.additions or rules.pool
    if tournament.awards:
        return Refused("prizes_awarded", clause, "the prizes have been awarded")
    if command.amount < 0 or (command.amount > 0) == bool(command.goods.strip()):
        return Refused("not_an_amount", clause, "add an amount of cash, or name goods")
    if command.goods and command.place < 1:
        return Refused("no_such_place", clause, f"say which place {command.goods} goes to")
    added = v.PoolAdded(command.amount, command.goods, command.place, "added", clause)
    return Accepted((added,))


@part.decides(v.RefundFee, by=DIRECTORS, slot=lambda rules: rules.fees.refund)
def _refund(tournament: Tournament, command: v.RefundFee, given: Given) -> Ruling:
    """Reading 7U-23: on cancellation, inside the period of withdrawal, or after an absence."""
    refused = unknown_entry(tournament, command.entry)
    if refused:
        return refused
    rules, entry = tournament.rules, tournament.entries[command.entry]
    clause = rules.fees.absence_refund
    absent = entry.status == DISQUALIFIED and entry.out_by == rules.sessions.late_cancelled
    if clause is None or not absent or "absence" not in tournament.conditions.refunds:
        sentence = f"no fee goes back to {tournament.who(command.entry)} but by cancellation"
        return Refused("no_refund", rules.fees.refund, sentence)
    if entry.paid == entry.refunded:
        return Refused("refunded", clause, f"nothing is left to refund to {entry.name}")
    if tournament.awards:
        return Refused("prizes_awarded", clause, "the pool has been awarded as prizes")
    return Accepted(refunded(tournament, entry, command.reason, clause))


@part.decides(
    v.CancelTournament, by=_OPERATOR, slot=lambda rules: rules.fees.cancellation, operator=True
)
def _cancel(tournament: Tournament, command: v.CancelTournament, given: Given) -> Ruling:
    """Readings TP20, 7U-23: until the first prize is awarded; every fee goes back in full."""
    clause = tournament.rules.fees.cancellation
    awards = len(tournament.awards) + len(tournament.session_awards)
    if awards:
        sentence = f"{awards} prizes have been awarded"
        return Refused("prizes_awarded", clause, sentence)
    if not command.reason.strip():
        return Refused("no_reason", clause, "a cancellation has its reason")
    refunds = [
        refund(each, "cancelled", clause)
        for each in tournament.entries.values()
        if each.paid > each.refunded
    ]
    added = -tournament.accounts.get(OPERATOR, 0)
    returned = (v.AdditionReturned(added, clause),) if added else ()
    cancelled = v.TournamentCancelled(command.reason, given.signature, clause)
    return Accepted((cancelled, *refunds, *returned))


# What each fact moves


@part.folds(v.CommissionApproved)
def _approved(tournament: Tournament, event: v.CommissionApproved) -> None:
    tournament.commission_approved = (event.amount, event.hundredths, event.reference)


@part.folds(v.FeeTaken)
def _taken(tournament: Tournament, event: v.FeeTaken) -> None:
    entry = tournament.entries[event.entry]
    entry.fees += 1
    entry.paid += event.amount
    entry.commission += event.commission
    move(tournament, entrant(event.entry), POOL, event.amount - event.commission)
    move(tournament, entrant(event.entry), COMMISSION, event.commission)


@part.folds(v.FeeRefunded)
def _refunded(tournament: Tournament, event: v.FeeRefunded) -> None:
    entry = tournament.entries[event.entry]
    entry.refunded += event.amount
    entry.commission -= event.commission
    move(tournament, POOL, entrant(event.entry), event.amount - event.commission)
    move(tournament, COMMISSION, entrant(event.entry), event.commission)


@part.folds(v.PoolAdded)
def _added(tournament: Tournament, event: v.PoolAdded) -> None:
    move(tournament, OPERATOR, POOL, event.amount)
    if event.goods:
        tournament.goods.append((event.place, event.goods))


@part.folds(v.AdditionReturned)
def _returned(tournament: Tournament, event: v.AdditionReturned) -> None:
    move(tournament, POOL, OPERATOR, event.amount)
    tournament.goods.clear()


@part.folds(v.TournamentCancelled)
def _cancelled(tournament: Tournament, event: v.TournamentCancelled) -> None:
    """Chips and places are wiped (reading TP20), and what was being played is over."""
    tournament.cancelled = event.reason
    tournament.places.clear()
    for session in tournament.sessions:
        session.chips.clear()
        session.counts.clear()
        session.phase = ENDED if session.phase == RUNNING else session.phase
        for floor in session.conduct.floors.values():
            floor.round, floor.ended = None, True
