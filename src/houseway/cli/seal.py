"""`houseway seal`: sign the head of every stream, and check a log against its seals.

Both verbs take `--json`. The keys, which stay as they are:

    seal ADDRESS           number, at_us, key, streams, receipt, public
                           number alone, null, where --every found none due
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

from houseway.cli.entries import CANNOT_READ, hwlog_at
from houseway.records.hwlog import read_hwlog, verify_hwlog
from houseway.records.telling import counted, printable, time_text
from houseway.store import seals
from houseway.store.log import Entry, Head, Log, LogError, Verified
from houseway.store.open import open_log, read_log
from houseway.store.sealing import due, unsealed

app = App(
    name="seal",
    help="""Sign the head of every stream, so that a log hashed anew is found out.

    Example: houseway seal floor.db --key house.key

    Example: houseway seal verify floor.db --public house.key.pub
    """,
    version_flags=[],
    default_parameter=Parameter(negative="", show_default=False),
)

Address = Annotated[str, Parameter(help="The log: a file, sqlite:FILE or postgresql://...")]
_OF_LAST = ("number", "at_us", "actor", "key")
Json = Annotated[bool, Parameter(name="--json", help="Print JSON.")]


@app.default
def make(
    address: Address,
    /,
    *,
    key: Annotated[Path, Parameter(help="The private key; made at first use, mode 0600.")],
    actor: Annotated[str, Parameter(help="Who seals.")] = "houseway",
    change_key: Annotated[
        bool, Parameter(help="The last seal had another key, knowingly.")
    ] = False,
    every: Annotated[
        int | None,
        Parameter(help="Only if the last seal is so many minutes old and something came since."),
    ] = None,
    as_data: Json = False,
) -> int:
    """Seal a log. The exit status is 0, or 2 when it cannot be done.

    With `--every 60` a timer may call it as often as it likes: where no seal is due, none is made.
    """
    if every is not None and every < 1:
        return _cannot(ValueError("--every takes minutes, from 1"))
    at_us = time.time_ns() // 1_000
    try:
        if every is not None and not _due(address, at_us, every):
            return _not_due(as_data)
        read_log(address).close()  # where there is no log, none is made
        new = not key.exists()
        private = seals.open_key(key)
        with closing(open_log(address)) as log:
            receipt = seals.seal(log, private, at_us, actor=actor, change_key=change_key)
            made = seals.decode(log.read(seals.STREAM, after=receipt.version - 1)[0])
    except (LogError, OSError) as wrong:
        return _cannot(wrong)
    public = seals.public_path(key)
    if as_data:
        _print_json(
            number=made.number, at_us=made.at_us, key=made.key, streams=len(made.heads),
            receipt=receipt.head, public=str(public),
        )  # fmt: skip
        return 0
    if new:
        print(f"A new key was made: {key}. Give {public} to whoever is to verify.")
    print(f"Seal {made.number} over {len(made.heads)} streams, key {made.key}.")
    print(f"Receipt: {receipt.head}")
    return 0


def _due(address: str, at_us: int, every_minutes: int) -> bool:
    """Looked at by a reader, so that the house may have the log open."""
    with closing(read_log(address)) as log:
        return due(seals.last_seal(log), log.heads(), at_us, every_minutes=every_minutes)


def _not_due(as_data: bool) -> int:
    if as_data:
        _print_json(number=None)
    else:
        print("No seal is due.")
    return 0


@app.command
def verify(
    address: Address,
    /,
    *,
    public: Annotated[list[Path], Parameter(help="The public key; again for each key changed.")],
    receipt: Annotated[
        list[str] | None, Parameter(help="A receipt of a seal, which must still be there.")
    ] = None,
    as_data: Json = False,
) -> int:
    """Check the chain and the seals of a log, or of an exported file (.hwlog).

    The exit status is 0 when all is sound, 1 when something was altered, 2 when the log or a key
    cannot be read.
    """
    try:
        keys = [seals.read_public_key(each) for each in public]
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
            return _against(log, log.verify(), log.heads(), keys, receipts)
    chain = verify_hwlog(file)
    if chain.problems:  # such a file is not read any further
        return Checked(0, None, chain.events, chain.events, chain.streams, list(chain.problems))
    with file.open("rb") as lines:
        entries = list(read_hwlog(lines))
    heads = {each.stream: Head(each.version, each.seq, each.hash.hex()) for each in entries}
    return _against(entries, chain, heads, keys, receipts)


def _against(
    source: Log | list[Entry],
    chain: Verified,
    heads: dict[str, Head],
    keys: list[Ed25519PublicKey],
    receipts: list[str],
) -> Checked:
    problems = [*chain.problems, *seals.verify_seals(source, *keys, receipts=receipts)]
    entries = seals.seals_of(source)
    last = _last(entries)
    return Checked(
        seals=len(entries),
        last={name: getattr(last, name) for name in _OF_LAST} if last else None,
        unsealed=unsealed(last, heads),
        events=chain.events,
        streams=chain.streams,
        problems=problems,
    )


def _last(entries: list[Entry]) -> seals.Seal | None:
    try:
        return seals.decode(entries[-1]) if entries else None
    except seals.SealError:  # told among the problems
        return None


def _print_checked(found: Checked) -> None:
    if found.last:
        at, number, actor = (found.last[name] for name in ("at_us", "number", "actor"))
        who = printable(str(actor))
        print(f"{counted(found.seals, 'seal')}; number {number} at {time_text(int(at))} by {who}")
    after = counted(found.unsealed, "event")
    print(f"{after} without a seal, held by the chain and the anchor only")
    for problem in found.problems:
        print(f"  {printable(problem)}")
    verdict = counted(len(found.problems), "problem")
    print(f"{verdict}: the log was altered" if found.problems else "nothing was altered")


def _print_json(**content: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(content), indent=2).decode())


def _cannot(wrong: Exception) -> int:
    print(printable(str(wrong)), file=sys.stderr)
    return 2
