"""A copy of a whole house while it is open: log, accounts and devices, names and addresses.

The log is copied first and the rest after it, each in one piece: no side store is older than the
log beside it, so that nobody whom the log names is missing. People who were disabled or erased are
so in the copy. Sessions are not copied. Keys go elsewhere, where someone names a place for them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import apsw

from houseway.service.access import record
from houseway.service.access.store import open_database
from houseway.service.settings import Settings
from houseway.store import adoption
from houseway.store.backup import (
    By,
    CopyUnsound,
    Hashed,
    RestoreRefused,
    backup,
    manifest_path,
    read_hashed,
    read_manifest,
    restore,
    sha256_of,
    write_manifest,
)
from houseway.store.dump import count_rows
from houseway.store.journal import Journal
from houseway.store.keyfile import sync_folder
from houseway.store.log import Appended, LogFailed
from houseway.store.open import open_log, path_of, read_log
from houseway.version import __version__

# The keys and secrets of a house, copied apart from its data: anyone who has both has the house.

KEYS = (
    "house.key", "house.key.pub", "house.checkpoint", "register.key", "store.key", "cookie.secret",
)  # fmt: skip
SECRETS = "secrets"
Keys = dict[str, bytes]  # by their place in the folder of the house


def read_keys(folder: Path) -> Keys:
    """Every key and secret that lies in the folder now; one that is just being written is none."""
    found = [folder / name for name in KEYS] + sorted((folder / SECRETS).glob("*"))
    return {
        path.relative_to(folder).as_posix(): content for path in found if (content := _read(path))
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def sums_of(keys: Keys) -> dict[str, str]:
    return {place: hashlib.sha256(content).hexdigest() for place, content in keys.items()}


def write_keys(keys: Keys, folder: Path) -> None:
    """Into a folder that has none of them, readable by their owner alone."""
    for place, content in keys.items():
        path = folder / place
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)


def check_place(folder: Path, copy: Path) -> None:
    """Keys do not lie with the data that they protect, nor with other keys."""
    ours, data = folder.resolve(), copy.resolve()
    if ours == data or ours in data.parents or data in ours.parents:
        raise LogFailed("keys are not copied beside the data: name a folder that is elsewhere")
    if folder.exists() and any(folder.iterdir()):
        raise LogFailed(f"{folder.name} is not empty; keys are not written over others")


def checked_keys(folder: Path, told: dict[str, str]) -> Keys:
    """The keys of a copy, each the one that its house had."""
    keys = read_keys(folder)
    for place, expected in told.items():
        if place not in keys:
            raise RestoreRefused(f"{place} is not in {folder}")
        if sums_of(keys)[place] != expected:
            raise CopyUnsound(f"{place} in {folder} is not the one that the house had")
    return {place: keys[place] for place in told}


def missing_keys(folder: Path, told: dict[str, str]) -> list[str]:
    """Which keys are not in the folder of a house yet; one that is another is refused."""
    there = read_keys(folder)
    for place, found in sums_of(there).items():
        if told.get(place, found) != found:
            raise RestoreRefused(f"{place} in {folder} is not the one that the house had")
    return sorted(place for place in told if place not in there)


LOG = "log.backup"
MANIFEST = "house.manifest.json"
# The side stores that are files, by the name of the file, and what is counted in each.
SIDES = {
    "access.db": {"password": "SELECT COUNT(*) FROM password"},
    "register.db": {
        "person": "SELECT COUNT(*) FROM person",
        "kept_person": "SELECT COUNT(*) FROM kept_person",
    },
}
_COUNTED = {**SIDES["access.db"], **SIDES["register.db"]}
# Nobody is signed in by a copy.
_LEFT_OUT = {"access.db": ("DELETE FROM seen", "DELETE FROM tries", "VACUUM")}


# Without these nothing proves whose copy it is.
PROVING = ("house.key", adoption.NAME)


class HouseManifest(Hashed, frozen=True, forbid_unknown_fields=True):
    """What is known of a copy of a house.

    `log` is the hash of the log's own manifest, `sides` are those of the files beside it, `rows`
    how many of each there are, and `keys` which keys and secrets belong to it.
    """

    engine: str
    taken_at_us: int
    log: str
    sides: dict[str, str]
    rows: dict[str, int]
    keys: dict[str, str]


class HouseRestored(NamedTuple):
    """The receipt of the restored log, what was restored, and which keys are yet to be brought.

    `without_keys`: nothing proves whose copy it is, so two persons approve each account.
    """

    receipt: Appended
    manifest: HouseManifest
    missing: list[str]
    without_keys: bool


# Backup


def backup_house(
    settings: Settings, target: Path, at_us: int, to_keys: Path | None = None
) -> HouseManifest:
    """Copy a house into a new folder, while it is open; its keys into another, if one is named."""
    if to_keys is not None:
        check_place(to_keys, target)
    if target.exists():
        raise LogFailed(f"{target.name} exists already; a backup is not written over another")
    target.mkdir(mode=0o700, parents=True)
    before = read_keys(settings.path)
    with closing(read_log(settings.log_address, folder=settings.path)) as log:
        told = backup(log, target / LOG, at_us)
        kept = {**read_keys(settings.path), **before}
    sides = (
        {} if settings.shared else {name: _copied(settings.path, target, name) for name in SIDES}
    )
    if to_keys is not None:
        write_keys(kept, to_keys)
    manifest = HouseManifest(
        __version__, at_us, told.manifest_sha256, sides, _rows(target, settings.shared),
        sums_of(kept),
    )  # fmt: skip
    return write_manifest(target / MANIFEST, manifest)


def _copied(folder: Path, target: Path, name: str) -> str:
    """A side store in one piece, without its sessions; its hash."""
    copy = target / name
    os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with _opened(folder / name) as source, closing(apsw.Connection(str(copy))) as made:
            with made.backup("main", source, "main") as run:
                run.step()
            made.execute("PRAGMA journal_mode = DELETE")
            for statement in _LEFT_OUT.get(name, ()):
                made.execute(statement)
    except apsw.Error as failed:
        raise LogFailed(f"{name} cannot be copied: {failed}") from failed
    return sha256_of(copy)


@contextmanager
def _opened(path: Path) -> Iterator[apsw.Connection]:
    """A side store that the house may be writing; it is waited for."""
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as found:
        found.set_busy_timeout(10_000)
        yield found


def _rows(copy: Path, shared: bool) -> dict[str, int]:
    """How many accounts, devices and people a copy holds; reading them shows that it can be."""
    if shared:
        return {table: count_rows(copy / LOG, table) for table in _COUNTED}
    return {
        table: found
        for name, questions in SIDES.items()
        for table, found in _counted(copy / name, questions).items()
    }


def _counted(path: Path, questions: dict[str, str]) -> dict[str, int]:
    address = f"{path.absolute().as_uri()}?immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        with closing(apsw.Connection(address, flags=flags)) as found:
            ((sound,), *_) = found.execute("PRAGMA integrity_check")
            if sound != "ok":
                raise CopyUnsound(f"{path.name} is not sound: {sound}")
            return {
                table: int(next(found.execute(question))[0])
                for table, question in questions.items()
            }
    except apsw.Error as wrong:
        raise CopyUnsound(f"{path.name} is not sound: {wrong}") from wrong


# Reading a copy back


def read_house(copy: Path) -> HouseManifest:
    """The manifest of a copy, and everything as it says."""
    manifest = read_hashed(copy / MANIFEST, HouseManifest)
    if read_manifest(manifest_path(copy / LOG)).manifest_sha256 != manifest.log:
        raise CopyUnsound(f"{LOG} is not the log of this copy")
    for name, expected in manifest.sides.items():
        if not (copy / name).exists() or sha256_of(copy / name) != expected:
            raise CopyUnsound(f"{name} was changed since it was taken: its SHA-256 is another")
    return manifest


# Restore


def restore_house(
    copy: Path, settings: Settings, by: By, from_keys: Path | None = None
) -> HouseRestored:
    """Make a house of a copy where there is none; the log comes last, so that until then there is
    no house. Who restores, when and why is an event of the log, and so are the accounts."""
    told = read_house(copy)
    if bool(told.sides) == settings.shared:
        raise RestoreRefused("a house goes back to the engine that it was on")
    if _rows(copy, settings.shared) != told.rows:
        raise CopyUnsound("the copy does not hold as many people as its manifest says")
    brought = checked_keys(from_keys, told.keys) if from_keys else {}
    _must_be_free(settings, told)
    missing = missing_keys(settings.path, told.keys)
    settings.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _undone_if_it_fails() as placed:
        wanted = {each: brought[each] for each in missing if each in brought}
        placed += [settings.path / each for each in wanted]
        write_keys(wanted, settings.path)
        for name in told.sides:
            placed.append(_placed(copy / name, settings.path / name))
        receipt = restore(
            copy / LOG, manifest_path(copy / LOG), settings.log_address, by, folder=settings.path
        )
    _check_restored(settings, told)
    keyless = any(each in missing and each not in brought for each in PROVING)
    _record(settings, told, by, without_keys=keyless)
    others = {place: found for place, found in told.keys.items() if place != adoption.NAME}
    return HouseRestored(receipt, told, missing_keys(settings.path, others), keyless)


def _check_restored(settings: Settings, told: HouseManifest) -> None:
    """In a database everybody is counted once more; files were compared to the byte."""
    if not settings.shared:
        return
    with closing(open_database(settings.log_address, settings.path)) as database:
        found = {table: int(database.ask(question)[0][0]) for table, question in _COUNTED.items()}
    if found != told.rows:
        raise CopyUnsound(f"the database has {found}, the copy {told.rows}: drop the database")


def _must_be_free(settings: Settings, told: HouseManifest) -> None:
    for name in told.sides:
        for each in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
            if (settings.path / each).exists():
                raise RestoreRefused(f"{each} exists; a house is never restored over another")
    if not settings.shared and path_of(settings.log_address).exists():
        name = path_of(settings.log_address).name
        raise RestoreRefused(f"{name} exists; a log is never restored over another")


@contextmanager
def _undone_if_it_fails() -> Iterator[list[Path]]:
    placed: list[Path] = []
    try:
        yield placed
    except BaseException:
        for each in placed:
            each.unlink(missing_ok=True)
        raise


def _placed(copy: Path, path: Path) -> Path:
    """Written whole under another name before it has its own."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as into, copy.open("rb") as source:
        shutil.copyfileobj(source, into)
        into.flush()
        os.fsync(into.fileno())
    part.replace(path)
    sync_folder(path.parent)
    return path


def _record(settings: Settings, told: HouseManifest, by: By, *, without_keys: bool) -> None:
    with closing(open_log(settings.log_address, folder=settings.path)) as log:
        journal = Journal(log, record.STREAM, lambda: by.at_us)
        fact = record.AccountsRestored(
            "", told.rows["password"], told.taken_at_us, without_keys=without_keys
        )
        journal.record(fact, actor=by.actor, office=by.role)
