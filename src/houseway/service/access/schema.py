"""The tables of the side store, in both engines."""

from __future__ import annotations

SHAPE = (
    """CREATE TABLE IF NOT EXISTS account (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, office TEXT NOT NULL, password TEXT NOT NULL,
        tables TEXT NOT NULL, disabled INTEGER NOT NULL, created_us BIGINT NOT NULL)""",
    # A password that someone else has set, until its owner has changed it.
    "CREATE TABLE IF NOT EXISTS given_password (id TEXT PRIMARY KEY, ends_us BIGINT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS session (
        token TEXT PRIMARY KEY, account TEXT NOT NULL, created_us BIGINT NOT NULL,
        seen_us BIGINT NOT NULL, ends_us BIGINT NOT NULL, revoked INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS session_account ON session (account)",
    """CREATE TABLE IF NOT EXISTS tries (
        id TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until_us BIGINT NOT NULL)""",
    # Keyed hashes of rows of the other tables: see `houseway.service.access.signatures`.
    """CREATE TABLE IF NOT EXISTS row_mac (
        what TEXT NOT NULL, id TEXT NOT NULL, mac TEXT NOT NULL, PRIMARY KEY (what, id))""",
    """CREATE TABLE IF NOT EXISTS device (
        token TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
        stands_at TEXT NOT NULL, revoked INTEGER NOT NULL, created_us BIGINT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS access_token (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, office TEXT NOT NULL,
        tables TEXT NOT NULL, commands INTEGER NOT NULL, hash TEXT NOT NULL,
        created_us BIGINT NOT NULL, ends_us BIGINT NOT NULL, used_us BIGINT NOT NULL,
        UNIQUE (account, name))""",
    # What a trainee has learnt of a game or for a course: see `houseway.service.access.training`.
    """CREATE TABLE IF NOT EXISTS training (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, what TEXT NOT NULL, body TEXT NOT NULL,
        changed_us BIGINT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS training_what ON training (what)",
    # Where the first press of a form led, for a minute: see `houseway.service.forms.pressed_once`.
    "CREATE TABLE IF NOT EXISTS press (id TEXT PRIMARY KEY, at_us BIGINT NOT NULL, led_to TEXT)",
)
