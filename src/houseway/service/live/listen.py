"""What other processes append to a shared log: heard at once by LISTEN, looked for in any case.

The process whose connection holds the advisory lock leads: it alone deals at virtual tables, so
that one count of the secret's numbers is kept. When it goes, another takes its place.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

import psycopg

from houseway.service.floor_protocols import Leads
from houseway.store.log import LogError
from houseway.store.postgres import CHANNEL

LEADS = 7_468_271  # the number of the lock; any other would do
_logger = logging.getLogger("houseway.service")


def follow(floor: Leads, stop: threading.Event) -> None:
    """Tell of every change until told to stop; a lost connection is made again."""
    seen: dict[str, int] = {}
    while not stop.is_set():
        try:
            with psycopg.connect(floor.settings.log_address, autocommit=True) as db:
                db.execute(f"LISTEN {CHANNEL}")
                floor.runner.listens(listens=True)
                while not stop.is_set():
                    _lead(floor, db)
                    _listen(floor, db)
                    _compare(floor, seen)
        except (psycopg.Error, LogError) as lost:
            if not stop.is_set():
                _logger.warning("the log is not heard: %s", lost)
                stop.wait(floor.settings.poll_seconds)
        finally:
            floor.leads = False
            floor.runner.listens(listens=False)


def _lead(floor: Leads, db: psycopg.Connection[Any]) -> None:
    """Take the lead if nobody has it."""
    if floor.leads:
        return
    for (taken,) in db.execute("SELECT pg_try_advisory_lock(%s)", (LEADS,)):
        if taken:
            floor.take_the_lead()


def _listen(floor: Leads, db: psycopg.Connection[Any]) -> None:
    for note in db.notifies(timeout=floor.settings.poll_seconds):
        stream, _, version = note.payload.rpartition(" ")
        _tell(floor, stream, int(version))


def _compare(floor: Leads, seen: dict[str, int]) -> None:
    """The safety net: a head that moved without a word of it."""
    for stream, head in floor.log.heads().items():
        if seen.get(stream) != head.version:
            seen[stream] = head.version
            _tell(floor, stream, head.version)


def _tell(floor: Leads, stream: str, version: int) -> None:
    floor.runner.heard(stream, version)
    for listener in floor.runner.listeners:
        listener(stream, version, ())
