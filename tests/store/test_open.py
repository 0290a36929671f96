"""A log is found by its address, and whoever only reads takes nothing from whoever writes."""

from __future__ import annotations

import os
from pathlib import Path

import psycopg
import pytest

from houseway.store import open as opening
from houseway.store.log import Log, LogFailed
from houseway.store.open import open_log, read_log
from houseway.store.postgres import PostgresLog
from houseway.store.sqlite import SqliteLog, SqliteReader
from tests.store.conftest import Opener
from tests.store.postgres import Server
from tests.store.test_contract import append


def address_of(log: Log) -> str:
    if isinstance(log, PostgresLog):
        return log.url
    assert isinstance(log, SqliteLog)
    return str(log.path)


@pytest.mark.parametrize("prefix", ["", "sqlite:"])
def test_a_path_is_a_log_on_sqlite(tmp_path: Path, prefix: str) -> None:
    log = open_log(f"{prefix}{tmp_path / 'floor.db'}")
    assert isinstance(log, SqliteLog)
    assert log.path == tmp_path / "floor.db"
    log.close()


def test_an_address_opens_the_log_that_is_there(opener: Opener) -> None:
    log = opener()
    log.append([append("table/1", 0, "a", b"one")])
    address = address_of(log)
    log.close()
    again = open_log(address)
    assert [each.body for each in again.read("table/1")] == [b"one"]
    again.append([append("table/1", 1, "b", b"two")])
    again.close()


def test_a_reader_sees_what_is_written_while_the_log_is_open(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    reader = read_log(address_of(log))
    log.append([append("table/1", 1, "b", b"two")])
    assert [each.body for each in reader.read("table/1")] == [b"one", b"two"]
    assert reader.heads() == log.heads()
    found = reader.verify()
    assert (found.events, found.streams, found.problems) == (2, 1, ())
    reader.close()


def test_a_reader_writes_nothing(log: Log) -> None:
    reader = read_log(address_of(log))
    with pytest.raises(LogFailed, match="for reading only"):
        reader.append([append("table/1", 0, "a", b"one")])
    with pytest.raises(LogFailed, match="for reading only"):
        reader.save_snapshot("table/1", 1, b"state")
    reader.close()
    assert log.heads() == {}


@pytest.mark.parametrize("address", ["mysql://127.0.0.1/floor", "sqlite:", ""])
def test_an_address_that_is_none_says_what_one_is(address: str) -> None:
    with pytest.raises(LogFailed, match="a path, sqlite:PATH or postgresql://"):
        read_log(address)


def test_without_psycopg_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "installed", lambda module: False)
    for opens in (open_log, read_log):
        with pytest.raises(LogFailed, match=r"pip install 'houseway\[postgres\]'"):
            opens("postgresql://127.0.0.1/floor")


def test_a_reader_makes_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogFailed, match="there is no log at"):
        read_log(str(tmp_path / "floor.db"))
    assert list(tmp_path.iterdir()) == []


def filled(path: Path) -> bytes:
    log = SqliteLog(path)
    log.append([append("table/1", 0, "a", b"one", b"two")])
    log.append([append("table/2", 0, "b", b"three")])
    log.close()
    return path.read_bytes()


def test_a_log_in_a_folder_that_cannot_be_written_is_read_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path / "floor.db")
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    reader = SqliteReader(tmp_path / "floor.db")
    assert reader.verify().problems == ()
    reader.close()
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_anchor_is_a_problem_of_a_log(tmp_path: Path) -> None:
    filled(tmp_path / "floor.db")
    (tmp_path / "floor.db.anchor").unlink()
    reader = SqliteReader(tmp_path / "floor.db")
    (problem,) = reader.verify().problems
    assert "floor.db.anchor is missing or empty" in problem
    reader.close()


@pytest.mark.parametrize("anchor", ["9 " + "a" * 64, "3 " + "a" * 64, "no anchor"])
def test_an_anchor_that_saw_something_else_is_a_problem(tmp_path: Path, anchor: str) -> None:
    filled(tmp_path / "floor.db")
    (tmp_path / "floor.db.anchor").write_text(anchor, encoding="utf-8")
    reader = SqliteReader(tmp_path / "floor.db")
    assert len(reader.verify().problems) == 1
    reader.close()


def test_a_damaged_file_is_refused_or_reported_or_reads_the_same(tmp_path: Path) -> None:
    """Bytes of the file flipped, one at a time: never a traceback, never other events unseen."""
    content = filled(tmp_path / "floor.db")
    sound = SqliteReader(tmp_path / "floor.db")
    events = sound.read_all()
    sound.close()
    damaged = tmp_path / "damaged.db"
    found = 0
    for place in range(0, len(content), 61):
        changed = bytearray(content)
        changed[place] ^= 0xFF
        damaged.write_bytes(changed)
        for beside in ("-wal", "-shm"):
            damaged.with_name(damaged.name + beside).unlink(missing_ok=True)
        try:
            reader = SqliteReader(damaged)
        except LogFailed:
            found += 1
            continue
        if reader.verify().problems:
            found += 1
        else:
            assert reader.read_all() == events, place
        reader.close()
    assert found > 0


def test_a_receipt_on_postgresql_is_for_what_the_disk_has(postgres: Server) -> None:
    """Whatever the database was told: the log's own connection commits to the disk."""
    url = postgres.new_database("hasty")
    with psycopg.connect(url, autocommit=True) as hasty:
        hasty.execute(f'ALTER DATABASE "{hasty.info.dbname}" SET synchronous_commit = off')
    log = PostgresLog(url)
    log.append([append("table/1", 0, "key", b"one")])
    assert log._db is not None
    (setting,) = log._db.execute("SHOW synchronous_commit").fetchone() or ("",)
    assert setting == "on"
    log.close()
