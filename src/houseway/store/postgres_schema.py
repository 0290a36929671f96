"""The shape of a log on PostgreSQL: its tables, and how an older shape is brought up to date.

Migrations are numbered, go forward only, and run in one transaction, one process at a time. Events
are never rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, LiteralString

import msgspec
import psycopg

from houseway.store.anchor import Tail
from houseway.store.batch import Streams
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


# What a transaction asks of PostgreSQL: one statement reads where streams stand, one stores all.

CHANNEL = "houseway"  # every append is announced here as `stream version`, never with its content

# A writer that reserves a sequence number holds this lock until it is stored: `horizon` waits.
HOLD: LiteralString = "LOCK TABLE stream IN ROW EXCLUSIVE MODE"

_RECEIPT: LiteralString = (
    "c.stream, c.key, c.request, c.version, c.seq, c.head, c.mac,"
    " e.stream, e.key, e.version, e.hash"
)
USED: LiteralString = f"SELECT {_RECEIPT} FROM command c LEFT JOIN event e ON e.seq = c.seq"

# A row for each append: the end of its stream, and the receipt of its key where it was used. The
# first row has as many new sequence numbers as were asked for.
STANDING: LiteralString = f"""
SELECT
    CASE WHEN asked.place = 1
        THEN ARRAY(SELECT nextval('event_seq') FROM generate_series(1, %s)) END,
    asked.stream, ending.version, ending.seq, ending.hash, {_RECEIPT}
FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS asked (stream, key, place)
LEFT JOIN LATERAL (
    SELECT version, seq, hash FROM event WHERE stream = asked.stream
    ORDER BY version DESC LIMIT 1
) AS ending ON true
LEFT JOIN command c ON c.stream = asked.stream AND c.key = asked.key
LEFT JOIN event e ON e.seq = c.seq
ORDER BY asked.place
"""

_SET_TAIL: LiteralString = (
    "ON CONFLICT (anchor) DO UPDATE"
    " SET seq = excluded.seq, head = excluded.head, before_seq = excluded.before_seq,"
    " before_head = excluded.before_head, mac = excluded.mac"
)

# One parameter: everything as JSON, with bytes in base64.
_STORE: LiteralString = f"""
WITH given AS (SELECT %s::json AS new),
events AS (
    INSERT INTO event ({FIELDS})
    SELECT seq, key, stream, version, kind, schema, decode(body, 'base64'), at_us, actor, role,
        edition, engine, decode(prev, 'base64'), decode(hash, 'base64')
    FROM given, json_to_recordset(new -> 'events') AS each (
        seq bigint, key text, stream text, version bigint, kind text, schema int, body text,
        at_us bigint, actor text, role text, edition text, engine text, prev text, hash text)
),
commands AS (
    INSERT INTO command
    SELECT stream, key, request, version, seq, decode(head, 'base64'), decode(mac, 'base64')
    FROM given, json_to_recordset(new -> 'commands') AS each (
        stream text, key text, request text, version bigint, seq bigint, head text, mac text)
    ON CONFLICT (stream, key) DO UPDATE SET request = excluded.request,
        version = excluded.version, seq = excluded.seq, head = excluded.head, mac = excluded.mac
),
marks AS (
    INSERT INTO round
    SELECT stream, first, last, number, opens
    FROM given, json_to_recordset(new -> 'marks') AS each (
        stream text, first bigint, last bigint, number bigint, opens smallint)
),
heads AS (
    UPDATE stream SET version = each.version, seq = each.seq, head = decode(each.head, 'base64')
    FROM given, json_to_recordset(new -> 'heads') AS each (
        id text, version bigint, seq bigint, head text)
    WHERE stream.id = each.id
),
tails AS (
    INSERT INTO tail
    SELECT anchor, seq, decode(head, 'base64'), before_seq, decode(before_head, 'base64'),
        decode(mac, 'base64')
    FROM given, json_to_recordset(new -> 'tails') AS each (
        anchor text, seq bigint, head text, before_seq bigint, before_head text, mac text)
    {_SET_TAIL}
)
SELECT pg_notify('{CHANNEL}', (head ->> 'id') || ' ' || (head ->> 'version'))
FROM given, json_array_elements(new -> 'heads') AS head
"""


def store(db: psycopg.Connection[Any], streams: Streams, tails: Sequence[Tail]) -> None:
    """Store what these streams were appended, and tell those who listen."""
    new = {
        "events": streams.entries,
        "commands": [each._asdict() for each in streams.commands],
        "marks": [each._asdict() for each in streams.marks],
        "heads": [{"id": name, **at._asdict()} for name, at in streams.changed().items()],
        "tails": [each._asdict() for each in tails],
    }
    db.execute(_STORE, (msgspec.json.encode(new).decode(),))


def set_tail(db: psycopg.Connection[Any], tail: Tail) -> None:
    db.execute(f"INSERT INTO tail VALUES (%s, %s, %s, %s, %s, %s) {_SET_TAIL}", tail)
