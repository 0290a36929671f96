"""Backup and restore: a copy that was checked, and a log that says it was restored from it.

A copy is worth nothing until it was read back. Beside every copy that held stands its manifest;
without one, or with one that does not fit, nothing is restored. A restored log begins its new life
with a `Restored` event that names the copy, the heads it was cut at, who did it and why, and what
the old anchor had seen beyond it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import apsw
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houseway.rulebook.parsing import json_as
from houseway.store import adoption
from houseway.store.anchor import Anchor, AnchorWrong
from houseway.store.dump import check_dump, run_tool
from houseway.store.keyfile import sync_folder
from houseway.store.log import (
    Append,
    Appended,
    Entry,
    Head,
    Log,
    LogError,
    LogFailed,
    NewEvent,
    TreeLog,
)
from houseway.store.open import is_shared, open_accepted, open_log, path_of
from houseway.store.sqlite import SqliteLog, SqliteReader
from houseway.version import __version__

STREAM = "house"
KIND = "Restored"
SCHEMA = 1
_MAGIC = {b"SQLi": "sqlite", b"PGDM": "postgresql"}  # how a copy of each engine begins
_encode = msgspec.json.Encoder(order="sorted").encode


class CopyUnsound(LogError):
    """The copy or its manifest is not what was taken, or never was sound."""


class RestoreRefused(LogError):
    """There is nowhere to restore to."""


class Hashed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A manifest of any copy; `manifest_sha256` is over all the rest of it."""

    manifest_sha256: str = ""


M = TypeVar("M", bound=Hashed)


class Manifest(Hashed, frozen=True, forbid_unknown_fields=True):
    """What is known of the copy of a log."""

    store: Literal["sqlite", "postgresql"]
    engine: str  # the version of the software that took it
    taken_at_us: int
    copy_sha256: str
    copy_bytes: int
    events: int
    heads: dict[str, Head]


class Seen(Struct, frozen=True):
    """The last event that an anchor knew of."""

    seq: int
    hash: str


class Restored(Struct, frozen=True):
    """The fact of a restore. The log was cut at these heads; `anchored` tells what was beyond."""

    copy_sha256: str
    taken_at_us: int
    events: int
    heads: dict[str, Head]
    anchored: Seen | None
    reason: str


class By(NamedTuple):
    """Who restores, in which office, why and when."""

    actor: str
    role: str
    reason: str
    at_us: int


# Backup


def backup(log: Log, path: Path, at_us: int) -> Manifest:
    """Copy a log while it is in use, read the copy back, and write its manifest beside it."""
    for each in (path, manifest_path(path)):
        if each.exists():
            raise LogFailed(f"{each.name} exists already; a backup is not written over another")
    _copied(log, path)
    store, events, heads = _examined(path)
    manifest = Manifest(
        store=store,
        engine=__version__,
        taken_at_us=at_us,
        copy_sha256=sha256_of(path),
        copy_bytes=path.stat().st_size,
        events=events,
        heads=heads,
    )
    return write_manifest(manifest_path(path), manifest)


def manifest_path(copy: Path) -> Path:
    """Where the manifest of a copy is kept."""
    return copy.with_name(copy.name + ".manifest.json")


def _copied(log: Log, path: Path) -> None:
    if not path.parent.is_dir():
        raise LogFailed(f"there is no folder {path.parent} for the copy")
    try:
        log.backup(path)
    except apsw.Error as failed:
        raise LogFailed(f"the log cannot be copied: {failed}") from failed


def write_manifest(path: Path, manifest: M) -> M:
    """With its own hash; whole before it has its name."""
    manifest = replace(manifest, manifest_sha256=_own_hash(manifest))
    _write_synced(path, _page(manifest))
    return manifest


def _page(manifest: Hashed) -> bytes:
    return msgspec.json.format(_encode(manifest), indent=2) + b"\n"


def _own_hash(manifest: Hashed) -> str:
    return hashlib.sha256(_encode(replace(manifest, manifest_sha256=""))).hexdigest()


def _write_synced(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    sync_folder(path.parent)


# Reading a copy back


class _SqliteCopy(SqliteReader):
    """A copy that nobody writes: taken as it stands, and no file is made beside it.

    Its manifest says where it ends; it has no anchor.
    """

    needs_anchor = False

    def _reader(self) -> apsw.Connection:
        found: apsw.Connection | None = getattr(self._readers, "db", None)
        if found is None:
            address = f"{self.path.absolute().as_uri()}?immutable=1"
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
            found = self._readers.db = apsw.Connection(address, flags=flags)
        return found


def read_manifest(path: Path) -> Manifest:
    """The manifest of a log's copy."""
    return read_hashed(path, Manifest)


def read_hashed(path: Path, kind: type[M]) -> M:
    """A manifest, to the byte as it was written."""
    try:
        content = path.read_bytes()
        manifest = json_as(content, kind)
    except FileNotFoundError as missing:
        raise CopyUnsound(f"there is no {path.name}: the copy was never verified") from missing
    except ValueError as wrong:
        raise CopyUnsound(f"{path.name} cannot be read as a manifest: {wrong}") from wrong
    if manifest.manifest_sha256 != _own_hash(manifest) or content != _page(manifest):
        raise CopyUnsound(f"{path.name} was changed since it was written")
    return manifest


def check_copy(copy: Path, manifest: Manifest) -> None:
    """Refuse a copy that is not to the byte the one of its manifest, or whose chain is broken."""
    if copy.stat().st_size != manifest.copy_bytes or sha256_of(copy) != manifest.copy_sha256:
        raise CopyUnsound(f"{copy.name} was changed since it was taken: its SHA-256 is another")
    if _examined(copy) != (manifest.store, manifest.events, manifest.heads):
        raise CopyUnsound(f"{copy.name} does not end where its manifest says")


def _examined(copy: Path) -> tuple[Literal["sqlite", "postgresql"], int, dict[str, Head]]:
    """Which engine's copy it is, how many events it has and where its streams end."""
    with copy.open("rb") as file:
        store = _MAGIC.get(file.read(4))
    if store == "sqlite":
        with closing(_SqliteCopy(copy)) as reader:
            found = reader.verify()
            _sound(copy.name, found.problems)
            return "sqlite", found.events, reader.heads()
    if store == "postgresql":
        check = check_dump(copy)
        _sound(copy.name, check.problems)
        return "postgresql", check.events, check.heads
    raise CopyUnsound(f"{copy.name} is no copy of a log")


def _sound(name: str, problems: tuple[str, ...] | list[str]) -> None:
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise CopyUnsound(f"{name} is not sound: {problems[0]}{more}")


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# Restore


def restore(
    copy: Path,
    manifest: Path,
    target: str,
    by: By,
    *,
    anchor: Path | None = None,
    folder: Path | None = None,
) -> Appended:
    """Make a log of a copy where there is none, and return the receipt of its `Restored` event.

    `target` is an address: a file that does not exist, or an empty PostgreSQL database. A new
    anchor is made; what the old one had seen is recorded in the event. `folder` is that of the
    house. Where the store key of a house is not in it, the log takes on a new one.
    """
    told = read_manifest(manifest)
    check_copy(copy, told)
    if is_shared(target):
        return _to_postgres(copy, told, target, by, anchor, folder)
    path = path_of(target)
    place = anchor or _beside(path, ".anchor")
    return _to_file(copy, told, path, by, place, folder or path.parent)


def _to_file(
    copy: Path, told: Manifest, path: Path, by: By, anchor: Path, folder: Path
) -> Appended:
    """Built under another name and linked into place once it is whole, with its event."""
    _same_engine(told, "sqlite", f"the file {path.name}")
    stage = _beside(path, ".restoring")
    for each in (path, _beside(path, "-wal"), _beside(path, "-shm"), stage):
        if each.exists():
            raise RestoreRefused(f"{each.name} exists; a log is never restored over another")
    seen = _old_anchor(anchor)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    stage.mkdir(mode=0o700)
    try:
        staged = stage / path.name
        shutil.copyfile(copy, staged)
        staged.chmod(0o600)
        with closing(SqliteLog(staged, accept=True)) as log:
            receipt = _recorded(log, told, by, seen, folder)
        _settle(staged)
        os.link(staged, path)
        os.replace(_beside(staged, ".anchor"), anchor)
        sync_folder(path.parent)
    finally:
        shutil.rmtree(stage)
    return receipt


def _settle(path: Path) -> None:
    """Bring everything into the one file, so that it can be given its place."""
    with closing(apsw.Connection(str(path))) as db:
        ((busy, *_),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        raise LogFailed(f"{path.name} could not be brought into one file: somebody reads it")


def _to_postgres(
    copy: Path, told: Manifest, url: str, by: By, anchor: Path | None, folder: Path | None
) -> Appended:
    _same_engine(told, "postgresql", "a PostgreSQL database")
    _must_be_empty(url)
    from houseway.store.postgres import PostgresLog
    from houseway.store.postgres_verify import NAME

    place = anchor or (folder / NAME if folder else None)
    seen = _old_anchor(place) if place else None
    run_tool(
        "pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error",
        str(copy), url=url,
    )  # fmt: skip
    with closing(PostgresLog(url, anchor=anchor, folder=folder, accept=True)) as log:
        try:
            return _recorded(log, told, by, seen, folder)
        except CopyUnsound as unsound:
            raise CopyUnsound(f"{unsound}; the database was filled: drop it") from unsound


def _must_be_empty(url: str) -> None:
    try:
        import psycopg
    except ImportError as missing:
        raise LogFailed("to restore to PostgreSQL the package psycopg is needed") from missing
    try:
        with psycopg.connect(url) as db:
            row = db.execute(
                "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
                " WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LIMIT 1"
            ).fetchone()
    except psycopg.OperationalError as down:
        raise LogFailed(f"the database does not answer: {down}") from down
    if row:
        raise RestoreRefused(
            f"the database is not empty: it has {row[0]}; a log is never restored over another"
        )


def _same_engine(told: Manifest, store: str, target: str) -> None:
    if told.store != store:
        raise RestoreRefused(f"a copy of a log on {told.store} cannot be restored to {target}")


def _recorded(log: Log, told: Manifest, by: By, seen: Seen | None, folder: Path | None) -> Appended:
    """The log as restored is checked once more, by its own engine, before the event is added."""
    found = log.verify()
    _sound("the restored log", found.problems)
    if (found.events, log.heads()) != (told.events, told.heads):
        raise CopyUnsound("the restored log does not end where the manifest says")
    fact = Restored(told.copy_sha256, told.taken_at_us, told.events, told.heads, seen, by.reason)
    cut = told.heads.get(STREAM)
    append = Append(
        STREAM, cut.version if cut else 0, f"restored {told.copy_sha256}", told.manifest_sha256,
        (NewEvent(KIND, SCHEMA, _encode(fact)),), by.at_us, by.actor, by.role, "", __version__,
    )  # fmt: skip
    known = adoption.adopted(log)
    own = adoption.key_for(log, folder, known) if folder and known else None
    (receipt,) = log.append([append])
    if own and known and own.fingerprint != known.fingerprint:
        adoption.take_on(log, own, by.at_us)
    return receipt


def decode(entry: Entry) -> Restored:
    """The fact of a `Restored` entry."""
    return msgspec.json.decode(entry.body, type=Restored)


def _old_anchor(path: Path) -> Seen | None:
    if not path.exists():
        return None
    with closing(Anchor(path)) as anchor:
        try:
            told = anchor.read()
        except AnchorWrong as wrong:
            raise RestoreRefused(f"{wrong}; move it away if it is of no use") from wrong
    return Seen(*told) if told else None


def _beside(path: Path, more: str) -> Path:
    return path.with_name(path.name + more)


# Accepting a log as it stands when its anchor or store key is gone: a supervisor's act, on
# record.


class LogAccepted(Struct, frozen=True):
    """The log is used as it stands; `wrong` is why it did not open."""

    seq: int
    events: int
    wrong: str
    reason: str


def accept(address: str, folder: Path, by: By, *, new_key: bool = False) -> Appended:
    """Take a log as it stands, with a new anchor, and return the receipt of the event."""
    wrong = _why_not(address, folder)
    log = open_accepted(address, folder)
    try:
        found = log.verify()
        if found.problems:
            raise LogFailed(f"the chain itself does not hold: {found.problems[0]}")
        return _acceptance_recorded(log, folder, by, wrong, new_key=new_key)
    finally:
        log.close()


def _why_not(address: str, folder: Path) -> str:
    try:
        open_log(address, folder=folder).close()
    except LogError as wrong:
        return str(wrong)
    raise LogFailed("the log opens as it is: there is nothing to accept")


def _acceptance_recorded(
    log: TreeLog, folder: Path, by: By, wrong: str, *, new_key: bool
) -> Appended:
    known = adoption.adopted(log)
    own = adoption.load_key(folder, None if new_key else known)
    if own is None and known and new_key:
        own = adoption.key_for(log, folder, known)
    elif own is not None and known is not None:
        log.take_key(own, known.seq, check=False)
    last = log.horizon()
    body = msgspec.json.encode(LogAccepted(last, log.count_between(1, last), wrong, by.reason))
    key = f"accepted {last} {by.at_us}"
    version = len(log.read(adoption.STREAM))
    event = NewEvent(LogAccepted.__name__, 1, body)
    (receipt,) = log.append(
        [Append(adoption.STREAM, version, key, key, (event,), by.at_us, by.actor, by.role, "",
                __version__)]
    )  # fmt: skip
    if own and known and own.fingerprint != known.fingerprint:
        adoption.take_on(log, own, by.at_us)
    return receipt
