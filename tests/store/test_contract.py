"""What every log does, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from houseway.store.chain import GENESIS, digest
from houseway.store.log import Append, Conflict, KeyReused, Log, NewEvent, every_entry
from tests.store.conftest import Opener


def append(stream: str, expected: int, key: str, *bodies: bytes, request: str = "asked") -> Append:
    events = tuple(NewEvent("CardDealt", 1, body) for body in bodies)
    return Append(stream, expected, key, request, events, 1_700_000_000_000_000, "Ana", "dealer",
                  "e" * 64, "0.1.0")  # fmt: skip


def test_what_is_appended_is_read_back(log: Log) -> None:
    (receipt,) = log.append([append("table/1", 0, "a", b"one", b"two")])
    entries = log.read("table/1")
    assert [(each.version, each.body) for each in entries] == [(1, b"one"), (2, b"two")]
    assert entries[0].prev == GENESIS
    assert entries[1].prev == entries[0].hash
    assert (receipt.version, receipt.seq) == (2, entries[1].seq)
    assert receipt.head == entries[1].hash.hex() == digest(entries[1]).hex()
    assert (entries[0].actor, entries[0].role) == ("Ana", "dealer")


def test_a_stream_is_read_from_a_version_on(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one", b"two", b"three")])
    log.append([append("table/2", 0, "a", b"other")])
    assert [each.body for each in log.read("table/1", after=1)] == [b"two", b"three"]
    assert [each.body for each in log.read("table/1", after=1, limit=1)] == [b"two"]
    assert [each.body for each in every_entry(log, page=2)] == [b"one", b"two", b"three", b"other"]


def test_an_append_at_another_version_is_a_conflict_and_adds_nothing(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    with pytest.raises(Conflict) as conflict:
        log.append([append("table/1", 0, "b", b"late")])
    assert conflict.value.actual == 1
    assert len(log.read("table/1")) == 1


def test_the_same_key_again_appends_nothing_and_answers_as_before(log: Log) -> None:
    (first,) = log.append([append("table/1", 0, "a", b"one")])
    log.append([append("table/1", 1, "b", b"two")])
    (again,) = log.append([append("table/1", 0, "a", b"one")])
    assert again.replayed
    assert (again.version, again.seq, again.head) == (first.version, first.seq, first.head)
    assert len(log.read("table/1")) == 2


def test_the_same_key_for_another_request_is_refused(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    with pytest.raises(KeyReused):
        log.append([append("table/1", 1, "a", b"one", request="something else")])


def test_a_batch_over_several_streams_is_whole_or_nothing(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    with pytest.raises(Conflict):
        log.append([append("cage/1", 0, "b", b"out"), append("table/1", 0, "b", b"in")])
    assert log.read("cage/1") == []
    log.append([append("cage/1", 0, "c", b"out"), append("table/1", 1, "c", b"in")])
    assert len(log.read("cage/1")) == 1
    assert log.heads()["table/1"].version == 2


def test_a_refused_order_can_be_kept_without_an_event(log: Log) -> None:
    (receipt,) = log.append([append("table/1", 0, "a")])
    assert receipt.version == 0
    assert log.append([append("table/1", 0, "a")])[0].replayed
    assert log.heads() == {}


def test_of_writers_at_one_version_exactly_one_wins(log: Log) -> None:
    won: list[int] = []
    lost: list[int] = []

    def write(number: int) -> None:
        try:
            log.append([append("table/1", 0, f"key {number}", b"mine")])
            won.append(number)
        except Conflict:
            lost.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert len(lost) == 11
    assert len(log.read("table/1")) == 1


def test_it_is_all_there_when_it_is_opened_again(opener: Opener) -> None:
    log = opener()
    log.append([append("table/1", 0, "a", b"one", b"two")])
    before = log.heads()
    log.close()
    again = opener()
    assert again.heads() == before
    again.append([append("table/1", 2, "b", b"three")])
    assert again.verify().problems == ()
    again.close()


def test_a_snapshot_is_the_newest_one(log: Log) -> None:
    assert log.load_snapshot("table/1") is None
    log.save_snapshot("table/1", 5, b"five")
    log.save_snapshot("table/1", 9, b"nine")
    assert log.load_snapshot("table/1") == (9, b"nine")


def test_a_sound_log_has_no_problems(log: Log) -> None:
    for number in range(20):
        log.append([append(f"table/{number % 3}", number // 3, f"k{number}", b"x" * number)])
    found = log.verify()
    assert (found.events, found.streams, found.problems) == (20, 3, ())


def test_a_backup_is_taken_while_the_log_is_in_use(log: Log, tmp_path: Path) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    log.backup(tmp_path / "copy")
    log.append([append("table/1", 1, "b", b"two")])
    assert (tmp_path / "copy").stat().st_size > 0
    assert log.verify().problems == ()
