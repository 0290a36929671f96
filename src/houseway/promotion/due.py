"""What is owed next: what, to whom, by when, by which clause."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from houseway.promotion import authority, claims
from houseway.promotion.conditions import missing
from houseway.promotion.integrity import held, owed
from houseway.promotion.scrutineer import strictest, undecided, unsigned
from houseway.promotion.state import DRAWN, OPEN, PREPARING, REFUSED, RUNNING, Promotion
from houseway.promotion.terms import ELECTRONIC
from houseway.rulebook.document import Clause

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
    notify_by_us = authority.notify_by_us(promotion) if conditions.starts_us else 0
    if lacks := missing(promotion):
        yield Due(f"complete the conditions: {len(lacks)} missing", STAFF, notify_by_us,
                  lacks[0].clause)  # fmt: skip
    if promotion.published != promotion.version or not promotion.version:
        yield Due("publish the conditions", PUBLIC, conditions.starts_us, rules.published)
    if promotion.notified != promotion.version or not promotion.version:
        clause = authority.lead(promotion).authority.clause
        yield Due("give full details of the conditions", authority.AUTHORITY, notify_by_us, clause)


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
