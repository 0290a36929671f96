"""A witness: checks outside the house that its log only ever grows, and cosigns its checkpoints.

The witness remembers the last checkpoint that it cosigned. A newer one is cosigned only if the
house signed it and a consistency proof shows that it begins with the one before. Anything else is
kept as evidence: two checkpoints that the house signed and that cannot both be true.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.store import checkpoint, merkle
from houseway.store.checkpoint import (
    NoteWrong,
    Signature,
    Signed,
    Verifier,
    read_checkpoint,
    read_verifier,
)
from houseway.store.checkpoint_record import Record
from houseway.store.log import LogError
from houseway.store.merkle import Tree

MOST_HASHES = 63  # in a consistency proof
TIMEOUT_SECONDS = 5


class Forked(LogError):
    """The house signed two histories that cannot both be true."""


class Offered(NamedTuple):
    """What the house hands to a witness: C2SP tlog-witness's request, `add-checkpoint`."""

    old: int
    proof: list[bytes]
    signed: Signed

    def __str__(self) -> str:
        hashes = "".join(f"{b64encode(each).decode()}\n" for each in self.proof)
        return f"old {self.old}\n{hashes}\n{self.signed}"


def read_offered(content: bytes) -> Offered:
    """An offer as it was written."""
    head, _, rest = content.partition(b"\n\n")
    try:
        first, *lines = head.decode("ascii").splitlines()
        old = int(first.removeprefix("old "))
    except ValueError as wrong:
        raise NoteWrong("the offer does not begin with the old size") from wrong
    found = Offered(old, [checkpoint.decoded(each) for each in lines], read_checkpoint(rest))
    if str(found).encode() != content or len(lines) > MOST_HASHES:
        raise NoteWrong("the offer is not written as offers are")
    return found


def offer(tree: Tree, old: int, signed: Signed) -> Offered:
    """What the house hands to a witness that has cosigned so many events."""
    size = signed.checkpoint.size
    return Offered(old, tree.consistency(old, size) if old <= size else [], signed)


def add_checkpoint(address: str, tree: Tree, old: int, signed: Signed) -> Signed:
    """Send a checkpoint to a witness (C2SP tlog-witness), and return it with the cosignature.

    A witness that has cosigned another size says so, and is asked once more from there.
    """
    for again in (True, False):
        content = str(offer(tree, old, signed)).encode()
        where = f"{address.rstrip('/')}/add-checkpoint"
        if not where.startswith(("http://", "https://")):
            raise NoteWrong(f"{address} is no address of a witness")
        request = Request(where, content, {"content-type": "text/plain"})  # noqa: S310 - http(s)
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
                lines = answer.read(checkpoint.LONGEST + 1).decode(errors="replace").splitlines()
            return signed.with_signatures(*map(checkpoint.read_signature, lines))
        except HTTPError as refused:
            size = refused.read(100).decode(errors="replace").strip()
            if not (again and refused.code == HTTPStatus.CONFLICT and size.isdecimal()):
                raise NoteWrong(f"{address} refused with {refused.code}: {size}") from refused
            old = int(size)
    raise NoteWrong(f"{address} did not cosign")


class Witness:
    """One witness of one house: its name and key, the house's key, and a folder for its state."""

    def __init__(
        self, name: str, key: Ed25519PrivateKey, house: Ed25519PublicKey, folder: Path
    ) -> None:
        self.name, self.key, self.house = name, key, house
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._state = Record(folder / "cosigned.checkpoint")

    @property
    def verifier(self) -> Verifier:
        return checkpoint.witness_verifier(self.name, self.key.public_key())

    @property
    def last(self) -> Signed | None:
        """The newest checkpoint that was cosigned."""
        return self._state.read()

    @property
    def size(self) -> int:
        last = self.last
        return last.checkpoint.size if last else 0

    def answer(self, content: bytes, at_seconds: int) -> tuple[int, str]:
        """The status and the body with which an offer that a house has sent is answered."""
        try:
            offered = read_offered(content)
            if offered.old != self.size:
                return HTTPStatus.CONFLICT, f"{self.size}\n"
            return HTTPStatus.OK, f"{self.cosign(offered, at_seconds)}\n"
        except Forked as forked:
            return HTTPStatus.UNPROCESSABLE_ENTITY, f"{forked}\n"
        except LogError as wrong:
            return HTTPStatus.FORBIDDEN, f"{wrong}\n"

    def cosign(self, offered: Offered, at_seconds: int) -> Signature:
        """Check an offer, remember it, and return the cosignature.

        Raises `NoteWrong` if the house did not sign it or the proof is not for our size, `Forked`
        if the house signed something that contradicts what was cosigned before.
        """
        checkpoint.check_house(offered.signed, self.house)
        last = self.last
        if last is not None:
            self._check_extends(last, offered)
        elif offered.old or offered.proof:
            raise NoteWrong(f"the offer begins at {offered.old} events; nothing was cosigned yet")
        signature = checkpoint.cosign(offered.signed.note.text, self.name, self.key, at_seconds)
        self._state.write(offered.signed.with_signatures(signature))
        return signature

    def _check_extends(self, last: Signed, offered: Offered) -> None:
        before, now = last.checkpoint, offered.signed.checkpoint
        if now.origin != before.origin:
            raise self._forked(last, offered, f"the log is called {now.origin} now")
        if now.size < before.size:
            raise self._forked(last, offered, f"it shrank from {before.size} to {now.size} events")
        if now.size == before.size and now.root != before.root:
            raise self._forked(last, offered, f"there are two histories of {now.size} events")
        if offered.old != before.size:
            raise NoteWrong(f"the offer begins at {offered.old} events, not at {before.size}")
        try:
            merkle.check_consistency(before.size, before.root, now.size, now.root, offered.proof)
        except merkle.ProofWrong as wrong:
            text = f"its {now.size} events do not begin with the {before.size} cosigned"
            raise self._forked(last, offered, f"{text} ({wrong})") from wrong

    def _forked(self, last: Signed, offered: Offered, how: str) -> Forked:
        """Keep both checkpoints: each is signed by the house."""
        number = len(list(self._folder.glob("evidence-*")))
        for name, signed in (("before", last), ("now", offered.signed)):
            path = self._folder / f"evidence-{number}-{name}.checkpoint"
            path.write_text(str(signed), encoding="utf-8")
        return Forked(f"the house's log was rewritten: {how}; both checkpoints are kept as "
                      f"evidence-{number}-*.checkpoint in {self._folder}")  # fmt: skip


# Checkpoints that witnesses have cosigned, as the house keeps them for receipts.

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
            checkpoint.check(signed.note, verifier)
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
                    checkpoint.check(found.note, verifier)
        except (LogError, OSError):
            return None
        return found
