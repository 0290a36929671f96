"""What other processes append to a shared log: heard at once by LISTEN, looked for in any case."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

import psycopg

from houseway.store.log import LogError
from houseway.store.postgres import CHANNEL

if TYPE_CHECKING:
    from houseway.service.floor import Floor

_logger = logging.getLogger("houseway.service")


def follow(floor: Floor, stop: threading.Event) -> None:
    """Tell the hub of every change until told to stop; a lost connection is made anew."""
    seen: dict[str, int] = {}
    while not stop.is_set():
        try:
            with psycopg.connect(floor.settings.log_address, autocommit=True) as db:
                db.execute(f"LISTEN {CHANNEL}")
                while not stop.is_set():
                    _listen(floor, db)
                    _compare(floor, seen)
        except (psycopg.Error, LogError) as lost:
            _logger.warning("the log is not heard: %s", lost)
            stop.wait(floor.settings.poll_seconds)


def _listen(floor: Floor, db: psycopg.Connection[tuple[object, ...]]) -> None:
    for note in db.notifies(timeout=floor.settings.poll_seconds):
        stream, _, version = note.payload.rpartition(" ")
        floor.hub.told(stream, int(version), ())


def _compare(floor: Floor, seen: dict[str, int]) -> None:
    """The safety net: a head that moved without a word of it."""
    for stream, head in floor.log.heads().items():
        if seen.get(stream) != head.version:
            seen[stream] = head.version
            floor.hub.told(stream, head.version, ())
