"""Who can sign in to a house: the people that a new one starts with."""

from __future__ import annotations

import asyncio
import getpass
import secrets
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.consoles import registry
from houseway.service.demo.house import is_demonstration, is_whole, seed
from houseway.service.floor import Floor
from houseway.service.settings import Settings

GIVEN = "shown once; to be changed at the first sign-in"


async def first_people(settings: Settings) -> bool:
    """Create the first accounts of a new house; say whether it is a demonstration.

    A demonstration that was stopped while it was made is finished first.
    """
    with closing(Floor(settings, registry.load())) as floor, ThreadPoolExecutor() as threads:
        asyncio.get_running_loop().set_default_executor(threads)  # ended first, also by Ctrl+C
        ours, accounts = is_demonstration(floor), floor.desk.accounts.all()
        if (ours and not is_whole(floor)) or (settings.demo and not accounts):
            await seed(floor)
            return True
        if not accounts:
            await first_administrator(floor)
        return ours


async def first_administrator(floor: Floor) -> None:
    """Create the first administrator: with a typed password, or one that is printed once."""
    name, typed = "Admin", ""
    if sys.stdin.isatty():
        with _ctrl_c_at_once():
            name = input("Name of the first administrator: ").strip() or name
            typed = getpass.getpass("Password (empty: one is made): ")
    account = Account(name, ADMINISTRATOR, created_us=floor.now_us())
    password = typed or secrets.token_urlsafe(12)
    if not typed:  # first: nobody has a password that was never shown
        print(f"administrator {name}, password {password} ({GIVEN})", flush=True)
    await floor.desk.create(account, password, None, chosen=bool(typed))


@contextmanager
def _ctrl_c_at_once() -> Iterator[None]:
    """Wait while a person types: asyncio would wait for a step of its own, which does not come."""
    waiting = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, waiting)
