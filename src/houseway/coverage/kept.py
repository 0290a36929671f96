"""A survey kept between runs: reading the whole project takes seconds, and it seldom changes.

What is kept is named by the hash of every file's path, size and time of change, so that a survey of
other files is never taken for this one. Without a place to keep it, it is made anew each time.
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
    """Whole or not at all; and no complaint where nothing can be written."""
    stem = path.name.partition("-")[0]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{stem}-*.msgpack"):
            old.unlink(missing_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(body)
        fresh.replace(path)
    except OSError:
        return
