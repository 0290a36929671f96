"""Winners and claims: told in time, paid as they choose, refused with reasons that are kept."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.promotion import vocabulary as v
from houseway.promotion.integrity import held, unsigned
from houseway.promotion.state import (
    AWARDED,
    CHAINED,
    CLAIMED,
    DRAWN,
    HOUR_US,
    LIVE,
    OPEN,
    OPERATORS,
    OVER,
    REFUSED,
    RUNNING,
    Attempt,
    Claim,
    Dispute,
    Part,
    Promotion,
    Winner,
    numbered,
)
from houseway.promotion.terms import CASH, DOLLARS, Prize
from houseway.promotion.vocabulary import Clauses
from houseway.rulebook.roles import PROMOTERS, another_person, is_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

_IN_CASH = "cash"
_CONTACT_DIGITS = 6  # so many in a detail look like a telephone number


def notify_by_us(promotion: Promotion, winner: Winner) -> int:
    """The end of the two days after the draw, the shortest of any document (reading A-21)."""
    hours = min(rules.notification.hours for rules in promotion.rules)
    return winner.drawn.at_us + hours * HOUR_US


# Notification


@part.decides(
    v.NotifyWinner, by=PROMOTERS, slot=lambda rules: rules.notification.clause, stages=(RUNNING,)
)
def _notify(promotion: Promotion, command: v.NotifyWinner, given: Given) -> Ruling:
    """One of the four methods, and what was done; a number or an address stays in the register."""
    winner = numbered(promotion.winners, command.winner, "winner")
    if isinstance(winner, Refused):
        return winner
    rules = promotion.rules[0].notification
    if command.method not in rules.methods:
        known = ", ".join(rules.methods)
        sentence = f"{command.method} is none of {known}, and is not counted as an attempt"
        return Refused("method_not_counted", rules.clause, sentence)
    if not command.detail.strip():
        asked = "say where it was, when it was posted, or which number or address of the register"
        return Refused("no_detail", rules.methods[command.method], asked)
    digits = sum(each.isdigit() for each in command.detail.replace("-", ""))
    if "@" in command.detail or (command.method == "telephone" and digits >= _CONTACT_DIGITS):
        sentence = "numbers and addresses of people are kept in the register, not in the log"
        return Refused("personal_detail", None, sentence, private=True)
    clauses = promotion.clauses(lambda rules: rules.notification.methods[command.method])
    told = v.WinnerNotified(
        winner.number, command.method, command.detail, command.reached, given.signature, clauses
    )
    return Accepted((told,))


# Cash instead, and how cash is paid


@part.decides(
    v.OfferCash, by=OPERATORS, slot=lambda rules: rules.cash_alternative.clause, stages=(RUNNING,)
)
def _offer(promotion: Promotion, command: v.OfferCash, given: Given) -> Ruling:
    """Where a document wants it in the terms, what they do not state is not offered (A-26)."""
    winner = numbered(promotion.winners, command.winner, "winner")
    if isinstance(winner, Refused):
        return winner
    prize = promotion.prize_of(winner)
    rules = promotion.strictest(lambda rules: rules.cash_alternative.in_terms).cash_alternative
    if prize.kind in (CASH, *DOLLARS):
        sentence = f"{prize.name} consists of {prize.kind}: no cash alternative is given"
        return Refused("no_cash_alternative", rules.clause, sentence)
    if prize.cash_alternative or rules.in_terms:
        stated = dollar_text(prize.cash_alternative) if prize.cash_alternative else "none"
        sentence = f"the terms state the cash alternative of {prize.name}: {stated}"
        return Refused("not_in_terms", rules.clause, sentence)
    if command.amount <= 0 or winner.status != DRAWN:
        return Refused("nothing_to_offer", rules.clause, "there is nothing to offer")
    clauses = promotion.clauses(lambda rules: rules.cash_alternative.clause)
    offered = v.CashOffered(winner.number, command.amount, given.signature, clauses)
    return Accepted((offered,))


@part.decides(
    v.ClaimPrize, by=PROMOTERS, slot=lambda rules: rules.terms["claiming"], stages=(RUNNING,)
)
def _claim(promotion: Promotion, command: v.ClaimPrize, given: Given) -> Ruling:
    prizes = {prize.name: prize for prize in promotion.conditions.prizes}
    claiming = promotion.rules[0].terms["claiming"]
    prize = prizes.get(command.prize)
    if prize is None:
        listed = ", ".join(prizes)
        return Refused("no_such_prize", claiming, f"{command.prize} is none of {listed}")
    winner = _winner_of(promotion, command)
    cash = _cash_instead(prize, winner)
    if command.cash_instead and not cash:
        rules = promotion.strictest(lambda rules: rules.cash_alternative.in_terms)
        sentence = f"no cash alternative of {prize.name} was offered"
        return Refused("no_cash_alternative", rules.cash_alternative.clause, sentence)
    value = cash if command.cash_instead else prize.value
    refused = None
    if winner and (command.cash_instead or prize.kind == CASH):
        refused = _payments_wrong(promotion, command, value)
    elif command.payments:
        refused = Refused("not_cash", claiming, f"{prize.name} is not paid in money")
    if refused:
        return refused
    claimed = v.PrizeClaimed(
        len(promotion.claims) + 1, command.person, winner.number if winner else 0, prize.name,
        value, command.cash_instead, command.payments, given.signature,
        _clauses_of(promotion, command, value),
    )  # fmt: skip
    return Accepted((claimed,))


def _winner_of(promotion: Promotion, command: v.ClaimPrize) -> Winner | None:
    """The prize that this person has won and not claimed; anybody else's claim is only heard."""
    won = (each for each in promotion.winners if each.status == DRAWN)
    for winner in won:
        asked = (winner.person, promotion.prize_of(winner).name)
        if asked == (command.person, command.prize):
            return winner
    return None


def _cash_instead(prize: Prize, winner: Winner | None) -> int:
    return prize.cash_alternative or (winner.cash_offered if winner else 0)


def _payments_wrong(promotion: Promotion, command: v.ClaimPrize, value: int) -> Refused | None:
    """Above $10,000 the winner chooses; at it or below, how it is paid may be said (reading A-37).

    Whatever is not cash goes to the winner alone.
    """
    rules = min(promotion.rules, key=lambda each: each.payment_above)
    worth, least = dollar_text(value), dollar_text(rules.payment_above)
    if not command.payments:
        if value <= rules.payment_above:
            return None
        sentence = f"{worth} is greater than {least}: the winner chooses how it is paid"
        return Refused("payment_not_chosen", rules.payment, sentence)
    for each in command.payments:
        if each.amount <= 0:
            return Refused("payment_impossible", rules.payment, "every part is above nothing")
        if each.means != _IN_CASH and each.payee != command.person:
            sentence = f"a {each.means} goes to the winner, not to {each.payee or 'nobody'}"
            return Refused("paid_to_another", rules.payment, sentence)
    parts = sum(each.amount for each in command.payments)
    if parts != value:
        sentence = f"the parts come to {dollar_text(parts)}, the prize is {worth}"
        return Refused("parts_do_not_add_up", rules.payment, sentence)
    return None


def _clauses_of(promotion: Promotion, command: v.ClaimPrize, value: int) -> Clauses:
    clauses = promotion.clauses(lambda rules: rules.terms["claiming"])
    if command.cash_instead:
        clauses += promotion.clauses(lambda rules: rules.cash_alternative.clause)
    if command.payments:
        clauses += promotion.clauses(lambda rules: rules.payment)
    return clauses


# Awarding and refusing


def _open(promotion: Promotion, number: int) -> Claim | Refused:
    claim = numbered(promotion.claims, number, "claim")
    if isinstance(claim, Claim) and claim.status != OPEN:
        clause = promotion.rules[0].claims.refusal
        return Refused("claim_answered", clause, f"claim {number} has been {claim.status}")
    return claim


@part.decides(v.AwardPrize, by=OPERATORS, slot=lambda rules: rules.offer, stages=(RUNNING,))
def _award(promotion: Promotion, command: v.AwardPrize, given: Given) -> Ruling:
    claim = _open(promotion, command.claim)
    if isinstance(claim, Refused):
        return claim
    if not claim.winner:
        manner = promotion.rules[0].terms["manner"]
        sentence = f"{claim.person} was not drawn for {claim.prize}"
        return Refused("not_a_winner", manner, sentence)
    refused = unsigned(promotion) or held(promotion, "draw")
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.offer)
    return Accepted((v.PrizeAwarded(claim.number, given.signature, clauses),))


@part.decides(
    v.RefuseClaim, by=OPERATORS, slot=lambda rules: rules.claims.refusal, stages=(RUNNING,)
)
def _refuse(promotion: Promotion, command: v.RefuseClaim, given: Given) -> Ruling:
    claim = _open(promotion, command.claim)
    if isinstance(claim, Refused):
        return claim
    rules = min(promotion.rules, key=lambda each: each.claims.kept_above).claims
    if not command.reason.strip():
        return Refused("no_reason", rules.refusal, "enter the reason: the patron must know it")
    if claim.value > rules.kept_above and not command.kept.strip():
        worth, least = dollar_text(claim.value), dollar_text(rules.kept_above)
        sentence = f"a claim of {worth}, over {least}: name and address are kept in the register"
        return Refused("claimant_not_kept", rules.kept, sentence)
    clauses = promotion.clauses(lambda rules: rules.claims.refusal)
    if claim.winner and promotion.scheme >= CHAINED and promotion.shared:
        first = claim.asked.person if claim.asked else ""
        if not is_person(given.actor):
            return Refused("nobody_named", rules.refusal, "a person with a name refuses a claim")
        if not first or not another_person(first, given.actor):
            asked = v.RefusalAsked(claim.number, command.reason, given.signature, clauses)
            return Accepted((asked,))
    if claim.value > rules.kept_above:
        clauses += promotion.clauses(lambda rules: rules.claims.kept)
    refused = v.ClaimRefused(claim.number, command.reason, command.kept, given.signature, clauses)
    return Accepted((refused,))


@part.decides(
    v.TellReasons, by=PROMOTERS, slot=lambda rules: rules.claims.refusal, stages=(*LIVE, OVER)
)
def _tell(promotion: Promotion, command: v.TellReasons, given: Given) -> Ruling:
    claim = numbered(promotion.claims, command.claim, "claim")
    if isinstance(claim, Refused):
        return claim
    if claim.status != REFUSED or claim.told:
        clause = promotion.rules[0].claims.refusal
        return Refused("nothing_to_tell", clause, f"claim {claim.number} needs no reasons")
    clauses = promotion.clauses(lambda rules: rules.claims.refusal)
    return Accepted((v.ReasonsTold(claim.number, command.means, given.signature, clauses),))


# Facts


@part.folds(v.WinnerNotified)
def _notified(promotion: Promotion, event: v.WinnerNotified) -> None:
    attempt = Attempt(event.method, event.detail, event.reached, event.by)
    promotion.winners[event.winner - 1].attempts.append(attempt)


@part.folds(v.CashOffered)
def _offered(promotion: Promotion, event: v.CashOffered) -> None:
    promotion.winners[event.winner - 1].cash_offered = event.amount


@part.folds(v.PrizeClaimed)
def _claimed(promotion: Promotion, event: v.PrizeClaimed) -> None:
    promotion.claims.append(
        Claim(event.claim, event.person, event.winner, event.prize, event.value,
              event.cash_instead, event.payments, event.by)
    )  # fmt: skip
    if event.winner:
        promotion.winners[event.winner - 1].status = CLAIMED


@part.folds(v.PrizeAwarded)
def _awarded(promotion: Promotion, event: v.PrizeAwarded) -> None:
    _ended(promotion, event.claim, AWARDED).ended = event.by


@part.folds(v.RefusalAsked)
def _refusal_asked(promotion: Promotion, event: v.RefusalAsked) -> None:
    promotion.claims[event.claim - 1].asked = event.by


@part.folds(v.ClaimRefused)
def _refused(promotion: Promotion, event: v.ClaimRefused) -> None:
    claim = _ended(promotion, event.claim, REFUSED)
    claim.reason, claim.kept, claim.ended = event.reason, event.kept, event.by


def _ended(promotion: Promotion, number: int, status: str) -> Claim:
    claim = promotion.claims[number - 1]
    claim.status = status
    if claim.winner:
        promotion.winners[claim.winner - 1].status = status
    return claim


@part.folds(v.ReasonsTold)
def _told(promotion: Promotion, event: v.ReasonsTold) -> None:
    promotion.claims[event.claim - 1].told = event.by


# Disputes about the terms: the operator's decision is final, and the way to an inspector told.

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
