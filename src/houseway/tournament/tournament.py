"""One tournament as an aggregate: opened under an edition, entered, played, paid.

`decide` judges and changes nothing, `evolve` applies and judges nothing; each part of the package
brings the orders it answers and the facts it applies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused
from houseway.tournament import (
    charge,
    conditions,
    counting,
    discipline,
    ending,
    entry,
    entry_list,
    money,
    pacing,
    passing,
    playing_off,
    prizes,
    ranking,
    replacing,
    rounds,
    seating,
    sessions,
    undisclosed,
    undo,
    wagering,
)
from houseway.tournament.state import LIVE, NEW, Given, Own, Tournament
from houseway.tournament.vocabulary import ActionBegun

__all__ = ["EVOLVE", "ORDERS", "Tournament", "decide", "evolve", "may", "may_give"]

_IN_CHARGE = frozenset({Role.TOURNAMENT_DIRECTOR, Role.ASSISTANT_TO_DIRECTOR})

ORDERS: dict[type[Command], Own] = {
    **charge.ORDERS,
    **conditions.ORDERS,
    **entry.ORDERS,
    **entry_list.ORDERS,
    **replacing.ORDERS,
    **money.ORDERS,
    **seating.ORDERS,
    **sessions.ORDERS,
    **ending.ORDERS,
    **pacing.ORDERS,
    **rounds.ORDERS,
    **wagering.ORDERS,
    **passing.ORDERS,
    **undisclosed.ORDERS,
    **discipline.ORDERS,
    **counting.ORDERS,
    **ranking.ORDERS,
    **playing_off.ORDERS,
    **prizes.ORDERS,
    **undo.ORDERS,
}


def decide(
    tournament: Tournament, command: Command, by: Role, at_us: int = 0, actor: str = ""
) -> Ruling:
    """The ruling on one order given at a time: who may, when, then what its part says."""
    given = Given(by, actor, at_us)
    own = ORDERS.get(type(command))
    if own is None:
        none = f"{type(command).__name__} is not an order of a tournament"
        return Refused("order_not_of_a_tournament", None, none)
    if tournament.life not in own.lives:
        return _not_now(tournament, own)
    refused = None if tournament.life == NEW else _may_not(tournament, type(command), own, given)
    if refused:
        return refused
    ruling = judged(command, lambda: own.decide(tournament, command, given))
    if own.undo and isinstance(ruling, Accepted):
        begun = ActionBegun(type(command).__name__, len(ruling.events), given.signature)
        return Accepted((begun, *ruling.events))
    return ruling


def _not_now(tournament: Tournament, own: Own) -> Refused:
    if tournament.life == NEW:
        return Refused("no_tournament", None, "the tournament has not been opened")
    if tournament.life == LIVE:
        return Refused("tournament_open", None, "the tournament has been opened already")
    how = "cancelled" if tournament.cancelled else "closed"
    return Refused("tournament_over", None, f"the tournament has been {how}")


def may_give(tournament: Tournament, given: Given) -> tuple[type[Command], ...]:
    """The orders that are somebody's to give, whether or not they would be accepted now."""
    if tournament.life == NEW:
        return ()
    return tuple(
        kind
        for kind, own in ORDERS.items()
        if tournament.life in own.lives and may(tournament, kind, given)
    )


def may(tournament: Tournament, kind: type[Command], given: Given) -> bool:
    """Whether an order is somebody's to give once the tournament has been opened."""
    opened = tournament.life != NEW
    return opened and _may_not(tournament, kind, ORDERS[kind], given) is None


def _may_not(tournament: Tournament, kind: type[Command], own: Own, given: Given) -> Refused | None:
    """The office first, then the person: only whoever was nominated is in charge."""
    rules = tournament.rules
    whose = None if own.roles else rules.direction.operator  # the operator's alone
    clause = whose or own.clause(rules) or rules.direction.nomination
    asked = kind.sentence.partition(" {")[0]
    may = _offices(tournament, kind, own)
    if given.by not in may:
        offices = " or ".join(role for role in Role if role in may)
        sentence = f"a {given.by} may not {asked}; it takes a {offices}"
        return Refused("role_may_not", clause, sentence)
    if given.by in _IN_CHARGE and not _nominated(tournament, given):
        sentence = f"{given.actor or 'somebody unnamed'} was not nominated for this tournament"
        return Refused("not_nominated", rules.direction.nomination, sentence)
    return None


def _offices(tournament: Tournament, kind: type[Command], own: Own) -> frozenset[Role]:
    """Reading TP2: an office shared by several; or assistants, for what was left to them."""
    direction = tournament.rules.direction
    may = own.roles | direction.operators if own.operator else own.roles
    delegated = kind.__name__ in tournament.conditions.delegated
    if Role.TOURNAMENT_DIRECTOR in may and (direction.shared_office or delegated):
        return may | {Role.ASSISTANT_TO_DIRECTOR}
    return may


def _nominated(tournament: Tournament, given: Given) -> bool:
    if given.by == Role.TOURNAMENT_DIRECTOR or tournament.rules.direction.shared_office:
        return given.actor in tournament.directors
    return given.actor in tournament.assistants


def evolve(tournament: Tournament, event: Event) -> Tournament:
    """Apply a fact, and remember whose action it belongs to."""
    EVOLVE[type(event)](tournament, event)
    if tournament.acting:
        undo.remember(tournament, event)
    return tournament


def _refused(tournament: Tournament, event: OrderRefused) -> None:
    tournament.refusals += 1


EVOLVE: dict[type[Event], Callable[[Tournament, Any], None]] = {
    OrderRefused: _refused,
    **charge.EVOLVE,
    **conditions.EVOLVE,
    **entry.EVOLVE,
    **replacing.EVOLVE,
    **money.EVOLVE,
    **seating.EVOLVE,
    **sessions.EVOLVE,
    **ending.EVOLVE,
    **pacing.EVOLVE,
    **rounds.EVOLVE,
    **wagering.EVOLVE,
    **passing.EVOLVE,
    **undisclosed.EVOLVE,
    **discipline.EVOLVE,
    **counting.EVOLVE,
    **ranking.EVOLVE,
    **playing_off.EVOLVE,
    **prizes.EVOLVE,
    **undo.EVOLVE,
}
