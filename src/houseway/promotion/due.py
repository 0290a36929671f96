"""What is owed next: what, to whom, by when, by which clause."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from houseway.promotion import authority, claims
from houseway.promotion.conditions import missing
from houseway.promotion.integrity import held, owed
from houseway.promotion.scrutineer import overseen, strictest, unsigned
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


def due(promotion: Promotion) -> tuple[Due, ...]:
    """Everything owed, the most pressing first."""
    found = [*_preparing(promotion), *_running(promotion), *_after(promotion)]
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


def _running(promotion: Promotion) -> Iterator[Due]:
    """What the draw needs, as long as there is to be one."""
    draw, conditions = promotion.draw, promotion.conditions
    if promotion.life != RUNNING or draw.cancelled:
        return
    rules = promotion.rules[0]
    if promotion.published != promotion.version:
        changed_us = promotion.versions[-1].by.at_us
        yield Due("publish the amended conditions", PUBLIC, changed_us, rules.published)
    if conditions.method == ELECTRONIC and not draw.commitment:
        yield Due("commit to a seed", PUBLIC, conditions.closes_us, rules.terms["manner"])
    if overseen(promotion) and not (draw.scrutineer or draw.dispensed):
        clause = strictest(promotion).clause
        yield Due("decide on a scrutineer", STAFF, conditions.draw_us, clause)
    if draw.sealed is None:
        yield Due("seal the entries", STAFF, conditions.draw_us, rules.terms["closing"])
    if draw.completed is None:
        yield Due("draw the winners", STAFF, conditions.draw_us, rules.terms["award"])
    elif refused := unsigned(promotion):
        clause = refused.clause or rules.scrutineer.clause
        yield Due("sign the draw", draw.scrutineer, draw.completed.at_us, clause)
    if draw.completed and draw.published is None:
        yield Due("publish the results", PUBLIC, conditions.ends_us, rules.terms["publication"])


def _after(promotion: Promotion) -> Iterator[Due]:
    """What is owed to people once something has happened, whether the promotion is over or not."""
    if not promotion.documents:
        return
    rules = promotion.rules[0]
    for compromise in owed(promotion):
        what = f"tell that the {compromise.what} was {compromise.remedy}"
        yield Due(what, "the inspectorate", compromise.found.at_us, rules.integrity)
    if held(promotion, "draw") and not promotion.draw.cancelled:
        yield Due("validate the integrity", STAFF, 0, rules.integrity)
    yield from _to_winners(promotion)
    for claim in promotion.claims:
        if claim.status == OPEN:
            what = f"award or refuse claim {claim.number}"
            yield Due(what, PATRON, 0, rules.terms["claiming"])
        if claim.status == REFUSED and claim.told is None and claim.ended:
            what = f"tell the reasons of claim {claim.number}"
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
