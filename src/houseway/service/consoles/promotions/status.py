"""Where a promotion stands, as its desk reads it: steps, the Authority's clock, what is owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houseway.promotion import due as authority
from houseway.promotion.claims import notify_by_us
from houseway.promotion.conditions import missing
from houseway.promotion.due import Due, due
from houseway.promotion.integrity import overseen, strictest
from houseway.promotion.state import AWARDED, DRAWN, HOUR_US, PREPARING, REDRAWN, Promotion, Winner
from houseway.promotion.terms import ELECTRONIC
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.service.texts.text import Text


class LifeStep(NamedTuple):
    """One step of a promotion's life: its state in `words`, and in `action` what to do next.

    `note` says when it was taken, or what it waits for.
    """

    words: str
    action: str
    done: bool
    at_us: int
    clause: Clause
    part: str  # of the desk, where it is taken
    note: str = ""


def steps(promotion: Promotion) -> list[LifeStep]:
    """Every step from the register to the closing, in their order."""
    return [*_preparing(promotion), *_drawing(promotion), *_ending(promotion)]


def _preparing(promotion: Promotion) -> Iterator[LifeStep]:
    rules, version = promotion.rules[0], promotion.version
    lacks = len(missing(promotion))
    at_us = promotion.versions[-1].by.at_us if version else 0
    yield LifeStep(Text("Conditions complete"), Text("Next: complete the conditions"),
               not lacks, at_us, rules.conditions, "terms",
               Text("{many} missing", many=lacks) if lacks
               else Text("version {version}", version=version))  # fmt: skip
    published = bool(version) and promotion.published == version
    where = ", ".join(promotion.published_where) if published else Text("not yet available")
    yield LifeStep(Text("Conditions published"), Text("Next: publish the conditions"), published,
               0, rules.published, "terms", where)  # fmt: skip
    told = bool(version) and promotion.notified == version
    clause = authority.lead(promotion).authority.clause
    told_us = promotion.notified_us if told else 0
    yield LifeStep(Text("The Authority has full details"), Text("Next: notify the Authority"),
               told, told_us, clause, "")  # fmt: skip
    started = promotion.started
    yield LifeStep(Text("Started"), Text("Next: start the promotion"), started is not None,
               started.at_us if started else 0, clause, "")  # fmt: skip


def _drawing(promotion: Promotion) -> Iterator[LifeStep]:
    rules, draw = promotion.rules[0], promotion.draw
    if promotion.conditions.method == ELECTRONIC:
        committed = draw.committed
        yield LifeStep(Text("Seed published (hash)"), Text("Next: publish the hash of the seed"),
                   committed is not None,
                   committed.at_us if committed else 0, rules.terms["manner"], "draw")  # fmt: skip
    if promotion.shared:
        yield _signed(Text("Second person committed to a value"),
                      Text("Next: get the second person's commitment"),
                      promotion, draw.share.committed)  # fmt: skip
    sealed_us = draw.sealed.at_us if draw.sealed else 0
    yield LifeStep(Text("Entries sealed"), Text("Next: seal the entries"), bool(draw.sealed),
               sealed_us, rules.terms["closing"], "entries")  # fmt: skip
    if promotion.shared:
        record = Text("Next: get the public value confirmed")
        if not draw.public.recorded:
            record = Text("Next: record the public value")
        yield _signed(Text("Public value confirmed"), record, promotion, draw.public.confirmed)
        yield _signed(Text("Second person's value revealed"),
                      Text("Next: get the second person's value"),
                      promotion, draw.share.revealed)  # fmt: skip
    yield LifeStep(Text("Winners drawn"), Text("Next: draw the winners"),
               draw.completed is not None,
               draw.completed.at_us if draw.completed else 0, rules.terms["award"],
               "draw", Text("cancelled") if draw.cancelled else "")  # fmt: skip
    if overseen(promotion) or draw.scrutineer:
        signed, clause = draw.signed, strictest(promotion).clause
        if draw.dispensed:
            note: str = Text("dispensed with: {reason}", reason=draw.dispensed)
            yield LifeStep(Text("No scrutineer, as decided"), "", True, 0, clause, "draw", note)
        else:
            note = draw.scrutineer or Text("nobody named")
            yield LifeStep(Text("Signed by the scrutineer"),
                       Text("Next: let the scrutineer sign"), signed is not None,
                       signed.at_us if signed else 0, clause, "draw", note)  # fmt: skip
    yield LifeStep(Text("Results published"), Text("Next: publish the results"),
               draw.published is not None,
               draw.published.at_us if draw.published else 0, rules.terms["publication"],
               "draw", draw.published_where if draw.published else "")  # fmt: skip


def _signed(words: str, action: str, promotion: Promotion, by: Signature | None) -> LifeStep:
    """A step of the values that are mixed into the draw."""
    clause, at_us = promotion.rules[0].terms["manner"], by.at_us if by else 0
    return LifeStep(words, action, by is not None, at_us, clause, "draw", by.person if by else "")


def _ending(promotion: Promotion) -> Iterator[LifeStep]:
    rules = promotion.rules[0]
    standing = [each for each in promotion.winners if each.status != REDRAWN]
    paid = sum(each.status == AWARDED for each in standing)
    note = Text("{paid} of {many}", paid=paid, many=len(standing))
    yield LifeStep(Text("Prizes handed over"), Text("Next: hand over the prizes"),
               bool(standing) and paid == len(standing), 0,
               rules.terms["claiming"], "winners", note)  # fmt: skip
    closed = promotion.closed
    yield LifeStep(Text("Closed"), Text("Next: close the promotion"), closed is not None,
               closed.at_us if closed else 0, rules.offer, "")  # fmt: skip


# The Authority's clock


class Clock(NamedTuple):
    """A time that matters for the notice to the Authority; `late`: it has passed."""

    words: str
    until_us: int
    clause: Clause
    late: bool


def clock(promotion: Promotion, now_us: int) -> Clock | None:
    """Until when the Authority must be told, or from when the promotion can start."""
    starts_us = promotion.conditions.starts_us
    if promotion.life != PREPARING or not starts_us:
        return None
    rules = authority.lead(promotion).authority
    if promotion.notified == promotion.version:
        earliest = max(promotion.notified_us + rules.hours * HOUR_US, starts_us)
        return Clock(Text("The promotion can start from"), earliest, rules.clause, late=False)
    by_us = authority.authority_notified_by_us(promotion)
    return Clock(
        Text("The Authority must have full details by"), by_us, rules.clause, by_us < now_us
    )


# What is owed


# Where something owed is done, by a word of what it is; everything else belongs to the draw.
_PARTS: Mapping[str, frozenset[str]] = {
    "": frozenset({"details"}),
    "terms": frozenset({"conditions", "conditions:"}),
    "entries": frozenset({"entries"}),
    "disputes": frozenset({"dispute", "integrity", "report"}),
    "winners": frozenset({"winner", "claim"}),
}


class DueAtPromotion(NamedTuple):
    """Something owed at one promotion of the house."""

    promotion: str
    name: str
    due: Due
    overdue: bool

    @property
    def part(self) -> str:
        """The part of the desk where it is done; empty for the status itself."""
        what = set(self.due.what.partition(" (")[0].split())
        found = (part for part, words in _PARTS.items() if words & what)
        return next(found, "draw")


def owed(promotion: Promotion, stream_name: str, now_us: int) -> list[DueAtPromotion]:
    found = due(promotion)
    return [
        DueAtPromotion(stream_name, promotion.name, each, each.overdue(now_us)) for each in found
    ]


def tell_by_us(promotion: Promotion, winner: Winner) -> int:
    """Until when a winner who need not be present is to be notified; 0 where nothing is owed."""
    waits = promotion.conditions.present is False and winner.status == DRAWN
    return notify_by_us(promotion, winner) if waits and not winner.attempts else 0
