"""A disk that forgets: every write of a log below a folder, and what a power cut may leave of them.

Nothing is certain of what was written to a file after its last sync. A cut leaves none of it, or
some of its sectors in any order, or all of it but the end of the last write. A sector of 512 bytes
is written whole or not at all, as disks promise.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

SECTOR = 512
WAYS = ("nothing unsynced is left", "some sectors are left", "the last write is torn")


class Write(NamedTuple):
    """Bytes written at a place of a file; without bytes, the file is cut off there."""

    path: str
    at: int
    data: bytes | None


class Sync(NamedTuple):
    """What was written to a file before this is on the disk."""

    path: str


class Answered(NamedTuple):
    """Somebody was promised that everything up to this event is stored."""

    seq: int


Step = Write | Sync | Answered


class Cut(NamedTuple):
    """A moment at which the power may go: what is certain, what is not, and what was promised."""

    number: int
    lasting: dict[str, bytes]
    pending: dict[str, list[Write]]
    under_way: Write | None
    promised: int

    def lay_out(self, folder: Path, way: str, chance: random.Random) -> None:
        """The files of a folder as the power cut leaves them."""
        for path, content in self.lasting.items():
            left = bytearray(content)
            for write in self.pending.get(path, ()):
                for piece in _pieces(write) if way == WAYS[1] else (write,):
                    if way == WAYS[2] or (way == WAYS[1] and chance.random() < 0.5):
                        _apply(left, piece)
            torn = self.under_way
            if way == WAYS[2] and torn and torn.path == path and torn.data:
                for piece in _pieces(torn)[: chance.randrange(len(torn.data) // SECTOR + 1)]:
                    _apply(left, piece)
            (folder / path).write_bytes(left)


def _pieces(write: Write) -> list[Write]:
    """The sectors of a write."""
    path, at, data = write
    if data is None:
        return [write]
    edges = [at, *range(at - at % SECTOR + SECTOR, at + len(data), SECTOR), at + len(data)]
    return [Write(path, first, data[first - at : last - at]) for first, last in pairwise(edges)]


def _apply(content: bytearray, write: Write) -> None:
    if write.data is None:
        del content[write.at :]
        return
    content.extend(bytes(max(0, write.at - len(content))))
    content[write.at : write.at + len(write.data)] = write.data


class Recorder:
    """The writes of everything below a folder, from a moment at which all of it is on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.steps: list[Step] = []
        self.base = {
            each.name: each.read_bytes() for each in folder.iterdir() if self.holds(str(each))
        }

    def holds(self, path: str) -> bool:
        return os.path.dirname(path) == self.folder and not path.endswith(("-shm", ".lock"))

    def note(self, step: Step) -> None:
        self.steps.append(step)

    def cuts(self) -> Iterator[Cut]:
        """The moment before each write and each sync."""
        lasting = dict(self.base)
        pending: dict[str, list[Write]] = {}
        promised = 0
        for number, step in enumerate(self.steps):
            if isinstance(step, Answered):
                promised = step.seq
                continue
            under_way = step if isinstance(step, Write) else None
            yield Cut(number, lasting, pending, under_way, promised)
            if isinstance(step, Write):
                pending.setdefault(step.path, []).append(step)
            else:
                content = bytearray(lasting.get(step.path, b""))
                for write in pending.pop(step.path, ()):
                    _apply(content, write)
                lasting[step.path] = bytes(content)


@contextmanager
def watched() -> Iterator[list[Recorder]]:
    """Within it, SQLite's writes and those of the anchor are seen by the recorders of the list."""
    recorders: list[Recorder] = []
    engine = _Engine(recorders)
    pwrite, fdatasync = os.pwrite, os.fdatasync

    def writing(file: int, data: bytes, at: int) -> int:
        _note(recorders, os.readlink(f"/proc/self/fd/{file}"), at, data)
        return pwrite(file, data, at)

    def syncing(file: int) -> None:
        fdatasync(file)
        _synced(recorders, os.readlink(f"/proc/self/fd/{file}"))

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "pwrite", writing)
            patch.setattr(os, "fdatasync", syncing)
            yield recorders
    finally:
        engine.unregister()


def _note(recorders: list[Recorder], path: str, at: int, data: bytes | None) -> None:
    for each in recorders:
        if each.holds(path):
            each.note(Write(os.path.basename(path), at, data))


def _synced(recorders: list[Recorder], path: str) -> None:
    for each in recorders:
        if each.holds(path):
            each.note(Sync(os.path.basename(path)))


class _Engine(apsw.VFS):
    """The files of SQLite."""

    def __init__(self, recorders: list[Recorder]) -> None:
        self._recorders = recorders
        super().__init__("forgetful", "unix", makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self._recorders, name, flags)


class _File(apsw.VFSFile):
    def __init__(self, recorders: list[Recorder], name: Any, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        self._recorders, self._path = recorders, path
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        _note(self._recorders, self._path, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        _note(self._recorders, self._path, newsize, None)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        _synced(self._recorders, self._path)
