"""A secret in use goes on: of an earlier version, and with two houses on one log."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from houseway import fair, virtual
from houseway.runner import Runner
from houseway.store.log import Conflict
from houseway.store.postgres import PostgresLog
from houseway.table import secrets_vocabulary as v
from houseway.virtual import House
from tests.fair.floor import NOW_US, TABLE, Floor
from tests.store.postgres import shared


def test_a_secret_of_an_earlier_version_is_dealt_on_and_checked_by_its_own_scheme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its keys do not say which numbers were used: they are counted by dealing again."""
    floor = Floor(tmp_path, "mini-baccarat")
    with monkeypatch.context() as earlier:
        earlier.setattr(v, "SHARED", 1)
        earlier.setattr(virtual, "CommitSeed", lambda commitment: v.CommitSeed(commitment, 1))
        earlier.setattr(fair, "key_of", lambda _c, _first, _count, version: f"house {version}")
        floor.play(2)
        floor.until("draw")
    assert floor.table.scheme == 1
    unnumbered = [entry for entry in floor.entries if fair.is_unnumbered(entry)]
    assert len(unnumbered) > 8

    floor.house = floor.new_house()
    floor.play(4)
    floor.finish()

    assert any(fair.taken(entry) for entry in floor.entries)
    found = fair.check(floor.entries)
    assert found.problems == ()
    assert found.dealt > 16
    floor.log.close()


def test_two_houses_that_deal_at_once_use_every_number_once(tmp_path: Path) -> None:
    """Two processes that both believe to lead: one is first, the other looks at the log again."""
    address = shared().new_database("two_houses")
    floor = Floor(tmp_path, "mini-baccarat")
    floor.log.close()
    floor.log = log = PostgresLog(address)  # type: ignore[assignment]
    floor.runner = Runner(log, lambda: NOW_US)
    floor.begin()
    other = House(Runner(PostgresLog(address), lambda: NOW_US), tmp_path / "secrets")
    stop, steps = threading.Event(), list[bool]()

    def dealing() -> None:
        while not stop.is_set():
            try:
                steps.append(other.step(TABLE))
            except Conflict:
                continue

    thread = threading.Thread(target=dealing)
    thread.start()
    try:
        floor.play(12)
    finally:
        stop.set()
        thread.join()
    floor.finish()

    assert any(steps)
    found = fair.check(floor.entries)
    assert found.problems == ()
    other.runner.log.close()
    log.close()
