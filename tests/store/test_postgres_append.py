"""The transaction of an append on PostgreSQL: what it holds, and that it changes no byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from houseway.store.batch import Streams
from houseway.store.log import Append, LogFailed, NewEvent
from houseway.store.postgres import PostgresLog
from tests.store.postgres import Server
from tests.store.test_contract import append

_SHARED = "LOCK TABLE stream IN SHARE MODE NOWAIT"  # what `horizon` waits for


@pytest.fixture
def log(postgres: Server) -> Iterator[PostgresLog]:
    found = PostgresLog(postgres.new_database("append"))
    yield found
    found.close()


def is_free(address: str) -> bool:
    try:
        with psycopg.connect(address) as db:
            db.execute(_SHARED)
    except psycopg.errors.LockNotAvailable:
        return False
    return True


def test_the_horizon_waits_for_sequence_numbers_that_are_reserved(
    log: PostgresLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkpoint would otherwise miss an event whose number lies below it."""
    log.append([append("table/1", 0, "first", b"one")])
    free: list[bool] = []
    store = PostgresLog._store

    def store_later(self: PostgresLog, db: psycopg.Connection[Any], streams: Streams) -> None:
        free.append(is_free(self.url))
        store(self, db, streams)

    monkeypatch.setattr(PostgresLog, "_store", store_later)
    log.append([append("table/1", 1, "second", b"two")])

    assert free == [False]
    assert is_free(log.url)


def test_a_database_of_another_encoding_is_refused_in_a_sentence(postgres: Server) -> None:
    address = postgres.new_database("ascii", encoding="SQL_ASCII")
    with pytest.raises(
        LogFailed, match="has the encoding SQL_ASCII, and a house needs UTF8: creat"
    ):
        PostgresLog(address)


def test_every_byte_and_character_comes_back(log: PostgresLog) -> None:
    text = 'Ana "\\ \u2028 é 牌 🂡 {}[] %s'
    event = NewEvent('Kind "1"', 7, bytes(range(256)) * 3)
    asked = Append("table/1", 0, text, "request", (event, event), -5, text, text, text, text)

    (receipt,) = log.append([asked])
    first, second = log.read("table/1")

    assert (first.body, second.body) == (event.body, event.body)
    assert (first.kind, first.schema, first.at_us) == (event.kind, 7, -5)
    assert {first.actor, first.role, first.edition, first.engine, first.key} == {text}
    assert log.receipt("table/1", text, "request") is not None
    assert receipt.head == second.hash.hex()
    assert log.verify().problems == ()


def test_a_row_that_was_lost_is_no_lock(log: PostgresLog) -> None:
    """Two processes could otherwise append to the stream at once."""
    log.append([append("table/1", 0, "first", b"one")])
    with psycopg.connect(log.url) as db:
        db.execute("DELETE FROM stream")

    with pytest.raises(LogFailed, match="lost the row") as failed:
        log.append([append("table/1", 1, "second", b"two")])

    assert not failed.value.unknown
    assert log.append([append("table/1", 1, "second", b"two")])[0].version == 2
