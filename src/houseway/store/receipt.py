"""The receipt of one ruling: the event, its clauses, and the proof that the house signed for it.

Bytes: `HWR1`, the length of the packed content, the content (JSON, packed with zlib), the hashes of
the inclusion proof, the house's signature of the checkpoint, for every witness the time and its
signature, and the house's signature over all of it. `houseway.receipt_check` reads it back.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from houseway.receipt_check import BASE45, FIELDS, MAGIC, PURPOSE, TEXT_MARK, promise_text
from houseway.store import merkle
from houseway.store.checkpoint import Signed, house_verifier
from houseway.store.log import Entry, LogError
from houseway.store.merkle import Tree

_COSIGNATURE = 72  # bytes: a time and a signature
SUFFIX = ".hwreceipt"


def make_promise(stream: str, version: int, head: str, at_us: int, key: Ed25519PrivateKey) -> str:
    """What an answer to a command carries, so that it convicts a house that goes back on it."""
    text = promise_text(stream, version, head, at_us)
    return text + b64encode(key.sign(text.encode())).decode() + "\n"


class NotCovered(LogError):
    """No checkpoint covers the event yet."""


class Ruling(NamedTuple):
    """An event, the text of the clauses it cites, and the edition they are from."""

    entry: Entry
    clauses: Mapping[str, str]
    edition: str  # `mini-baccarat@2017-12-06`; empty where no document was in force


class Place(Struct, frozen=True):
    """Where an event is in the tree of a checkpoint, and the proof of it."""

    index: int
    proof: list[bytes]


def place_of(entry: Entry, tree: Tree, signed: Signed) -> Place:
    """The place of an event, proved against the checkpoint before anybody is given it."""
    index = tree.index_of(entry.seq)
    checkpoint = signed.checkpoint
    if index is None or index >= checkpoint.size:
        raise NotCovered(f"no checkpoint covers {entry.stream} version {entry.version} yet")
    proof = tree.inclusion(index, checkpoint.size)
    leaf = merkle.leaf_hash(entry.hash)
    if merkle.root_by_inclusion(leaf, index, checkpoint.size, proof) != checkpoint.root:
        raise LogError(f"{entry.stream} version {entry.version} is not what was signed for")
    return Place(index, proof)


def make_receipt(ruling: Ruling, place: Place, signed: Signed, key: Ed25519PrivateKey) -> bytes:
    """The receipt of a ruling, under the signatures of a checkpoint."""
    house = house_verifier(signed.checkpoint.origin, key.public_key()).key_id
    own = [each.content for each in signed.note.signatures if each.key_id == house]
    if not own:
        raise LogError("the checkpoint is not signed with this key")
    witnesses = [each for each in signed.note.signatures if len(each.content) == _COSIGNATURE]
    content = zlib.compress(_content(ruling, place, signed, [each.name for each in witnesses]), 9)
    cosigned = [each.content for each in witnesses]
    head = MAGIC + len(content).to_bytes(2, "big")
    bare = b"".join([head, content, *place.proof, own[0], *cosigned])
    return bare + key.sign(PURPOSE + bare)


def _content(ruling: Ruling, place: Place, signed: Signed, witnesses: list[str]) -> bytes:
    entry = ruling.entry
    fields = {name: getattr(entry, name) for name in FIELDS}
    fields |= {"prev": entry.prev.hex(), "body": entry.body.decode()}
    return msgspec.json.encode(
        {
            "event": list(fields.values()),
            "clauses": ruling.clauses,
            "edition": ruling.edition,
            "origin": signed.checkpoint.origin,
            "size": signed.checkpoint.size,
            "index": place.index,
            "witnesses": witnesses,
        }
    )


def qr_text(receipt: bytes) -> str:
    """The receipt in the letters that a QR code stores best and every reader hands on unchanged."""
    pairs = [receipt[at : at + 2] for at in range(0, len(receipt), 2)]
    return TEXT_MARK + "".join(map(_base45, pairs))


def _base45(pair: bytes) -> str:
    number = int.from_bytes(pair, "big")
    return "".join(BASE45[number // 45**place % 45] for place in range(len(pair) + 1))


def qr_code(receipt: bytes) -> segno.QRCode:
    """One QR code with the whole receipt; at the lowest level of error correction it fits best."""
    return segno.make_qr(qr_text(receipt), error="L", boost_error=False)
