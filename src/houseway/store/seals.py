"""Seals: signed checkpoints of the Merkle tree over all events, themselves events of the log.

The chain alone finds clumsy edits: a person who can write the database can hash everything again.
They cannot sign. The house also records outside the database how far it has signed, and refuses to
sign a history that does not begin with what it signed before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from houseway.store import checkpoint, head_seals
from houseway.store import checkpoint as note
from houseway.store.checkpoint import Checkpoint, NoteWrong, Signed, read_checkpoint
from houseway.store.checkpoint_record import Record, record_beside
from houseway.store.head_seals import KIND, STREAM, HeadSeal, seals_of
from houseway.store.house_key import SealError, fingerprint, open_key
from houseway.store.log import Append, Appended, Entry, Log, NewEvent, TreeLog
from houseway.store.merkle import Tree
from houseway.version import __version__

__all__ = [
    "STREAM", "AnySeal", "HeadSeal", "Seal", "SealError", "Sealing", "checkpoints_of", "decode",
    "last_checkpoint", "last_seal", "open_sealing", "seals_of", "signature_problems",
]  # fmt: skip

SCHEMA = 2
REMEDY = "see «The record of what was signed» in docs/operations.md"


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint as the log has it: who made it, when, and its text with the signature.

    `upto` is the sequence number of the last event it covers. `reason` is given where the house
    began its record again knowingly.
    """

    number: int
    at_us: int
    actor: str
    role: str
    upto: int
    checkpoint: str
    reason: str = ""

    @property
    def signed(self) -> Signed:
        return read_checkpoint(self.checkpoint.encode())

    @property
    def size(self) -> int:
        return self.signed.checkpoint.size

    @property
    def covers(self) -> str:
        """What it was made over, in words."""
        return f"{self.size:,} events"

    @property
    def key(self) -> str:
        """The identifier of the key that signed."""
        return self.signed.note.signatures[0].key_id.hex()


AnySeal: TypeAlias = Seal | HeadSeal
_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(Seal).decode


class Sealing:
    """The house as it signs one log: with its key, and the record of how far it has signed."""

    def __init__(self, log: TreeLog, key: Ed25519PrivateKey, record: Record) -> None:
        self.log, self.key, self.record = log, key, record
        self.tree = Tree(log)

    def seal(
        self,
        at_us: int,
        *,
        actor: str = "houseway",
        role: str = "house",
        old_key: Ed25519PrivateKey | None = None,
        begin: str = "",
    ) -> Appended:
        """Sign the log as it stands now, and return the receipt of the seal.

        `begin` is the reason for which the record is begun again, whatever it says. With `old_key`
        the house changes its key: the old one signs the same checkpoint too, as it signed those
        before.
        """
        with self.record.held():
            before = None if begin else self.recorded(old_key)
            signed = self._sign(before.checkpoint if before else None, old_key)
            last = self.tree.seq_of(signed.checkpoint.size - 1)
            return self._append(signed, last, at_us, actor, role, begin)

    def _sign(self, before: Checkpoint | None, old_key: Ed25519PrivateKey | None = None) -> Signed:
        """Sign the log as it stands, if it begins with what was signed before, and record that."""
        size = self.tree.extend()
        if before is not None:
            self._check_extends(before, size)
        origin = before.origin if before else f"houseway/{fingerprint(self.key.public_key())}"
        signed = checkpoint.sign(Checkpoint(origin, size, self.tree.root(size)), self.key)
        if old_key is not None:
            signed = signed.with_signatures(note.sign_note(signed.note.text, origin, old_key))
        self.record.write(signed)
        return signed

    def begin_record(self) -> None:
        """Sign the log of a house whose key was made just now, in the record only."""
        with self.record.held():
            if self.record.read() is None and last_checkpoint(self.log) is None:
                self._sign(None)

    def recorded(self, old_key: Ed25519PrivateKey | None = None) -> Signed | None:
        """The newest checkpoint that was signed; None before the first one of an older log.

        Raises `SealError` where the record was removed, emptied, rolled back or is of another key.
        """
        found, last = self.record.read(), last_checkpoint(self.log)
        if found is None:
            self._check_never_signed(last)
            return None
        name = self.record.path.name
        if not found.by((old_key or self.key).public_key()):
            raise SealError(f"{name} was signed with another key than that of this house")
        if last is not None and last.checkpoint.origin == found.checkpoint.origin:
            if last.checkpoint.size > found.checkpoint.size:
                raise SealError(
                    f"{name} was rolled back to {found.checkpoint.size} events; the log has a"
                    f" checkpoint of {last.checkpoint.size}: {REMEDY}"
                )
        elif last is not None:
            raise SealError(f"the checkpoints of the log are not those of {name}: {REMEDY}")
        return found

    def _check_never_signed(self, last: Signed | None) -> None:
        """A log without a record must be one that this key has signed in the old way only."""
        name = self.record.path.name
        if last is not None:
            size = last.checkpoint.size
            raise SealError(
                f"{name} is missing, but the log has a checkpoint of {size} events: {REMEDY}"
            )
        if not self.log.horizon():
            return
        entries = seals_of(self.log)
        problems = head_seals.problems_of(self.log, self.key.public_key())
        if not entries or problems:
            why = problems[0] if problems else "and the log has no seal"
            raise SealError(f"{name} is missing, {why}: {REMEDY}")

    def _check_extends(self, before: Checkpoint, size: int) -> None:
        if size < before.size:
            raise SealError(
                f"{before.size} events were signed for, the log has {size}: events were removed;"
                f" {REMEDY}"
            )
        if self.tree.root(before.size) != before.root:
            raise SealError(
                f"the first {before.size} events are not those that were signed for; {REMEDY}"
            )

    def check(self) -> None:
        """Check before the house opens that the log begins with what was signed.

        The tree is compared with the record, and the last signed event of every stream with its
        leaf. Raises `SealError`. What lies between is checked by `houseway verify`.
        """
        before = self.recorded()
        size = self.tree.extend()
        if before is None or before.checkpoint.size == 0:
            return
        self._check_extends(before.checkpoint, size)
        last = self.tree.seq_of(before.checkpoint.size - 1)
        for stream in self._recent_streams():
            found = self.log.last_of(stream, last)
            if found is not None and not self.tree.has(*found):
                raise SealError(
                    f"{stream} is not the history that was signed for: sequence {found[0]} has"
                    f" another hash; {REMEDY}"
                )

    def _recent_streams(self) -> list[str]:
        """The streams used last; a house with very many streams starts no slower for it."""
        heads = self.log.heads()
        return sorted(heads, key=lambda name: -heads[name].seq)[:CHECKED_STREAMS]

    def _append(
        self, signed: Signed, upto: int, at_us: int, actor: str, role: str, reason: str
    ) -> Appended:
        head = self.log.heads().get(STREAM)
        version = head.version if head else 0
        made = Seal(version + 1, at_us, actor, role, upto, str(signed), reason)
        body = _encode(made)
        request = hashlib.sha256(body).hexdigest()
        append = Append(
            STREAM, version, request, request, (NewEvent(KIND, SCHEMA, body),), at_us, actor,
            role, "", __version__,
        )  # fmt: skip
        return self.log.append([append])[0]


CHECKED_STREAMS = 1_000  # at the start


def open_sealing(log: TreeLog, key: Path, *copies: Path) -> Sealing:
    """The house as it signs with the key of a file.

    A new key begins the record before it has its name: a house that was stopped while it started
    for the first time goes on there, and one that has a key has a record.
    """
    record = record_beside(key, *copies)
    own = open_key(key, lambda new: Sealing(log, new, record).begin_record())
    return Sealing(log, own, record)


def decode(entry: Entry) -> AnySeal:
    """The seal of an entry; it must be in canonical bytes, so that nothing hides beside it."""
    where = f"{entry.stream} version {entry.version}"
    if (entry.kind, entry.schema) == (KIND, head_seals.SCHEMA):
        return head_seals.decode(entry)
    if (entry.kind, entry.schema) != (KIND, SCHEMA):
        raise SealError(f"{where}: {entry.kind} {entry.schema} is not a seal")
    try:
        found = _decode(entry.body)
        read_checkpoint(found.checkpoint.encode())
    except (msgspec.MsgspecError, UnicodeDecodeError, NoteWrong) as wrong:
        raise SealError(f"{where}: cannot be read as a seal: {wrong}") from wrong
    if _encode(found) != entry.body:
        raise SealError(f"{where}: is not in the bytes of a seal")
    return found


def last_seal(log: Log) -> AnySeal | None:
    """The newest seal of a log."""
    last = log.heads().get(STREAM)
    return decode(log.read(STREAM, after=last.version - 1)[-1]) if last else None


def last_checkpoint(log: Log) -> Signed | None:
    """The newest checkpoint of a log."""
    last = last_seal(log)
    return last.signed if isinstance(last, Seal) else None


def checkpoints_of(source: Log | Sequence[Entry]) -> list[tuple[int, Seal]]:
    """Every seal of the new kind that can be read, with its place in the stream."""
    found = []
    for entry in seals_of(source):
        try:
            seal = decode(entry)
        except SealError:
            continue
        if isinstance(seal, Seal):
            found.append((entry.version, seal))
    return found


def signature_problems(
    source: Log | Sequence[Entry], *keys: Ed25519PublicKey, receipts: Sequence[str] = ()
) -> list[str]:
    """What is wrong with the seals by themselves; their roots are for the check of the tree.

    Several keys are given when the key was changed. `receipts` are hashes of seals that a person
    outside was given: those must still be there.
    """
    entries = seals_of(source)
    there = {entry.hash.hex() for entry in entries}
    problems = [] if entries else ["the log has no seal"]
    problems += [f"no seal has the hash {each}" for each in receipts if each not in there]
    problems += head_seals.problems_of(source, *keys)
    for entry in entries:
        if entry.schema != head_seals.SCHEMA:
            problems += _problems_of(entry, keys)
    return problems


def _problems_of(entry: Entry, keys: Sequence[Ed25519PublicKey]) -> list[str]:
    try:
        found = decode(entry)
        if isinstance(found, Seal):
            checkpoint.check_house(found.signed, *keys)
    except SealError as wrong:
        return [str(wrong)]
    except NoteWrong as wrong:
        return [f"seal {entry.version}: {wrong}"]
    if (found.number, found.at_us, found.actor, found.role) != (
        entry.version, entry.at_us, entry.actor, entry.role,
    ):  # fmt: skip
        return [f"seal {entry.version}: its event tells another place, time or person"]
    return []
