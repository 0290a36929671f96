"""`houseway verify`: was anything in a log altered, removed, moved or slipped in?"""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
from cyclopts import Parameter

from houseway.cli.entries import CANNOT_READ, hwlog_at
from houseway.records.hwlog import verify_hwlog
from houseway.records.telling import counted, printable
from houseway.store.log import Verified
from houseway.store.open import read_log


def verify(
    address: str,
    *,
    as_data: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Check every hash and every chain of a log or of an exported file, offline.

    Example: houseway verify floor.hwlog

    The exit status is 0 when nothing was altered, 1 when there are problems, 2 when it cannot be
    read.

    Parameters
    ----------
    address
        A log (a path or postgresql://...) or an exported file (.hwlog).
    as_data
        Print JSON.
    """
    try:
        found = _verified(address)
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    if as_data:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        _print(found)
    return 1 if found.problems else 0


def _verified(address: str) -> Verified:
    file = hwlog_at(address)
    if file is not None:
        return verify_hwlog(file)
    log = read_log(address)
    try:
        return log.verify()
    finally:
        log.close()


def _print(found: Verified) -> None:
    print(f"{counted(found.events, 'event')} in {counted(found.streams, 'stream')}")
    for problem in found.problems:
        print(f"  {printable(problem)}")
    verdict = counted(len(found.problems), "problem")
    print(
        f"{verdict}: the log is not as it was written" if found.problems else "nothing was altered"
    )
