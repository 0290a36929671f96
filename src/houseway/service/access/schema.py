"""The tables of the side store, in both engines: what the log must not have or need not keep."""

from __future__ import annotations

SHAPE = (
    # Hashes of passwords, by the digest that the log names: see `houseway.service.access.people`.
    "CREATE TABLE IF NOT EXISTS password (digest TEXT PRIMARY KEY, hash TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS seen (
        id TEXT PRIMARY KEY, at_us BIGINT NOT NULL, ends_us BIGINT NOT NULL, mac TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS tries (
        id TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until_us BIGINT NOT NULL)""",
    # What a trainee has learnt of a game or for a course: see `houseway.service.access.training`.
    """CREATE TABLE IF NOT EXISTS learnt (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, what TEXT NOT NULL, body TEXT NOT NULL,
        changed_us BIGINT NOT NULL, mac TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS learnt_what ON learnt (what)",
    # Where the first press of a form led, for a minute: see `houseway.service.forms.pressed_once`.
    "CREATE TABLE IF NOT EXISTS press (id TEXT PRIMARY KEY, at_us BIGINT NOT NULL, led_to TEXT)",
)
