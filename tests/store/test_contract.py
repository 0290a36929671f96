"""What every log does, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from houseway.store.chain import GENESIS, digest
from houseway.store.log import Append, BadAppend, Conflict, KeyReused, Log, NewEvent, every_entry
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


def test_an_append_without_events_is_refused_and_leaves_no_receipt(log: Log) -> None:
    """A receipt names an event: one of nothing could be made by anybody."""
    with pytest.raises(BadAppend, match="has no events"):
        log.append([append("table/1", 0, "a")])
    assert log.receipt("table/1", "a", "asked") is None
    assert log.heads() == {}


UNSTORABLE = {
    "key": append("table/1", 0, "a\0b", b"one"),
    "half a surrogate pair": append("table/1", 0, "\ud800", b"one"),
    "stream": append("table/\0", 0, "a", b"one"),
    "actor": replace(append("table/1", 0, "a", b"one"), actor="A\0na"),
    "request": replace(append("table/1", 0, "a", b"one"), request="\udfff"),
    "time": replace(append("table/1", 0, "a", b"one"), at_us=1 << 70),
    "version": replace(append("table/1", 0, "a", b"one"), expected=1 << 70),
}


@pytest.mark.parametrize("what", UNSTORABLE)
def test_what_a_database_cannot_hold_fails_alone(log: Log, what: str) -> None:
    """A NUL character in one key must not fail the transaction that others share."""
    with pytest.raises(BadAppend):
        log.append([UNSTORABLE[what]])
    waiting = threading.Barrier(3)

    def send(each: Append) -> None:
        waiting.wait()
        with suppress(BadAppend):
            log.append([each])

    others = [append(f"table/{number}", 0, "a", b"one") for number in (2, 3)]
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(send, [UNSTORABLE[what], *others]))
    assert sorted(log.heads()) == ["table/2", "table/3"]
    assert log.verify().problems == ()


def test_a_text_that_no_log_holds_is_not_in_it(log: Log) -> None:
    assert log.read("table/\0") == []
    assert log.receipt("table/1", "a\0b", "asked") is None
    assert log.recall("table/1", 1 << 70) == []


def test_a_round_with_a_number_beyond_all_bounds_stops_nobody(log: Log) -> None:
    log.append([append("table/1", 0, "a", b'{"round":%d}' % (1 << 80))])
    log.append([append("table/1", 1, "b", b'{"round":-1}')])
    assert log.verify().problems == ()


def test_the_receipt_of_a_key_is_at_hand_without_an_append(log: Log) -> None:
    (first,) = log.append([append("table/1", 0, "a", b"one")])
    assert log.receipt("table/1", "a", "asked") == replace(first, replayed=True)
    assert log.receipt("table/1", "b", "asked") is None
    with pytest.raises(KeyReused):
        log.receipt("table/1", "a", "something else")


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
    log.append([append("table/1", 0, "a", b"one", b"two", b"three")])
    assert log.load_snapshot("table/1") is None
    log.save_snapshot("table/1", 1, b"state at one")
    log.save_snapshot("table/1", 3, b"state at three")
    assert log.load_snapshot("table/1") == (3, b"state at three")


def test_a_snapshot_of_no_event_is_not_saved(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    log.save_snapshot("table/1", 2, b"of the future")
    assert log.load_snapshot("table/1") is None


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
