"""The server's side of the drawing process: start it, ask it, do without it where it fails.

The first page that shows a live table starts it: a house that nobody watches has none.
"""

from __future__ import annotations

import logging
import select
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import IO, NamedTuple

import msgspec
from msgspec import Struct

from houseway.service.live.fragments import Shown
from houseway.service.live.parts import Rendered
from houseway.service.settings import Settings, in_environment
from houseway.table.view import Viewer

# What the server and its drawing process say to each other: length, then MessagePack.

_LENGTH = struct.Struct(">I")
NOTHING_YET = -1  # the version of a fragment that the server does not have
READY = b"ready"


class FragmentRequest(Struct, frozen=True, array_like=True):
    """A fragment, for whom it is rendered, and the version of it that the server has."""

    topic: str
    viewer: Viewer
    has: int


class DrawRequest(Struct, frozen=True, array_like=True):
    """Draw these felts of a stream, or the rest of its pages, at one version; answer page by page.

    Of the streams in `gone` nobody watches anything.
    """

    stream: str
    felts: bool
    pages: tuple[tuple[FragmentRequest, ...], ...]
    gone: tuple[str, ...] = ()


class FragmentChange(Struct, frozen=True, array_like=True):
    """A fragment as it is now; without a frame only the parts that changed are there."""

    version: int
    frame: tuple[str, ...] | None
    parts: dict[str, str]

    @classmethod
    def between(cls, before: Rendered | None, now: Rendered) -> FragmentChange:
        if before is None or before.frame != now.frame or [*before.parts] != [*now.parts]:
            return cls(now.version, now.frame, now.parts)
        parts = {name: text for name, text in now.parts.items() if before.parts[name] != text}
        return cls(now.version, None, parts)

    def after(self, before: Rendered | None) -> Rendered:
        if self.frame is not None:
            return Rendered(self.version, self.frame, self.parts)
        if before is None:
            raise ValueError("parts came of a fragment that is not here")
        if not self.parts:
            return before._replace(version=self.version)
        return Rendered(self.version, before.frame, {**before.parts, **self.parts})


class DrawAnswer(Struct, frozen=True, array_like=True):
    """The fragments of one page in the order in which they were asked for.

    `failed`: why there are none, and none of the pages after it.
    """

    drawn: tuple[FragmentChange, ...]
    failed: str = ""


def send(pipe: IO[bytes], body: bytes) -> None:
    rest = memoryview(_LENGTH.pack(len(body)) + body)
    while rest:
        rest = rest[pipe.write(rest) :]
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next message; None where there are no more."""
    head = _exactly(pipe, _LENGTH.size)
    return _exactly(pipe, *_LENGTH.unpack(head)) if head else None


def _exactly(pipe: IO[bytes], length: int) -> bytes | None:
    pieces = []
    while length:
        piece = pipe.read(length)
        if not piece:
            return None
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


encode = msgspec.msgpack.Encoder().encode
request_in = msgspec.msgpack.Decoder(DrawRequest).decode
answer_in = msgspec.msgpack.Decoder(DrawAnswer).decode

PATIENCE_SECONDS = 30.0  # for one answer: a process that takes longer is ended
STOP_SECONDS = 2.0
MOST_STARTS = 5  # of one that fails again and again
_logger = logging.getLogger("houseway.service")


class _Child(NamedTuple):
    """The process with its two pipes."""

    process: subprocess.Popen[bytes]
    requests: IO[bytes]
    answers: IO[bytes]

    def end(self, patience: float = 0.0) -> None:
        """It ends with its input; where it does not in time, by force."""
        try:
            self.requests.close()
            self.process.wait(patience)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.answers.close()


def _started(environment: dict[str, str]) -> _Child:
    process = subprocess.Popen(
        [sys.executable, "-m", "houseway.service.live.draw_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # what has come is waited for at the pipe: nothing may lie in a buffer
        env=environment,
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process was started without its pipes")
    return _Child(process, process.stdin, process.stdout)


def _answers_in_time(answers: IO[bytes]) -> bool:
    """Whether something can be read in time. A busy server's files have numbers above 1,023."""
    waiting = select.poll()
    waiting.register(answers, select.POLLIN)
    return bool(waiting.poll(PATIENCE_SECONDS * 1_000))


def _drawn(
    answer: DrawAnswer, page: Collection[Shown], before: Mapping[Shown, Rendered]
) -> dict[Shown, Rendered]:
    if answer.failed:
        raise NotDrawn(answer.failed)
    changes = zip(page, answer.drawn, strict=True)
    return {each: change.after(before.get(each)) for each, change in changes}


def _version(rendered: Rendered | None) -> int:
    return rendered.version if rendered else NOTHING_YET


class NotDrawn(Exception):
    """The drawing process answered that it could not draw."""


class DrawClient:
    """One drawing process. Until it is ready, and after it has failed, `draw` returns False."""

    def __init__(self, settings: Settings) -> None:
        self._environment = in_environment(settings)
        self._lock = threading.Lock()  # one request at a time
        self._child: _Child | None = None
        self._ready: _Child | None = None
        self._gone: list[str] = []
        self._starting: threading.Thread | None = None
        self._starts = 0
        self._closed = False

    def start(self) -> None:
        """Start it without waiting for it, unless it was started before."""
        if not self._starts:
            self._start()

    def _start(self) -> None:
        if self._closed or self._starts >= MOST_STARTS:
            return
        self._starts += 1
        self._child = _started(self._environment)
        self._starting = threading.Thread(target=self._await, args=(self._child,), daemon=True)
        self._starting.start()

    def wait_until_started(self) -> None:
        """Block until it is ready, or has failed."""
        if self._starting is not None:
            self._starting.join()

    def kill(self) -> None:
        """End it by force, as a failure would."""
        if self._child is not None:
            self._child.process.kill()
            self._child.process.wait()

    def _await(self, child: _Child) -> None:
        if receive(child.answers) == READY:
            self._ready = child
        elif not self._closed:
            _logger.error("the drawing process did not start: the server draws by itself")

    def forget(self, stream: str) -> None:
        """Nobody watches a stream any more; from any thread."""
        self._gone.append(stream)

    def draw(
        self,
        stream: str,
        pages: Sequence[Collection[Shown]],
        before: Mapping[Shown, Rendered],
        take: Callable[[int, dict[Shown, Rendered]], None],
        *,
        felts: bool,
    ) -> bool:
        """Have one board of a stream drawn: its felts or the rest. Blocks: call it in a thread.

        `take` is called with the number of a page and what was drawn for it, page by page. False:
        there is no drawing process, or it ended before the last page.
        """
        wanted = tuple(
            tuple(FragmentRequest(*each, _version(before.get(each))) for each in page)
            for page in pages
        )
        with self._lock:
            child = self._ready
            if child is None:
                return False
            gone, self._gone = tuple(self._gone), []
            request = encode(DrawRequest(stream, felts, wanted, gone))
            answers = self._asked(child, request, len(pages))
            try:
                for number, answer in enumerate(answers):
                    take(number, _drawn(answer, pages[number], before))
            except ValueError:  # the answers that follow are not read: it cannot be asked again
                self._failed(child)
                raise
        return self._ready is child

    def _asked(self, child: _Child, request: bytes, many: int) -> Iterator[DrawAnswer]:
        """So many answers to a request; fewer where the process ends."""
        try:
            send(child.requests, request)
            for _ in range(many):
                body = receive(child.answers) if _answers_in_time(child.answers) else None
                if body is None:
                    break
                yield answer_in(body)
            else:
                return
        except (OSError, ValueError) as broken:  # a pipe is closed
            _logger.warning("the drawing process cannot be asked: %s", broken)
        self._failed(child)

    def _failed(self, child: _Child) -> None:
        """Do without it until another one is ready."""
        self._ready = None
        child.end()
        if not self._closed:
            _logger.error("the drawing process has ended: the server draws by itself")
            self._start()

    def close(self) -> None:
        """End it; nothing is drawn any more."""
        self._closed = True
        self._ready = None
        if self._child is not None:
            self._child.end(STOP_SECONDS)
