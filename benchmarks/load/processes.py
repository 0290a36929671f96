"""The processes beside this one: the viewers, and what each takes of the processor."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from benchmarks.load.furnished import Watched


class Reached(NamedTuple):
    """A page, by its place among all, has been sent a version of its table."""

    page: int
    version: int
    at: float  # by the clock of all processes of this machine


class Sent(Struct, frozen=True):
    """What the open pages were sent, and how many of them were cut off.

    Sizes are of messages in bytes; those that tell a page only of a version are not among them.
    """

    received: int
    messages: int
    versions: int
    median: int
    mean: int
    ended: int
    reached: tuple[Reached, ...]


class Viewers:
    """All open pages, in a process of their own."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def line(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def begin(self) -> None:
        """Measure from now on."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"begin\n")
        self._process.stdin.flush()

    def close(self) -> Sent:
        """Close every page."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return msgspec.json.decode(self.line(), type=Sent)


@contextmanager
def viewers(port: int, watched: list[Watched]) -> Iterator[Viewers]:
    """Once every page has its first content."""
    words = [sys.executable, "-m", "benchmarks.load.viewers", str(port)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    try:
        process.stdin.write(msgspec.json.encode(watched) + b"\n")
        process.stdin.flush()
        found = Viewers(process)
        if found.line() != b"ready\n":
            raise SystemExit("the pages could not be opened")
        yield found
    finally:
        process.kill()
        process.wait()


def cpu_of(pid: int) -> float:
    """Seconds that a process and those it started have had of the processor, threads and all."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    own = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(cpu_of, _children(pid)))


def resident_of(pid: int) -> int:
    """Bytes of memory that a process holds, those it started not counted."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def drawing_of(server: int) -> Iterator[int]:
    """The processes that draw for a server; none where the server draws by itself."""
    for pid in _children(server):
        with suppress(OSError):
            if b"draw_process" in Path(f"/proc/{pid}/cmdline").read_bytes():
                yield pid


def _children(pid: int) -> Iterator[int]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            if int(path.read_text(encoding="utf-8").rpartition(")")[2].split()[1]) == pid:
                yield int(path.parent.name)
