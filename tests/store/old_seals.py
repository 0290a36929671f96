"""Seals as houses made them before there were checkpoints: old logs have such."""

from __future__ import annotations

import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from houseway.store import head_seals
from houseway.store.chain import GENESIS
from houseway.store.head_seals import KIND, SCHEMA, STREAM, HeadSeal
from houseway.store.house_key import fingerprint
from houseway.store.log import Append, Appended, Log, NewEvent


def seal_heads(log: Log, key: Ed25519PrivateKey, at_us: int, *, actor: str = "Ana") -> Appended:
    heads = log.heads()
    last = heads.get(STREAM)
    bare = HeadSeal(
        last.version + 1 if last else 1, at_us, actor, "house",
        last.hash if last else GENESIS.hex(), heads, fingerprint(key.public_key()),
    )  # fmt: skip
    body = head_seals._encode(replace(bare, signature=key.sign(head_seals._signed(bare)).hex()))
    request = hashlib.sha256(body).hexdigest()
    append = Append(
        STREAM, bare.number - 1, request, request, (NewEvent(KIND, SCHEMA, body),), at_us, actor,
        "house", "", "0.1.0",
    )  # fmt: skip
    return log.append([append])[0]
