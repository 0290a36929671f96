"""The shape of a log on PostgreSQL: its tables, and how an older shape is brought up to date.

Migrations are numbered, go forward only, and run in one transaction, one process at a time. Events
are never rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, LiteralString

import psycopg

from houseway.store.log import LogFailed
from houseway.store.rounds import Mark, marks_in

MIGRATIONS: tuple[LiteralString, ...] = (
    """
    CREATE TABLE event (
        seq BIGINT PRIMARY KEY, key TEXT NOT NULL, stream TEXT NOT NULL, version BIGINT NOT NULL,
        kind TEXT NOT NULL, schema INTEGER NOT NULL, body BYTEA NOT NULL, at_us BIGINT NOT NULL,
        actor TEXT NOT NULL, role TEXT NOT NULL, edition TEXT NOT NULL, engine TEXT NOT NULL,
        prev BYTEA NOT NULL, hash BYTEA NOT NULL, UNIQUE (stream, version)
    );
    CREATE SEQUENCE event_seq OWNED BY event.seq;
    CREATE TABLE stream (
        id TEXT PRIMARY KEY, version BIGINT NOT NULL, seq BIGINT NOT NULL, head BYTEA NOT NULL
    );
    CREATE TABLE command (
        stream TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, version BIGINT NOT NULL,
        seq BIGINT NOT NULL, head BYTEA NOT NULL, PRIMARY KEY (stream, key)
    );
    CREATE TABLE snapshot (
        stream TEXT PRIMARY KEY, version BIGINT NOT NULL, body BYTEA NOT NULL
    );
    """,
    """
    CREATE TABLE round (
        stream TEXT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL,
        number BIGINT NOT NULL, opens SMALLINT NOT NULL, PRIMARY KEY (stream, first, number)
    );
    CREATE INDEX round_number ON round (stream, number);
    """,
    """
    CREATE TABLE tile (
        level SMALLINT NOT NULL, number BIGINT NOT NULL, first BIGINT NOT NULL,
        last BIGINT NOT NULL, hashes BYTEA NOT NULL, PRIMARY KEY (level, number)
    );
    CREATE INDEX tile_first ON tile (level, first);
    """,
    # A receipt names the last event of its key, a snapshot the event it was made at. Snapshots
    # without a keyed hash are not used, and a key that stored no event is not remembered.
    r"""
    ALTER TABLE command ADD COLUMN mac BYTEA NOT NULL DEFAULT '\x';
    DELETE FROM command WHERE seq = 0;
    DROP TABLE snapshot;
    CREATE TABLE snapshot (
        stream TEXT PRIMARY KEY, version BIGINT NOT NULL, head BYTEA NOT NULL, body BYTEA NOT NULL,
        mac BYTEA NOT NULL
    );
    CREATE TABLE tail (
        anchor TEXT PRIMARY KEY, seq BIGINT NOT NULL, head BYTEA NOT NULL,
        before_seq BIGINT NOT NULL, before_head BYTEA NOT NULL, mac BYTEA NOT NULL
    );
    """,
)
PAGE = 5_000  # rows at a time
ROUNDS = 2  # the shape from which there is an index of rounds
TAIL = 4  # the shape from which there is a tail
FIELDS: LiteralString = (
    "seq, key, stream, version, kind, schema, body, at_us, actor, role, edition, engine, prev, hash"
)
TILE: LiteralString = "SELECT level, number, first, last, hashes FROM tile"
SAVE_TILE: LiteralString = (
    "INSERT INTO tile VALUES (%s, %s, %s, %s, %s) ON CONFLICT (level, number) DO UPDATE"
    " SET last = excluded.last, hashes = excluded.hashes"
    " WHERE length(excluded.hashes) > length(tile.hashes)"
)


def migrate(db: psycopg.Connection[Any]) -> int:
    """Bring a log to the newest shape, or make one; the shape that it had."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(4840)")
        db.execute("CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY)")
        row = db.execute("SELECT coalesce(max(number), 0) FROM migration").fetchone()
        done = row[0] if row else 0
        if done > len(MIGRATIONS):
            raise LogFailed(f"the log has shape {done}; this software knows {len(MIGRATIONS)}")
        for number, script in enumerate(MIGRATIONS[done:], start=done + 1):
            db.execute(script)
            if number == ROUNDS:
                index_rounds(db)
            db.execute("INSERT INTO migration VALUES (%s)", (number,))
        return int(done)


def index_rounds(db: psycopg.Connection[Any]) -> None:
    """Work the index of rounds out again from the events; nobody appends meanwhile."""
    db.execute("LOCK TABLE stream IN EXCLUSIVE MODE")
    db.execute("DELETE FROM round")
    with db.cursor(name="events") as events:
        events.itersize = PAGE
        marks = marks_in(events.execute(f"SELECT {FIELDS} FROM event ORDER BY seq"))
        while page := list(islice(marks, PAGE)):  # read before any is written: one connection
            insert_marks(db, page)


def insert_marks(db: psycopg.Connection[Any], marks: Iterable[Mark]) -> None:
    db.execute(
        "INSERT INTO round SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[],"
        " %s::bigint[], %s::smallint[])",
        [list(each) for each in zip(*marks, strict=True)],
    )
