"""When a checkpoint is made: every minute or 5,000 events while something happens, and on demand.

`due` only judges. A `Sealer` belongs to the process that has the log open: `tick` may be called as
often as one likes, `shift_ended` makes a checkpoint at once.
"""

from __future__ import annotations

from houseway.store.head_seals import STREAM, HeadSeal
from houseway.store.log import Appended, Conflict, Log, TreeLog
from houseway.store.seals import AnySeal, Seal, Sealing, last_seal

EVERY_MINUTES = 1
EVERY_EVENTS = 5_000
_MINUTE_US = 60_000_000


def unsealed(last: AnySeal | None, log: Log) -> int:
    """How many events came after the last seal; seals do not count."""
    heads = log.heads()
    if isinstance(last, Seal) and isinstance(log, TreeLog):
        newest = max(head.seq for head in heads.values())
        return log.count_between(last.upto + 1, newest) - (heads[STREAM].version - last.number + 1)
    sealed = last.heads if isinstance(last, HeadSeal) else {}
    return sum(
        max(0, head.version - (sealed[stream].version if stream in sealed else 0))
        for stream, head in heads.items()
        if stream != STREAM
    )


def due(last: AnySeal | None, log: Log, now_us: int, *, every_minutes: int = EVERY_MINUTES) -> bool:
    """Is a checkpoint due? Something came since the last one, and it is old or much came.

    Where the clock was set back behind the last one, its age is unknown: one is due.
    """
    behind = unsealed(last, log)
    if not behind or last is None or isinstance(last, HeadSeal):
        return behind > 0
    old = not 0 <= now_us - last.at_us < every_minutes * _MINUTE_US
    return old or (behind >= EVERY_EVENTS and every_minutes == EVERY_MINUTES)


class Sealer:
    """Makes checkpoints of a log when they are due, also where other processes do so too."""

    def __init__(self, sealing: Sealing, *, every_minutes: int = EVERY_MINUTES) -> None:
        if every_minutes < 1:
            raise ValueError(f"a checkpoint is made every so many minutes, from 1: {every_minutes}")
        self.sealing, self.every_minutes = sealing, every_minutes

    def tick(self, now_us: int) -> Appended | None:
        """Make a checkpoint if it is due; None if it is not, or if another worker just did."""
        log = self.sealing.log
        if not due(last_seal(log), log, now_us, every_minutes=self.every_minutes):
            return None
        try:
            return self.sealing.seal(now_us)
        except Conflict:
            return None

    def closed(self, now_us: int) -> None:
        """Cover what came since the last checkpoint, before the log is closed."""
        log = self.sealing.log
        if unsealed(last_seal(log), log):
            self.sealing.seal(now_us)

    def shift_ended(self, at_us: int, *, actor: str, role: str) -> Appended:
        """Make one now, in the name of who ended the shift; after another worker's, if need be."""
        for _ in range(3):
            try:
                return self.sealing.seal(at_us, actor=actor, role=role)
            except Conflict as conflict:
                last = conflict
        raise last
