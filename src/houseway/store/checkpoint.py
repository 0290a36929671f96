"""Checkpoints: how many events there were and the root of their Merkle tree, signed by the house.

The format is C2SP tlog-checkpoint: a signed note of three lines, origin, size and root. Whoever
keeps one can show later that the log still begins with those events.
"""

from __future__ import annotations

import re
from base64 import b64encode
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.store import note
from houseway.store.note import Note, NoteWrong, Signature, Verifier

_NUMBER = re.compile("0|[1-9][0-9]{0,17}")


class Checkpoint(NamedTuple):
    """The tree over the first `size` events of the log that `origin` names."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


class Signed(NamedTuple):
    """A checkpoint and the note that carries it, with the signatures."""

    checkpoint: Checkpoint
    note: Note

    def __str__(self) -> str:
        return str(self.note)

    def by(self, key: Ed25519PublicKey) -> bool:
        """Whether the house's key signed it; a wrong signature of it is an error."""
        verifier = note.house_verifier(self.checkpoint.origin, key)
        if verifier.key_id not in {each.key_id for each in self.note.signatures}:
            return False
        note.check(self.note, verifier)
        return True

    def with_signatures(self, *more: Signature) -> Signed:
        """The same with further signatures; one of the same key is replaced."""
        keys = {(each.name, each.key_id) for each in more}
        kept = [s for s in self.note.signatures if (s.name, s.key_id) not in keys]
        return self._replace(note=self.note._replace(signatures=(*kept, *more)))


def read_checkpoint(content: bytes) -> Signed:
    """A checkpoint as it was written; its signatures are not checked yet."""
    found = note.read_note(content)
    lines = found.text.splitlines()
    if len(lines) != 3 or not _NUMBER.fullmatch(lines[1]):
        raise NoteWrong("the note is not a checkpoint: origin, size and root")
    checkpoint = Checkpoint(lines[0], int(lines[1]), note.decoded(lines[2]))
    if not note.is_name(checkpoint.origin) or len(checkpoint.root) != 32:
        raise NoteWrong("the note is not a checkpoint: origin, size and root")
    if checkpoint.text != found.text:
        raise NoteWrong("the checkpoint is not written as checkpoints are")
    return Signed(checkpoint, found)


def sign(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> Signed:
    signature = note.sign(checkpoint.text, checkpoint.origin, key)
    return Signed(checkpoint, Note(checkpoint.text, (signature,)))


def check_house(signed: Signed, *keys: Ed25519PublicKey) -> None:
    """Raise `NoteWrong` unless one of the house's keys signed it."""
    signers = [key for key in keys if signed.by(key)]
    if not signers:
        size = signed.checkpoint.size
        raise NoteWrong(f"the checkpoint of {size} events is not signed with a key that was given")


def check_witness(signed: Signed, witness: Verifier) -> int:
    """When a witness cosigned it, in seconds."""
    return note.check(signed.note, witness)
