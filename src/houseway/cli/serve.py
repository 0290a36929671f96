"""`houseway serve`: open the house to browsers and API clients."""

from __future__ import annotations

import asyncio
import getpass
import secrets
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import uvicorn
from cyclopts import Parameter

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.app import create_app
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.settings import Settings, hand_down
from houseway.store.log import LogError

GRACE_SECONDS = 2  # how long open requests may take to end when the house closes


class Server(uvicorn.Server):
    """Ends every live stream at once when told to stop, so that stopping takes no grace at all."""

    def __init__(self, config: uvicorn.Config, app: object) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        floor: Floor | None = getattr(self._app.state, "floor", None)  # type: ignore[attr-defined]
        if floor is not None:
            floor.hub.stop()
        super().handle_exit(sig, frame)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    folder: Path = Path("house"),
    workers: int = 1,
    demo: Annotated[bool, Parameter(negative="--no-demo")] = True,
    plain_cookies: Annotated[bool, Parameter(negative="")] = False,
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
    """
    settings = Settings(
        folder=str(folder), database=database, secure_cookies=not plain_cookies, demo=demo
    )
    if workers > 1 and not settings.shared:
        print(
            "one process owns a log that is a file: several workers need --database postgresql://"
        )
        return 2
    try:
        asyncio.run(_first_people(settings))
    except (LogError, Wrong) as wrong:
        print(f"the house cannot open: {wrong}", file=sys.stderr)
        return 2
    print(f"the house is open at http://{host}:{port}", flush=True)
    _run(settings, host, port, workers)
    return 0


def _run(settings: Settings, host: str, port: int, workers: int) -> None:
    options = {
        "host": host, "port": port, "timeout_graceful_shutdown": GRACE_SECONDS,
        "log_level": "warning", "server_header": False, "loop": "uvloop", "http": "httptools",
    }  # fmt: skip
    if workers > 1:
        hand_down(settings)
        uvicorn.run("houseway.service.app:from_parent", factory=True, workers=workers, **options)  # type: ignore[arg-type]
        return
    app = create_app(settings)
    Server(uvicorn.Config(app, **options), app).run()  # type: ignore[arg-type]


async def _first_people(settings: Settings) -> None:
    """The people that a new house begins with, told once on the console."""
    from houseway.service import pages

    floor = Floor(settings, pages.load())
    try:
        if floor.desk.accounts.all():
            return
        if settings.demo:
            from houseway.service.demo import seed

            await seed(floor)
        else:
            await _first_administrator(floor)
    finally:
        floor.close()


async def _first_administrator(floor: Floor) -> None:
    """Typed where somebody sits at a terminal, otherwise made and printed once."""
    name, password = "Admin", secrets.token_urlsafe(12)
    if sys.stdin.isatty():
        name = input("Name of the first administrator: ").strip() or name
        typed = getpass.getpass("Password (empty: one is made): ")
        password = typed or password
        made = not typed
    else:
        made = True
    await floor.desk.create(Account(name, ADMINISTRATOR, created_us=floor.now_us()), password, None)
    if made:
        print(f"administrator {name}, password {password} (shown once)", flush=True)
