"""The shape of a log on SQLite: its tables, and how an older shape is brought up to date.

Migrations are numbered, go forward only, and each is one transaction. Events are never rewritten.
A log that has an older shape is copied first, beside itself, as `floor.db.shape-1`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import apsw

from houseway.store.anchor import lock
from houseway.store.log import Entry, LogFailed
from houseway.store.rounds import marks_in

MIGRATIONS = (
    """
    CREATE TABLE event (
        seq INTEGER PRIMARY KEY, key TEXT NOT NULL, stream TEXT NOT NULL, version INTEGER NOT NULL,
        kind TEXT NOT NULL, schema INTEGER NOT NULL, body BLOB NOT NULL, at_us INTEGER NOT NULL,
        actor TEXT NOT NULL, role TEXT NOT NULL, edition TEXT NOT NULL, engine TEXT NOT NULL,
        prev BLOB NOT NULL, hash BLOB NOT NULL, UNIQUE (stream, version)
    ) STRICT;
    CREATE TABLE stream (
        id TEXT PRIMARY KEY, version INTEGER NOT NULL, seq INTEGER NOT NULL, head BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE command (
        stream TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, version INTEGER NOT NULL,
        seq INTEGER NOT NULL, head BLOB NOT NULL, PRIMARY KEY (stream, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshot (
        stream TEXT PRIMARY KEY, version INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE round (
        stream TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        number INTEGER NOT NULL, opens INTEGER NOT NULL, PRIMARY KEY (stream, first, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX round_number ON round (stream, number);
    """,
    """
    CREATE TABLE tile (
        level INTEGER NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL,
        last INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, number)
    ) STRICT;
    CREATE INDEX tile_first ON tile (level, first);
    """,
    # A receipt names the last event of its key, a snapshot the event it was made at. Snapshots
    # without a keyed hash are not used, and a key that stored no event is not remembered.
    """
    ALTER TABLE command ADD COLUMN mac BLOB NOT NULL DEFAULT x'';
    DELETE FROM command WHERE seq = 0;
    DROP TABLE snapshot;
    CREATE TABLE snapshot (
        stream TEXT PRIMARY KEY, version INTEGER NOT NULL, head BLOB NOT NULL, body BLOB NOT NULL,
        mac BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tail (
        anchor TEXT PRIMARY KEY, seq INTEGER NOT NULL, head BLOB NOT NULL,
        before_seq INTEGER NOT NULL, before_head BLOB NOT NULL, mac BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
)
OLDEST = (3, 51, 3)  # earlier ones can lose a write-ahead log when two connections reset it
ROUNDS = 2  # the shape from which there is an index of rounds
TILES = 3  # the shape from which there is a Merkle tree
TAIL = 4  # the shape from which there is a tail
FIELDS = ", ".join(Entry.__struct_fields__)
TILE = "SELECT level, number, first, last, hashes FROM tile"
SAVE_TILE = (
    "INSERT INTO tile VALUES (?, ?, ?, ?, ?) ON CONFLICT (level, number) DO UPDATE"
    " SET last = excluded.last, hashes = excluded.hashes"
    " WHERE length(excluded.hashes) > length(tile.hashes)"
)
INSERT_MARK = "INSERT INTO round VALUES (?, ?, ?, ?, ?)"


def migrate(db: apsw.Connection, path: Path) -> int:
    """Bring a log to the newest shape, or make one; the shape that it had."""
    done = shape_of(db)
    if 0 < done < len(MIGRATIONS):
        _keep(db, path.with_name(f"{path.name}.shape-{done}"))
    for number, script in enumerate(MIGRATIONS[done:], start=done + 1):
        with db:
            db.execute(script)
            if number == ROUNDS:
                index_rounds(db)
            db.execute(f"PRAGMA user_version = {number}")
    return done


def shape_of(db: apsw.Connection) -> int:
    """The shape of a log, which must be one that this software knows; 0 where there is none."""
    found = int(value(db, "PRAGMA user_version"))
    if found > len(MIGRATIONS):
        raise LogFailed(f"the log has shape {found}; this software knows {len(MIGRATIONS)}")
    return found


def index_rounds(db: apsw.Connection) -> None:
    """Work the index of rounds out again from the events."""
    db.execute("DELETE FROM round")
    rows = db.execute(f"SELECT {FIELDS} FROM event ORDER BY seq")
    db.executemany(INSERT_MARK, marks_in(rows))


def _keep(db: apsw.Connection, path: Path) -> None:
    """A copy of the log as it was, unless an earlier attempt has made it."""
    if path.exists():
        return
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    with apsw.Connection(str(part)) as copy, copy.backup("main", db, "main") as run:
        run.step()
    part.replace(path)


def value(db: apsw.Connection, question: str, *given: int) -> Any:
    """The one value that a question is answered with."""
    for (found,) in db.execute(question, given):
        return found
    return None


# Opening the file


def new_enough() -> None:
    found = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if found < OLDEST:
        raise LogFailed(f"SQLite {apsw.sqlite_lib_version()} is too old for a log")


def own(path: Path) -> int:
    """One process owns the log; a second one is refused."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(handle, wait=False)
    except BlockingIOError as busy:
        os.close(handle)
        raise LogFailed(f"another process has {path.name.removesuffix('.lock')} open") from busy
    return handle


def set_up(db: apsw.Connection) -> None:
    db.set_busy_timeout(5_000)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 1000")
