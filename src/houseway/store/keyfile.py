"""Keys in the house's folder, outside the database: made once, and readable by their owner alone.

A key is written whole under another name, synced, and linked into place, so that several workers
that start together get the same one. A file that others can read, or that is cut short, is refused.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from houseway.store.log import LogFailed

KEY_BYTES = 32


def key_at(path: Path) -> bytes:
    """The key of a file, which is made if there is none."""
    if not path.exists():
        make_private(path, secrets.token_bytes(KEY_BYTES))
    return read_key(path)


def read_key(path: Path) -> bytes:
    """The key of a file that must be there."""
    key = read_private(path)
    if len(key) != KEY_BYTES:
        raise LogFailed(f"{path.name} has {len(key)} bytes; a key has {KEY_BYTES}")
    return key


def read_private(path: Path) -> bytes:
    """The content of a file that only its owner may read."""
    check_private(path)
    return path.read_bytes()


def make_private(path: Path, content: bytes) -> None:
    """Write a file that is whole when it is first visible; one that is there already stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):
        os.link(part, path)
    part.unlink()
    sync_folder(path.parent)


def write_whole(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Write a file that is never visible in part, in the place of one that is there."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    sync_folder(path.parent)


def check_private(path: Path) -> None:
    """Refuse a file or folder that others may use, with the command that changes it."""
    found = path.stat().st_mode
    if found & 0o077:
        mode = "700" if stat.S_ISDIR(found) else "600"
        raise LogFailed(
            f"{path} can be used by others (mode {stat.S_IMODE(found):o}); only its owner may:"
            f" chmod {mode} {path}"
        )


def sync_folder(folder: Path) -> None:
    """Make new names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
