"""`houseway backup` and `houseway restore`: copies that were checked, and houses made of them.

A folder is a whole house; a file or an address of a database is its log alone.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

from houseway.cli.shared import Json, print_json
from houseway.service.backup.house import LOG, MANIFEST, HouseManifest, backup_house, restore_house
from houseway.service.settings import Settings
from houseway.store.backup import By, CopyUnsound, Restored, decode, manifest_path, read_manifest
from houseway.store.backup import backup as take
from houseway.store.backup import restore as make_anew
from houseway.store.log import Appended, LogError, LogFailed
from houseway.store.open import read_log

ROLE = "administrator"


def backup(
    house: str,
    copy: Path,
    /,
    *,
    database: str = "",
    keys: Path | None = None,
    as_data: Json = False,
) -> int:
    """Copy a house, or its log alone, while it is in use, and check the copy.

    Example: houseway backup house /backup/monday --keys /safe/monday

    Of a house everything is copied that it cannot be without: the log, accounts and devices, names
    and addresses. Sessions are not. Keys and secrets are copied only where --keys names a place for
    them, which is not with the copy. The exit status is 0 when the copy is sound, 1 when it is not,
    2 when it cannot be taken.

    Parameters
    ----------
    house
        The folder of a house; or a log alone: a file, sqlite:FILE or postgresql://...
    copy
        Where the copy goes, a folder or (of a log) a file; it must not exist.
    database
        The log of the house, if it is not floor.db in its folder.
    keys
        A folder for the keys and secrets of the house, apart from the copy.
    """
    now = time.time_ns() // 1_000
    try:
        if Path(house).is_dir():
            settings = Settings(folder=house, database=database)
            return _print_house(backup_house(settings, copy, now, keys), copy, keys, as_data)
        _for_houses_alone(database, keys)
        with closing(read_log(house)) as log:
            manifest = take(log, copy, now)
    except (LogError, OSError) as wrong:
        return _failed(wrong)
    if as_data:
        print_json(manifest)
        return 0
    print(f"{manifest.events} events of {len(manifest.heads)} streams, checked.")
    print(f"SHA-256 {manifest.copy_sha256}")
    print(f"Manifest: {manifest_path(copy)}")
    return 0


def _for_houses_alone(database: str, keys: Path | None) -> None:
    if database or keys:
        raise LogFailed("--database and --keys are for a house: name its folder")


def _print_house(told: HouseManifest, copy: Path, keys: Path | None, as_data: bool) -> int:
    if as_data:
        print_json(told)
        return 0
    log = read_manifest(manifest_path(copy / LOG))
    print(f"{log.events} events of {len(log.heads)} streams, checked.")
    print(_people_in(told))
    print(f"Keys and secrets: {len(told.keys)}, {f'in {keys}' if keys else 'not copied'}.")
    print(f"Manifest: {copy / MANIFEST}")
    return 0


def _people_in(told: HouseManifest) -> str:
    rows = told.rows
    return f"{rows['password']} passwords, {rows['person']} people."


def restore(
    copy: Path,
    house: str,
    /,
    *,
    actor: str,
    reason: str,
    database: str = "",
    keys: Path | None = None,
    manifest: Path | None = None,
    as_data: Json = False,
) -> int:
    """Make a house, or a log alone, of a copy where there is none.

    Example: houseway restore /backup/monday house --keys /safe/monday --actor Ana --reason "disk"

    The exit status is 0 when it was restored, 1 when the copy or its manifest was altered or is
    not sound, 2 when it cannot be done.

    Parameters
    ----------
    copy
        The copy: a folder of a house, or a file of a log.
    house
        The folder of the house; for a log a file that does not exist, or an empty PostgreSQL
        database.
    actor
        Who restores it.
    reason
        Why, for the log.
    database
        The log of the house, if it is not floor.db in its folder: an empty PostgreSQL database.
    keys
        Where its keys and secrets were copied to.
    manifest
        The manifest of a log's copy, if it is not beside it.
    """
    by = By(actor, ROLE, reason, time.time_ns() // 1_000)
    try:
        if copy.is_dir():
            return _house_restored(
                copy, Settings(folder=house, database=database), by, keys, as_data
            )
        _for_houses_alone(database, keys)
        receipt = make_anew(copy, manifest or manifest_path(copy), house, by)
        fact = _fact(house, receipt)
    except (LogError, OSError) as wrong:
        return _failed(wrong)
    if as_data:
        content = {"receipt": receipt.head, "seq": receipt.seq, "restored": fact}
        print_json(content)
    else:
        _print_restored(fact, receipt.head)
    return 0


def _fact(address: str, receipt: Appended) -> Restored:
    with closing(read_log(address)) as log:
        return decode(log.read(receipt.stream, after=receipt.version - 1, limit=1)[0])


def _house_restored(
    copy: Path, settings: Settings, by: By, keys: Path | None, as_data: bool
) -> int:
    done = restore_house(copy, settings, by, keys)
    fact = _fact(settings.log_address, done.receipt)
    if as_data:
        content = {
            "receipt": done.receipt.head, "seq": done.receipt.seq, "restored": fact,
            "rows": done.manifest.rows, "missing": done.missing, "approve": done.without_keys,
        }  # fmt: skip
        print_json(content)
        return 0
    _print_restored(fact, done.receipt.head)
    print(f"{_people_in(done.manifest)} Nobody is signed in.")
    if done.without_keys:
        print(
            "Without its keys nothing proves whose copy this is: two persons approve each account"
        )
        print("(houseway people approve NAME --first NAME --second NAME).")
    if done.missing:
        print(f"Bring before it is opened: {', '.join(done.missing)}")
    return 0


def _print_restored(fact: Restored, head: str) -> None:
    last = max((each.seq for each in fact.heads.values()), default=0)
    print(f"{fact.events} events of {len(fact.heads)} streams restored and checked.")
    if fact.anchored and fact.anchored.seq > last:
        print(f"The old anchor had seen sequence {fact.anchored.seq}; the copy ends at {last}.")
    print(f"Receipt: {head}")


def _failed(wrong: Exception) -> int:
    print(wrong, file=sys.stderr)
    return 1 if isinstance(wrong, CopyUnsound) else 2
