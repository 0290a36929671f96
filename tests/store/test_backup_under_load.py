"""Backups taken while orders are written: each restores, verifies, and is what the log was then."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from houseway.store.backup import backup
from houseway.store.log import Log
from tests.scale import scaled
from tests.store.test_backup import NOON, Places, entries, places_like, restored
from tests.store.test_contract import append
from tests.waiting import PATIENCE

BACKUPS = scaled(2, 100)
BEFORE = 50  # appends at least between two backups
MEANWHILE = 200  # further ones at the most while one is taken


class Writer:
    """Somebody who appends without a pause, as far as allowed."""

    def __init__(self, log: Log) -> None:
        self._log, self._allowed, self._written = log, 0, 0
        self._changed, self._over = threading.Condition(), False
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._write)
        self._thread.start()

    def allow(self, more: int) -> None:
        with self._changed:
            self._allowed += more
            self._changed.notify_all()

    def wait_for(self, more: int) -> None:
        """Until so many more have been written."""
        with self._changed:
            wanted = self._written + more
            came = self._changed.wait_for(
                lambda: self._written >= wanted or self._failed is not None, PATIENCE
            )
        assert came, "nothing is written any more"
        assert self._failed is None, self._failed

    def stop(self) -> int:
        """How many were written in all."""
        with self._changed:
            self._over = True
            self._changed.notify_all()
        self._thread.join()
        assert self._failed is None, self._failed
        return self._written

    def _write(self) -> None:
        try:
            while self._may_go_on():
                number = self._written
                stream, expected = f"table/{number % 3}", number // 3
                self._log.append([append(stream, expected, f"k{number}", b"x" * 200)])
                with self._changed:
                    self._written += 1
                    self._changed.notify_all()
        except BaseException as failure:  # told to whoever waits
            with self._changed:
                self._failed = failure
                self._changed.notify_all()

    def _may_go_on(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._written < self._allowed)
            return not self._over


@pytest.fixture
def writer(log: Log) -> Iterator[Writer]:
    found = Writer(log)
    yield found
    found.stop()


@pytest.fixture
def places(log: Log, request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    return places_like(log, request, tmp_path)


def test_every_backup_under_load_restores_to_a_prefix(
    log: Log,
    writer: Writer,
    places: Places,
    tmp_path: Path,
) -> None:
    sizes = []
    for number in range(BACKUPS):
        writer.allow(BEFORE + MEANWHILE)
        writer.wait_for(BEFORE)
        sizes.append(backup(log, tmp_path / f"copy{number}", NOON).events)
    written = writer.stop()
    whole = entries(log)
    assert len(whole) == written
    assert all(later - earlier >= BEFORE for earlier, later in pairwise(sizes))
    for number, size in enumerate(sizes):
        with closing(restored(tmp_path / f"copy{number}", places())) as again:
            assert again.verify().problems == ()
            found = entries(again)
        assert found[:-1] == whole[:size]
        assert found[-1].kind == "Restored"
