"""The sign-ins of a demonstration, shown again: only hashes are stored, so with new passwords."""

from __future__ import annotations

import asyncio
import secrets

from houseway.service.access.passwords import hashed
from houseway.service.demo.house import PEOPLE, TABLES, DemoPerson, is_ours
from houseway.service.floor import Floor


def is_demonstration(floor: Floor) -> bool:
    """Say whether a demonstration opened this house's tables."""
    return any(is_ours(floor, table.name) for table in TABLES)


async def new_sign_ins(floor: Floor) -> list[DemoPerson]:
    """Give everyone of the demonstration a new password, and return them with it."""
    offices = {each.name: each.office for each in floor.desk.accounts.all()}
    there = [each for each in PEOPLE if offices.get(each.name) == str(each.office)]
    return [await _renewed(floor, each) for each in there]


async def _renewed(floor: Floor, person: DemoPerson) -> DemoPerson:
    password = secrets.token_urlsafe(9)
    password_hash = await asyncio.to_thread(hashed, password)
    await floor.blocking(floor.desk.replace_password, person.name, password_hash)
    return person._replace(password=password)
