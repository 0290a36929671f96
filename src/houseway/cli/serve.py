"""`houseway serve`: open the house to browsers and API clients."""

from __future__ import annotations

import asyncio
import getpass
import secrets
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import rich.console
import rich.table
import uvicorn
from cyclopts import Parameter
from litestar import Litestar

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.app import create_app
from houseway.service.demo.house import DemoPerson
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.http.connection import BoundedProtocol
from houseway.service.settings import Settings, hand_down
from houseway.service.storage.process_log import Form, write_to_stderr
from houseway.store.log import LogError

GIVEN = "shown once; to be changed at the first sign-in"
GRACE_SECONDS = 2  # how long open requests may take to end when the house closes
ORDERS_PER_MINUTE = 300  # five a second and more than any person goes on giving
CARD_SECONDS = 0.7  # between two cards at a virtual table, so that people can follow


class Server(uvicorn.Server):
    """Ends every live stream at once when told to stop, so that stopping takes no grace at all."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.failure = ""
        app.state.when_log_fails = self._stop_for

    def _stop_for(self, failure: Exception) -> None:
        """A house without its log takes no order: it stops and says why. From any thread."""
        self.failure = str(failure)
        self._end_streams()
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._end_streams()
        super().handle_exit(sig, frame)

    def _end_streams(self) -> None:
        floor: Floor | None = getattr(self._app.state, "floor", None)
        if floor is not None:
            floor.hub.stop()


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    folder: Path = Path("house"),
    workers: int = 1,
    demo: Annotated[bool, Parameter(negative="--no-demo")] = True,
    plain_cookies: Annotated[bool, Parameter(negative="")] = False,
    orders_per_minute: int = ORDERS_PER_MINUTE,
    checkpoint_copy: Path | None = None,
    logs: Form = "plain",
) -> int:
    """Open the house: a console for every role, an API, live tables.

    Example: houseway serve --port 8080

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port to listen on.
    database
        The log: a file, sqlite:FILE or postgresql://...; floor.db in the folder by default.
    folder
        Where the house keeps its files.
    workers
        Processes that serve; more than one needs PostgreSQL.
    demo
        Seed a demonstration house on the first run, or start empty with one administrator.
    plain_cookies
        Let cookies pass without TLS; only where there is none and the network is trusted.
    orders_per_minute
        How many orders one account may go on giving, with bursts of twice as many; 0: no limit.
    checkpoint_copy
        A second file for the newest signed checkpoint, best on another disk.
    logs
        How warnings and errors are written to standard error: plain, or json for programs.
    """
    write_to_stderr(logs)
    settings = Settings(
        folder=str(folder), database=database, secure_cookies=not plain_cookies, demo=demo,
        card_seconds=CARD_SECONDS, orders_per_minute=orders_per_minute,
        checkpoint_copy=str(checkpoint_copy or ""),
    )  # fmt: skip
    if workers > 1 and not settings.shared:
        print(
            "one process owns a log that is a file: several workers need --database postgresql://"
        )
        return 2
    try:
        asyncio.run(_first_people(settings))
    except (LogError, Wrong, OSError) as wrong:
        print(f"the house cannot open: {wrong}", file=sys.stderr)
        return 2
    print(f"the house is open at http://{host}:{port}", flush=True)
    failure = _run(settings, host, port, workers)
    if failure:
        print(f"the house has stopped, because {failure}", file=sys.stderr)
        print("whether orders without an answer were stored is not known:", file=sys.stderr)
        print("send them again with the same key; see houseway verify", file=sys.stderr)
    return 1 if failure else 0


def _run(settings: Settings, host: str, port: int, workers: int) -> str:
    """Serve until told to stop; why it stopped by itself, if it did."""
    options = {
        "host": host, "port": port, "timeout_graceful_shutdown": GRACE_SECONDS,
        "log_level": "warning", "server_header": False, "loop": "uvloop", "http": BoundedProtocol,
    }  # fmt: skip
    if workers > 1:
        hand_down(settings)
        uvicorn.run("houseway.service.app:from_parent", factory=True, workers=workers, **options)  # type: ignore[arg-type]
        return ""
    app = create_app(settings)
    server = Server(uvicorn.Config(app, **options), app)  # type: ignore[arg-type]
    server.run()
    return server.failure


async def _first_people(settings: Settings) -> None:
    """The people that a new house begins with, told once on the console."""
    from houseway.service.consoles import registry

    floor = Floor(settings, registry.load())
    try:
        if floor.desk.accounts.all():
            return
        if settings.demo:
            from houseway.service.demo.house import seed

            _print_sign_ins(await seed(floor))
        else:
            await _first_administrator(floor)
    finally:
        floor.close()


def _print_sign_ins(people: list[DemoPerson]) -> None:
    """Every office with its console, name and password; nobody can print them again."""
    table = rich.table.Table(title="Sign-ins (shown once)", title_justify="left")
    for heading in ("office", "name", "password", "console"):
        table.add_column(heading)
    for each in people:
        table.add_row(str(each.office), each.name, each.password, each.console)
    rich.console.Console(width=80).print(table)
    print("houseway people reset NAME gives somebody another password.", flush=True)


async def _first_administrator(floor: Floor) -> None:
    """Typed where somebody sits at a terminal, otherwise made and printed once."""
    name, typed = "Admin", ""
    if sys.stdin.isatty():
        name = input("Name of the first administrator: ").strip() or name
        typed = getpass.getpass("Password (empty: one is made): ")
    account = Account(name, ADMINISTRATOR, created_us=floor.now_us())
    password = typed or secrets.token_urlsafe(12)
    await floor.desk.create(account, password, None, chosen=bool(typed))
    if not typed:
        print(f"administrator {name}, password {password} ({GIVEN})", flush=True)
