"""Receipts of keys that were used: believed only where the events and the store key bear them out.

A receipt is a row beside the events. It must name the event that its key stored last, and carry the
keyed hash of the house; receipts from before the house had a store key name their event alone.
"""

from __future__ import annotations

from typing import Any

from houseway.store.batch import Command
from houseway.store.log import Appended, KeyReused
from houseway.store.mac import StoreKey, same

WIDTH = len(Command._fields)


class Receipts:
    """How the receipts of one log are judged. `since`: the sequence number from which on they
    carry a keyed hash."""

    def __init__(self, key: StoreKey | None = None, since: int = 0) -> None:
        self.key, self.since = key, since

    def genuine(self, row: tuple[Any, ...]) -> Command | None:
        """The receipt of a row, or None if it is not believed.

        A row has the receipt's fields and then stream, key, version and hash of the event that has
        its sequence number, if there is one.
        """
        used, event = Command(*row[:WIDTH]), row[WIDTH:]
        named = tuple(event) == (used.stream, used.key, used.version, used.head)
        return used if named and self.keyed(used) else None

    def keyed(self, used: Command) -> bool:
        """Whether the keyed hash is right, where there must be one."""
        if self.key is None or used.seq < self.since:
            return True
        return same(used.mac, self.key.of_receipt(used))


def replayed(used: Command, request: str) -> Appended:
    """The answer that a used key has met before."""
    if used.request != request:
        raise KeyReused(f"key {used.key} of {used.stream} was used for another request")
    return Appended(used.stream, used.version, used.seq, used.head.hex(), replayed=True)
