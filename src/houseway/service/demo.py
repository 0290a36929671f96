"""A demonstration house: a virtual table of every game, somebody for every office, patrons at play.

Simulated patrons and dealers give their orders through the same runner as everybody else, at the
pace of people. Passwords are printed once, when the house is seeded.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from houseway.fair import awaits_house
from houseway.games import FOLDERS, game
from houseway.games.commands import Command
from houseway.randomness import pick
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.access.passwords import hashed
from houseway.table.table import Table
from houseway.table.vocabulary import OpenTable

if TYPE_CHECKING:
    from houseway.service.floor import Floor

PACE_SECONDS = (2, 5)  # between two orders at one table
PEOPLE = (
    ("Ana", Role.PATRON),
    ("Ben", Role.PATRON),
    ("Eli", Role.DEALER),
    ("Dora", Role.GAMING_SUPERVISOR),
    ("Mia", Role.GAMING_MANAGER),
    ("Tom", Role.TOURNAMENT_DIRECTOR),
    ("Sam", Role.SURVEILLANCE),
    ("Ivy", Role.INSPECTOR),
    ("Chen", ADMINISTRATOR),
)
_logger = logging.getLogger("houseway.service")


async def seed(floor: Floor) -> None:
    """Open the tables and take in the people; their sign-ins are printed once."""
    for name, office in PEOPLE:
        password = secrets.token_urlsafe(9)
        account = Account(name, str(office), created_us=floor.now_us())
        floor.desk.create_hashed(account, await asyncio.to_thread(hashed, password), None)
        print(f"  {office!s:<20} {name:<6} {password}", flush=True)  # noqa: T201 - told once
    for slug in FOLDERS:
        by = Role.TOURNAMENT_DIRECTOR if game(slug).table.directed else Role.GAMING_SUPERVISOR
        await floor.order(slug, _as(OpenTable(slug, virtual=True), by))


async def keep_playing(floor: Floor) -> None:
    """Play at every virtual table until cancelled."""
    async with asyncio.TaskGroup() as group:
        for table in await floor.blocking(floor.tables):
            group.create_task(_play(floor, table))


async def _play(floor: Floor, table: str) -> None:
    low, high = PACE_SECONDS
    while True:
        await asyncio.sleep(low + pick((high - low) * 1_000) / 1_000)
        if not floor.leads:
            continue
        try:
            await _one_order(floor, table)
        except Exception:
            _logger.exception("the demonstration at %s stumbled", table)


async def _one_order(floor: Floor, table: str) -> None:
    """Whatever is awaited of people; the house brings its own facts."""
    given = await floor.blocking(floor.look, table, lambda found, _: _awaited(found))
    if given is not None:
        command, by = given
        await floor.order(table, _as(command, by))


def _awaited(table: Table) -> tuple[Command, Role] | None:
    if table.closed or not table.commitment:
        return None
    awaited = table.game.awaits(table.play)
    if awaits_house(awaited):
        return None
    if awaited.choices:
        return awaited.choices[pick(len(awaited.choices))], Role.PATRON
    if awaited.command is not None and awaited.what != "wagers":
        roles = table.game.orders[type(awaited.command)].roles
        return awaited.command, next(
            (each for each in Role if each == awaited.who and each in roles), Role.DEALER
        )
    return table.game.supply(table.play, awaited, pick)


def _as(command: Command, by: Role) -> Order:
    return Order(command, by, "demonstration", secrets.token_hex(8))
