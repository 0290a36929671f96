"""Opening a log by its address: `floor.db`, `sqlite:floor.db` or `postgresql://...`.

A log that belongs to a house is written with the store key of the house's folder. For a file that
is its own folder unless another is named; for a database it is named, or in HOUSEWAY_FOLDER.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from houseway.extras import installed, needs
from houseway.store import adoption
from houseway.store.log import LogFailed, TreeLog
from houseway.store.sqlite import SqliteLog, SqliteReader

_POSTGRES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:"
_FOLDER = "HOUSEWAY_FOLDER"


def open_log(address: str, *, folder: Path | None = None) -> TreeLog:
    """The log at an address, to write and to read; a file is made if there is none.

    `folder` is that of the house: the log takes on the store key in it. Without one, a log that
    belongs to a house is opened with the key in its own folder, and no key is made.
    """
    log = _opened(address, folder)
    try:
        _give_key(log, address, folder)
    except BaseException:
        log.close()
        raise
    return log


def open_accepted(address: str, folder: Path) -> TreeLog:
    """The log at an address as it stands, whatever its anchor says, without its key."""
    return _opened(address, folder, accept=True)


def _opened(address: str, folder: Path | None, *, accept: bool = False) -> TreeLog:
    if not is_shared(address):
        return SqliteLog(path_of(address), accept=accept)
    _need_psycopg()
    from houseway.store.postgres import PostgresLog

    return PostgresLog(address, folder=folder or _named_folder(), accept=accept)


def _give_key(log: TreeLog, address: str, folder: Path | None) -> None:
    if folder is not None:
        adoption.adopt(log, folder, time.time_ns() // 1_000)
        return
    known = adoption.adopted(log)
    if known is not None:
        key = adoption.load_key(_own_folder(address), known)
        if key is not None:
            log.take_key(key, known.seq)


def read_log(address: str, *, folder: Path | None = None) -> TreeLog:
    """The log at an address, to read only, also while a house has it open.

    With the house's folder, or where the store key lies beside the file, snapshots and receipts
    are checked under that key.
    """
    log = _readable(address, folder)
    try:
        _give_reading_key(log, folder or _own_folder(address))
    except BaseException:
        log.close()
        raise
    return log


def _give_reading_key(log: TreeLog, place: Path) -> None:
    known = adoption.adopted(log)
    if known is not None and os.access(place / adoption.NAME, os.R_OK):
        key = adoption.load_key(place, known)
        if key is not None:
            log.take_key(key, known.seq, check=False)


def _readable(address: str, folder: Path | None) -> TreeLog:
    if not is_shared(address):
        path = path_of(address)
        _refuse_other_files(path)
        return SqliteReader(path)
    _need_psycopg()
    from houseway.store.postgres import PostgresReader

    return PostgresReader(address, folder=folder or _named_folder())


def is_shared(address: str) -> bool:
    """Whether a log is in a database server, where several processes write it."""
    return address.startswith(_POSTGRES)


def _own_folder(address: str) -> Path:
    """Where the keys of a log are, if nobody names a folder."""
    return (_named_folder() or Path()) if is_shared(address) else path_of(address).parent


def _named_folder() -> Path | None:
    named = os.environ.get(_FOLDER, "")
    return Path(named) if named else None


def path_of(address: str) -> Path:
    """The file of an address that is no server's; in the folder of a house, its log."""
    path = address.removeprefix(_SQLITE)
    if "://" in path:
        raise LogFailed(f"{address} is no address of a log: a path, sqlite:PATH or postgresql://")
    if not path:
        raise LogFailed("the address of the log is empty: a path, sqlite:PATH or postgresql://")
    return Path(path) / "floor.db" if Path(path).is_dir() else Path(path)


_DATABASE = b"SQLite format 3\0"  # how a log begins
_OTHERS = {
    ".hwr": "a record; rule on it with houseway settle",
    ".hwdraw": "the file of a draw; check it with houseway draw verify",
    ".hwreceipt": "a receipt; check it with houseway receipt check",
    ".checkpoint": "a checkpoint; check it with houseway seal verify",
}


def _refuse_other_files(path: Path) -> None:
    """Say what a file is that is neither a log nor an export."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        begins = file.read(len(_DATABASE))
    if begins not in (_DATABASE, b""):
        known = "neither a log (floor.db) nor an exported log (.hwlog)"
        raise LogFailed(f"this is {_OTHERS.get(path.suffix, known)}")


def _need_psycopg() -> None:
    if not installed("psycopg"):
        raise LogFailed(needs("psycopg", "a log on PostgreSQL"))
