"""One promotion as an aggregate: registered under its documents, run, drawn, claimed, closed.

`decide` judges and changes nothing, `evolve` applies and judges nothing; each part of the package
declares the commands it judges and the events it applies.
"""

from __future__ import annotations

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.machine import Given, Machine, May, admitted, role_may_not
from houseway.promotion import (
    claims,
    conditions,
    draw,
    entries,
    integrity,
    shares,
)
from houseway.promotion import (
    due as authority,
)
from houseway.promotion import vocabulary as v
from houseway.promotion.due import due
from houseway.promotion.state import (
    DRAWN,
    LIVE,
    NEW,
    OPERATORS,
    OVER,
    Part,
    Promotion,
    time_text,
)
from houseway.rulebook.roles import NOBODY, Excluded, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused

__all__ = ["MACHINE", "Promotion", "decide", "evolve"]

part = Part()


@part.decides(v.ClosePromotion, by=OPERATORS, slot=lambda rules: rules.offer)
def _close(promotion: Promotion, command: v.ClosePromotion, given: Given) -> Ruling:
    """A promotion is not closed over anything still owed, nor before its end over a winner."""
    for each in due(promotion, given.at_us):
        if each.binding:
            return Refused("still_owed", each.clause, f"still to do for {each.to}: {each.what}")
    ends_us = promotion.conditions.ends_us
    for winner in promotion.winners:
        if winner.status == DRAWN and given.at_us < ends_us:
            clause = promotion.rules[0].terms["event"]
            sentence = f"winner {winner.number} may claim until {time_text(ends_us)}: close it then"
            return Refused("prize_unclaimed", clause, sentence)
    clauses = promotion.clauses(lambda rules: rules.offer)
    return Accepted((v.PromotionClosed(given.signature, clauses),))


def decide(
    promotion: Promotion, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    """The ruling on one command: when, who may, what its part says, then who is excluded."""
    given = Given(by, actor, at_us, excluded)
    return admitted(MACHINE.decide(promotion, command, given), given)


def _not_now(promotion: Promotion, command: Command, may: May) -> Refused | None:
    if promotion.life in may.stages:
        return None
    if promotion.life == NEW:
        return Refused("not_registered", None, "there is no such promotion in the register")
    clause = may.slot(promotion.rules[0])
    if promotion.life == OVER:
        return Refused("promotion_closed", clause, "the promotion has been closed")
    if promotion.life in LIVE and may.stages == (NEW,):
        return Refused("registered", clause, f"{promotion.name} is in the register already")
    when = "started" if promotion.started else "not started"
    return Refused("not_at_this_time", clause, f"the promotion has {when}")


def _may_not(promotion: Promotion, command: Command, may: May, given: Given) -> Refused | None:
    if given.by in may.roles:
        return None
    clause = may.slot(promotion.rules[0]) if promotion.rules else None
    return role_may_not(type(command), given.by, may.roles, clause)


def evolve(promotion: Promotion, event: Event) -> Promotion:
    MACHINE.evolve(promotion, event)
    return promotion


@part.folds(OrderRefused)
def _refused(promotion: Promotion, event: OrderRefused) -> None:
    promotion.refusals += 1


@part.folds(v.PromotionClosed)
def _closed(promotion: Promotion, event: v.PromotionClosed) -> None:
    promotion.closed = event.by


MACHINE = Machine(
    name="a promotion",
    unknown="order_not_of_a_promotion",
    not_now=_not_now,
    may_not=_may_not,
    parts=(
        conditions.part,
        authority.part,
        entries.part,
        integrity.part,
        shares.part,
        draw.part,
        claims.part,
        claims.part,
        integrity.part,
        part,
    ),
)
