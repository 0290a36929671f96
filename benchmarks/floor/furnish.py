"""Twenty tables of all nine games with betting open, five patrons at each with a wager laid."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.service.conftest import HASH
from tests.service.coup import take
from tests.service.server import free_port, wait_for

from houseway.games import commands as c
from houseway.games import slugs
from houseway.rulebook.roles import Role
from houseway.runner import Runner
from houseway.service.access.accounts import Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.table.offers import Offer, offers
from houseway.table.opening import simulated
from houseway.table.table import Table
from houseway.table.view import Viewer
from houseway.table.vocabulary import OpenTable

TABLES, PATRONS = 20, 5  # tables, and patrons at each
CHIPS = 100_000_00
_STEPS = 20  # more than ever come before betting opens


class Guest(NamedTuple):
    """A patron at a table, with a session and a wager that can be changed."""

    table: str
    slug: str
    name: str
    token: str
    wager: str
    box: int
    least: int
    step: int


def furnish(
    folder: Path, database: str = "", *, tables: int = TABLES, patrons: int = PATRONS
) -> list[list[Guest]]:
    """The house in a folder, table by table."""
    floor = Floor(Settings(folder=str(folder), database=database), registry.load())
    guests = []
    for number in range(tables):
        slug = tuple(slugs())[number % len(slugs())]
        table = f"{slug}-{number}"
        names = [f"Guest-{number}-{each}" for each in range(patrons)]
        _open(floor.runner, table, slug, names)
        guests.append([_seated(floor, table, slug, name) for name in names])
    floor.close()
    return guests


def _open(runner: Runner, table: str, slug: str, names: list[str]) -> None:
    tournament = slug.startswith("tournament-")
    by = Role.TOURNAMENT_DIRECTOR if tournament else Role.GAMING_SUPERVISOR
    take(runner, table, simulated(OpenTable(slug)), by, "Dora")
    found = runner.table(f"table/{table}")
    for command, office in found.game.ready(found.play):
        take(runner, table, command, office, "Eli")
    for name in names:
        take(runner, table, c.JoinTable(name), Role.DEALER, "Eli")
        take(runner, table, c.BringChips(name, CHIPS), Role.DEALER, "Eli")
    _open_betting(runner, table)


def _open_betting(runner: Runner, table: str) -> None:
    """The steps that need no facts, until wagers are taken."""
    found = runner.table(f"table/{table}")
    for _ in range(_STEPS):
        awaited = found.game.awaits(found.play)
        if c.PlaceWager in awaited.commands:
            return
        assert awaited.command is not None, awaited.sentence
        take(runner, table, awaited.command, Role.DEALER, "Eli")
    raise AssertionError(f"table {table} does not open betting")


def _seated(floor: Floor, table: str, slug: str, name: str) -> Guest:
    account = Account(name, str(Role.PATRON))
    floor.desk.create_hashed(account, HASH, None)
    token = floor.desk.sessions.begin(account)
    offer = floor.look(table, lambda found, _: _first(found, name))
    laid = c.PlaceWager(name, offer.wager, offer.minimum, offer.box)
    take(floor.runner, table, laid, Role.PATRON, name)
    step = max(offer.multiple, 1)
    return Guest(table, slug, name, token, offer.wager, offer.box, offer.minimum, step)


def _first(table: Table, name: str) -> Offer:
    """The first place of the layout where this patron may put a wager."""
    found = offers(table, Viewer(Role.PATRON, patron=name))
    return next(each for each in found if each.order == "PlaceWager" and not each.refused)


@contextmanager
def house(folder: Path, *words: str) -> Iterator[str]:
    """Where `houseway serve` answers, in a process of its own, on the folder that was furnished."""
    with running_house(folder, *words) as (url, _):
        yield url


@contextmanager
def running_house(
    folder: Path, *words: str, source: Path | None = None
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same, with the process; `source` is another checkout whose server is run instead."""
    own = os.environ if source is None else {**os.environ, "PYTHONPATH": str(source / "src")}
    port = free_port()
    command = [sys.executable, "-m", "houseway", "serve", "--no-demo", "--plain-cookies"]
    running = subprocess.Popen(
        [*command, "--port", str(port), "--folder", str(folder), *words],
        stdout=subprocess.DEVNULL,
        env=own,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}", lambda: running.poll() is not None)
        yield f"http://127.0.0.1:{port}", running
    finally:
        running.terminate()
        running.wait()
