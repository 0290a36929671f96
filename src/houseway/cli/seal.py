"""`houseway seal`: sign a checkpoint of a log, and check a log against its checkpoints.

All verbs take `--json`. The keys, which stay as they are:

    seal ADDRESS           number, at_us, key, size, root, streams, receipt, public, checkpoint
                           number alone, null, where --every found none due
    seal list ADDRESS      seals: number, at_us, actor, key, covers, reason
    seal verify ADDRESS    seals, last, unsealed, events, streams, problems
                           last: number, at_us, actor, key; null if there is none
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cyclopts import App, Parameter

from houseway.cli.shared import Json, LogAddress, print_json
from houseway.records.hwlog import read_hwlog, verify_hwlog
from houseway.records.replaying import CANNOT_READ, hwlog_at
from houseway.records.telling import counted, printable, time_text
from houseway.store import house_key, seals
from houseway.store.log import Entry, Log, LogError, Verified
from houseway.store.open import open_log, read_log
from houseway.store.sealing import due, unsealed
from houseway.store.tree_check import TreeCheck

app = App(
    name="seal",
    help="""Sign a checkpoint of a log, so that a rewritten history is detected.

    Example: houseway seal floor.db --key house.key

    Example: houseway seal verify floor.db --public house.key.pub

    Example: houseway seal list floor.db
    """,
    version_flags=[],
)

_OF_LAST = ("number", "at_us", "actor", "key")
_OF_EACH = (*_OF_LAST, "covers", "reason")


@app.default
def make(
    address: LogAddress,
    /,
    *,
    key: Annotated[Path, Parameter(help="The private key; made at first use, mode 0600.")],
    actor: Annotated[str, Parameter(help="Who seals.")] = "houseway",
    old_key: Annotated[
        Path | None, Parameter(help="Change the key: the private key so far, which signs this too.")
    ] = None,
    begin: Annotated[
        str,
        Parameter(help="Begin the record of what was signed again, for this reason; it is logged."),
    ] = "",
    copy: Annotated[
        list[Path] | None, Parameter(help="Another file for the newest checkpoint, elsewhere.")
    ] = None,
    every: Annotated[
        int | None,
        Parameter(help="Only if the last one is so many minutes old and something came since."),
    ] = None,
    as_data: Json = False,
) -> int:
    """Sign a checkpoint of a log.

    Example: houseway seal house --key house/house.key

    What was signed is recorded beside the key (house.checkpoint). A log that does not begin with it
    is refused. With `--every 60` a timer may call this as often as it likes.
    """
    if every is not None and every < 1:
        return _cannot(ValueError("--every takes minutes, from 1"))
    at_us = time.time_ns() // 1_000
    try:
        if every is not None and not _due(address, at_us, every):
            return _not_due(as_data)
        read_log(address).close()  # where there is no log, none is made
        new = not key.exists()
        with closing(open_log(address)) as log:
            signing = seals.open_sealing(log, key, *(copy or []))
            before = house_key.open_key(old_key) if old_key else None
            receipt = signing.seal(at_us, actor=actor, old_key=before, begin=begin)
            made = seals.decode(log.read(seals.STREAM, after=receipt.version - 1)[0])
            streams = len(log.heads())
    except (LogError, OSError) as wrong:
        return _cannot(wrong)
    assert isinstance(made, seals.Seal)  # noqa: S101
    public = house_key.public_path(key)
    root = made.signed.checkpoint.root.hex()
    if as_data:
        _print_json(
            number=made.number, at_us=made.at_us, key=made.key, size=made.size, root=root,
            streams=streams, receipt=receipt.head, public=str(public),
            checkpoint=made.checkpoint,
        )  # fmt: skip
        return 0
    if new:
        print(f"A new key was made: {key}. Give {public} to those who verify.")
    print(f"Checkpoint {made.number} over {made.covers}, key {made.key}.")
    print(f"Root: {root}")
    print(f"Receipt: {receipt.head}")
    return 0


def _due(address: str, at_us: int, every_minutes: int) -> bool:
    """Looked at by a reader, so that the house may have the log open."""
    with closing(read_log(address)) as log:
        return due(seals.last_seal(log), log, at_us, every_minutes=every_minutes)


def _not_due(as_data: bool) -> int:
    if as_data:
        _print_json(number=None)
    else:
        print("No seal is due.")
    return 0


@app.command
def verify(
    address: LogAddress,
    /,
    *,
    public: Annotated[list[Path], Parameter(help="The public key; again for each key changed.")],
    receipt: Annotated[
        list[str] | None, Parameter(help="A receipt of a seal, which must still be there.")
    ] = None,
    as_data: Json = False,
) -> int:
    """Check the chain and the checkpoints of a log, or of an exported file (.hwlog).

    Example: houseway seal verify house --public house.key.pub

    The exit status is 0 when all is sound, 1 when something was altered, 2 when the log or a key
    cannot be read.
    """
    try:
        keys = [house_key.read_public_key(each) for each in public]
        found = _checked(address, keys, receipt or [])
    except CANNOT_READ as wrong:
        return _cannot(wrong)
    if as_data:
        _print_json(**msgspec.structs.asdict(found))
    else:
        _print_checked(found)
    return 1 if found.problems else 0


class Checked(msgspec.Struct, frozen=True):
    """What was found; `unsealed` events came after the last seal."""

    seals: int
    last: dict[str, int | str] | None
    unsealed: int
    events: int
    streams: int
    problems: list[str]


def _checked(address: str, keys: list[Ed25519PublicKey], receipts: list[str]) -> Checked:
    file = hwlog_at(address)
    if file is None:
        with closing(read_log(address)) as log:
            chain = log.verify()
            last = _last(seals.seals_of(log))
            return _against(log, chain, last, unsealed(last, log), keys, receipts)
    chain = verify_hwlog(file)
    if chain.problems:  # such a file is not read any further
        return Checked(0, None, chain.events, chain.events, chain.streams, list(chain.problems))
    with file.open("rb") as lines:
        entries = list(read_hwlog(lines))
    tree = TreeCheck(entries)
    tree.take(entries)
    chain = msgspec.structs.replace(chain, problems=(*chain.problems, *tree.problems()))
    last = _last(seals.seals_of(entries))
    behind = sum(each.stream != seals.STREAM and not _covers(last, each) for each in entries)
    return _against(entries, chain, last, behind, keys, receipts)


def _covers(last: seals.AnySeal | None, entry: Entry) -> bool:
    if isinstance(last, seals.Seal):
        return entry.seq <= last.upto
    head = last.heads.get(entry.stream) if last else None
    return head is not None and entry.version <= head.version


def _against(
    source: Log | list[Entry],
    chain: Verified,
    last: seals.AnySeal | None,
    behind: int,
    keys: list[Ed25519PublicKey],
    receipts: list[str],
) -> Checked:
    problems = seals.signature_problems(source, *keys, receipts=receipts)
    return Checked(
        seals=len(seals.seals_of(source)),
        last={name: getattr(last, name) for name in _OF_LAST} if last else None,
        unsealed=behind,
        events=chain.events,
        streams=chain.streams,
        problems=[*chain.problems, *problems],
    )


def _last(entries: list[Entry]) -> seals.AnySeal | None:
    try:
        return seals.decode(entries[-1]) if entries else None
    except seals.SealError:  # told among the problems
        return None


@app.command(name="list")
def show(address: LogAddress, /, *, as_data: Json = False) -> int:
    """List the checkpoints of a log, newest last.

    Example: houseway seal list floor.db
    """
    try:
        with closing(read_log(address)) as log:
            found = [seals.decode(entry) for entry in seals.seals_of(log)]
    except CANNOT_READ as wrong:
        return _cannot(wrong)
    rows = [{name: getattr(each, name, "") for name in _OF_EACH} for each in found]
    if as_data:
        _print_json(seals=rows)
        return 0
    for row in rows:
        who, why = printable(str(row["actor"])), printable(str(row["reason"]))
        print(f"{row['number']}  {time_text(int(row['at_us']))}  {row['covers']}  {who}  {why}")
    return 0


def _print_checked(found: Checked) -> None:
    if found.last:
        at, number, actor = (found.last[name] for name in ("at_us", "number", "actor"))
        who = printable(str(actor))
        print(f"{counted(found.seals, 'seal')}; number {number} at {time_text(int(at))} by {who}")
    after = counted(found.unsealed, "event")
    print(f"{after} after the last checkpoint, protected by the chain and the anchor only")
    for problem in found.problems:
        print(f"  {printable(problem)}")
    verdict = counted(len(found.problems), "problem")
    print(f"{verdict}: the log was altered" if found.problems else "nothing was altered")


def _print_json(**content: Any) -> None:
    print_json(content)


def _cannot(wrong: Exception) -> int:
    print(printable(str(wrong)), file=sys.stderr)
    return 2
