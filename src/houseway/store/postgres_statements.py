"""What a transaction asks of PostgreSQL: one statement reads where streams stand, one stores all.

Each statement costs the writer more than its rows do, and each answer that it waits for more than a
statement. So an append takes six, sent in two pieces: begin, hold, lock, read; store, commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString

import msgspec
import psycopg

from houseway.store.anchor import Tail
from houseway.store.batch import Streams
from houseway.store.postgres_schema import FIELDS

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
