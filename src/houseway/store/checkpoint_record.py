"""How far the house has signed: its newest checkpoint, in a file outside the database.

The file is synced before a checkpoint is published, so it is never behind what anybody outside was
given. A second copy may be kept on another disk. Rewriting the database does not rewrite it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from houseway.store.anchor import lock
from houseway.store.checkpoint import NoteWrong, Signed, read_checkpoint
from houseway.store.house_key import SealError
from houseway.store.keyfile import write_whole


class Record:
    """The file, and copies of it that are written after it."""

    def __init__(self, path: Path, *copies: Path) -> None:
        self.path, self.copies = path, copies

    def read(self) -> Signed | None:
        """The newest checkpoint that was signed; None if none ever was.

        Raises `SealError` if the file is damaged, or missing or older than a copy of it.
        """
        own = _read(self.path)
        for copy in self.copies:
            other = _read(copy)
            if other is not None and (own is None or own.checkpoint.size < other.checkpoint.size):
                size = other.checkpoint.size
                raise SealError(
                    f"{self.path.name} was removed or rolled back: {copy} has the checkpoint of"
                    f" {size} events"
                )
        return own

    @contextmanager
    def held(self) -> Iterator[None]:
        """One process and one thread at a time signs: the record never goes backwards."""
        handle = os.open(
            self.path.with_name(self.path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600
        )
        try:
            lock(handle)
            yield
        finally:
            os.close(handle)

    def write(self, signed: Signed) -> None:
        """Durable when it returns."""
        for path in (self.path, *self.copies):
            write_whole(path, str(signed).encode())


def record_beside(key: Path, *copies: Path) -> Record:
    """The record of the house that a key belongs to: `house.checkpoint` beside `house.key`."""
    return Record(key.with_suffix(".checkpoint"), *copies)


def _read(path: Path) -> Signed | None:
    try:
        return read_checkpoint(path.read_bytes())
    except FileNotFoundError:
        return None
    except NoteWrong as wrong:
        raise SealError(f"{path.name} is empty or damaged: {wrong}") from wrong
