"""Nobody alters the log unseen: every field changed, every event removed, moved or slipped in."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from houseway.store.chain import ChainCheck, digest
from houseway.store.log import Entry, TailLost
from houseway.store.sqlite import SqliteLog
from tests.store.test_contract import append


def filled(path: Path) -> list[Entry]:
    """A log of two streams, closed."""
    log = SqliteLog(path)
    for number in range(6):
        log.append([append(f"table/{number % 2}", number // 2 * 2, f"k{number}", b"one", b"two")])
    entries = log.read_all(limit=100)
    log.close()
    return entries


def problems(entries: list[Entry], *, contiguous: bool = True) -> list[str]:
    check = ChainCheck(contiguous=contiguous)
    check.take(entries)
    return check.problems


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    return filled(tmp_path / "floor.db")


def test_an_untouched_log_is_sound(entries: list[Entry]) -> None:
    assert problems(entries) == []


@pytest.mark.parametrize("name", [each for each in Entry.__struct_fields__ if each != "hash"])
def test_no_field_can_change_unseen(entries: list[Entry], name: str) -> None:
    """The hash covers everything that a reader may trust."""
    changed = entries[3]
    value = getattr(changed, name)
    more = {int: 1, str: "x", bytes: b"x"}[type(value)]
    fields = {field: getattr(changed, field) for field in Entry.__struct_fields__}
    entries[3] = Entry(**{**fields, name: value + more})
    assert digest(entries[3]) != changed.hash
    assert problems(entries)


def test_an_event_removed_is_missed(entries: list[Entry]) -> None:
    for place in range(len(entries) - 1):
        assert problems(entries[:place] + entries[place + 1 :]), place


def test_events_that_changed_places_are_found(entries: list[Entry]) -> None:
    for place in range(len(entries) - 1):
        swapped = list(entries)
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        assert problems(swapped), place
        assert problems(swapped, contiguous=False), place


def test_an_event_told_twice_is_found(entries: list[Entry]) -> None:
    assert problems([*entries[:4], entries[3], *entries[4:]])


CHANGES = [
    "UPDATE event SET body = x'00' WHERE seq = 4",
    "UPDATE event SET actor = 'Ben' WHERE seq = 4",
    "UPDATE event SET at_us = at_us + 1 WHERE seq = 4",
    "DELETE FROM event WHERE seq = 4",
    "UPDATE event SET seq = 100 WHERE seq = 12",
    "UPDATE stream SET version = 5 WHERE id = 'table/0'",
    "UPDATE command SET version = 1 WHERE key = 'k3'",
    "DELETE FROM event WHERE stream = 'table/1'",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_the_database_is_found(tmp_path: Path, change: str) -> None:
    path = tmp_path / "floor.db"
    filled(path)
    with apsw.Connection(str(path)) as db:
        db.execute(change)
    try:
        log = SqliteLog(path)
    except TailLost:
        return
    found = log.verify()
    log.close()
    assert found.problems


def test_a_lost_tail_is_noticed_before_anything_is_written(tmp_path: Path) -> None:
    """The chain of what is left is sound; only the anchor knows that there was more."""
    path = tmp_path / "floor.db"
    filled(path)
    with apsw.Connection(str(path)) as db:
        db.execute("DELETE FROM event WHERE seq > 10")
        db.execute("DELETE FROM command WHERE seq > 10")
        db.execute("UPDATE stream SET version = 4, seq = 10 WHERE id = 'table/1'")
    with pytest.raises(TailLost, match="12 was answered for; the log ends at 10"):
        SqliteLog(path)


def test_a_tail_written_anew_with_right_hashes_is_noticed(tmp_path: Path) -> None:
    """Somebody who can write the file can hash again; the anchor remembers the old hash."""
    path = tmp_path / "floor.db"
    last = filled(path)[-1]
    with apsw.Connection(str(path)) as db:
        fields = {name: getattr(last, name) for name in Entry.__struct_fields__}
        forged = Entry(**{**fields, "body": b"forged"})
        forged_hash = digest(forged)
        db.execute("UPDATE event SET body = ?, hash = ? WHERE seq = 12", (b"forged", forged_hash))
        db.execute("UPDATE stream SET head = ? WHERE seq = 12", (forged_hash,))
        db.execute("UPDATE command SET head = ? WHERE seq = 12", (forged_hash,))
    with pytest.raises(TailLost, match="not the event that was answered for"):
        SqliteLog(path)


def test_a_second_process_may_not_open_the_same_log(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "floor.db")
    with pytest.raises(Exception, match="another process"):
        SqliteLog(tmp_path / "floor.db")
    log.close()


def test_whoever_watches_a_check_sees_it_go_on(tmp_path: Path) -> None:
    entries = filled(tmp_path / "floor.db")
    log = SqliteLog(tmp_path / "floor.db")
    watched: list[ChainCheck] = []
    found = log.verify(watched.append)
    log.close()
    assert found.problems == ()
    (check,) = watched
    assert (check.events, check.last_seq) == (12, 12)
    assert check.heads["table/1"].hash == entries[-1].hash.hex()
