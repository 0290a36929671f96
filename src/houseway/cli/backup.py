"""`houseway backup` and `houseway restore`: copies that were checked, and logs made of them."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from houseway.store.backup import (
    By,
    CopyUnsound,
    Restored,
    decode,
    manifest_path,
)
from houseway.store.backup import backup as take
from houseway.store.backup import restore as make_anew
from houseway.store.log import LogError
from houseway.store.open import read_log

ROLE = "administrator"
Json = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON.")
]


def backup(address: str, file: Path, /, *, as_data: Json = False) -> int:
    """Copy a log while it is in use, and check the copy.

    Example: houseway backup floor.db monday.backup

    The manifest is written beside the copy. The exit status is 0 when the copy is sound, 1 when it
    is not, 2 when it cannot be taken.

    Parameters
    ----------
    address
        The log: a file, sqlite:FILE or postgresql://...
    file
        Where the copy goes; it must not exist.
    """
    try:
        with closing(read_log(address)) as log:
            manifest = take(log, file, time.time_ns() // 1_000)
    except (LogError, OSError) as wrong:
        return _failed(wrong)
    if as_data:
        print(msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode())
        return 0
    print(f"{manifest.events} events of {len(manifest.heads)} streams, checked.")
    print(f"SHA-256 {manifest.copy_sha256}")
    print(f"Manifest: {manifest_path(file)}")
    return 0


def restore(
    file: Path,
    address: str,
    /,
    *,
    actor: str,
    reason: str,
    manifest: Path | None = None,
    as_data: Json = False,
) -> int:
    """Make a log of a copy where there is none.

    Example: houseway restore monday.backup floor.db --actor Ana --reason "disk replaced"

    The exit status is 0 when the log was restored, 1 when the copy or its manifest was altered or
    is not sound, 2 when it cannot be done.

    Parameters
    ----------
    file
        The copy.
    address
        A file that does not exist, or an empty PostgreSQL database.
    actor
        Who restores it.
    reason
        Why, for the log.
    manifest
        The manifest, if it is not beside the copy.
    """
    by = By(actor, ROLE, reason, time.time_ns() // 1_000)
    try:
        receipt = make_anew(file, manifest or manifest_path(file), address, by)
        with closing(read_log(address)) as log:
            fact = decode(log.read(receipt.stream, after=receipt.version - 1)[0])
    except (LogError, OSError) as wrong:
        return _failed(wrong)
    if as_data:
        content = {"receipt": receipt.head, "seq": receipt.seq, "restored": fact}
        print(msgspec.json.format(msgspec.json.encode(content), indent=2).decode())
    else:
        _print_restored(fact, receipt.head)
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
