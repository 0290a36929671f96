"""A folder as it lies on the disk at every moment at which a house that writes to it may stop.

The writes of SQLite and of Python are seen before they happen, each with the folder as it is. A
process that is killed leaves what was written. A power cut leaves less: of every file what was
synced, and nothing where nothing was. At worst it also undoes each name that was given, changed or
removed after the folder was synced.
"""

from __future__ import annotations

import io
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from unittest.mock import patch

import apsw

PAGE = 4_096
_CALLS = (
    "open", "write", "pwrite", "fsync", "fdatasync", "link", "replace", "rename", "unlink",
    "remove", "mkdir", "truncate", "ftruncate",
)  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
Content = tuple[bytes, ...]  # of a file, in pages


class Cut(NamedTuple):
    """What a folder holds where a house stopped before a write, by the names of the files."""

    number: int
    before: str  # the write that did not happen
    how: str
    files: dict[str, Content]

    def __str__(self) -> str:
        return f"{self.how} before write {self.number}, {self.before}"

    def lay_out(self, folder: Path) -> Path:
        """A folder with these files."""
        shutil.rmtree(folder, ignore_errors=True)
        for name, pages in self.files.items():
            path = folder / name
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_bytes(b"".join(pages))
            path.chmod(0o600)
        return folder


def is_page(what: str) -> bool:
    """Whether a write is of one of the pages that a log of SQLite gets together."""
    return what.startswith("write ") and what.endswith("-wal")


class Disk:
    """What is written below a folder, and what of it has been synced."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.writes = 0
        self.lock = threading.RLock()
        self.lasting: dict[int, Content] = {}  # by inode
        self.names: dict[str, dict[str, int]] = {}  # by folder: what of each name has which inode
        self._pages: dict[bytes, bytes] = {}
        self._held: dict[int, BinaryIO] = {}  # so that no inode is used again

    def about_to(self, what: str) -> None:
        """Something is about to be written."""
        self.writes += 1

    def synced(self, path: str) -> None:
        """The content of a file, or the names in a folder, will survive a power cut."""
        if os.path.isdir(path):
            files = [each.path for each in os.scandir(path) if each.is_file()]
            self.names[path] = {each: self._held_inode(each) for each in files}
        else:
            self.lasting[self._held_inode(path)] = self.content(Path(path))

    def _held_inode(self, path: str) -> int:
        inode = os.stat(path).st_ino
        if inode not in self._held:
            self._held[inode] = open(path, "rb")  # noqa: SIM115
        return inode

    def content(self, path: Path) -> Content:
        held = path.read_bytes()
        pages = (held[at : at + PAGE] for at in range(0, len(held), PAGE))
        return tuple(self._pages.setdefault(each, each) for each in pages)

    def close(self) -> None:
        for each in self._held.values():
            each.close()


class Cuts(Disk):
    """Where a house may stop, each with what the folder holds then, if that is new.

    `wanted` says, by number and name, which writes to cut at.
    """

    def __init__(self, folder: Path, wanted: Callable[[int, str], bool]) -> None:
        super().__init__(folder)
        self._wanted = wanted
        self.cuts: list[Cut] = []
        self._known: set[int] = set()

    def about_to(self, what: str) -> None:
        super().about_to(what)
        if not self._wanted(self.writes, what):
            return
        here = {str(each): each.stat().st_ino for each in self.folder.rglob("*") if each.is_file()}
        named = {path: inode for names in self.names.values() for path, inode in names.items()}
        self._add(what, "the house was killed", {each: self.content(Path(each)) for each in here})
        self._add(what, "the power was cut", self._lasting(here))
        self._add(what, "the power was cut, and new names were lost", self._lasting(named))

    def _lasting(self, inodes: dict[str, int]) -> dict[str, Content]:
        return {path: self.lasting.get(inode, ()) for path, inode in inodes.items()}

    def _add(self, what: str, how: str, found: dict[str, Content]) -> None:
        files = {
            os.path.relpath(path, self.folder): found[path]
            for path in sorted(found)
            if not path.endswith(".db-shm")  # made again from the file beside it
        }
        known = hash(tuple(files.items()))
        if known not in self._known:
            self._known.add(known)
            self.cuts.append(Cut(self.writes, what, how, files))


class Interrupted(Disk):
    """Ctrl+C before a write; pages are not counted."""

    def __init__(self, folder: Path, number: int = 0) -> None:
        super().__init__(folder)
        self._number = number

    def about_to(self, what: str) -> None:
        if is_page(what):
            return
        super().about_to(what)
        if self.writes == self._number:
            os.kill(os.getpid(), signal.SIGINT)


@contextmanager
def watched(disk: Disk) -> Iterator[None]:
    """Within it, every write below the folder of a disk is seen."""
    engine = _Engine(disk)
    try:
        with ExitStack() as patches:
            for name in _CALLS:
                seen = _seen(disk, name, getattr(os, name))
                patches.enter_context(patch.object(os, name, seen))
            patches.enter_context(patch.object(io, "open", _seen_file(disk, io.open)))
            yield
    finally:
        engine.unregister()
        disk.close()


def _seen(disk: Disk, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def calling(*given: Any, **named: Any) -> Any:
        if name == "open" and not given[1] & _WRITING:
            return call(*given, **named)
        path = _path(given[0])
        if not path.startswith(str(disk.folder)):
            return call(*given, **named)
        with disk.lock:
            disk.about_to(f"{name} {os.path.basename(path)}")
            answer = call(*given, **named)
            if name in ("fsync", "fdatasync"):
                disk.synced(path)
        return answer

    return calling


def _seen_file(disk: Disk, call: Callable[..., Any]) -> Callable[..., Any]:
    """Opened for writing, a file is empty until its first write."""

    def calling(file: Any, mode: str = "r", *given: Any, **named: Any) -> Any:
        path = _path(file)
        if not set(mode) & set("wax+") or not path.startswith(str(disk.folder)):
            return call(file, mode, *given, **named)
        with disk.lock:
            disk.about_to(f"open {os.path.basename(path)}")
            opened = call(file, mode, *given, **named)
            disk.about_to(f"write {os.path.basename(path)}")
        return opened

    return calling


def _path(given: Any) -> str:
    return os.readlink(f"/proc/self/fd/{given}") if isinstance(given, int) else str(given)


class _Engine(apsw.VFS):
    """The files of SQLite."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("watched", "unix", makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        with self._disk.lock:
            if filename.startswith(str(self._disk.folder)):
                self._disk.about_to(f"delete {os.path.basename(filename)}")
            super().xDelete(filename, syncdir)
            if syncdir and filename.startswith(str(self._disk.folder)):
                self._disk.synced(os.path.dirname(filename))


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        self._disk, self._path = disk, path
        self._ours = path.startswith(str(disk.folder))
        self._named = not path.endswith(("-wal", "-journal"))
        super().__init__("unix", name, flags)

    def _about_to(self, what: str) -> None:
        if self._ours:
            self._disk.about_to(f"{what} {os.path.basename(self._path)}")

    def xWrite(self, data: bytes, offset: int) -> None:
        with self._disk.lock:
            self._about_to("write")
            super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        with self._disk.lock:
            self._about_to("truncate")
            super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        with self._disk.lock:
            self._about_to("sync")
            super().xSync(flags)
            if self._ours:
                self._disk.synced(self._path)
                if not self._named:  # with the first sync of a journal goes one of its folder
                    self._disk.synced(os.path.dirname(self._path))
                    self._named = True
