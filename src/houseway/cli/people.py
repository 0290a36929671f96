"""`houseway people`: the accounts of a house, another password, and the register's erasing."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from cyclopts import App

from houseway.cli.first_people import GIVEN
from houseway.cli.shared import Json, print_json
from houseway.rulebook.roles import Role
from houseway.service.consoles import registry
from houseway.service.consoles.promotions import people as register
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.store.log import LogError
from houseway.store.register import REFERENCE, Reader, RegisterError

app = App(
    name="people",
    help="""Manage the accounts of a house that is not open.

    Example: houseway people list

    The exit status is 0 when it was done, 1 when it was refused, 2 when the house cannot be read.
    """,
    version_flags=[],
)


@app.command(name="list")
def list_people(
    *,
    folder: Path = Path("house"),
    database: str = "",
    as_json: Json = False,
) -> int:
    """List the accounts: role, name, tables.

    Example: houseway people list

    Parameters
    ----------
    folder
        Where the house keeps its files.
    database
        The log, if it is not floor.db in the folder.
    """
    return _with(folder, database, _as_json if as_json else _listed)


@app.command
def reset(name: str, /, *, folder: Path = Path("house"), database: str = "") -> int:
    """Give a person a new password, print it once, and end all their sessions.

    Example: houseway people reset Ana

    Passwords are kept as hashes alone, so nobody can print the one in use. A house on a file is
    stopped for this; while it is open an administrator resets passwords on the page of people.
    The person chooses another one at the first sign-in.

    Parameters
    ----------
    name
        Whose password it is.
    folder
        Where the house keeps its files.
    database
        The log, if it is not floor.db in the folder.
    """
    return _with(folder, database, lambda floor: _reset(floor, name))


@app.command
def approve(
    name: str, /, *, first: str, second: str, folder: Path = Path("house"), database: str = ""
) -> int:
    """Vouch, as two persons, for an account of a copy that was restored without the house's keys.

    Example: houseway people approve Chen --first "Chen Wu" --second "Mia Sorensen"

    Until then nobody signs in with it. Both names are written into the log.

    Parameters
    ----------
    name
        Whose account it is.
    first
        Who vouches for it.
    second
        Another person who does.
    folder
        Where the house keeps its files.
    database
        The log, if it is not floor.db in the folder.
    """
    return _with(folder, database, lambda floor: _approved(floor, name, first, second))


def _approved(floor: Floor, name: str, first: str, second: str) -> None:
    floor.desk.approve(name, first, second)
    print(f"{name} may sign in: {first} and {second} vouch for the account")


@app.command
def erase(
    who: str, /, *, reason: str, actor: str, folder: Path = Path("house"), database: str = ""
) -> int:
    """Erase the name and address of a person from the register of promotions.

    Example: houseway people erase "Ana" --reason "request of 16/11/2026" --actor Rita

    The log and every file of a draw have a reference alone: they stay as they are, and verify as
    before. Nobody is erased whom a running promotion must still reach, or whose refused claim the
    rules have kept. Who erased whom, and why, is written into the log; the reason has no names.

    Parameters
    ----------
    who
        The name as it was entered, or the reference.
    reason
        Why, without names.
    actor
        Who erases, in the role of promotions.
    folder
        Where the house keeps its files.
    database
        The log, if it is not floor.db in the folder.
    """
    by = Reader(actor, Role.PROMOTIONS, reason)
    return _with(folder, database, lambda floor: _erased(floor, who, by))


def _erased(floor: Floor, who: str, by: Reader) -> None:
    reference = who if REFERENCE.fullmatch(who) else floor.register.reference(who)
    register.erase(floor, reference, by)
    print(f"{reference} stands for nobody any more; the log is as it was")


def _with(folder: Path, database: str, work: Callable[[Floor], None]) -> int:
    """Do something with the house of a folder, if it has one and nobody serves it."""
    settings = Settings(folder=str(folder), database=database)
    if not settings.shared and not Path(settings.log_address).exists():
        print(f"there is no house in {folder}", file=sys.stderr)
        return 2
    try:
        floor = Floor(settings, registry.load())
    except LogError as wrong:
        print(f"the house cannot be looked into: {wrong}", file=sys.stderr)
        return 2
    try:
        work(floor)
    except (Wrong, RuledOut, RegisterError) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    finally:
        floor.close()
    return 0


def _listed(floor: Floor) -> None:
    for each in floor.desk.accounts.all():
        tables = ", ".join(each.tables) or "all tables"
        print(f"{each.office:<20} {each.name:<12} {tables}{' (disabled)' * each.disabled}"
              f"{' (to be approved)' * each.unapproved}")  # fmt: skip


def _as_json(floor: Floor) -> None:
    fields = ("name", "office", "tables", "disabled", "unapproved")
    rows = [{name: getattr(each, name) for name in fields} for each in floor.desk.accounts.all()]
    print_json({"people": rows})


def _reset(floor: Floor, name: str) -> None:
    password = secrets.token_urlsafe(12)
    asyncio.run(floor.desk.reset_password(name, password, None))
    print(f"{name} signs in with {password} ({GIVEN})")
