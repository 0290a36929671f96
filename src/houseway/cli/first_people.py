"""Who can sign in to a house: the people a new one starts with, and a demonstration's again."""

from __future__ import annotations

import asyncio
import getpass
import secrets
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import rich.console
import rich.table

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.consoles import registry
from houseway.service.demo import sign_ins
from houseway.service.demo.house import DemoPerson, is_whole, seed
from houseway.service.floor import Floor
from houseway.service.settings import Settings

GIVEN = "shown once; to be changed at the first sign-in"


async def first_people(settings: Settings, *, show_again: bool = False) -> None:
    """Create the first accounts of a new house, and print their passwords.

    A demonstration that was stopped while it was made is finished first.
    `show_again`: give the people of a demonstration new passwords, and print those.
    """
    with closing(Floor(settings, registry.load())) as floor, ThreadPoolExecutor() as threads:
        asyncio.get_running_loop().set_default_executor(threads)  # ended first, also by Ctrl+C
        ours, accounts = sign_ins.is_demonstration(floor), floor.desk.accounts.all()
        if (ours and not is_whole(floor)) or (settings.demo and not accounts):
            print_sign_ins(await seed(floor))
        elif not accounts:
            await first_administrator(floor)
        elif ours:
            await _shown_again(floor, show_again)
        elif show_again:
            print("this house is no demonstration: houseway people reset NAME sets a password")


async def _shown_again(floor: Floor, wanted: bool) -> None:
    if wanted:
        print_sign_ins(await sign_ins.new_sign_ins(floor))
    else:
        print("Sign-ins of this demonstration: start with --sign-ins to print new passwords.")


def print_sign_ins(people: list[DemoPerson]) -> None:
    """Print every role with its name, password and console."""
    table = rich.table.Table(title="Sign-ins", title_justify="left")
    for heading in ("role", "name", "password", "console"):
        table.add_column(heading)
    for each in people:
        table.add_row(str(each.office), each.name, each.password, each.console)
    rich.console.Console(width=80).print(table)
    print("Start with --sign-ins to print new passwords later.", flush=True)


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
