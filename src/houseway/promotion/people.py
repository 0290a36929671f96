"""The tickets of one person, and whether their name and address are still needed."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.promotion.state import CLAIMED, DRAWN, OPEN, OVER, REFUSED, Entries, Promotion
from houseway.rulebook.ruling import Refused


def runs_of(entries: Entries, person: str) -> Iterator[tuple[int, int]]:
    """The tickets of one person: the first and the last of each entry."""
    at = -1
    for _ in range(entries.people.count(person)):
        at = entries.people.index(person, at + 1)
        yield (entries.ends[at - 1] if at else 0) + 1, entries.ends[at]


def still_needed(promotion: Promotion, person: str) -> Refused | None:
    """The refusal to erase someone whom the promotion must still be able to reach."""
    return next(_needed(promotion, person), None)


def _needed(promotion: Promotion, person: str) -> Iterator[Refused]:
    if not promotion.documents:
        return
    rules, draw = promotion.rules[0], promotion.draw
    code = "still_needed"
    waits = draw.completed is None and not draw.cancelled and promotion.life != OVER
    if waits and person in promotion.entries.people:
        sentence = f"they have entered {promotion.name}, and its draw has not been made"
        yield Refused(code, rules.notification.clause, sentence)
    for winner in promotion.winners:
        waits = promotion.life != OVER and winner.status in (DRAWN, CLAIMED)
        if winner.person == person and waits:
            prize = promotion.prize_of(winner).name
            sentence = f"they have won {prize} in {promotion.name}, and it is not handed over"
            yield Refused(code, rules.notification.clause, sentence)
    for claim in promotion.claims:
        owed = claim.status == OPEN or (claim.status == REFUSED and claim.told is None)
        if claim.person == person and owed:
            sentence = f"claim {claim.number} of theirs in {promotion.name} is not answered"
            yield Refused(code, rules.claims.refusal, sentence)
    for dispute in promotion.disputes:
        open_still = not (dispute.satisfied or dispute.advised)
        if dispute.person == person and open_still:
            sentence = f"dispute {dispute.number} of theirs in {promotion.name} is not settled"
            yield Refused(code, rules.dispute, sentence)
