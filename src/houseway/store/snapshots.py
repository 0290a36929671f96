"""Snapshots: states stored for a fast start, believed only under the store key and the chain."""

from __future__ import annotations

from typing import NamedTuple

from houseway.store.mac import StoreKey, same


class Snapshot(NamedTuple):
    """A state of a stream at a version, the hash of the event there, and the keyed hash of all."""

    stream: str
    version: int
    head: bytes
    body: bytes
    mac: bytes = b""

    def signed(self, key: StoreKey) -> Snapshot:
        return self._replace(mac=key.of_snapshot(*self[:4]))

    def problems(self, key: StoreKey | None, head: bytes | None) -> list[str]:
        """What is wrong with it; `head` is the hash that the log has at its version."""
        if head != self.head:
            return [f"{self.stream}: its snapshot is not of an event of the log"]
        if key is not None and not same(self.mac, key.of_snapshot(*self[:4])):
            return [f"{self.stream}: its snapshot was not made with the house's store key"]
        return []
