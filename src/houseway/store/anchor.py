"""The anchor: the last sequence number and hash, in a second file, synced before every answer.

A damaged write-ahead log loses its tail without an error; the anchor remembers that there was more.
It is best stored on another disk. Inside the database a `Tail` names the same end and the one
before it, so that an anchor that was deleted, emptied or set back is noticed as well. A copy of
log and anchor together, put back later, is noticed only by signed checkpoints that others hold.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

from houseway.store.chain import GENESIS, StoreKey, same
from houseway.store.keyfile import sync_folder
from houseway.store.log import LogError, TailLost

# Locks on files between processes. They need POSIX; importing this module does not.


def lock(file: int | IO[str], *, wait: bool = True, shared: bool = False) -> None:
    """Lock an open file. Without `wait`, raise BlockingIOError where another process has it."""
    import fcntl

    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)


_WIDTH = 128
_PARTS = (2, 3)  # sequence, hash and, since shape 4, the anchor's own id
REMEDY = (
    "Find out why. If the log is to be used as it stands, a supervisor accepts it:"
    " houseway anchor accept"
)


class AnchorWrong(TailLost):
    """The anchor is missing, empty, not an anchor, or older than the log."""


class LogAltered(LogError):
    """What the database stores is not what this log stored."""


class End(NamedTuple):
    """Where a log ended: a sequence number, and the hash of that event in hexadecimal."""

    seq: int = 0
    head: str = GENESIS.hex()


class Tail(NamedTuple):
    """What the last transaction under one anchor wrote into the database: its end, and the end
    that the anchor had before. `mac` is empty where there is no store key."""

    anchor: str
    seq: int
    head: bytes
    before_seq: int
    before_head: bytes
    mac: bytes = b""

    @property
    def ends(self) -> tuple[End, End]:
        """What the anchor may say: the second where the process died before it wrote the first."""
        return End(self.seq, self.head.hex()), End(self.before_seq, self.before_head.hex())

    def signed(self, key: StoreKey | None) -> Tail:
        return self._replace(mac=key.mac("tail", *self[:5]) if key else b"")

    def problems(self, key: StoreKey | None) -> list[str]:
        """What is wrong with the keyed hash, where there is a key and something to vouch for."""
        if key is None or not self.seq or same(self.mac, key.mac("tail", *self[:5])):
            return []
        return ["the end of the log was not written with the house's store key"]


class Anchor:
    """One line of fixed width, overwritten in place; `write=False` only looks at it."""

    def __init__(self, path: Path, *, write: bool = True) -> None:
        self.path = path
        new = write and not path.exists()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT if write else os.O_RDONLY, 0o600)
        if new:
            sync_folder(path.parent)
        self.id = self._id() or (secrets.token_hex(8) if write else "")

    def _text(self) -> list[str]:
        return os.pread(self._file, _WIDTH, 0).decode("ascii", "replace").split()

    def _id(self) -> str:
        text = self._text()
        return text[2] if len(text) == max(_PARTS) else ""

    def read(self) -> End | None:
        """The last sequence number and hash that were answered for, or None if nothing was."""
        text = self._text()
        if not text:
            return None
        if len(text) not in _PARTS or not text[0].isdecimal() or len(text[1]) != len(End().head):
            raise AnchorWrong(f"{self.path.name} is not an anchor. {REMEDY}")
        return End(int(text[0]), text[1])

    def write(self, seq: int, head: str) -> None:
        line = f"{seq} {head} {self.id}".ljust(_WIDTH - 1) + "\n"
        os.pwrite(self._file, line.encode(), 0)
        os.fdatasync(self._file)

    def try_lock(self) -> bool:
        """Take the anchor for this process; False if another one has it."""
        try:
            lock(self._file, wait=False)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        os.close(self._file)


def look_at(path: Path) -> tuple[str, End | None]:
    """The id of an anchor that is only looked at, and what it says; None if it is missing."""
    if not path.exists():
        return "", None
    anchor = Anchor(path, write=False)
    try:
        return anchor.id, anchor.read()
    finally:
        anchor.close()


def check_end(
    name: str,
    anchor: str,
    end: End | None,
    tail: Tail | None,
    last: End | None,
    head_of: Callable[[int], str],
) -> None:
    """Raise unless a log ends where its anchor and its own tail say.

    `anchor` and `end` are the anchor's id and what it says. `last` is the last event, where
    sequence numbers have no gaps; None where they may have.
    """
    if end is None:
        at = f"the log ends at sequence {last.seq}" if last else "the log has events"
        raise AnchorWrong(f"{name} is missing or empty, and {at}. {REMEDY}")
    if last and end.seq > last.seq:
        raise TailLost(f"sequence {end.seq} was answered for; the log ends at {last.seq}")
    if head_of(end.seq) != end.head:
        raise TailLost(f"sequence {end.seq} is not the event that was answered for")
    if tail is None:
        return
    if anchor != tail.anchor:
        raise AnchorWrong(f"{name} is not the anchor of this log. {REMEDY}")
    if end not in tail.ends:
        raise AnchorWrong(
            f"{name} is at sequence {end.seq}, the log at {tail.seq}: one was set back. {REMEDY}"
        )
    if last and tail.ends[0] != last:
        raise LogAltered(f"the log ends at {last.seq}; its last transaction ended at {tail.seq}")
