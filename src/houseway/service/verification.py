"""Whether anything that a house has stored was altered: its log, and the people beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from houseway.records.hwlog import read_hwlog, verify_hwlog
from houseway.records.replaying import hwlog_at
from houseway.service.access.people import people_problems
from houseway.store.checkpoint import Checkpoint
from houseway.store.log import Verified
from houseway.store.open import read_log
from houseway.store.tree_check import outside_problems


def verified(address: str, kept: Sequence[Checkpoint] = (), folder: Path | None = None) -> Verified:
    """Check a log or an exported file, and that it begins with what the kept checkpoints cover.

    Of a log, the passwords in the house's folder are checked too.
    """
    file = hwlog_at(address)
    if file is not None:
        return _verified_file(file, kept)
    log = read_log(address, folder=folder)
    try:
        found = log.verify()
        more = [
            *(outside_problems(log, kept) if kept else []),
            *people_problems(log, address, folder),
        ]
    finally:
        log.close()
    return msgspec.structs.replace(found, problems=(*found.problems, *more))


def _verified_file(file: Path, kept: Sequence[Checkpoint]) -> Verified:
    found = verify_hwlog(file)
    if found.problems or not kept:
        return found
    with file.open("rb") as lines:
        more = outside_problems(list(read_hwlog(lines)), kept)
    return msgspec.structs.replace(found, problems=(*found.problems, *more))
