"""The store key: keyed hashes of what is stored beside the chain, which no hash of an event covers.

The key is a file in the house's folder, outside the database. A person who can write the database
alone cannot make a keyed hash. What has none, or a wrong one, is not believed.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from struct import Struct

from houseway.store.entries import Command

Field = str | int | bytes
_size = Struct(">cQ").pack


class StoreKey:
    """HMAC-SHA-256 over fields, each with its type and length before it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @property
    def fingerprint(self) -> str:
        """Which key it is; the key cannot be computed from it."""
        return sha256(b"houseway store key\n" + self._secret).hexdigest()[:16]

    def mac(self, purpose: str, *fields: Field) -> bytes:
        content = b"".join(_encoded(each) for each in (purpose, *fields))
        return hmac.digest(self._secret, content, "sha256")

    def reference(self, purpose: str, *fields: Field) -> str:
        """A short keyed hash that stands for something in the log without telling it."""
        return self.mac(purpose, *fields).hex()[:32]

    def of_receipt(self, used: Command) -> bytes:
        return self.mac("receipt", used.stream, used.key, used.request, used.version, used.seq,
                        used.head)  # fmt: skip

    def of_snapshot(self, stream: str, version: int, head: bytes, body: bytes) -> bytes:
        return self.mac("snapshot", stream, version, head, body)


def same(one: bytes, other: bytes) -> bool:
    """Compare two keyed hashes in a time that tells nothing."""
    return hmac.compare_digest(one, other)


def _encoded(field: Field) -> bytes:
    if isinstance(field, bytes):
        return _size(b"b", len(field)) + field
    kind, text = (b"i", str(field)) if isinstance(field, int) else (b"s", field)
    encoded = text.encode(errors="surrogatepass")
    return _size(kind, len(encoded)) + encoded
