"""A house that really serves: started from the command line, on SQLite or PostgreSQL."""

from __future__ import annotations

import re
import secrets
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.attack.client import Client, Reply
from tests.forking import Forked
from tests.store.postgres import shared
from tests.waiting import PATIENCE, wait_for_start

_LINK = re.compile(r"the house is open at http://[^/\s]+(/demo/\S+)\n")
_PERSON = re.compile(r'name="name" value="(\w+)"')
_FORM = re.compile(r'<form method="post" action="/enter".*?</form>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


class House:
    """The process that serves a folder, a password and a session for each name."""

    def __init__(self, folder: Path, database: str = "", *words: str, processors: int = 2) -> None:
        self.folder = folder
        self.processors = processors
        self.database = database
        self.words = words
        self.port = free_port()
        self.passwords: dict[str, str] = {}
        self.output = ""
        self.table = ""  # that a test has prepared
        self._process: Forked | None = None
        self._sessions: dict[str, Client] = {}
        self._keys = 0

    # The process

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--folder", str(self.folder)]
        words += ["--plain-cookies", "--orders-per-minute", "0", *self.words]
        if self.database:
            words += ["--database", self.database]
        self._process = Forked(*words, processors=self.processors)
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        forked = self._process
        try:
            wait_for_start("the house", self._is_ready, lambda: forked.poll() is not None)
        except ChildProcessError:
            raise DoesNotOpen(self.output[-2_000:]) from None
        if "--no-demo" not in self.words and not self.passwords:
            wait_for_start("its link", self._has_link, lambda: forked.poll() is not None)
            self._choose_passwords(_LINK.findall(self.output)[-1])

    def _has_link(self) -> bool:
        return bool(_LINK.search(self.output))

    def _choose_passwords(self, link: str) -> None:
        """Open the link of the demonstration, enter as each person, and choose a password."""
        visitor = self.browser()
        visitor.get(link)
        (form, *_) = _FORM.findall(visitor.get("/", accept="text/html").body.decode())
        for name in _PERSON.findall(form):
            fields = urlencode([("name", name), *_HIDDEN.findall(form)])
            entered = visitor.ask(
                "POST", "/enter", fields.encode(), kind="application/x-www-form-urlencoded"
            )
            assert entered.status == 303, (name, entered.body[:500])
            password = secrets.token_urlsafe(12)
            chosen = visitor.post("/api/session/password", {"old": "", "new": password})
            assert chosen.status == 200, (name, chosen.body[:500])
            self.passwords[name] = password

    def _read(self, process: Forked) -> None:
        with process.stdout as printed:
            for line in printed:
                self.output += line

    def _is_ready(self) -> bool:
        with suppress(OSError):
            return Client(self.port).get("/readyz").status == 200
        return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop the process, by default as an operator does; the exit status."""
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.send_signal(how)
        status = self._process.wait()
        self._reader.join(PATIENCE)
        self._process = None
        self._sessions.clear()
        return status

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    @property
    def log_address(self) -> str:
        return self.database or str(self.folder / "floor.db")

    # People

    def browser(self) -> Client:
        """Somebody who has not signed in."""
        return Client(self.port)

    def as_(self, name: str) -> Client:
        """The session of somebody, opened when it is first asked for."""
        if name not in self._sessions:
            client = self.browser()
            answer = client.sign_in(name, self.passwords[name])
            assert answer.status == 200, (name, answer.body)
            self._sessions[name] = client
        return self._sessions[name]

    def again(self, name: str) -> Client:
        """A new session of somebody whose last one the attack has ended."""
        self._sessions.pop(name, None)
        return self.as_(name)

    def give(self, name: str, table: str, kind: str, /, **fields: Any) -> Reply:
        """Somebody gives a table a command, under a key of its own."""
        self._keys += 1
        return self.as_(name).command(table, f"attack {self._keys}", kind, **fields)

    def done(self, name: str, table: str, kind: str, /, **fields: Any) -> Reply:
        """The same, where it must be carried out for the attack to begin at all."""
        answer = self.give(name, table, kind, **fields)
        assert answer.status == 200, (kind, fields, answer.body[:500])
        return answer

    def view(self, name: str, table: str) -> Any:
        answer = self.as_(name).get(f"/api/tables/{table}")
        assert answer.status == 200, answer.body[:500]
        return answer.json


class DoesNotOpen(Exception):
    """The house did not open; what it printed."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(engine: str, *words: str, processors: int = 2) -> Iterator[House]:
    """A demonstration house on one engine, in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="houseway-attack-") as folder:
        if engine == "sqlite":
            yield from _opened(House(Path(folder) / "house", "", *words, processors=processors))
            return
        database = shared().new_database("house")
        house = House(Path(folder) / "house", database, *words, processors=processors)
        yield from _opened(house)


def _opened(house: House) -> Iterator[House]:
    try:
        house.start()
        yield house
    finally:
        house.kill()
