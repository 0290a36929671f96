"""The terms as people read them, heading by heading with its clause, and the report of a promotion.

People appear as references; anyone who may read the register knows their names from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from houseway.equipment.chips import dollar_text
from houseway.games import promotion_rules as r
from houseway.promotion.conditions import cash_text, missing
from houseway.promotion.due import due
from houseway.promotion.state import Claim, Promotion, Winner, time_text
from houseway.promotion.terms import Conditions, Prize

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
