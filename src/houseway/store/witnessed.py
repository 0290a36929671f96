"""Checkpoints that witnesses have cosigned, as the house keeps them for receipts.

`witnesses` in the house's folder lists the verifier keys that are accepted, one a line, each with
the address to which checkpoints are sent, if it has one. `quorum 2` says how many of them must
cosign; by default more than half. Both are named below the public key. What each witness cosigned
last is a file under `witnessed/`; it proves itself by its signatures.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.store import checkpoint, note
from houseway.store.checkpoint import Signed, read_checkpoint
from houseway.store.checkpoint_record import Record
from houseway.store.log import LogError
from houseway.store.note import NoteWrong, Verifier, read_verifier
from houseway.store.tree import Tree
from houseway.store.witness import add_checkpoint

LIST = "witnesses"
FOLDER = "witnessed"


class Witnessed:
    """The witnesses of one house."""

    def __init__(self, folder: Path, house: Ed25519PublicKey) -> None:
        self._folder, self._house = folder, house

    def _listed(self) -> list[list[str]]:
        """The words of each line that the administrator has written."""
        try:
            lines = (self._folder / LIST).read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        return [line.split() for line in lines if line.strip() and line[0] != "#"]

    def addresses(self) -> dict[Verifier, str]:
        """Where checkpoints are sent to; empty for a witness that is brought them."""
        words = [each for each in self._listed() if each[0] != "quorum"]
        return {read_verifier(each[0]): "".join(each[1:2]) for each in words}

    def known(self) -> list[Verifier]:
        """The witnesses that the administrator has listed."""
        return list(self.addresses())

    @property
    def quorum(self) -> int:
        """How many witnesses must cosign a checkpoint."""
        asked = [each[1] for each in self._listed() if each[0] == "quorum" and len(each) > 1]
        many = len(self.known())
        if asked and not (asked[0].isdecimal() and 0 < int(asked[0]) <= many):
            raise NoteWrong(f"{LIST}: a quorum of {asked[0]} among {many} witnesses cannot be")
        return int(asked[0]) if asked else many // 2 + 1 if many else 0

    def policy(self) -> str:
        """What stands below the public key, so that everybody who has it asks for the quorum."""
        names = "".join(f"witness {each}\n" for each in self.known())
        return f"{names}quorum {self.quorum}\n" if names else ""

    def push(self, tree: Tree, signed: Signed) -> list[str]:
        """Send a checkpoint to every witness that has an address and has not cosigned it.

        Returns what went wrong. Blocks.
        """
        problems = []
        for verifier, address in self.addresses().items():
            last = self._read(self._place(verifier))
            old = last.checkpoint.size if last else 0
            if not address or (last and last.checkpoint == signed.checkpoint):
                continue
            try:
                self.accept(add_checkpoint(address, tree, old, signed), signed.checkpoint.root)
            except (LogError, OSError) as wrong:
                problems.append(f"{verifier.name}: {wrong}")
        return problems

    def _place(self, verifier: Verifier) -> Path:
        return self._folder / FOLDER / f"{verifier.key_id.hex()}.checkpoint"

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
        path = self._place(verifier)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        ids = {each.key_id for each in signed.note.signatures[:1]} | {verifier.key_id}
        own = tuple(each for each in signed.note.signatures if each.key_id in ids)
        before = self._read(path)
        if before is None or before.checkpoint.size <= signed.checkpoint.size:
            Record(path).write(signed._replace(note=signed.note._replace(signatures=own)))

    def newest(self, index: int) -> Signed | None:
        """The checkpoint over a place that most witnesses have cosigned, up to the quorum, with
        their signatures; the newest of those. None if no witness has got so far."""
        found = [
            signed
            for path in sorted((self._folder / FOLDER).glob("*.checkpoint"))
            if (signed := self._read(path)) and signed.checkpoint.size > index
        ]
        if not found:
            return None
        together = Counter(each.checkpoint for each in found)
        first = max(
            found,
            key=lambda each: (min(together[each.checkpoint], self.quorum), each.checkpoint.size),
        )
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
