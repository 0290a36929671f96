"""The anchor: the last sequence number and hash, in a second file, synced before every answer.

A damaged write-ahead log loses its tail without an error; the anchor remembers that there was more.
It is best kept on another disk.
"""

from __future__ import annotations

import os
from pathlib import Path

_WIDTH = 96


class Anchor:
    """One line of fixed width, overwritten in place; `write=False` only looks at it."""

    def __init__(self, path: Path, *, write: bool = True) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT if write else os.O_RDONLY, 0o600)

    def read(self) -> tuple[int, str] | None:
        """The last sequence number and hash that were answered for, or None if nothing was."""
        text = os.pread(self._file, _WIDTH, 0).decode("ascii", "replace").split()
        if not text:
            return None
        if len(text) != 2 or not text[0].isdigit() or len(text[1]) != 64:
            raise ValueError(f"{self.path.name} is not an anchor")
        return int(text[0]), text[1]

    def write(self, seq: int, head: str) -> None:
        os.pwrite(self._file, f"{seq} {head}".ljust(_WIDTH - 1).encode() + b"\n", 0)
        os.fdatasync(self._file)

    def close(self) -> None:
        os.close(self._file)
