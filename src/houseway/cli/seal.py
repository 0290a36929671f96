"""`houseway seal`: sign the head of every stream, and check a log against its seals.

Both verbs take `--json`. The keys, which stay as they are:

    seal ADDRESS           number, at_us, key, streams, receipt, public
    seal verify ADDRESS    seals, last, unsealed, events, streams, problems
                           last: number, at_us, actor, key; null if there is none
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter

from houseway.store import seals
from houseway.store.log import Log, LogError
from houseway.store.open import open_log, read_log

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
    as_data: Json = False,
) -> int:
    """Seal a log. The exit status is 0, or 2 when it cannot be done."""
    try:
        read_log(address).close()  # where there is no log, none is made
        new = not key.exists()
        private = seals.open_key(key)
        with closing(open_log(address)) as log:
            at_us = time.time_ns() // 1_000
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
    """Check a log's chain and its seals.

    The exit status is 0 when all is sound, 1 when something was altered, 2 when the log or a key
    cannot be read.
    """
    try:
        keys = [seals.read_public_key(each) for each in public]
        with closing(read_log(address)) as log:
            chain = log.verify()
            problems = [*chain.problems, *seals.verify_seals(log, *keys, receipts=receipt or ())]
            told = _told(log)
    except (LogError, OSError) as wrong:
        return _cannot(wrong)
    if as_data:
        _print_json(**told, events=chain.events, streams=chain.streams, problems=problems)
    else:
        _print_verified(told, problems)
    return 1 if problems else 0


def _told(log: Log) -> dict[str, Any]:
    """How many seals there are, which is the last, and how many events came after it."""
    heads = log.heads()
    entries = log.read(seals.STREAM)[-1:]
    try:
        last = seals.decode(entries[0]) if entries else None
    except seals.SealError:  # told among the problems
        last = None
    sealed = {stream: head.version for stream, head in last.heads.items()} if last else {}
    since = sum(max(0, head.version - sealed.get(stream, 0)) for stream, head in heads.items())
    return {
        "seals": entries[0].version if entries else 0,
        "last": {name: getattr(last, name) for name in ("number", "at_us", "actor", "key")}
        if last
        else None,
        "unsealed": since - 1 if last else since,  # a seal does not list itself
    }


def _print_verified(told: dict[str, Any], problems: list[str]) -> None:
    last = told["last"]
    if last:
        at = datetime.fromtimestamp(last["at_us"] // 1_000_000, UTC).isoformat(" ", "seconds")
        print(f"{told['seals']} seals; the last is number {last['number']}, {at}, {last['actor']}.")
    print(f"{told['unsealed']} events came after it and are held by the chain and the anchor only.")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(problems)} problems." if problems else "Nothing was altered.")


def _print_json(**content: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(content), indent=2).decode())


def _cannot(wrong: Exception) -> int:
    print(wrong, file=sys.stderr)
    return 2
