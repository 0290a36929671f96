"""Checkpoints: how many events there were and the root of their Merkle tree, signed by the house.

The format is C2SP tlog-checkpoint: a signed note of three lines, origin, size and root. Whoever
keeps one can show later that the log still begins with those events.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.store.log import LogError

# Signed notes and verifier keys, in the public formats of C2SP (signed-note, tlog-cosignature).

ED25519, COSIGNATURE = 1, 4  # kinds of signature
LONGEST = 16 * 1024  # bytes in a note
MOST_SIGNATURES = 32
_DASH = "\u2014 "
_LATEST = 2**63 - 1  # seconds


class NoteWrong(LogError):
    """A text that is no signed note, or whose signature is wrong or missing."""


class Verifier(NamedTuple):
    """A public key with its name and the kind of signature it is for."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        """The verifier key as a line of text (a `vkey`)."""
        return f"{self.name}+{self.key_id.hex()}+{_base64(bytes([self.kind]) + self.public)}"


class Signature(NamedTuple):
    name: str
    key_id: bytes
    content: bytes

    def __str__(self) -> str:
        """The signature's line in a note, without the newline."""
        return f"{_DASH}{self.name} {_base64(self.key_id + self.content)}"


class Note(NamedTuple):
    """A text and the signatures under it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(f"{each}\n" for each in self.signatures)


def house_verifier(name: str, key: Ed25519PublicKey) -> Verifier:
    return Verifier(name, ED25519, key.public_bytes_raw())


def witness_verifier(name: str, key: Ed25519PublicKey) -> Verifier:
    return Verifier(name, COSIGNATURE, key.public_bytes_raw())


def read_verifier(text: str) -> Verifier:
    """The verifier key of a line of text."""
    name, _, rest = text.strip().partition("+")
    key_id, _, encoded = rest.partition("+")
    content = decoded(encoded)
    if not is_name(name) or len(content) != 33 or content[0] not in (ED25519, COSIGNATURE):
        raise NoteWrong(f"{text.strip()[:100]!r} is not a verifier key for Ed25519")
    found = Verifier(name, content[0], content[1:])
    if str(found) != text.strip():
        raise NoteWrong(f"{key_id} is not the identifier of the verifier key {name}")
    return found


def is_name(name: str) -> bool:
    """Whether a text can be the name of a key."""
    return bool(name) and name.isprintable() and not any(c.isspace() or c == "+" for c in name)


def read_note(content: bytes) -> Note:
    """A note as it was written: one way only, so nothing can hide in it."""
    if len(content) > LONGEST:
        raise NoteWrong(f"{len(content)} bytes are too long for a signed note")
    try:
        whole = content.decode()
    except UnicodeDecodeError as wrong:
        raise NoteWrong("a signed note must be UTF-8") from wrong
    body, empty, lines = whole.rpartition("\n\n")
    note = Note(body + "\n", tuple(map(read_signature, lines.splitlines())))
    if not empty or not note.signatures or str(note) != whole:
        raise NoteWrong("the text is not a signed note")
    if len(note.signatures) > MOST_SIGNATURES or any(c < " " and c != "\n" for c in whole):
        raise NoteWrong("the signed note has too many signatures or control characters")
    return note


def read_signature(line: str) -> Signature:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    content = decoded(encoded)
    if not line.startswith(_DASH) or not is_name(name) or len(content) < 5:
        raise NoteWrong("a line under the note is not a signature")
    return Signature(name, content[:4], content[4:])


def sign_note(text: str, name: str, key: Ed25519PrivateKey) -> Signature:
    signer = house_verifier(name, key.public_key())
    return Signature(name, signer.key_id, key.sign(text.encode()))


def cosign(text: str, name: str, key: Ed25519PrivateKey, at_seconds: int) -> Signature:
    """A witness's statement that it saw this checkpoint as the newest at a time."""
    signer = witness_verifier(name, key.public_key())
    signature = key.sign(_cosigned(text, at_seconds))
    return Signature(name, signer.key_id, at_seconds.to_bytes(8, "big") + signature)


def check(note: Note, verifier: Verifier) -> int:
    """The time of a verifier's signature under a note, in seconds; 0 where it has none.

    Raises `NoteWrong` if the signature is missing or wrong.
    """
    mine = [each for each in note.signatures if _is_by(each, verifier)]
    if not mine:
        raise NoteWrong(f"it is not signed by {verifier.name} (key {verifier.key_id.hex()})")
    return max([_check_one(note.text, each, verifier) for each in mine])


def _is_by(signature: Signature, verifier: Verifier) -> bool:
    return (signature.name, signature.key_id) == (verifier.name, verifier.key_id)


def _check_one(text: str, signature: Signature, verifier: Verifier) -> int:
    at, own, message = 0, signature.content, text.encode()
    if verifier.kind == COSIGNATURE:
        at, own = int.from_bytes(own[:8], "big"), own[8:]
        message = _cosigned(text, at)
    try:
        if at > _LATEST:
            raise InvalidSignature
        Ed25519PublicKey.from_public_bytes(verifier.public).verify(own, message)
    except InvalidSignature as wrong:
        raise NoteWrong(f"the signature of {verifier.name} is wrong") from wrong
    return at


def _cosigned(text: str, at_seconds: int) -> bytes:
    return f"cosignature/v1\ntime {at_seconds}\n{text}".encode()


def _base64(content: bytes) -> str:
    return b64encode(content).decode()


def decoded(text: str) -> bytes:
    """The bytes of a base64 text; none if it is not one."""
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


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
        verifier = house_verifier(self.checkpoint.origin, key)
        if verifier.key_id not in {each.key_id for each in self.note.signatures}:
            return False
        check(self.note, verifier)
        return True

    def with_signatures(self, *more: Signature) -> Signed:
        """The same with further signatures; one of the same key is replaced."""
        keys = {(each.name, each.key_id) for each in more}
        kept = [s for s in self.note.signatures if (s.name, s.key_id) not in keys]
        return self._replace(note=self.note._replace(signatures=(*kept, *more)))


def read_checkpoint(content: bytes) -> Signed:
    """A checkpoint as it was written; its signatures are not checked yet."""
    found = read_note(content)
    lines = found.text.splitlines()
    if len(lines) != 3 or not _NUMBER.fullmatch(lines[1]):
        raise NoteWrong("the note is not a checkpoint: origin, size and root")
    checkpoint = Checkpoint(lines[0], int(lines[1]), decoded(lines[2]))
    if not is_name(checkpoint.origin) or len(checkpoint.root) != 32:
        raise NoteWrong("the note is not a checkpoint: origin, size and root")
    if checkpoint.text != found.text:
        raise NoteWrong("the checkpoint is not written as checkpoints are")
    return Signed(checkpoint, found)


def sign(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> Signed:
    signature = sign_note(checkpoint.text, checkpoint.origin, key)
    return Signed(checkpoint, Note(checkpoint.text, (signature,)))


def check_house(signed: Signed, *keys: Ed25519PublicKey) -> None:
    """Raise `NoteWrong` unless one of the house's keys signed it."""
    signers = [key for key in keys if signed.by(key)]
    if not signers:
        size = signed.checkpoint.size
        raise NoteWrong(f"the checkpoint of {size} events is not signed with a key that was given")


def check_witness(signed: Signed, witness: Verifier) -> int:
    """When a witness cosigned it, in seconds."""
    return check(signed.note, witness)
