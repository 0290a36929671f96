"""Checkpoints that witnesses have cosigned, as the house keeps them for receipts.

`witnesses` in the house's folder lists the verifier keys that are accepted, one a line. What each
of them cosigned last is a file under `witnessed/`; it proves itself by its signatures.
"""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.store import checkpoint, note
from houseway.store.checkpoint import Signed, read_checkpoint
from houseway.store.checkpoint_record import Record
from houseway.store.log import LogError
from houseway.store.note import NoteWrong, Verifier, read_verifier

LIST = "witnesses"
FOLDER = "witnessed"


class Witnessed:
    """The witnesses of one house."""

    def __init__(self, folder: Path, house: Ed25519PublicKey) -> None:
        self._folder, self._house = folder, house

    def known(self) -> list[Verifier]:
        """The witnesses that the administrator has listed."""
        try:
            lines = (self._folder / LIST).read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        return [read_verifier(line) for line in lines if line.strip() and line[0] != "#"]

    def accept(self, signed: Signed, root: bytes) -> Verifier:
        """Keep a checkpoint with a cosignature; `root` is that of the log at its size.

        Raises `NoteWrong` unless the house and a listed witness signed it.
        """
        checkpoint.check_house(signed, self._house)
        if root != signed.checkpoint.root:
            raise NoteWrong("the checkpoint is not one of this log")
        ids = {(each.name, each.key_id) for each in signed.note.signatures}
        found = [each for each in self.known() if (each.name, each.key_id) in ids]
        if not found:
            raise NoteWrong(f"no witness that is listed in {LIST} has cosigned it")
        for verifier in found:
            note.check(signed.note, verifier)
            self._keep(signed, verifier)
        return found[0]

    def _keep(self, signed: Signed, verifier: Verifier) -> None:
        path = self._folder / FOLDER / f"{verifier.key_id.hex()}.checkpoint"
        path.parent.mkdir(mode=0o700, exist_ok=True)
        ids = {each.key_id for each in signed.note.signatures[:1]} | {verifier.key_id}
        own = tuple(each for each in signed.note.signatures if each.key_id in ids)
        before = self._read(path)
        if before is None or before.checkpoint.size <= signed.checkpoint.size:
            Record(path).write(signed._replace(note=signed.note._replace(signatures=own)))

    def newest(self, index: int) -> Signed | None:
        """The smallest cosigned checkpoint that covers a place, with the signatures of all
        witnesses of that size; None if no witness has got so far."""
        found = [
            signed
            for path in sorted((self._folder / FOLDER).glob("*.checkpoint"))
            if (signed := self._read(path)) and signed.checkpoint.size > index
        ]
        if not found:
            return None
        first = max(found, key=lambda signed: signed.checkpoint.size)
        for other in found:
            if other.checkpoint == first.checkpoint:
                first = first.with_signatures(*other.note.signatures)
        return first

    def _read(self, path: Path) -> Signed | None:
        """A file that was damaged is none: the witness will cosign again."""
        try:
            found = read_checkpoint(path.read_bytes())
            checkpoint.check_house(found, self._house)
            for verifier in self.known():
                if verifier.key_id in {each.key_id for each in found.note.signatures}:
                    note.check(found.note, verifier)
        except (LogError, OSError):
            return None
        return found
