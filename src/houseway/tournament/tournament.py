"""One tournament as an aggregate: opened under an edition, entered, played, paid.

`decide` judges and changes nothing, `evolve` applies and judges nothing; each part of the package
declares the commands it judges and the events it applies.
"""

from __future__ import annotations

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.machine import Given, Machine, May, admitted, role_may_not
from houseway.rulebook.roles import NOBODY, Excluded, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused
from houseway.tournament import (
    charge,
    conditions,
    counting,
    discipline,
    entry,
    money,
    playing_off,
    prizes,
    ranking,
    rounds,
    seating,
    sessions,
    undisclosed,
    undo,
    wagering,
)
from houseway.tournament.state import LIVE, NEW, Part, Tournament
from houseway.tournament.vocabulary import ActionBegun

__all__ = ["MACHINE", "Tournament", "decide", "evolve", "learn", "may", "may_give"]

part = Part()

_IN_CHARGE = frozenset({Role.TOURNAMENT_DIRECTOR, Role.ASSISTANT_TO_DIRECTOR})


def decide(
    tournament: Tournament, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    """The ruling on one command: when, who may, what its part says, then who is excluded."""
    given = Given(by, actor, at_us, excluded)
    ruling = admitted(MACHINE.decide(tournament, command, given), given, tournament.entries)
    if isinstance(ruling, Accepted) and MACHINE.commands[type(command)].undo:
        begun = ActionBegun(type(command).__name__, len(ruling.events), given.signature)
        return Accepted((begun, *ruling.events))
    return ruling


def learn(tournament: Tournament, command: Command, given: Given) -> Ruling:
    """The ruling on what a table in Houseway reports, no matter who acted there."""
    may = MACHINE.commands.get(type(command))
    return wagering.learn(tournament, command, given, may.decide if may else None)


def _not_now(tournament: Tournament, command: Command, may: May) -> Refused | None:
    if tournament.life in may.stages:
        return None
    if tournament.life == NEW:
        return Refused("no_tournament", None, "the tournament has not been opened")
    if tournament.life == LIVE:
        return Refused("tournament_open", None, "the tournament has been opened already")
    how = "cancelled" if tournament.cancelled else "closed"
    return Refused("tournament_over", None, f"the tournament has been {how}")


def may_give(tournament: Tournament, given: Given) -> tuple[type[Command], ...]:
    """The commands that this person may give, whether or not they would be accepted now."""
    return tuple(
        kind
        for kind, each in MACHINE.commands.items()
        if tournament.life in each.stages and may(tournament, kind, given)
    )


def may(tournament: Tournament, kind: type[Command], given: Given) -> bool:
    """Whether this person may give a command, once the tournament has been opened."""
    opened = tournament.life != NEW
    return opened and _not_theirs(tournament, kind, MACHINE.commands[kind], given) is None


def _may_not(tournament: Tournament, command: Command, may: May, given: Given) -> Refused | None:
    opened = tournament.life != NEW
    return _not_theirs(tournament, type(command), may, given) if opened else None


def _not_theirs(
    tournament: Tournament, kind: type[Command], may: May, given: Given
) -> Refused | None:
    """The role first, then the person: only those who were nominated are in charge."""
    rules = tournament.rules
    whose = None if may.roles else rules.direction.operator  # the operator's alone
    roles = _roles(tournament, kind, may)
    if given.by not in roles:
        clause = whose or may.slot(rules) or rules.direction.nomination
        return role_may_not(kind, given.by, roles, clause)
    if given.by in _IN_CHARGE and not _nominated(tournament, given):
        sentence = f"{given.actor or 'an unnamed person'} was not nominated for this tournament"
        return Refused("not_nominated", rules.direction.nomination, sentence)
    return None


def _roles(tournament: Tournament, kind: type[Command], may: May) -> frozenset[Role]:
    """Reading TP2: an office shared by several; or assistants, for what was left to them."""
    direction = tournament.rules.direction
    roles = may.roles | direction.operators if may.operator else may.roles
    delegated = kind.__name__ in tournament.conditions.delegated
    if Role.TOURNAMENT_DIRECTOR in roles and (direction.shared_office or delegated):
        return roles | {Role.ASSISTANT_TO_DIRECTOR}
    return roles


def _nominated(tournament: Tournament, given: Given) -> bool:
    if given.by == Role.TOURNAMENT_DIRECTOR or tournament.rules.direction.shared_office:
        return given.actor in tournament.directors
    return given.actor in tournament.assistants


def evolve(tournament: Tournament, event: Event) -> Tournament:
    """Apply an event, and remember whose action it belongs to."""
    MACHINE.evolve(tournament, event)
    if tournament.acting:
        undo.remember(tournament, event)
    return tournament


@part.folds(OrderRefused)
def _refused(tournament: Tournament, event: OrderRefused) -> None:
    tournament.refusals += 1


MACHINE = Machine(
    name="a tournament",
    unknown="order_not_of_a_tournament",
    not_now=_not_now,
    may_not=_may_not,
    parts=(
        part,
        charge.part,
        conditions.part,
        entry.part,
        entry.part,
        entry.part,
        money.part,
        seating.part,
        sessions.part,
        rounds.part,
        sessions.part,
        rounds.part,
        wagering.part,
        wagering.part,
        wagering.part,
        wagering.part,
        undisclosed.part,
        discipline.part,
        counting.part,
        counting.part,
        ranking.part,
        playing_off.part,
        prizes.part,
        prizes.part,
        undo.part,
    ),
)
