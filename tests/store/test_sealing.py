"""When a checkpoint is made: every minute in which something happened, and when a shift ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from houseway.store import sealing as rules
from houseway.store import seals
from houseway.store.log import TreeLog
from houseway.store.sealing import Sealer, due, unsealed
from houseway.store.seals import Seal, signature_problems
from tests.store.old_seals import seal_heads
from tests.store.test_contract import append
from tests.store.test_seals import HOUR, KEY, NOON, PUBLIC, sealing

MINUTE = 60_000_000


@pytest.fixture
def sealer(log: TreeLog, tmp_path: Path) -> Sealer:
    house = sealing(log, tmp_path)
    house.begin_record()
    return Sealer(house)


def last(log: TreeLog) -> Seal:
    found = seals.last_seal(log)
    assert isinstance(found, Seal)
    return found


# A checkpoint at noon; then so many cards, so many minutes later:
# fmt: off
CASES = [
    # cards  minutes  due     because
    (0,      600,     False),  # nothing came since
    (1,      0.9,     False),  # the minute is not over
    (1,      1,       True),   # it is
    (1,      -1,      True),   # the clock was set back: its age is unknown
    (4,      0.1,     False),  # not much came
    (5,      0.1,     True),   # much came
]
# fmt: on


@pytest.mark.parametrize(("cards", "minutes", "is_due"), CASES)
def test_a_checkpoint_is_due(
    sealer: Sealer, monkeypatch: pytest.MonkeyPatch, cards: int, minutes: float, is_due: bool
) -> None:
    monkeypatch.setattr(rules, "EVERY_EVENTS", 5)
    log = sealer.sealing.log
    log.append([append("table/1", 0, "first", b"card")])
    sealer.tick(NOON)
    if cards:
        log.append([append("table/1", 1, "more", *[b"card"] * cards)])
    assert unsealed(last(log), log) == cards
    assert due(last(log), log, NOON + int(minutes * MINUTE)) is is_due


def test_the_first_checkpoint_is_due_with_the_first_event(log: TreeLog) -> None:
    assert not due(None, log, NOON)
    log.append([append("table/1", 0, "first", b"card")])
    assert due(None, log, NOON)
    assert unsealed(None, log) == 1


def test_after_old_seals_the_first_checkpoint_is_due_at_once(log: TreeLog) -> None:
    log.append([append("table/1", 0, "first", b"card")])
    seal_heads(log, KEY, NOON)
    assert not due(seals.last_seal(log), log, NOON)
    log.append([append("table/1", 1, "second", b"card")])
    assert due(seals.last_seal(log), log, NOON)
    assert unsealed(seals.last_seal(log), log) == 1


def test_the_interval_can_be_longer(sealer: Sealer) -> None:
    log = sealer.sealing.log
    log.append([append("table/1", 0, "first", b"card")])
    sealer.tick(NOON)
    log.append([append("table/1", 1, "second", b"card")])
    assert due(last(log), log, NOON + 15 * MINUTE, every_minutes=15)
    assert not due(last(log), log, NOON + 14 * MINUTE, every_minutes=15)


def test_a_checkpoint_is_made_once_a_minute(sealer: Sealer) -> None:
    log = sealer.sealing.log
    assert sealer.tick(NOON) is None
    log.append([append("table/1", 0, "a", b"card")])
    first = sealer.tick(NOON)
    assert first is not None
    assert sealer.tick(NOON + 2 * HOUR) is None
    log.append([append("table/1", 1, "b", b"card")])
    assert sealer.tick(NOON + MINUTE - 1) is None
    second = sealer.tick(NOON + MINUTE)
    assert second is not None
    assert [each.at_us for each in log.read("seals")] == [NOON, NOON + MINUTE]
    assert signature_problems(log, PUBLIC, receipts=[first.head, second.head]) == []


def test_a_shift_that_ends_has_its_checkpoint_in_the_name_of_who_ended_it(sealer: Sealer) -> None:
    log = sealer.sealing.log
    log.append([append("table/1", 0, "a", b"card")])
    sealer.tick(NOON)
    receipt = sealer.shift_ended(NOON + 1, actor="Dora", role="gaming shift manager")
    made = last(log)
    assert (made.number, made.at_us, made.actor) == (2, NOON + 1, "Dora")
    assert made.role == "gaming shift manager"
    assert signature_problems(log, PUBLIC, receipts=[receipt.head]) == []


def test_a_house_that_closes_leaves_no_event_without_a_checkpoint(sealer: Sealer) -> None:
    log = sealer.sealing.log
    log.append([append("table/1", 0, "a", b"card")])
    sealer.closed(NOON)
    sealer.closed(NOON + 1)
    assert len(log.read("seals")) == 1
    assert unsealed(last(log), log) == 0


def test_many_workers_at_once_never_roll_the_record_back(sealer: Sealer, tmp_path: Path) -> None:
    """Each signs under a lock: the record is the newest checkpoint of the log, and all fit."""
    log = sealer.sealing.log

    def work(worker: int) -> None:
        for number in range(10):
            log.append([append(f"table/{worker}", number, f"k{number}", b"card")])
            sealing(log, tmp_path).seal(NOON)

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(work, range(4)))
    assert len(log.read("seals")) == 40
    sealing(log, tmp_path).check()
    assert last(log).checkpoint == (tmp_path / "house.checkpoint").read_text(encoding="utf-8")
    assert log.verify().problems == ()


def test_an_interval_of_nothing_is_refused(log: TreeLog, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="from 1: 0"):
        Sealer(sealing(log, tmp_path), every_minutes=0)
