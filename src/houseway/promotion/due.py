"""What is owed next: what, to whom, by when, by which clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from houseway.equipment.chips import dollar_text
from houseway.games import table_rules as r
from houseway.games.machine import Given
from houseway.games.table_rules import PromotionRules
from houseway.promotion import claims
from houseway.promotion import vocabulary as v
from houseway.promotion.conditions import cash_text, incomplete, missing, unfit, unpublished
from houseway.promotion.integrity import held, owed, strictest, undecided, unsigned
from houseway.promotion.shares import draw_changed
from houseway.promotion.state import (
    DRAWN,
    HOUR_US,
    OPEN,
    OPERATORS,
    PREPARING,
    REFUSED,
    RUNNING,
    Claim,
    Part,
    Promotion,
    Public,
    Version,
    Winner,
    time_text,
)
from houseway.promotion.terms import ELECTRONIC, Conditions, Prize
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PROMOTERS
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# The Authority: full details in time before the commencement, approval of every later change.

part = Part()

AUTHORITY = "the Authority"


def lead(promotion: Promotion) -> PromotionRules:
    """The document that wants the Authority told earliest (reading A-22)."""
    return promotion.strictest(lambda rules: rules.authority.hours)


def authority_notified_by_us(promotion: Promotion) -> int:
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


STAFF, WINNER, PATRON, PUBLIC = "promotions", "the winner", "the patron", "the public"


class Due(Struct, frozen=True):
    """Something owed; `by_us` 0: no time is set. What is owed at once is due when it arose.

    Over what is `binding` a promotion is not closed.
    """

    what: str
    to: str
    by_us: int
    clause: Clause
    binding: bool = True

    def overdue(self, now_us: int) -> bool:
        return 0 < self.by_us < now_us


def due(promotion: Promotion, at_us: int = 0) -> tuple[Due, ...]:
    """Everything owed, the most pressing first; no draw once it is known that nobody entered."""
    found = [*_preparing(promotion), *_running(promotion, at_us), *_after(promotion)]
    return tuple(sorted(found, key=lambda each: (not each.by_us, each.by_us)))


def _preparing(promotion: Promotion) -> Iterator[Due]:
    if promotion.life != PREPARING:
        return
    rules, conditions = promotion.rules[0], promotion.conditions
    notify_by_us = authority_notified_by_us(promotion) if conditions.starts_us else 0
    if lacks := missing(promotion):
        yield Due(f"complete the conditions: {len(lacks)} missing", STAFF, notify_by_us,
                  lacks[0].clause)  # fmt: skip
    if promotion.published != promotion.version or not promotion.version:
        yield Due("publish the conditions", PUBLIC, conditions.starts_us, rules.published)
    if promotion.notified != promotion.version or not promotion.version:
        clause = lead(promotion).authority.clause
        yield Due("give full details of the conditions", AUTHORITY, notify_by_us, clause)


def _running(promotion: Promotion, at_us: int) -> Iterator[Due]:
    """What the draw needs, as long as there is to be one."""
    draw, conditions = promotion.draw, promotion.conditions
    if promotion.life != RUNNING or draw.cancelled:
        return
    rules = promotion.rules[0]
    if promotion.published != promotion.version:
        changed_us = promotion.versions[-1].by.at_us
        yield Due("publish the amended conditions", PUBLIC, changed_us, rules.published)
    entered = promotion.entries.tickets or at_us <= conditions.closes_us
    yield from _to_draw(promotion) if entered else ()
    if draw.completed and (refused := unsigned(promotion)):
        clause = refused.clause or rules.scrutineer.clause
        yield Due("sign the draw", draw.scrutineer, draw.completed.at_us, clause)
    if draw.completed and draw.published is None:
        yield Due("publish the results", PUBLIC, conditions.ends_us, rules.terms["publication"])


def next_in_draw(promotion: Promotion) -> Due | None:
    """What the draw waits for now, and who must do it."""
    if promotion.life != RUNNING or promotion.draw.cancelled:
        return None
    return next(_to_draw(promotion), None)


def _to_draw(promotion: Promotion) -> Iterator[Due]:
    """What is still to be done up to the draw, in the order in which it is done."""
    draw, conditions, rules = promotion.draw, promotion.conditions, promotion.rules[0]
    if pending := draw.pending:
        yield from _to_reveal(promotion, pending.at_us)
        what = f"draw the prize of winner {pending.winner} again"
        who = f"another person than {pending.asked.person}"
        yield Due(what, who, pending.at_us, rules.terms["claiming"])
    if draw.completed:
        return
    if conditions.method == ELECTRONIC and not (draw.commitment or promotion.shared):
        yield Due("commit to a seed", PUBLIC, conditions.closes_us, rules.terms["manner"])
    if undecided(promotion):
        clause = strictest(promotion).clause
        by_us = conditions.public.at_us if promotion.shared else conditions.draw_us
        yield Due("decide on a scrutineer", STAFF, by_us, clause)
    elif promotion.shared:
        yield from _to_commit(promotion)
    if draw.sealed is None:
        seal_us = conditions.public.at_us if promotion.shared else conditions.draw_us
        yield Due("seal the entries", STAFF, seal_us, rules.terms["closing"])
    if promotion.shared:
        yield from _to_reveal(promotion, conditions.draw_us)
    yield Due("draw the winners", STAFF, conditions.draw_us, rules.terms["award"])


def _to_commit(promotion: Promotion) -> Iterator[Due]:
    """Reading A-35: the scrutineer, or a second person, commits to a value of their own."""
    draw, conditions = promotion.draw, promotion.conditions
    clause, by_us = promotion.rules[0].terms["manner"], conditions.public.at_us
    if not draw.second_person:
        yield Due("name a scrutineer or second person", STAFF, by_us, clause)
    elif not draw.share.commitment:
        yield Due("commit to a value of your own", draw.second_person, by_us, clause)


def _to_reveal(promotion: Promotion, by_us: int) -> Iterator[Due]:
    draw = promotion.draw
    clause = promotion.rules[0].terms["manner"]
    second = draw.second_person or "the second person"
    if draw.awaited.recorded is None:
        what = f"record the public value ({promotion.conditions.public.source})"
        yield Due(what, STAFF, by_us, clause)
    if draw.awaited.confirmed is None:
        yield Due("confirm the public value", second, by_us, clause)
    if draw.share.revealed is None:
        yield Due("reveal the committed value", second, by_us, clause)


def _after(promotion: Promotion) -> Iterator[Due]:
    """What is owed to people once something has happened, whether the promotion is over or not."""
    if not promotion.documents:
        return
    rules = promotion.rules[0]
    for compromise in owed(promotion):
        what = f"report that the {compromise.what} was {compromise.remedy}"
        yield Due(what, "the inspectorate", compromise.found.at_us, rules.integrity)
    if held(promotion, "draw") and not promotion.draw.cancelled:
        yield Due("validate the integrity", STAFF, 0, rules.integrity)
    yield from _to_winners(promotion)
    for claim in promotion.claims:
        if claim.status == OPEN:
            what = f"award or refuse claim {claim.number}"
            yield Due(what, PATRON, 0, rules.terms["claiming"])
        if claim.status == REFUSED and claim.told is None and claim.ended:
            what = f"give the reasons for refusing claim {claim.number}"
            yield Due(what, PATRON, claim.ended.at_us, rules.claims.refusal)
    for dispute in promotion.disputes:
        if dispute.decided is None:
            yield Due(f"decide dispute {dispute.number}", PATRON, 0, rules.dispute)
        elif not (dispute.satisfied or dispute.advised):
            what = f"advise of the right to complain in dispute {dispute.number}"
            yield Due(what, PATRON, dispute.decided.at_us, rules.dispute)


def _to_winners(promotion: Promotion) -> Iterator[Due]:
    """A winner who need not be present is notified in time; attempts on record are endeavours."""
    if promotion.conditions.present is not False:
        return
    rules = promotion.rules[0].notification
    for winner in promotion.winners:
        if winner.status == DRAWN and not winner.attempts:
            by_us = claims.notify_by_us(promotion, winner)
            yield Due(f"notify winner {winner.number}", WINNER, by_us, rules.clause)
        elif winner.status == DRAWN and not any(each.reached for each in winner.attempts):
            again = f"try to reach winner {winner.number} again"
            yield Due(again, WINNER, 0, rules.clause, binding=False)


# The terms as people read them, heading by heading with its clause, and the report of a
# promotion.

_NOT_SAID = "(not said yet)"


def terms_text(promotion: Promotion) -> str:
    """The terms and conditions, ready to print; what is missing is marked as missing."""
    return "\n".join(_terms(promotion)) + "\n"


def _terms(promotion: Promotion) -> Iterator[str]:
    conditions = promotion.conditions
    yield promotion.name
    yield "=" * len(promotion.name)
    yield f"Terms and conditions, version {promotion.version}; {', '.join(promotion.editions)}"
    for key, question in r.TERMS.items():
        yield ""
        yield f"{question[0].upper()}{question[1:]} [{_cited(promotion, key)}]"
        if key == "prizes":
            for prize in conditions.prizes:
                yield from _prize(prize)
        else:
            yield f"  {conditions.terms.get(key, '').strip() or _NOT_SAID}"
        yield from (f"  {each}" for each in figures(conditions, key))
    for heading, text in conditions.further.items():
        yield ""
        yield heading
        yield f"  {text}"
    for each in missing(promotion):
        yield f"MISSING: {each.what} [{each.clause}]"


def _cited(promotion: Promotion, key: str) -> str:
    return "; ".join(rules.terms[key] for rules in promotion.rules)


def figures(
    conditions: Conditions, key: str, when: Callable[[int], str] = time_text
) -> Iterator[str]:
    """What a term says in figures, beside its words; `when` writes a time."""
    times = {
        "closing": (conditions.closes_us,),
        "award": (conditions.draw_us,),
        "event": (conditions.starts_us, conditions.ends_us),
    }
    said = [when(at) for at in times.get(key, ()) if at]
    if said:
        yield " to ".join(said)
    if key == "manner" and conditions.public.named:
        public = conditions.public
        yield f"mixed in: {public.source}, known at {when(public.at_us)}"
    if key == "wager" and conditions.wager:
        yield f"at least {dollar_text(conditions.wager)}"
    if key == "claiming" and conditions.present is not None:
        yield f"entrants {'must' if conditions.present else 'need not'} be present"
    if key == "claiming" and conditions.redraw.reasons:
        yield f"drawn again if {', '.join(conditions.redraw.reasons)}"


def _prize(prize: Prize) -> Iterator[str]:
    times = f"{prize.count} x " if prize.count > 1 else ""
    worth = dollar_text(prize.value)
    yield f"  {times}{prize.name} ({prize.kind}), worth {worth}, {cash_text(prize)}"
    yield f"    conditions: {prize.conditions.strip() or _NOT_SAID}"
    for key, text in prize.details.items():
        yield f"    {key}: {text}"


def report_text(promotion: Promotion, now_us: int) -> str:
    """Where a promotion stands: its entry in the register, draw, winners, claims, what is owed."""
    return "\n".join(_report(promotion, now_us)) + "\n"


def _report(promotion: Promotion, now_us: int) -> Iterator[str]:
    conditions, draw = promotion.conditions, promotion.draw
    yield f"{promotion.name}: {promotion.life}"
    yield f"games: {', '.join(promotion.documents)}"
    if conditions.starts_us:
        yield f"from {time_text(conditions.starts_us)} to {time_text(conditions.ends_us)}"
    entered = len(promotion.entries.people)
    yield f"entries: {entered:,} with {promotion.entries.tickets:,} tickets"
    if draw.digest:
        yield f"list sealed as {draw.digest}"
    if draw.commitment:
        yield f"seed committed to as {draw.commitment}"
    if draw.share.commitment:
        yield f"value of {draw.second_person} committed to as {draw.share.commitment}"
    for aside in draw.set_aside:
        yield f"value of {aside.person} set aside: {aside.reason}"
    if draw.public.recorded:
        yield f"public value {draw.public.value}, read in {draw.public.source}"
    if draw.cancelled:
        yield "the draw was cancelled"
    for winner in promotion.winners:
        yield _winner(promotion, winner)
    for claim in promotion.claims:
        yield _claim(claim)
    for each in due(promotion):
        late = "OVERDUE " if each.overdue(now_us) else ""
        by = f" by {time_text(each.by_us)}" if each.by_us else ""
        yield f"{late}due: {each.what}, to {each.to}{by} [{each.clause}]"


def _winner(promotion: Promotion, winner: Winner) -> str:
    prize = promotion.prize_of(winner).name
    return (
        f"winner {winner.number}: {prize}, ticket {winner.ticket} of {winner.person},"
        f" {winner.status}, {len(winner.attempts)} attempts to notify"
    )


def _claim(claim: Claim) -> str:
    why = f": {claim.reason}" if claim.reason else ""
    worth = dollar_text(claim.value)
    return f"claim {claim.number}: {claim.prize} of {worth} by {claim.person}, {claim.status}{why}"
