"""The secrets of a virtual table, for anybody to check: those committed to and those revealed."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import NamedTuple

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec import Struct

from houseway import fair
from houseway.equipment.tiles import faces_of
from houseway.fair import Checked, Secret, Secrets
from houseway.games.events import RoundOpened
from houseway.service.access.guards import signed_in
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.texts.text import Text
from houseway.store import codec
from houseway.table.secrets import PublicValueRecorded
from houseway.table.table import Table

SHOWN = 50  # secrets, the newest first
_one_at_a_time = asyncio.Semaphore(1)  # to deal a whole evening again takes a while


class Mixed(NamedTuple):
    """What others have added to the numbers of the secret in use, and what comes next round."""

    shares: list[tuple[str, str]]
    coming: list[tuple[str, str]]
    source: str
    value: str
    mix: str
    stopped: str
    root: str


def _mixed(table: Table) -> Mixed:
    coming = table.shares.items() - table.shares_in_effect.items()
    return Mixed(
        sorted(table.shares_in_effect.items()), sorted(coming), table.source, table.public_value,
        table.mix.hex() if table.commitment else "", table.stopped,
        table.root if table.commitment else "",
    )  # fmt: skip


def _secrets(floor: Floor, table: str) -> tuple[str, str, list[Secret], Mixed]:
    """The slug and title of the game, the latest secrets, the mix. Blocks: call it in a thread."""

    def of(found: Table, _version: int) -> tuple[str, str, Mixed]:
        if not found.virtual:
            raise Wrong(
                HTTPStatus.NOT_FOUND,
                "not_virtual",
                Text("table {table} has real cards", table=table),
            )
        return found.slug, found.game.cite.title, _mixed(found)

    def latest(secrets: Secrets) -> list[Secret]:
        return secrets.all[: -SHOWN - 1 : -1]

    slug, title, mixed = floor.look(table, of)
    return slug, title, floor.secrets.read(stream_of(table), slug, latest), mixed


async def _shown(
    request: Asking, floor: Floor, table: str, checked: Checked | None = None
) -> Template:
    slug, title, secrets, mixed = await floor.blocking(_secrets, floor, table)
    return await page(
        request, "fair/page.html", table=table, slug=slug, name=title, secrets=secrets,
        mixed=mixed, checked=checked,
    )  # fmt: skip


@get("/fair/{table:str}", include_in_schema=False)
async def secrets_of(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    return await _shown(request, floor, table)


@post(
    "/fair/{table:str}", include_in_schema=False, guards=[signed_in], status_code=200,
    repeatable=True,
)  # fmt: skip
async def deal_again(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    """Everything that revealed secrets have dealt, dealt again and compared with the log."""
    await floor.blocking(_secrets, floor, table)
    async with _one_at_a_time:
        checked = await floor.blocking(_checked, floor, table)
    return await _shown(request, floor, table, checked)


def _checked(floor: Floor, table: str) -> Checked:
    return fair.check(floor.log.read(stream_of(table)))


# What a page needs to check a secret by itself


class Revealed(Struct, frozen=True):
    """A secret, what was mixed with it, and which numbers and faces each command of it took.

    `decks`: of a shoe, whose cards do not come back before the secret is revealed; else 0.
    """

    commitment: str
    seed: str
    decks: int
    mixes: list[tuple[str, list[tuple[str, str]]]]  # public value, and shares by patron
    facts: list[tuple[int, int, int, list[str]]]  # mix, first number, how many, faces


def _revealed(floor: Floor, table: str, after: str) -> list[Revealed]:
    slug, _title, _latest, _mixed = _secrets(floor, table)

    def since(secrets: Secrets) -> list[Secret]:
        found = [n for n, each in enumerate(secrets.all) if each.commitment == after]
        if not found:
            gone = Text("table {table} has published no such hash", table=table)
            raise Wrong(HTTPStatus.NOT_FOUND, "no_such_hash", gone)
        return [each for each in secrets.all[found[-1] :][:SHOWN] if each.seed]

    def decks(found: Table, _version: int) -> int:
        stock = getattr(found.play, "stock", None)
        return stock.decks if stock is not None and stock.source_name == "shoe" else 0

    copies = floor.look(table, decks)
    return [
        _to_check(floor, stream_of(table), slug, each, copies)
        for each in floor.secrets.read(stream_of(table), slug, since)
    ]


def _to_check(floor: Floor, stream: str, slug: str, secret: Secret, decks: int) -> Revealed:
    start, end = secret.versions
    value, fixed, key = "", False, ""
    mixes = [("", _given(secret, start))]
    facts: list[tuple[int, int, int, list[str]]] = []
    for entry in floor.log.read(stream, after=start, limit=end - start):
        event = codec.decode(slug, entry)
        if isinstance(event, PublicValueRecorded):
            value, fixed = event.value, True
            mixes.append((value, _given(secret, start)))
        elif isinstance(event, RoundOpened) and not fixed:
            mixes.append(("", _given(secret, entry.version)))
        elif used := fair.taken(entry):
            if entry.key != key:
                facts.append((len(mixes) - 1, used.first, used.numbers, []))
            facts[-1][3].extend(faces_of(event))
        key = entry.key
    return Revealed(secret.commitment, secret.seed, decks, mixes, facts)


def _given(secret: Secret, before: int) -> list[tuple[str, str]]:
    return sorted((patron, share) for version, patron, share in secret.shares if version < before)


@get("/fair/{table:str}/revealed", include_in_schema=False)
async def revealed(floor: OpenFloor, table: FromPath[str], after: FromQuery[str]) -> list[Revealed]:
    """The secrets revealed since one that was committed to by this hash, for a page to check."""
    return await floor.blocking(_revealed, floor, table, after)


ROUTES = [secrets_of, deal_again, revealed]
