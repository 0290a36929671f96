"""Opening a log by its address: `floor.db`, `sqlite:floor.db` or `postgresql://...`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from houseway.store.log import LogFailed, TreeLog
from houseway.store.sqlite import SqliteLog
from houseway.store.sqlite_reader import SqliteReader

_POSTGRES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:"


def open_log(address: str) -> TreeLog:
    """The log at an address, to write and to read; a file is made if there is none."""
    if address.startswith(_POSTGRES):
        _need_psycopg()
        from houseway.store.postgres import PostgresLog

        return PostgresLog(address)
    return SqliteLog(path_of(address))


def read_log(address: str) -> TreeLog:
    """The log at an address, to read only, whoever else has it open."""
    if address.startswith(_POSTGRES):
        _need_psycopg()
        from houseway.store.postgres_reader import PostgresReader

        return PostgresReader(address)
    return SqliteReader(path_of(address))


def path_of(address: str) -> Path:
    """The file of an address that is no server's."""
    path = address.removeprefix(_SQLITE)
    if "://" in path:
        raise LogFailed(f"{address} is no address of a log: a path, sqlite:PATH or postgresql://")
    if not path:
        raise LogFailed("the address of the log is empty: a path, sqlite:PATH or postgresql://")
    return Path(path)


def _need_psycopg() -> None:
    if find_spec("psycopg") is None:
        raise LogFailed(
            "a log on PostgreSQL needs the package psycopg: pip install 'houseway[postgres]'"
        )
