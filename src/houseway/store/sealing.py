"""When a log is sealed: at intervals while something happens, and at once at the end of a shift.

`due` only judges. A `Sealer` belongs to whoever has the log open: it is asked as often as one likes
what the time is, and told when a shift has ended.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.store.log import Appended, Conflict, Head, Log
from houseway.store.seals import STREAM, Seal, last_seal, seal

EVERY_MINUTES = 60
_MINUTE_US = 60_000_000


def unsealed(last: Seal | None, heads: dict[str, Head]) -> int:
    """How many events came after the last seal; seals do not count."""
    sealed = last.heads if last else {}
    return sum(
        max(0, head.version - (sealed[stream].version if stream in sealed else 0))
        for stream, head in heads.items()
        if stream != STREAM
    )


def due(
    last: Seal | None, heads: dict[str, Head], now_us: int, *, every_minutes: int = EVERY_MINUTES
) -> bool:
    """Is a seal owed? Something came since the last one, and that one is old enough.

    Where the clock was set back behind the last seal, nobody knows how old it is: a seal is owed.
    """
    if not unsealed(last, heads):
        return False
    return last is None or not 0 <= now_us - last.at_us < every_minutes * _MINUTE_US


class Sealer:
    """Seals a log with the house's key, whoever else does so too."""

    def __init__(
        self, log: Log, key: Ed25519PrivateKey, *, every_minutes: int = EVERY_MINUTES
    ) -> None:
        if every_minutes < 1:
            raise ValueError(f"a log is sealed every so many minutes, from 1, not {every_minutes}")
        self.log, self.key, self.every_minutes = log, key, every_minutes

    def tick(self, now_us: int) -> Appended | None:
        """Seal if it is due; None if it is not, or if another worker just did."""
        heads = self.log.heads()
        if not due(last_seal(self.log), heads, now_us, every_minutes=self.every_minutes):
            return None
        try:
            return seal(self.log, self.key, now_us)
        except Conflict:
            return None

    def shift_ended(self, at_us: int, *, actor: str, role: str) -> Appended:
        """Seal now, in the name of whoever ended the shift; after another worker's, if need be."""
        for _ in range(3):
            try:
                return seal(self.log, self.key, at_us, actor=actor, role=role)
            except Conflict as conflict:
                last = conflict
        raise last
