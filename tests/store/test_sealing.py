"""When a log is sealed: every hour in which something happened, and when a shift ends."""

from __future__ import annotations

import pytest

from houseway.store import seals
from houseway.store.log import Head, Log
from houseway.store.sealing import Sealer, due, unsealed
from houseway.store.seals import Seal, seal, verify_seals
from tests.store.test_contract import append
from tests.store.test_seals import HOUR, KEY, NOON, PUBLIC

MINUTE = 60_000_000


def heads(**versions: int) -> dict[str, Head]:
    return {stream: Head(version, version, "ab" * 32) for stream, version in versions.items()}


def sealed(at_us: int, **versions: int) -> Seal:
    return Seal(1, at_us, "houseway", "house", "0" * 64, heads(**versions), "key")


# last seal at noon over table1 version 5; then:
# fmt: off
CASES = [
    # heads now                    minutes after noon   due    because
    (heads(table1=5, seals=1),     600,                 False),  # nothing came since
    (heads(table1=6, seals=1),     59,                  False),  # the hour is not over
    (heads(table1=6, seals=1),     60,                  True),   # it is
    (heads(table1=5, seals=3),     600,                 False),  # only seals came
    (heads(table1=5, table2=1),    60,                  True),   # a table that was never sealed
    (heads(table1=6, seals=1),     -1,                  True),   # the clock was set back
]
# fmt: on


@pytest.mark.parametrize(("now", "minutes", "owed"), CASES)
def test_a_seal_is_due(now: dict[str, Head], minutes: int, owed: bool) -> None:
    last = sealed(NOON, table1=5)
    assert due(last, now, NOON + minutes * MINUTE) is owed


def test_the_first_seal_is_due_with_the_first_event() -> None:
    assert not due(None, {}, NOON)
    assert due(None, heads(table1=1), NOON)


def test_the_interval_is_the_house_s_own() -> None:
    last, now = sealed(NOON, table1=5), heads(table1=6)
    assert due(last, now, NOON + 15 * MINUTE, every_minutes=15)
    assert not due(last, now, NOON + 14 * MINUTE, every_minutes=15)


def test_what_has_no_seal_is_counted() -> None:
    assert unsealed(None, heads(table1=5, table2=2)) == 7
    assert unsealed(sealed(NOON, table1=5), heads(table1=7, table2=2, seals=1)) == 4


def test_a_sealer_seals_once_an_hour(log: Log) -> None:
    sealer = Sealer(log, KEY)
    assert sealer.tick(NOON) is None
    log.append([append("table/1", 0, "a", b"card")])
    first = sealer.tick(NOON)
    assert first is not None
    assert sealer.tick(NOON + 2 * HOUR) is None
    log.append([append("table/1", 1, "b", b"card")])
    assert sealer.tick(NOON + HOUR - 1) is None
    second = sealer.tick(NOON + HOUR)
    assert second is not None
    assert [each.at_us for each in map(seals.decode, log.read("seals"))] == [NOON, NOON + HOUR]
    assert verify_seals(log, PUBLIC, receipts=[first.head, second.head]) == []


def test_a_shift_that_ends_is_sealed_at_once_in_the_name_of_who_ended_it(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"card")])
    sealer = Sealer(log, KEY)
    sealer.tick(NOON)
    receipt = sealer.shift_ended(NOON + MINUTE, actor="Dora", role="gaming shift manager")
    made = seals.last_seal(log)
    assert made is not None
    assert (made.number, made.at_us, made.actor) == (2, NOON + MINUTE, "Dora")
    assert made.role == "gaming shift manager"
    assert verify_seals(log, PUBLIC, receipts=[receipt.head]) == []


def test_two_workers_do_not_seal_the_same_hour_twice(log: Log) -> None:
    """The other one seals between our look and our seal: ours is not wanted any more."""
    log.append([append("table/1", 0, "a", b"card")])

    class Overtaken:
        """Our log, on which another worker seals as soon as we have looked."""

        def __getattr__(self, name: str) -> object:
            return getattr(log, name)

        def append(self, batch: object) -> object:
            seal(log, KEY, NOON + 1)
            return log.append(batch)  # type: ignore[arg-type]

    assert Sealer(Overtaken(), KEY).tick(NOON) is None  # type: ignore[arg-type]
    assert len(log.read("seals")) == 1


def test_an_interval_of_nothing_is_refused(log: Log) -> None:
    with pytest.raises(ValueError, match="from 1, not 0"):
        Sealer(log, KEY, every_minutes=0)
