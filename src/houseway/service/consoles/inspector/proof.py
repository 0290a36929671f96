"""Proof that nothing was altered: every hash and chain checked on demand, and the seals."""

from __future__ import annotations

import threading
from contextlib import closing
from http import HTTPStatus
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.service.errors import Wrong
from houseway.service.texts.text import Text
from houseway.store import seals
from houseway.store.chain import ChainCheck
from houseway.store.house_key import fingerprint, public_key
from houseway.store.log import Entry, Head, Log, Watch
from houseway.store.open import read_log
from houseway.store.sealing import unsealed

_one = threading.Lock()  # a check reads the whole log: one at a time in each process


class Verdict(NamedTuple):
    """What a check found. `key` is the fingerprint of the key that the seals were checked with."""

    events: int
    streams: int
    problems: tuple[str, ...]
    last_seq: int
    head: str  # the hash of the last event of all
    heads: dict[str, Head]
    seals: int
    unsealed: int
    key: str = ""


class Checking:
    """One check of the whole log; `done` counts the events looked at while it goes on."""

    def __init__(self, address: str, keys: tuple[Ed25519PublicKey, ...] = ()) -> None:
        self._address, self._keys = address, keys
        self._check: ChainCheck | None = None
        self.total = 0

    @property
    def done(self) -> int:
        return self._check.events if self._check else 0

    def run(self) -> Verdict:
        """Check everything. Blocks: call it in a thread."""
        if not _one.acquire(blocking=False):
            sentence = Text("the log is being checked already; try again when that is done")
            raise Wrong(HTTPStatus.TOO_MANY_REQUESTS, "check_under_way", sentence)
        try:
            with closing(read_log(self._address)) as log:
                return self._verdict(log)
        finally:
            _one.release()

    def _verdict(self, log: Log) -> Verdict:
        self.total = sum(head.version for head in log.heads().values())
        watch: Watch = self._watched
        found = log.verify(watch)
        check = self._check or ChainCheck(contiguous=False)
        heads = check.heads
        last = max(heads.values(), key=lambda head: head.seq, default=Head(0, 0, ""))
        of_seals = seals.signature_problems(log, *self._keys) if self._keys else []
        return Verdict(
            found.events, found.streams, (*found.problems, *of_seals), last.seq, last.hash,
            dict(sorted(heads.items())), *self._sealed(log),
            fingerprint(self._keys[0]) if self._keys else "",
        )  # fmt: skip

    def _watched(self, check: ChainCheck) -> None:
        self._check = check

    @staticmethod
    def _sealed(log: Log) -> tuple[int, int]:
        """How many seals there are, and how many events came after the last."""
        entries = seals.seals_of(log)
        last = seal_of(entries[-1]) if entries else None
        return len(entries), unsealed(last, log)


def seal_of(entry: Entry) -> seals.AnySeal | None:
    """The seal of an entry; None where it cannot be read, which the check says."""
    try:
        return seals.decode(entry)
    except seals.SealError:
        return None


def keys_of(pem: str) -> tuple[Ed25519PublicKey, ...]:
    """The public key that someone pasted; nothing is no key."""
    if not pem.strip():
        return ()
    try:
        return (public_key(pem.strip().encode() + b"\n", "what was pasted"),)
    except seals.SealError as wrong:
        raise Wrong(HTTPStatus.BAD_REQUEST, "not_a_key", str(wrong)) from wrong
