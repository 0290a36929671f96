"""Which store key a log belongs to: an event of the chain names it, so that no other is taken.

A house that has no such event yet takes its key on when it is first opened. From then on a missing
or different key stops the house: without it nobody can tell what was altered beside the events.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from houseway.store.chain import StoreKey
from houseway.store.keyfile import key_at, read_key
from houseway.store.log import Append, Conflict, Log, LogFailed, NewEvent
from houseway.version import __version__

STREAM = "house"
NAME = "store.key"
_TRIES = 20


class KeyAdopted(Struct, frozen=True):
    """From here on everything beside the events has keyed hashes under this key."""

    fingerprint: str


class Adopted(Struct, frozen=True):
    """The key that a log belongs to, and the event that says so."""

    fingerprint: str
    seq: int


def adopted(log: Log) -> Adopted | None:
    """The key that a log belongs to now, if it belongs to one."""
    named = [entry for entry in log.read(STREAM) if entry.kind == KeyAdopted.__name__]
    if not named:
        return None
    try:
        fact = msgspec.json.decode(named[-1].body, type=KeyAdopted)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise LogFailed(f"the log was altered: {STREAM} version {named[-1].version}") from wrong
    return Adopted(fact.fingerprint, named[-1].seq)


def adopt(log: Log, folder: Path, at_us: int) -> StoreKey:
    """Give a log its key out of the house's folder; a log that has none yet takes it on."""
    known = adopted(log)
    key = load_key(folder, known) or StoreKey(key_at(folder / NAME))
    log.take_key(key, known.seq if known else 0)
    if known is None:
        take_on(log, key, at_us)
    return key


def key_for(log: Log, folder: Path, known: Adopted) -> StoreKey:
    """For a restored log: its own key where the folder has it, otherwise a new one."""
    path = folder / NAME
    key = StoreKey(key_at(path))
    log.take_key(key, known.seq if key.fingerprint == known.fingerprint else 0, check=False)
    return key


def take_on(log: Log, key: StoreKey, at_us: int) -> None:
    """Record that this key is the log's from now on."""
    log.take_key(key, 0)
    for _ in range(_TRIES):
        before = log.read(STREAM)
        try:
            (receipt,) = log.append([_append(key, len(before), at_us)])
        except Conflict:  # another worker of the same house was first, with the same key
            continue
        log.take_key(key, receipt.seq, check=False)
        return
    raise LogFailed("the store key could not be recorded: too many writers at once")


def _append(key: StoreKey, version: int, at_us: int) -> Append:
    name = f"store key {key.fingerprint}"
    body = msgspec.json.encode(KeyAdopted(key.fingerprint))
    event = NewEvent(KeyAdopted.__name__, 1, body)
    return Append(
        STREAM, version, name, name, (event,), at_us, "houseway", "house", "", __version__
    )


def load_key(folder: Path, known: Adopted | None) -> StoreKey | None:
    """The key of a folder, if it is that of the log; None where neither has one."""
    path = folder / NAME
    if not path.exists():
        if known is None:
            return None
        raise LogFailed(
            f"{path} is missing: it is the store key of this log. Bring it back from the copy of"
            " the keys, or accept the log as it stands: houseway anchor accept --new-key"
        )
    key = StoreKey(read_key(path))
    if known is not None and key.fingerprint != known.fingerprint:
        raise LogFailed(f"{path} is not the store key of this log (its key: {known.fingerprint})")
    return key
