"""A witness: checks outside the house that its log only ever grows, and cosigns its checkpoints.

The witness remembers the last checkpoint that it cosigned. A newer one is cosigned only if the
house signed it and a consistency proof shows that it begins with the one before. Anything else is
kept as evidence: two checkpoints that the house signed and that cannot both be true.
"""

from __future__ import annotations

from base64 import b64encode
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.store import checkpoint, merkle, note
from houseway.store.checkpoint import Signed, read_checkpoint
from houseway.store.checkpoint_record import Record
from houseway.store.log import LogError
from houseway.store.note import NoteWrong, Signature, Verifier
from houseway.store.tree import Tree

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
    found = Offered(old, [note.decoded(each) for each in lines], read_checkpoint(rest))
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
                lines = answer.read(note.LONGEST + 1).decode(errors="replace").splitlines()
            return signed.with_signatures(*map(note.read_signature, lines))
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
        return note.witness_verifier(self.name, self.key.public_key())

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
        signature = note.cosign(offered.signed.note.text, self.name, self.key, at_seconds)
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
