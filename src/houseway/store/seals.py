"""Seals: the head of every stream, signed with a key that is kept outside the database.

The chain alone finds clumsy edits: whoever can write the database can also hash a whole tail anew,
with right heads and a right anchor. He cannot sign. A seal says which event stood at the head of
every stream; if one of them is gone or has another hash, the log was altered behind the house's
back. What came after the last seal, and the removal of the last seal itself, is held only by the
anchor and by the receipts that people outside keep.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct
from msgspec.structs import replace

from houseway import __version__
from houseway.store.chain import GENESIS, digest
from houseway.store.log import Append, Appended, Entry, Head, Log, LogError, NewEvent

STREAM = "seals"
KIND = "Sealed"
SCHEMA = 1
_PURPOSE = b"houseway seal 1\n"  # a signature made for a seal serves for nothing else


class SealError(LogError):
    """A seal cannot be made, or a key cannot be read."""


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed: everything but the signature, in canonical bytes."""

    number: int
    at_us: int
    actor: str
    role: str
    previous: str  # the hash of the seal before; zeros before the first
    heads: dict[str, Head]
    key: str  # which key signed: the fingerprint of its public half
    signature: str = ""


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(Seal).decode


# Keys


def open_key(path: Path) -> Ed25519PrivateKey:
    """The private key of a file; at first use it is made, with its public half beside it."""
    if not path.exists():
        _make_key(path)
    if path.stat().st_mode & 0o077:
        raise SealError(f"{path.name} can be read by others; only its owner may (mode 0600)")
    key = _load(path)
    public = public_path(path)
    if not public.exists():
        public.write_bytes(_public_pem(key))
    if read_public_key(public) != key.public_key():
        raise SealError(f"{public.name} is not the public half of {path.name}")
    return key


def public_path(path: Path) -> Path:
    """Where the public half of a key is kept."""
    return path.with_name(path.name + ".pub")


def read_public_key(path: Path) -> Ed25519PublicKey:
    return public_key(path.read_bytes(), path.name)


def public_key(pem: bytes, name: str) -> Ed25519PublicKey:
    """The key of a text in PEM; `name` is what a refusal calls it."""
    try:
        key = serialization.load_pem_public_key(pem)
    except ValueError as wrong:
        raise SealError(f"{name} is not a public key in PEM") from wrong
    if not isinstance(key, Ed25519PublicKey):
        raise SealError(f"{name} is not an Ed25519 key")
    return key


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the public key, short enough to be read aloud and compared."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


def _make_key(path: Path) -> None:
    """Written whole under another name first, and never over a key that is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pem = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    handle, part = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)  # 0600
    try:
        os.write(handle, pem)
        os.fsync(handle)
        os.link(part, path)
    except FileExistsError:
        pass  # somebody else made it at the same moment: theirs is the key
    finally:
        os.close(handle)
        os.unlink(part)


def _load(path: Path) -> Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError) as wrong:
        raise SealError(f"{path.name} is not a private key in PEM without a password") from wrong
    if not isinstance(key, Ed25519PrivateKey):
        raise SealError(f"{path.name} is not an Ed25519 key")
    return key


def _public_pem(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


# Sealing


def seal(
    log: Log,
    key: Ed25519PrivateKey,
    at_us: int,
    *,
    actor: str = "houseway",
    role: str = "house",
    change_key: bool = False,
) -> Appended:
    """Seal every stream as it stands now, and return the receipt, which belongs in other hands.

    A key other than that of the last seal is refused unless `change_key` says that it is meant.
    """
    heads = log.heads()
    last = heads.get(STREAM)
    signer = fingerprint(key.public_key())
    if last and not change_key:
        _same_key(last_seal(log), signer)
    bare = Seal(
        number=last.version + 1 if last else 1,
        at_us=at_us,
        actor=actor,
        role=role,
        previous=last.hash if last else GENESIS.hex(),
        heads=heads,
        key=signer,
    )
    body = _encode(replace(bare, signature=key.sign(_signed(bare)).hex()))
    request = hashlib.sha256(body).hexdigest()
    append = Append(
        STREAM, bare.number - 1, request, request, (NewEvent(KIND, SCHEMA, body),), at_us, actor,
        role, "", __version__,
    )  # fmt: skip
    return log.append([append])[0]


def last_seal(log: Log) -> Seal | None:
    """The newest seal of a log."""
    last = log.heads().get(STREAM)
    return decode(log.read(STREAM, after=last.version - 1)[-1]) if last else None


def decode(entry: Entry) -> Seal:
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


def _same_key(last: Seal | None, signer: str) -> None:
    if last and last.key != signer:
        raise SealError(f"seal {last.number} was signed with key {last.key}, not with {signer}")


def _signed(sealed: Seal) -> bytes:
    return _PURPOSE + _encode(replace(sealed, signature=""))


# Verifying


def verify_seals(
    source: Log | Sequence[Entry],
    *public_keys: Ed25519PublicKey,
    receipts: Iterable[str] = (),
) -> list[str]:
    """What does not fit the seals; empty if every signature is right and every sealed head there.

    Several keys are given when the key was changed. `receipts` are hashes of seals that somebody
    outside was given: those must still be there. That each event leads to the sealed heads is for
    the check of the chain, which is to be made as well.
    """
    entries = seals_of(source)
    keys = {fingerprint(key): key for key in public_keys}
    there = {entry.hash.hex() for entry in entries}
    problems = [] if entries else ["the log has no seal"]
    problems += [f"no seal has the hash {each}" for each in receipts if each not in there]
    sealed: list[Seal] = []
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
    sealed: list[Seal],
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


def _heads_astray(source: Log | Sequence[Entry], sealed: list[Seal]) -> list[str]:
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
