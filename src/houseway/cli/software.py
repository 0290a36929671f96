"""`houseway software`: what is installed, byte for byte, against what a log has approved.

With `--json`, `show` prints version, digest and files; `check` prints finding, digest, changed,
missing and added.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from houseway.cli.shared import Json, LogAddress, print_json
from houseway.software import STREAM, SoftwareAltered, SoftwareRecord, compared, manifest, told
from houseway.store.journal import Journal
from houseway.store.log import LogError
from houseway.store.open import open_log, read_log

app = App(
    name="software",
    help="""Show what is installed, and hold it against what was approved.

    Example: houseway software check house/floor.db
    """,
    version_flags=[],
)
_ALTERED, _CANNOT = 1, 2
_CONFIGURATION = "configuration: "


@app.command
def show(
    *, files: Annotated[bool, Parameter(help="List every file.")] = False, as_data: Json = False
) -> int:
    """Show the digest of what is installed, for an inspector's own record.

    Example: houseway software show --files
    """
    found = manifest()
    if as_data:
        print_json(found)
        return 0
    for name, digest in found.files.items() if files else ():
        print(f"{digest}  {name}")
    print(f"houseway {found.version}, {len(found.files)} files, digest {found.digest}")
    return 0


@app.command
def check(address: LogAddress, /, *, as_data: Json = False) -> int:
    """Compare what is installed with what this log has approved, and write nothing.

    Example: houseway software check house

    The exit status is 0, 1 where something differs, or 2 where there is nothing to compare with.
    """
    try:
        with closing(read_log(address)) as log:
            approved = SoftwareRecord(log, Journal(log, STREAM, _now_us)).approved()
    except LogError as wrong:
        return _cannot(str(wrong))
    if approved is None:
        return _cannot("this log has no software on record: no house was opened on it")
    given = {name for name in approved.files if name.startswith(_CONFIGURATION)}
    plain = {name: digest for name, digest in approved.files.items() if name not in given}
    finding = compared(msgspec.structs.replace(approved, files=plain), manifest(), "asked")
    if as_data:
        data = {"finding": type(finding).__name__, **msgspec.structs.asdict(finding)}
        print_json(data)
    else:
        print(told(finding))
    return _ALTERED if isinstance(finding, SoftwareAltered) else 0


@app.command
def approve(
    address: LogAddress,
    /,
    *,
    actor: Annotated[str, Parameter(help="Who approves it.")],
    reason: Annotated[str, Parameter(help="Why it is another than before.")],
) -> int:
    """Put what is installed now on record as approved; the house must be closed.

    Example: houseway software approve house --actor Mia --reason "version 0.2 was installed"

    The settings under which the house is served stay as they were approved.
    """
    try:
        read_log(address).close()  # where there is no log, none is made
        with closing(open_log(address)) as log:
            record = SoftwareRecord(log, Journal(log, STREAM, _now_us))
            before, found = record.approved(), manifest()
            kept = before.files if before else {}
            given = {name: sha for name, sha in kept.items() if name.startswith(_CONFIGURATION)}
            whole = msgspec.structs.replace(found, files={**given, **found.files})
            record.approve(whole, actor=actor, office="administrator", reason=reason)
    except LogError as wrong:
        return _cannot(str(wrong))
    print(f"approved by {actor}: houseway {found.version}, digest {found.digest}")
    return 0


def _now_us() -> int:
    return time.time_ns() // 1_000


def _cannot(why: str) -> int:
    print(f"houseway software: {why}", file=sys.stderr)
    return _CANNOT
