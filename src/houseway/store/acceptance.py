"""Accepting a log as it stands when its anchor or store key is gone: a supervisor's act, on record.

The chain must still hold. The event says who accepted it, why, what was wrong and where the log
ended, so that an inspector can compare it with checkpoints and receipts that others hold.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from houseway.store import adoption
from houseway.store.backup import By
from houseway.store.log import Append, Appended, LogError, LogFailed, NewEvent, TreeLog
from houseway.store.open import open_accepted, open_log
from houseway.version import __version__


class LogAccepted(Struct, frozen=True):
    """The log is used as it stands; `wrong` is why it did not open."""

    seq: int
    events: int
    wrong: str
    reason: str


def accept(address: str, folder: Path, by: By, *, new_key: bool = False) -> Appended:
    """Take a log as it stands, with a new anchor, and return the receipt of the event."""
    wrong = _why_not(address, folder)
    log = open_accepted(address, folder)
    try:
        found = log.verify()
        if found.problems:
            raise LogFailed(f"the chain itself does not hold: {found.problems[0]}")
        return _recorded(log, folder, by, wrong, new_key=new_key)
    finally:
        log.close()


def _why_not(address: str, folder: Path) -> str:
    try:
        open_log(address, folder=folder).close()
    except LogError as wrong:
        return str(wrong)
    raise LogFailed("the log opens as it is: there is nothing to accept")


def _recorded(log: TreeLog, folder: Path, by: By, wrong: str, *, new_key: bool) -> Appended:
    known = adoption.adopted(log)
    own = adoption.load_key(folder, None if new_key else known)
    if own is None and known and new_key:
        own = adoption.key_for(log, folder, known)
    elif own is not None and known is not None:
        log.take_key(own, known.seq, check=False)
    last = log.horizon()
    body = msgspec.json.encode(LogAccepted(last, log.count_between(1, last), wrong, by.reason))
    key = f"accepted {last} {by.at_us}"
    version = len(log.read(adoption.STREAM))
    event = NewEvent(LogAccepted.__name__, 1, body)
    (receipt,) = log.append(
        [Append(adoption.STREAM, version, key, key, (event,), by.at_us, by.actor, by.role, "",
                __version__)]
    )  # fmt: skip
    if own and known and own.fingerprint != known.fingerprint:
        adoption.take_on(log, own, by.at_us)
    return receipt
