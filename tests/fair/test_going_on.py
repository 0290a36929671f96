"""A secret in use goes on: of an earlier version, and with two houses on one log."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from houseway import fair
from houseway.equipment import seeds
from houseway.records.replaying import stream_at
from houseway.runner import Runner
from houseway.store.log import Conflict
from houseway.store.postgres import PostgresLog
from houseway.table import secrets
from houseway.table import secrets as v
from houseway.virtual import House
from tests.fair.floor import NOW_US, TABLE, Floor
from tests.store.postgres import shared

GOLDEN = Path(__file__).parent / "golden" / "tournament-roulette-0.1.0.hwlog"


@pytest.mark.parametrize("scheme", [1, v.SHARED])
def test_a_secret_of_an_earlier_version_is_dealt_on_and_checked_by_its_own_scheme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: int
) -> None:
    """Its keys do not say which numbers were used: they are counted by dealing again."""
    floor = Floor(tmp_path, "mini-baccarat")
    with monkeypatch.context() as earlier:
        earlier.setattr(v, "CHAINED", scheme)
        for module in (seeds, secrets):
            earlier.setattr(module, "CHAIN", 1)
        earlier.setattr(fair, "key_of", lambda _c, _first, _count, version: f"house {version}")
        floor.play(2)
        floor.until("draw")
    assert (floor.table.scheme, floor.table.links) == (scheme, 1)
    unnumbered = [entry for entry in floor.entries if fair.is_unnumbered(entry)]
    assert len(unnumbered) > 8

    floor.house = floor.new_house()
    floor.play(4)
    floor.finish()

    assert any(fair.taken(entry) for entry in floor.entries)
    found = fair.check(floor.entries)
    assert found.dealt > 16
    unnumbered_now = [each for each in found.problems if "does not say which numbers" in each]
    assert found.problems == tuple(unnumbered_now)
    assert bool(unnumbered_now) == (scheme == v.SHARED)
    assert found.open_rounds == found.rounds  # nobody outside added anything
    assert any(fair.LIMITS[scheme] in each for each in found.remarks)
    floor.log.close()


def test_an_old_log_is_dealt_again_and_the_check_says_what_it_does_not_prove() -> None:
    """A roulette table of the scheme in which shares persisted, and a dealer could change one."""
    found = fair.check(stream_at(str(GOLDEN), TABLE))

    assert (found.secrets, found.dealt, found.unrevealed, found.problems) == (5, 14, 1, ())
    assert (found.rounds, found.open_rounds) == (5, 5)  # it chose each secret after the shares
    told = "\n".join(found.remarks)
    assert fair.LIMITS[v.SHARED] in told
    assert "the share of Ana was changed by Eli" in told


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
