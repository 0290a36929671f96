"""`houseway serve`: open the house to browsers and API clients."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import uvicorn
from cyclopts import Parameter
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from houseway.cli.first_people import first_people
from houseway.service.access.sessions import hash_of
from houseway.service.app import create_app
from houseway.service.demo.entry import PATH
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.house_time import WORLD, is_known
from houseway.service.http.connection import BoundedProtocol
from houseway.service.live.render import missing_scripts
from houseway.service.process import collect_less_often
from houseway.service.settings import Settings, hand_down
from houseway.service.storage.metrics import Form, write_to_stderr
from houseway.service.texts.catalogue import ENGLISH, NoCatalogue
from houseway.store.log import LogError

HIGHEST_PORT = 65_535
INTERRUPTED = 130  # the exit status after Ctrl+C
GRACE_SECONDS = 2  # how long open requests may take to end when the house closes
DEMO_ZONE = "Australia/Sydney"  # of the casinos whose rules are here
ORDERS_PER_MINUTE = 300  # five a second and more than any person goes on giving
MOST_DRAWING = 4  # drawing processes of a worker, unless more are asked for
CARD_SECONDS = 0.7  # between two cards at a virtual table, so that people can follow


class CannotServe(Exception):
    """Why the house cannot open to browsers."""


class Server(uvicorn.Server):
    """Ends every live stream at once when told to stop, so that stopping takes no grace at all.

    `announced` is printed once it takes requests.
    """

    def __init__(self, config: uvicorn.Config, app: Litestar, announced: str = "") -> None:
        super().__init__(config)
        self._app = app
        self.failure = ""
        self._announced = announced
        app.state.when_log_fails = self._stop_for

    def _stop_for(self, failure: Exception) -> None:
        """A house without its log takes no order: it stops and says why. From any thread."""
        self.failure = str(failure)
        self._end_streams()
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        collect_less_often()
        if self.started and self._announced:
            print(self._announced, flush=True)

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
    drawing: int | None = None,
    demo: Annotated[bool, Parameter(negative="--no-demo")] = True,
    plain_cookies: bool = False,
    orders_per_minute: int = ORDERS_PER_MINUTE,
    time_zone: str = "",
    locale: str = ENGLISH,
    checkpoint_copy: Path | None = None,
    logs: Form = "plain",
) -> int:
    """Open the house: a console for every role, an API, live tables.

    Example: houseway serve --port 8080

    The exit status is 0 when the house was closed, 1 when a process of it failed, 2 when it could
    not be opened.

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port to listen on; 0 for any that is free.
    database
        The log: a file, sqlite:FILE or postgresql://...; floor.db in the folder by default.
    folder
        Where the house keeps its files; created if it is not there.
    workers
        Processes that serve; more than one needs PostgreSQL.
    drawing
        Processes beside each worker that draw pages: by default one for every two processors that
        a worker has, and four at most. With 0 each worker draws by itself.
    demo
        Seed a demonstration house on the first run, or start empty with one administrator. The
        link that is printed lets the first browser that opens it enter as any person of it.
    plain_cookies
        Let cookies pass without TLS; only where there is none and the network is trusted.
    orders_per_minute
        How many orders one account may go on giving, with bursts of twice as many; 0: no limit.
    time_zone
        The time zone of the house, for pages and forms, such as Australia/Sydney. The default is
        UTC, and Australia/Sydney for a demonstration. Files keep UTC.
    locale
        The language of pages: en, one whose catalogue is in the folder, or en-XA for a trial of
        the layout with longer texts.
    checkpoint_copy
        A second file for the newest signed checkpoint, best on another disk.
    logs
        How warnings and errors are written to standard error: plain, or json for programs.
    """
    write_to_stderr(logs)
    entry = secrets.token_urlsafe(32) if demo else ""
    settings = Settings(
        folder=str(folder), database=database, secure_cookies=not plain_cookies, demo=demo,
        entry=hash_of(entry) if entry else "",
        card_seconds=CARD_SECONDS, drawing=_drawing(drawing, workers),
        orders_per_minute=orders_per_minute,
        checkpoint_copy=str(checkpoint_copy or ""), time_zone=time_zone or _usual_zone(demo=demo),
        locale=locale,
    )  # fmt: skip
    try:
        _check(settings, port, workers)
        with _bound(host, port) as listening:
            demonstration = _has_people(settings)
            if demonstration is None:
                return INTERRUPTED
            link = f"{PATH}/{entry}" if demonstration and entry else ""
            failure = _run(settings, listening, workers, link)
    except (CannotServe, LogError, NoCatalogue, Wrong, OSError) as wrong:
        print(f"the house cannot open: {wrong}", file=sys.stderr)
        return 2
    if failure:
        print(f"the house has stopped, because {failure}", file=sys.stderr)
        print("whether orders without an answer were stored is not known:", file=sys.stderr)
        print("send them again with the same key; see houseway verify", file=sys.stderr)
    return 1 if failure else 0


def _has_people(settings: Settings) -> bool | None:
    """Create the first accounts; say whether the house is a demonstration.

    None where that was interrupted (Ctrl+C).
    """
    try:
        return asyncio.run(first_people(settings))
    except KeyboardInterrupt:
        print("stopped before the house was open: the next start goes on here", file=sys.stderr)
        return None


def _drawing(asked: int | None, workers: int) -> int:
    """How many drawing processes each worker has."""
    if asked is not None:
        return max(asked, 0)
    processors = os.cpu_count() or 1
    if processors == 1:
        return 0
    return min(max(processors // (2 * max(workers, 1)), 1), MOST_DRAWING)


def _usual_zone(*, demo: bool) -> str:
    """The zone of the casinos in a demonstration, where this machine knows it."""
    return DEMO_ZONE if demo and is_known(DEMO_ZONE) else WORLD


def _check(settings: Settings, port: int, workers: int) -> None:
    """Refuse what would fail only after the house has announced that it is open."""
    if not 0 <= port <= HIGHEST_PORT:
        raise CannotServe(f"{port} is not a port: choose one from 1 to {HIGHEST_PORT}")
    if not is_known(settings.time_zone):
        raise CannotServe(f"{settings.time_zone} is no time zone of this machine")
    settings.catalogue()  # there is one, and it can be read
    if workers < 1:
        raise CannotServe("it needs at least one worker")
    if workers > 1 and not settings.shared:
        raise CannotServe("a log in a file has one worker; more need --database postgresql://...")
    missing = missing_scripts()
    if missing:
        names = ", ".join(missing)
        raise CannotServe(f"this installation lacks {names}; in a checkout run make serve")


def _bound(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that nothing is created where it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as wrong:
        taken.close()
        why = wrong.strerror or str(wrong)
        raise CannotServe(
            f"{host} port {port}: {why}; choose another with --port, as in"
            ' houseway serve --port 8080 or make serve ARGS="--port 8080"'
        ) from wrong
    taken.set_inheritable(True)
    return taken


def _address(listening: socket.socket) -> str:
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _run(settings: Settings, listening: socket.socket, workers: int, link: str) -> str:
    """Serve until told to stop; return why it stopped by itself, if it did.

    `link` is the path that a demonstration is opened by once.
    """
    options = {
        "timeout_graceful_shutdown": GRACE_SECONDS, "log_level": "warning",
        "server_header": False, "loop": "auto", "http": BoundedProtocol,
    }  # fmt: skip
    announced = f"the house is open at {_address(listening)}{link}"
    if link:
        announced += "\n(this link works once: the browser that opens it enters as anybody here)"
    if workers > 1:
        hand_down(settings)
        config = uvicorn.Config(
            "houseway.service.app:from_parent",
            factory=True,
            workers=workers,
            **options,  # type: ignore[arg-type]
        )
        print(announced, flush=True)
        Multiprocess(config, sockets=[listening]).run()
        return ""
    app = create_app(settings)
    server = Server(uvicorn.Config(app, **options), app, announced)  # type: ignore[arg-type]
    server.run(sockets=[listening])
    return server.failure
