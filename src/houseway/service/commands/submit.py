"""Giving an order for someone: may this account speak for that patron, at this table?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import NamedTuple

from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.records.telling import kind_words
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Storing
from houseway.service.access.accounts import Account
from houseway.service.access.devices import Device
from houseway.service.api.responses import Ordered
from houseway.service.commands import decode
from houseway.service.errors import RuledOut, Stale, Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.live.fragments import Topic, check_may_watch, not_assigned, topic_of
from houseway.service.live.sse import Happened, happened, happened_now
from houseway.service.texts.text import Listed, Term, Text
from houseway.store.log import Conflict
from houseway.table.secrets import CommitSeed, RevealSeed, StopDealing
from houseway.table.table import Table
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused

MOST_TOLD = 20  # events since the version that was seen
_SPEAKS_FOR = ("patron", "person")  # the fields of an order that say whose it is


class Giver(NamedTuple):
    """Who gives an order: in which office, under which name, seeing what, and what is their own."""

    role: Role
    actor: str
    signs_as: str
    viewer: Viewer
    check: Callable[[Command], None]


async def order(floor: Floor, account: Account, table: str, body: bytes) -> Ordered:
    """Rule on what someone asks of a table; a refusal is raised with its clause."""
    async with floor.taking(account, f"table/{table}", len(body)):
        giver = _giver(account, table)
        asked = decode.read_asked(body)
        topics = [topic_of(each, floor.pages.fragments) for each in asked.show]
        for topic in topics:
            check_may_watch(topic, account)
        try:
            ordered = await _ruled(floor, table, asked, giver)
        except (RuledOut, Stale) as refused:
            shown = await _shown(floor, topics, giver.viewer)
            refused.problem = replace(refused.problem, shown=shown)
            raise
        return replace(ordered, shown=await _shown(floor, topics, giver.viewer))


async def _ruled(floor: Floor, table: str, asked: decode.CommandRequest, giver: Giver) -> Ordered:
    try:
        return await floor.working(stream_of(table), _ruling(floor, table, asked, giver))
    except Conflict as behind:
        what = await floor.blocking(_happened_since, floor, behind)
        if not what:
            raise
        sentence = Text("since you looked: {what}. Look again before you act", what=what)
        raise Stale(sentence, behind.actual) from behind


def _happened_since(floor: Floor, behind: Conflict) -> Listed:
    """Kinds of events after the version that was seen: anybody may know of them. Blocks."""
    entries = floor.log.read(behind.stream, after=behind.expected, limit=MOST_TOLD)
    kinds = dict.fromkeys(each.kind for each in entries if each.kind != OrderRefused.__name__)
    return Listed(Term(kind_words(each)) for each in kinds)


async def _shown(floor: Floor, topics: list[Topic], viewer: Viewer) -> dict[str, str]:
    """Fragments as a live message would bring them."""
    if not topics:
        return {}
    drawn = await floor.drawing(floor.renderer.fragments, floor, topics, viewer)
    return {topic.name: each.since(None) for topic, each in zip(topics, drawn, strict=True)}


def _giver(account: Account, table: str) -> Giver:
    if account.role is None:
        raise Wrong(
            HTTPStatus.FORBIDDEN,
            "office_may_not",
            Text("an administrator takes no actions at a table"),
        )
    if not account.assigned_to(table):
        raise not_assigned(account, table)
    return Giver(
        account.role, account.name, account.signs_as, account.viewer, partial(check_own, account)
    )


async def report(floor: Floor, device: Device, body: bytes) -> Ordered:
    """A fact from a device: one of its own kind, at its own table, in the dealer's place."""
    name = f"device {device.id}"
    giver = Giver(Role.DEALER, name, name, Viewer(Role.PATRON), partial(check_fact, device))
    work = _ruling(floor, device.table, decode.read_asked(body), giver)
    return await floor.working(stream_of(device.table), work)


def _ruling(
    floor: Floor, table: str, asked: decode.CommandRequest, giver: Giver
) -> Storing[Ordered]:
    """One life of one order, all of it in one thread."""
    stream = stream_of(table)

    def read(found: Table, _version: int) -> Command:
        """The order in the words of the game that is played there, if it may be given at all."""
        command = decode.read_command(found.edition, asked.command)
        giver.check(command)
        _check_not_the_houses(command)
        return command

    with floor.runner.as_known(stream):  # which game it is never changes
        command = floor.runner.look(stream, read)
    # The key is the asker's own: nobody else's order can be met by guessing it.
    key = f"{giver.signs_as} {asked.key}"
    if asked.expected_version is None:
        floor.absent.before(table, command)
    given = Order(command, giver.role, giver.actor, key, asked.expected_version)
    answer = yield from floor.ruling(stream, given)
    if answer.refused:
        promise = floor.sealing.promise(stream, answer.receipt)
        raise RuledOut(answer.refused, answer.receipt.version, promise)
    return _ordered(floor, table, answer, giver.viewer)


def check_fact(device: Device, command: Command) -> None:
    """A device reports facts of its own kind only."""
    if command.reported_by != device.kind:
        raise Wrong(
            HTTPStatus.FORBIDDEN,
            "not_a_fact",
            Text("a {kind} does not report {name}", kind=device.kind, name=type(command).__name__),
        )


def check_own(account: Account, command: Command) -> None:
    """A patron speaks for nobody else."""
    if account.role != Role.PATRON:
        return
    for field in _SPEAKS_FOR:
        whose = getattr(command, field, account.name)
        if whose != account.name:
            raise Wrong(
                HTTPStatus.FORBIDDEN,
                "not_your_own",
                Text("{name} cannot speak for {whose}", name=account.name, whose=whose),
            )


def _check_not_the_houses(command: Command) -> None:
    """A commitment from anybody else would be to a secret that the house does not have."""
    if isinstance(command, CommitSeed | RevealSeed | StopDealing):
        raise Wrong(
            HTTPStatus.FORBIDDEN, "house_alone",
            Text("the house itself commits to its secrets and reveals them"),
        )  # fmt: skip


def _ordered(floor: Floor, table: str, answer: Answer, viewer: Viewer) -> Ordered:
    receipt = answer.receipt
    stream = stream_of(table)
    with floor.runner.as_known(stream):
        seen = floor.view(table, viewer)
    return Ordered(
        table, receipt.version, receipt.head, receipt.replayed,
        _happened(floor, stream, answer), seen, floor.sealing.promise(stream, receipt),
    )  # fmt: skip


def _happened(floor: Floor, stream: str, answer: Answer) -> tuple[Happened, ...]:
    """Each event as anybody may know of it; read back only if it was stored earlier."""
    first = answer.receipt.version - len(answer.events)
    if answer.at_us:
        events = enumerate(answer.events, first + 1)
        return tuple(happened_now(event, version, answer.at_us) for version, event in events)
    return tuple(map(happened, floor.log.read(stream, after=first, limit=len(answer.events))))
