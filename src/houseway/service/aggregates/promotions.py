"""Promotions among the kinds of streams: who may ask what, and what the house brings to an order.

The house counts the play of its own tables, and makes and keeps the seed of a draw (`chains`).
Both are added while the order is judged, and no refusal stores them.
"""

from __future__ import annotations

from http import HTTPStatus

from houseway.chains import Chains, complete_draw
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.promotion import MACHINE, Promotion
from houseway.records.drawfile import plays_of
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.aggregates.kind import Kind
from houseway.service.consoles.promotions.view import DESK, view
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import Reads
from houseway.service.texts.text import Text
from houseway.store.register import REFERENCE
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused


def _there(promotion: Promotion) -> bool:
    return bool(promotion.documents)


# What may not be asked


def _check(account: Account, command: Command) -> None:
    if isinstance(command, dv.CommitSeed | v.PublishConditions) and command.commitment:
        sentence = Text("the house makes the seed and keeps it: leave the commitment empty")
        raise Wrong(HTTPStatus.FORBIDDEN, "house_commits", sentence)
    if isinstance(command, dv.DrawWinners | dv.RedrawPrize) and command.seed:
        sentence = Text("the house has the seed and brings it: leave the seed empty")
        raise Wrong(HTTPStatus.FORBIDDEN, "house_draws", sentence)
    _references_alone(command)


def _references_alone(command: Command) -> None:
    """A person in an order is named by reference: a name would stay in the log for ever."""
    for person in _people_in(command):
        if not REFERENCE.fullmatch(person):
            sentence = Text(
                "an action names people by their reference in the register, never by name"
            )
            raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "not_a_reference", sentence)


def _people_in(command: Command) -> tuple[str, ...]:
    if isinstance(command, dv.EnterList):
        return tuple(each.person for each in command.entrants)
    if isinstance(command, v.SetConditions | v.AmendConditions):
        return command.conditions.barred
    if isinstance(command, cv.ClaimPrize):
        return (command.person, *(each.payee for each in command.payments if each.payee))
    if isinstance(command, dv.EnterPatron | cv.DisputeTerms):
        return (command.person,)
    return ()


def _may(_promotion: Promotion, command: Command, by: Role, _actor: str) -> bool:
    return by in MACHINE.commands[type(command)].roles


# What the house brings


def _complete(floor: Reads, stream: str, order: Order, promotion: Promotion) -> Command:
    if isinstance(order.command, dv.CountPlay):
        return counted(floor, order.command.table)
    return complete_draw(chains(floor), stream, order, promotion, floor.now_us())


def counted(floor: Reads, table: str) -> dv.CountPlay:
    """What was played at a table of this house, no matter who asks for the count. Blocks."""
    name = table.removeprefix("table/")
    if name not in floor.tables():
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_table", Text("there is no table {name}", name=name)
        )
    stream = f"table/{name}"
    found = plays_of(floor.log.read(stream), floor.register.reference)
    return dv.CountPlay(stream, found.document, found.up_to, found.plays)


def chains(floor: Reads) -> Chains:
    return Chains(floor.settings.path / "secrets")


def _tells(kind: str, viewer: Viewer) -> bool:
    """What was refused is between the house and anyone who asked."""
    return kind != OrderRefused.__name__ or viewer.role in DESK


KIND = Kind(
    "promotion",
    tuple(MACHINE.commands),
    MACHINE.events,
    _there,
    view,
    _check,
    _may,
    _complete,
    _tells,
)
