"""People who play: whole rounds at every table, over plain sockets, at a pace or without a pause.

The clients keep each table in mind as the rules would have it, so that what is asked next is what
is awaited there; every order must be accepted. One order at a time is under way at a table.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import deque
from itertools import count
from typing import NamedTuple

import msgspec
from tests.service.conftest import PASSWORD

from benchmarks.load.furnished import Furnished, at_table
from houseway.driving import Deed
from houseway.rulebook.ruling import Accepted
from houseway.soak.actors import PATRONS, TablePeople
from houseway.table.table import Table, decide, evolve

AT_ONCE = 8  # orders under way together
TRIES = 20  # orders thought of before one is allowed; times one is sent until it is answered
KEPT_SECONDS = 2.0  # a server closes what is idle for five
_LENGTH = re.compile(rb"content-length: (\d+)")
_TOKEN = re.compile(rb"set-cookie: csrf=([^;]+)")
_HELD_BACK = re.compile(rb"(?im)^retry-after: (\d+)")
_VERSION = re.compile(rb'"version":(\d+)')
_SESSION = re.compile(rb"set-cookie: houseway=([^;]+)")


class Answered(NamedTuple):
    status: int
    head: bytes
    body: bytes


class Stored(NamedTuple):
    """An order was answered: its table, the version it left there, and when."""

    table: str
    version: int
    at: float


class Line:
    """One connection that is kept; opened anew where it broke, or was left alone for a while."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(self, request: bytes) -> Answered:
        if time.monotonic() - self._used > KEPT_SECONDS:
            self.close()
        self._used = time.monotonic()
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._ends
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            self.close()  # what still comes on it is of another question
            raise
        return Answered(int(head[9:12]), head, body)

    async def get(self, path: str, *headers: str) -> Answered:
        lines = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", *headers, "", ""]
        return await self.ask("\r\n".join(lines).encode())

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


class Givers:
    """Everybody who gives orders, and how long each answer took."""

    def __init__(self, port: int, house: Furnished, pace: float) -> None:
        self.port, self.pace, self.tokens = port, pace, house.tokens
        self.people = TablePeople(random.Random("load"))
        self.resting = deque(house.tables.items())
        self.taken: list[float] = []
        self.failed: list[str] = []
        self.stored: list[Stored] = []
        self.seconds = 0.0
        self._numbers = count()
        self._csrf = ""
        self._begun = self._until = 0.0

    def forget(self) -> None:
        """Begin to measure."""
        self.taken, self.failed, self.stored, self.seconds = [], [], [], 0.0

    async def fill(self, seconds: float) -> None:
        """So many seconds of orders without a pause, whatever the pace is."""
        pace, self.pace = self.pace, 0.0
        await self.give(seconds)
        self.pace = pace

    async def give(self, seconds: float) -> None:
        """So many seconds of orders, added to what was measured before."""
        line = Line(self.port)
        found = _TOKEN.search((await line.get("/healthz")).head)
        line.close()
        assert found is not None, "no token against forged requests"
        self._csrf = found[1].decode()
        self._numbers = count()
        self._begun = time.perf_counter()
        self._until = self._begun + seconds
        await asyncio.gather(*(self._give() for _ in range(AT_ONCE)))
        self.seconds += time.perf_counter() - self._begun

    async def _give(self) -> None:
        line = Line(self.port)
        while True:
            number, now = next(self._numbers), time.perf_counter()
            due = self._begun + number / self.pace if self.pace else now
            if max(due, now) >= self._until:
                break
            await asyncio.sleep(max(0.0, due - now))
            name, table = self.resting.popleft()
            await self._one(line, name, table, due)
            self.resting.append((name, table))
        line.close()

    async def _one(self, line: Line, name: str, table: Table, due: float) -> None:
        """An order from when it was due until it is answered; broken lines are failures."""
        deed, ruling = self._awaited(name, table)
        request = self._request(name, deed, f"{due:.6f}")
        for _ in range(TRIES):
            try:
                answer = await line.ask(request)
            except (OSError, asyncio.IncompleteReadError) as broken:
                self.failed.append(repr(broken))
                continue
            if answer.status == 401 and await self._signed_in_again(line, name, deed.actor):
                request = self._request(name, deed, f"{due:.6f}")
                continue
            if held_back := _HELD_BACK.search(answer.head) if answer.status == 429 else None:
                await asyncio.sleep(int(held_back[1]))  # the house lets an account give so many
                continue
            if answer.status != 200:
                self.failed.append(f"{answer.status} {answer.body[:200].decode()}")
            elif version := _VERSION.search(answer.body):
                self.stored.append(Stored(name, int(version[1]), time.monotonic()))
            break
        self.taken.append(time.perf_counter() - due)
        for event in ruling.events:
            evolve(table, event)

    def _awaited(self, name: str, table: Table) -> tuple[Deed, Accepted]:
        now_us = time.time_ns() // 1_000
        for _ in range(TRIES):
            deed = self.people.go_on(table)
            ruling = decide(table, deed.command, deed.by, now_us, deed.actor)
            if isinstance(ruling, Accepted) and (name, deed.actor) in self.tokens:
                return deed, ruling
        raise RuntimeError(f"nothing more is allowed at a table of {table.slug}: {deed}")

    def _request(self, name: str, deed: Deed, key: str) -> bytes:
        asked = msgspec.json.encode({"key": key, "command": deed.command})
        for each in PATRONS:  # at this table they go by other names
            asked = asked.replace(f'"{each}"'.encode(), f'"{at_table(each, name)}"'.encode())
        return self._post(f"/api/tables/{name}/commands", asked, self.tokens[name, deed.actor])

    async def _signed_in_again(self, line: Line, name: str, actor: str) -> bool:
        """Whoever had nothing to do for half an hour signs in again, as people have to."""
        asked = msgspec.json.encode({"name": at_table(actor, name), "password": PASSWORD})
        answer = await line.ask(self._post("/api/session", asked, ""))
        found = _SESSION.search(answer.head)
        if found is not None:
            self.tokens[name, actor] = found[1].decode()
        return found is not None

    def _post(self, path: str, body: bytes, token: str) -> bytes:
        head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            f"cookie: houseway={token}; csrf={self._csrf}\r\n"
            f"x-csrftoken: {self._csrf}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body
