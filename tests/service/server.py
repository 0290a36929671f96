"""A real server on the loopback, in a thread or in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar import Litestar

from houseway.cli.serve import GRACE_SECONDS, Server
from houseway.service.floor import Floor, now_us
from houseway.service.http.connection import BoundedProtocol
from houseway.service.settings import Settings
from tests.service.apps import application
from tests.waiting import PATIENCE, wait_for_start

PLAIN: Any = {"verify": False}  # the certificates, which take long to read, stay unread


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Serving:
    """A running server and the floor inside it."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self.port = free_port()
        config = uvicorn.Config(
            self.app,
            port=self.port,
            log_level="error",
            timeout_graceful_shutdown=GRACE_SECONDS,
            http=BoundedProtocol,
        )
        self.server = Server(config, self.app)
        self._thread = threading.Thread(target=self.server.run, daemon=True)

    @property
    def floor(self) -> Floor:
        floor: Floor = self.app.state.floor
        return floor

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._thread.start()
        wait_for(self.url, lambda: not self._thread.is_alive())

    def stop(self) -> None:
        self.server.handle_exit(15, None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextmanager
def serving(settings: Settings, now: Callable[[], int] = now_us) -> Iterator[Serving]:
    with application(settings, now) as app:
        server = Serving(app)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def wait_for(url: str, ended: Callable[[], bool]) -> None:
    """Wait until a server answers; no longer once it has ended."""

    def answers() -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{url}/healthz", **PLAIN).status_code == 200
        return False

    wait_for_start(f"the server at {url}", answers, ended)


@contextmanager
def process(
    folder: Path, *words: str, port: int = 0
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`houseway serve` as a process; killed at the end if it has not gone by itself."""
    port = port or free_port()
    command = [sys.executable, "-m", "houseway", "serve", "--port", str(port)]
    running = subprocess.Popen(
        [*command, "--folder", str(folder), "--no-demo", *words],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}", lambda: running.poll() is not None)
        yield running, f"http://127.0.0.1:{port}"
    finally:
        if running.poll() is None:
            running.kill()
        running.communicate()


class Message(msgspec.Struct):
    """One server-sent event."""

    event: str
    id: str
    data: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.data)


class Stream:
    """An open stream; `next` gives its messages without the heartbeats."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines = answer.iter_lines()

    def next(self) -> Message | None:
        """The next message, or None when the stream has ended."""
        fields: dict[str, list[str]] = {}
        for line in self._lines:
            if not line and fields:
                data = "\n".join(fields.get("data", []))
                return Message(fields["event"][0], fields["id"][0], data)
            name, _, value = line.partition(": ")
            if name:
                fields.setdefault(name, []).append(value)
        return None


@contextmanager
def stream(url: str, path: str, token: str = "", last: str = "") -> Iterator[Stream]:
    headers = {"cookie": f"__Host-houseway={token}"} if token else {}
    if last:
        headers["last-event-id"] = last
    with httpx.stream("GET", url + path, headers=headers, timeout=PATIENCE, **PLAIN) as answer:
        yield Stream(answer)
