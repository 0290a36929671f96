"""Locks on files between processes. They need POSIX; importing this module does not."""

from __future__ import annotations

from typing import IO


def lock(file: int | IO[str], *, wait: bool = True, shared: bool = False) -> None:
    """Lock an open file. Without `wait`, raise BlockingIOError where another process has it."""
    import fcntl

    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)
