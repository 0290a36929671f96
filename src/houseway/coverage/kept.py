"""Cache a survey between runs: reading the whole project takes seconds, and it seldom changes.

Its name has two hashes: of where the project is, and of every file's path, size and time of change.
So a survey of other files is never taken for this one, and a new survey replaces the old one of the
same place alone: two checkouts do not delete each other's. Where nothing can be written, every run
makes the survey again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

Made = TypeVar("Made")
_READ = {".py", ".hwr", ".tsv", ".toml", ".txt"}


def folder() -> Path:
    """Where programs of this person keep what they can make again."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "houseway"


def place_of(top: Path) -> str:
    """A hash that tells one checkout or installation from another."""
    return hashlib.sha256(str(top.resolve()).encode()).hexdigest()[:16]


def state_of(folders: Iterable[Path]) -> str:
    """A hash that changes when any file in the folders is added, removed or written."""
    seen = hashlib.sha256()
    for top in folders:
        for path in sorted(each for each in top.rglob("*") if each.suffix in _READ):
            found = path.stat()
            seen.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return seen.hexdigest()


def kept(name: str, kind: type[Made], make: Callable[[], Made], at: Path | None = None) -> Made:
    """What was kept under the name, or made now and kept for the next time."""
    path = (at or folder()) / f"{name}.msgpack"
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        made = make()
        _keep(path, msgspec.msgpack.encode(made))
        return made


def _keep(path: Path, body: bytes) -> None:
    """Write the file whole or not at all, in place of older ones whose name begins alike; make no
    complaint where nothing can be written."""
    stem = path.name.rpartition("-")[0]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{stem}-*.msgpack"):
            old.unlink(missing_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(body)
        fresh.replace(path)
    except OSError:
        return
