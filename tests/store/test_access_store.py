"""What is only noted in the side store waits for no disk; what is done there is durable."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import apsw
import pytest

from houseway.service.access.postgres import PostgresDatabase
from houseway.service.access.store import Database, SqliteDatabase
from tests.store.postgres import Server

WORKERS, TURNS = 8, 3
SEEN = "UPDATE seen SET at_us = ? WHERE id = ?"


def kept(database: Database) -> list[int]:
    database.do("INSERT INTO seen VALUES ('t', 1, 9, '')")
    database.note((SEEN, (5, "t")))
    return [row[0] for row in database.ask("SELECT at_us FROM seen")]


class Syncs(apsw.VFS):
    """The system's files, with every sync counted."""

    def __init__(self) -> None:
        super().__init__("counting", "")
        self.many = 0

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _Counted(self, name, flags)


class _Counted(apsw.VFSFile):
    def __init__(self, syncs: Syncs, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._syncs = syncs

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._syncs.many += 1
        super().xSync(flags)


def test_a_note_is_not_synced_and_the_next_change_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    syncs, plain = Syncs(), apsw.Connection
    monkeypatch.setattr(apsw, "Connection", lambda path: plain(path, vfs="counting"))
    with closing(SqliteDatabase(tmp_path / "access.db")) as database:
        assert kept(database) == [5]
        before = syncs.many
        database.note((SEEN, (6, "t")))
        assert syncs.many == before
        database.do(SEEN, 7, "t")
        assert syncs.many > before
        assert database.ask("PRAGMA synchronous") == [(2,)]


def test_on_postgresql_the_connection_is_durable_again_after_a_note(postgres: Server) -> None:
    with closing(PostgresDatabase(postgres.new_database("access"))) as database:
        assert kept(database) == [5]
        assert database.ask("SHOW synchronous_commit") == [("on",)]


def test_workers_that_start_together_make_one_store(postgres: Server) -> None:
    """Each of them wants the same tables in a database where there are none yet."""
    for turn in range(TURNS):
        url, ready = postgres.new_database(f"workers{turn}"), Barrier(WORKERS)

        def start(url: str = url, ready: Barrier = ready) -> int:
            ready.wait()
            with closing(PostgresDatabase(url)) as database:
                return len(database.ask("SELECT id FROM seen"))

        with ThreadPoolExecutor(WORKERS) as threads:
            started = [threads.submit(start) for _ in range(WORKERS)]
        assert [each.result() for each in started] == [0] * WORKERS
