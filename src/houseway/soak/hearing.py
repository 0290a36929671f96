"""Those who look on: live streams of a served house, read in threads, checked by the player.

A stream that breaks, or is cut on purpose, is opened again with its cursor; nothing may then be
missing from what it tells, and nothing may come twice.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from queue import Empty, SimpleQueue
from typing import NamedTuple

from houseway.soak.line import HOST, PATIENCE, Client

PAUSE = 0.02  # seconds before a house that does not answer is asked again


class Message(NamedTuple):
    """One message to someone, on one of their streams."""

    name: str
    listener: str
    event: str
    cursor: str
    body: str

    @property
    def of_page(self) -> bool:
        return self.event not in ("state", "change")


class Listener:
    """Someone with a live stream open, of what they were last told to look at."""

    def __init__(self, name: str, title: str, client: Client, heard: SimpleQueue[Message]) -> None:
        self.name, self.title = name, title
        self._client, self._heard = client, heard
        self._path = self._cursor = ""
        self.refused: list[str] = []  # answers that were no stream
        self._over = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._listen, name=title, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def look_at(self, path: str) -> None:
        """Another stream from now on, or the same."""
        if path != self._path:
            self._path = path
            self.cut()

    def cut(self) -> None:
        """Break the line; it is opened again."""
        line = self._socket
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        self._over.set()
        self.cut()
        self._thread.join(PATIENCE)

    def _listen(self) -> None:
        while not self._over.is_set():
            if self._path:
                with suppress(OSError, HTTPException):
                    self._one(self._path)
                self._socket = None
            self._over.wait(PAUSE)

    def _one(self, path: str) -> None:
        line = HTTPConnection(HOST, self._client.port, timeout=PATIENCE)
        headers = {**self._client.headers(), "last-event-id": self._cursor}
        try:
            line.request("GET", path, headers=headers)
            self._socket = line.sock
            if path != self._path:
                return  # told to look elsewhere before there was a line to cut
            answer = line.getresponse()
            if answer.status == 200:
                self._read(answer)
            else:
                self.refused.append(f"{answer.status} {answer.read()[:300].decode()}")
        finally:
            line.close()

    def _read(self, answer: HTTPResponse) -> None:
        fields: dict[str, list[str]] = {}
        while (line := answer.readline()) and not self._over.is_set():
            if line == b"\n" and fields:
                self._tell(fields)
                fields = {}
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name and value:
                fields.setdefault(name, []).append(value)

    def _tell(self, fields: dict[str, list[str]]) -> None:
        if "event" not in fields:
            return  # still here
        self._cursor = fields["id"][0]
        body, event = "\n".join(fields.get("data", [])), fields["event"][0]
        self._heard.put(Message(self.name, self.title, event, self._cursor, body))


def drained(heard: SimpleQueue[Message]) -> list[Message]:
    """Whatever has come by now."""
    found = []
    for _ in range(heard.qsize()):
        with suppress(Empty):
            found.append(heard.get_nowait())
    return found
