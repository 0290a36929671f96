"""The secrets of a virtual table, for anybody to check: those committed to and those revealed."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import NamedTuple

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Template

from houseway import fair
from houseway.fair import Checked, Secret, Secrets
from houseway.service.access.guards import signed_in
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text
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


ROUTES = [secrets_of, deal_again]
