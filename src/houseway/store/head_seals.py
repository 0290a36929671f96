"""Seals as they were made first: the head of every stream, signed. Old logs still have them.

New seals are signed checkpoints (`houseway.store.seals`). An old seal says which event stood at the
head of every stream; if one of them is missing or has another hash, the log was altered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct
from msgspec.structs import replace

from houseway.store.chain import GENESIS, digest
from houseway.store.house_key import SealError, fingerprint
from houseway.store.log import Entry, Head, Log

STREAM = "seals"
KIND = "Sealed"
SCHEMA = 1
_PURPOSE = b"houseway seal 1\n"  # a signature made for a seal serves for nothing else


class HeadSeal(Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed: everything but the signature, in canonical bytes."""

    number: int
    at_us: int
    actor: str
    role: str
    previous: str  # the hash of the seal before; zeros before the first
    heads: dict[str, Head]
    key: str  # which key signed: the fingerprint of its public half
    signature: str = ""

    @property
    def covers(self) -> str:
        """What it was made over, in words."""
        return f"{len(self.heads)} streams"


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(HeadSeal).decode


def decode(entry: Entry) -> HeadSeal:
    """The seal of an entry; it must be in canonical bytes, so that nothing hides beside it."""
    where = f"{entry.stream} version {entry.version}"
    if (entry.kind, entry.schema) != (KIND, SCHEMA):
        raise SealError(f"{where}: {entry.kind} {entry.schema} is not a seal")
    try:
        found = _decode(entry.body)
    except msgspec.MsgspecError as wrong:
        raise SealError(f"{where}: cannot be read as a seal: {wrong}") from wrong
    if _encode(found) != entry.body:
        raise SealError(f"{where}: is not in the bytes of a seal")
    return found


def _signed(sealed: HeadSeal) -> bytes:
    return _PURPOSE + _encode(replace(sealed, signature=""))


# Verifying


def problems_of(source: Log | Sequence[Entry], *public_keys: Ed25519PublicKey) -> list[str]:
    """What does not fit the old seals of a log; empty if there are none."""
    entries = [each for each in seals_of(source) if each.schema == SCHEMA]
    keys = {fingerprint(key): key for key in public_keys}
    problems: list[str] = []
    sealed: list[HeadSeal] = []
    previous = GENESIS.hex()
    for number, entry in enumerate(entries, start=1):
        problems += _check_one(number, entry, previous, keys, sealed)
        previous = digest(entry).hex()
    return problems + _heads_astray(source, sealed)


def seals_of(source: Log | Sequence[Entry]) -> list[Entry]:
    """The entries of all seals."""
    if isinstance(source, Sequence):
        return [entry for entry in source if entry.stream == STREAM]
    return source.read(STREAM)


def _check_one(
    number: int,
    entry: Entry,
    previous: str,
    keys: dict[str, Ed25519PublicKey],
    sealed: list[HeadSeal],
) -> list[str]:
    """The problems of one seal by itself; a seal whose signature is right joins `sealed`."""
    try:
        found = decode(entry)
    except SealError as wrong:
        return [str(wrong)]
    told = f"seal {found.number}"
    if found.key not in keys:
        return [f"{told}: signed with key {found.key}, which is not among those given"]
    try:
        keys[found.key].verify(bytes.fromhex(found.signature), _signed(found))
    except (InvalidSignature, ValueError):
        return [f"{told}: its signature is wrong"]
    sealed.append(found)
    problems = []
    if (found.number, entry.version) != (number, number):
        problems.append(f"{told}: stands in place {number}")
    if found.previous != previous:
        problems.append(f"{told}: does not follow the seal before it")
    if (found.at_us, found.actor, found.role) != (entry.at_us, entry.actor, entry.role):
        problems.append(f"{told}: its event tells another time or person than was signed")
    return problems


def _heads_astray(source: Log | Sequence[Entry], sealed: list[HeadSeal]) -> list[str]:
    """Sealed heads that the log no longer has; each is told once, with the first seal of it."""
    first: dict[tuple[str, Head], int] = {}
    for each in sealed:
        for stream, head in each.heads.items():
            first.setdefault((stream, head), each.number)
    found = _events_at(source, {(stream, head.version) for stream, head in first})
    problems = []
    for (stream, head), number in first.items():
        event = found.get((stream, head.version))
        told = f"seal {number}: {stream} version {head.version}"
        if event is None:
            problems.append(f"{told} is no longer there")
        elif (event.seq, digest(event).hex()) != (head.seq, head.hash):
            problems.append(f"{told} is not the event that was sealed")
    return problems


def _events_at(
    source: Log | Sequence[Entry], places: set[tuple[str, int]]
) -> dict[tuple[str, int], Entry]:
    if isinstance(source, Sequence):
        every: Iterable[Entry] = source
    else:
        every = (
            entry
            for stream, version in sorted(places)
            for entry in source.read(stream, after=version - 1, limit=1)
        )
    return {
        (entry.stream, entry.version): entry
        for entry in every
        if (entry.stream, entry.version) in places
    }
