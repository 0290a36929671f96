"""Files that someone hands over: read whole, but never one without an end."""

from __future__ import annotations

import errno
from pathlib import Path

MOST = 10_000_000  # bytes


def bytes_of(path: Path, most: int = MOST) -> bytes:
    """The content of a file; one that is too large is an error like one that is not there."""
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path}")
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return content


def text_of(path: Path, encoding: str = "utf-8") -> str:
    return bytes_of(path).decode(encoding)
