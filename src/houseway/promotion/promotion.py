"""One promotion as an aggregate: registered under its documents, run, drawn, claimed, closed.

`decide` judges and changes nothing, `evolve` applies and judges nothing; each part of the package
brings the orders it answers and the facts it applies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.promotion import (
    authority,
    claims,
    conditions,
    disputes,
    draw,
    entries,
    integrity,
    scrutineer,
    shares,
)
from houseway.promotion import vocabulary as v
from houseway.promotion.due import due
from houseway.promotion.state import LIVE, NEW, OPERATORS, OVER, Given, Own, Promotion
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused

__all__ = ["EVOLVE", "ORDERS", "Promotion", "decide", "evolve"]


def _close(promotion: Promotion, command: v.ClosePromotion, given: Given) -> Ruling:
    """A promotion is not closed over anything that is still owed."""
    for each in due(promotion):
        if each.binding:
            return Refused("still_owed", each.clause, f"{each.what}: owed to {each.to}")
    clauses = promotion.clauses(lambda rules: rules.offer)
    return Accepted((v.PromotionClosed(given.signature, clauses),))


ORDERS: dict[type[Command], Own] = {
    **conditions.ORDERS,
    **authority.ORDERS,
    **entries.ORDERS,
    **scrutineer.ORDERS,
    **shares.ORDERS,
    **draw.ORDERS,
    **claims.ORDERS,
    **disputes.ORDERS,
    **integrity.ORDERS,
    v.ClosePromotion: Own(OPERATORS, _close, lambda rules: rules.offer),
}


def decide(
    promotion: Promotion, command: Command, by: Role, at_us: int = 0, actor: str = ""
) -> Ruling:
    """The ruling on one order given at a time: when, who may, then what its part says."""
    own = ORDERS.get(type(command))
    if own is None:
        none = f"{type(command).__name__} is not an order of a promotion"
        return Refused("order_not_of_a_promotion", None, none)
    if promotion.life not in own.lives:
        return _not_now(promotion, own)
    if by not in own.roles:
        asked = type(command).sentence.partition(" {")[0]
        offices = " or ".join(role for role in Role if role in own.roles)
        clause = own.clause(promotion.rules[0]) if promotion.rules else None
        return Refused("role_may_not", clause, f"a {by} may not {asked}; it takes a {offices}")
    given = Given(by, actor, at_us)
    return judged(command, lambda: own.decide(promotion, command, given))


def _not_now(promotion: Promotion, own: Own) -> Refused:
    if promotion.life == NEW:
        return Refused("not_registered", None, "there is no such promotion in the register")
    clause = own.clause(promotion.rules[0])
    if promotion.life == OVER:
        return Refused("promotion_closed", clause, "the promotion has been closed")
    if promotion.life in LIVE and own.lives == (NEW,):
        return Refused("registered", clause, f"{promotion.name} is in the register already")
    when = "started" if promotion.started else "not started"
    return Refused("not_at_this_time", clause, f"the promotion has {when}")


def evolve(promotion: Promotion, event: Event) -> Promotion:
    """Apply a fact."""
    EVOLVE[type(event)](promotion, event)
    return promotion


def _refused(promotion: Promotion, event: OrderRefused) -> None:
    promotion.refusals += 1


def _closed(promotion: Promotion, event: v.PromotionClosed) -> None:
    promotion.closed = event.by


EVOLVE: dict[type[Event], Callable[[Promotion, Any], None]] = {
    OrderRefused: _refused,
    v.PromotionClosed: _closed,
    **conditions.EVOLVE,
    **authority.EVOLVE,
    **entries.EVOLVE,
    **scrutineer.EVOLVE,
    **shares.EVOLVE,
    **draw.EVOLVE,
    **claims.EVOLVE,
    **disputes.EVOLVE,
    **integrity.EVOLVE,
}
