"""Patrons who change their wagers over and over, and never give up on an order."""

from __future__ import annotations

import http.client
import threading
import time
from itertools import count
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

ORDER_SECONDS = 120.0  # within which every order is answered
ANSWER_SECONDS = 5.0  # for one attempt
_AGAIN = frozenset({409, 429, 502, 503, 504})  # sent again with the same key


class Tally(Struct):
    """What became of a patron's orders."""

    answered: list[str] = []
    longest: float = 0.0
    signed_out: int = 0
    wrong: list[str] = []


class Line:
    """A connection to one address, made again after it broke."""

    def __init__(self, url: str, cookies: str) -> None:
        self._cookies = cookies
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=ANSWER_SECONDS)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> int:
        """The status, or 0 where nothing came back."""
        content = b"" if body is None else msgspec.json.encode(body)
        sent = {"cookie": self._cookies, "content-type": "application/json", **headers}
        try:
            self._connection.request(method, path, content, sent)
            answer = self._connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            return 0
        return answer.status


class Patron(threading.Thread):
    """One person at one table; `urls` is where the next orders go, in turn."""

    def __init__(
        self, name: str, table: str, cookies: dict[str, str], urls: list[str], turn: str = ""
    ) -> None:
        super().__init__(daemon=True)
        self.turn = turn
        self.person, self.table, self.urls = name, table, urls
        self.cookies = "; ".join(f"{each}={value}" for each, value in cookies.items())
        self.csrf = cookies["csrf"]
        self.tally = Tally()
        self.done = threading.Event()
        self._lines: dict[str, Line] = {}

    def run(self) -> None:
        for number in count(1):
            if self.done.is_set() or self.tally.wrong:
                return
            self._give(number)

    def _give(self, number: int) -> None:
        key, begun = f"{self.person} {self.turn}{number}", time.monotonic()
        amount = 10_00 if number % 2 else 20_00
        command = {"type": "ChangeWager", "patron": self.person, "wager": "banker",
                   "amount": amount}  # fmt: skip
        for attempt in count():
            status = self.ask("POST", {"key": key, "command": command}, number + attempt)
            if status == 200:
                self.tally.answered.append(key)
                self.tally.longest = max(self.tally.longest, time.monotonic() - begun)
                return
            self.tally.signed_out += status == 401
            if status and status not in _AGAIN:
                self.tally.wrong.append(f"{key}: {status}")
                return
            if time.monotonic() - begun > ORDER_SECONDS:
                self.tally.wrong.append(f"{key}: no answer in {ORDER_SECONDS:.0f} s")
                return
            time.sleep(0.1)

    def ask(self, method: str, body: object = None, turn: int = 0) -> int:
        """An order to the table, or without one whether this person is signed in."""
        url = self.urls[turn % len(self.urls)]
        line = self._lines.setdefault(url, Line(url, self.cookies))
        path = f"/api/tables/{self.table}/commands" if body else "/api/session"
        return line.ask(method, path, body, **{"x-csrftoken": self.csrf})
