"""What the server and its drawing process say to each other: length, then MessagePack.

A fragment is sent whole once. After that come only the parts that changed since the version that
the server has, as long as its frame stays as it is.
"""

from __future__ import annotations

import struct
from typing import IO

import msgspec
from msgspec import Struct

from houseway.service.live.parts import Rendered
from houseway.table.view import Viewer

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
