"""Open pages: a process that holds so many live streams and reads whatever comes, at little cost.

    python -m benchmarks.load.viewers PORT < one JSON line: the streams and their tokens

It says `ready` once every page has been sent its first content. It begins to measure with the next
line of its input, and says in JSON what it was sent once its input ends. A stream that ended by
itself is counted: a page would have to come back.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
from array import array
from statistics import mean, median

import msgspec

from benchmarks.load.furnished import Watched
from benchmarks.load.processes import Reached, Sent

READY_SECONDS = 900.0
OPENING = 8  # pages that wait for their first content together
_SIGN = b"event: "
_CURSOR = re.compile(rb"^id: [^\n=]*=(\d+)\nevent: ", re.MULTILINE)  # behind a chunk's length
_VERSION_ALONE = b"event: at\n"
_LARGEST = 4 * 1024 * 1024  # bytes of a message


class Pages:
    """Every open page, in one thread without a coroutine among them."""

    def __init__(self, port: int, watched: list[Watched]) -> None:
        self.port = port
        self.waiting = watched[::-1]
        self.opening: set[socket.socket] = set()
        self.tails: dict[socket.socket, bytes] = {}
        self.numbers: dict[socket.socket, int] = {}  # each page's place among all
        self.selector = selectors.DefaultSelector()
        self.ended = 0
        self.begin()
        self._space = bytearray(256 * 1024)

    def begin(self) -> None:
        """Measure from now on."""
        self.received = self.versions = 0
        self.sizes = array("L")
        self.reached: list[Reached] = []

    def open_all(self) -> None:
        """A few at a time, each until its page is there."""
        until = time.monotonic() + READY_SECONDS
        while self.waiting or self.opening:
            if time.monotonic() > until:
                raise SystemExit(f"{len(self.waiting)} pages were not opened in time")
            while self.waiting and len(self.opening) < OPENING:
                self._open(self.waiting.pop())
            self.read(0.5)

    def _open(self, page: Watched) -> None:
        line = socket.create_connection(("127.0.0.1", self.port))
        line.sendall(
            f"GET {page.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: houseway={page.token}\r\n"
            "accept: text/event-stream\r\n\r\n".encode()
        )
        line.setblocking(False)
        self.tails[line] = b""
        self.numbers[line] = len(self.numbers)
        self.opening.add(line)
        self.selector.register(line, selectors.EVENT_READ)

    def read(self, seconds: float) -> bool:
        """Whatever has come; whether the input of this process has."""
        for key, _ in self.selector.select(seconds):
            if key.data == "input":
                return True
            self._take(key.fileobj)  # type: ignore[arg-type]  # a socket, as all others are
        return False

    @property
    def sent(self) -> Sent:
        sizes = self.sizes or array("L", [0])
        middle, average = round(median(sizes)), round(mean(sizes))
        return Sent(
            self.received, len(self.sizes), self.versions, middle, average, self.ended,
            tuple(self.reached),
        )  # fmt: skip

    def _take(self, line: socket.socket) -> None:
        many = line.recv_into(self._space)
        if not many:
            self.ended += 1
            self.opening.discard(line)
            self.selector.unregister(line)
            line.close()
            return
        *whole, tail = (self.tails[line] + self._space[:many]).split(b"\n\n")
        self.tails[line] = tail[-_LARGEST:]
        self.received += many
        self._note(line, whole)
        for message in whole:
            if _VERSION_ALONE in message:
                self.versions += 1
            elif _SIGN in message:
                self.sizes.append(len(message) + 2)
                self.opening.discard(line)

    def _note(self, line: socket.socket, messages: list[bytes]) -> None:
        """The version of its table that the page has now, as the last message says."""
        found = _CURSOR.search(messages[-1]) if messages else None
        if found:
            self.reached.append(Reached(self.numbers[line], int(found[1]), time.monotonic()))


def main() -> None:
    watched = msgspec.json.decode(sys.stdin.buffer.readline(), type=list[Watched])
    pages = Pages(int(sys.argv[1]), watched)
    pages.open_all()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    pages.selector.register(sys.stdin, selectors.EVENT_READ, "input")
    while True:
        if pages.read(60.0):
            if not sys.stdin.buffer.readline():
                break
            pages.begin()
    sys.stdout.write(msgspec.json.encode(pages.sent).decode() + "\n")


if __name__ == "__main__":
    main()
