"""`houseway log`: show the events of a table, and export a log for others to check."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
from cyclopts import App, Parameter
from rich.markup import escape

from houseway.cli.shared import Json, LogAddress, LogOrExport, console, print_json
from houseway.records import tournamentsheets
from houseway.records.exporting import Format, chosen
from houseway.records.exporting import export as export_as
from houseway.records.replaying import CANNOT_READ, stream_at
from houseway.records.telling import Told, counted, printable, tell_all, time_text
from houseway.service.verification import verified
from houseway.store.checkpoint import (
    NoteWrong,
    Signed,
    Verifier,
    check_house,
    check_witness,
    read_checkpoint,
    read_verifier,
)
from houseway.store.house_key import read_public_key
from houseway.store.log import Entry, Verified
from houseway.store.open import open_log, read_log

app = App(
    name="log",
    help="""Show or export the log.

    Example: houseway log show floor.db table/1

    Example: houseway log export floor.db --output floor.hwlog
    """,
    version_flags=[],
)


@app.command
def show(
    address: LogOrExport,
    stream: str,
    /,
    *,
    after: int = 0,
    limit: int | None = None,
    as_data: Json = False,
) -> int:
    """Show the events of a stream: when, who, in which role, what, and by which clause.

    Example: houseway log show floor.db table/1 --after 120 --limit 20

    Parameters
    ----------
    stream
        Whose events, such as table/1.
    after
        Begin after this version.
    limit
        Show at most so many.
    """
    if after < 0 or (limit is not None and limit < 0):
        print("--after and --limit are whole numbers from 0", file=sys.stderr)
        return 2
    try:
        told = _in_words(stream_at(address, stream), after, limit)
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    if as_data:
        shown = {"stream": stream, "events": [plain(each) for each in told]}
        print_json(shown)
    else:
        console.print(f"[bold]{escape(printable(stream))}[/], times in UTC")
        for each in told:
            print_told(each)
    return 0


def _in_words(entries: list[Entry], after: int, limit: int | None) -> list[Told]:
    if not entries[0].stream.startswith("tournament/"):
        return tell_all(entries, after=after, limit=limit)
    return [tournamentsheets.told(each) for each in entries if each.version > after][:limit]


def print_told(told: Told) -> None:
    entry = told.entry
    who = escape(printable(f"{entry.actor} ({entry.role})"))
    console.print(
        f"{time_text(entry.at_us)}  {entry.version:>6}  {who}  [cyan]{escape(told.text)}[/]"
        f"  [dim]{escape(told.clauses)}[/]",
        soft_wrap=True,
    )


def plain(told: Told) -> dict[str, Any]:
    entry = told.entry
    return {
        "version": entry.version,
        "seq": entry.seq,
        "time_utc": time_text(entry.at_us),
        "at_us": entry.at_us,
        "actor": entry.actor,
        "role": entry.role,
        "kind": entry.kind,
        "text": told.text,
        "clauses": told.clauses,
        "hash": entry.hash.hex(),
    }


@app.command
def rebuild(address: LogAddress, /) -> int:
    """Rebuild the index of rounds from the events, which stay as they are.

    Example: houseway log rebuild floor.db
    """
    try:
        read_log(address).close()  # where there is no log, none is made
        with closing(open_log(address)) as log:
            log.rebuild()
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    print("the index of rounds was rebuilt")
    return 0


@app.command
def export(
    address: LogAddress,
    /,
    *,
    stream: str = "",
    form: Annotated[Format, Parameter(name="--format")] = "hwlog",
    output: Path | None = None,
) -> int:
    """Export a log, or one stream of it, as it stands at this moment.

    Example: houseway log export floor.db --stream table/1 --output table-1.hwlog

    Only a .hwlog can be checked with `houseway verify`; the others are for reading on.

    Parameters
    ----------
    stream
        Only this stream.
    form
        hwlog, csv, jsonl or parquet.
    output
        The file to make, which must not exist yet; without it, the export is printed.
    """
    try:
        log = read_log(address)
        try:
            found = chosen(log, stream)
            with _made(output) as file:
                export_as(found, form, file, exported_us=time.time_ns() // 1_000)
        finally:
            log.close()
    except BrokenPipeError:
        raise  # the reader of the pipe has seen enough
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    events = counted(sum(head.version for head in found.heads.values()), "event")
    print(f"exported {events} of {counted(len(found.heads), 'stream')}", file=sys.stderr)
    return 0


@contextmanager
def _made(output: Path | None) -> Iterator[BinaryIO]:
    """The file to write to; one with a name has it only once it is whole."""
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if output.exists():
        raise FileExistsError(f"{output} is there already; an export does not replace a file")
    part = output.with_name(output.name + ".part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)


# `houseway verify`: was anything in a log altered, removed, moved or slipped in?


def verify(
    address: LogOrExport,
    /,
    *,
    checkpoint: list[Path] | None = None,
    public: list[Path] | None = None,
    witness: list[str] | None = None,
    folder: Path | None = None,
    as_data: Json = False,
) -> int:
    """Check every hash and every chain of a log or of an exported file, offline.

    Example: houseway verify floor.hwlog

    Example: houseway verify floor.db --checkpoint monday.checkpoint --public house.key.pub

    The exit status is 0 when nothing was altered, 1 when there are problems, 2 when it cannot be
    read.

    Parameters
    ----------
    checkpoint
        A checkpoint that you kept: the log must begin with the events it covers.
    public
        The house's public key (PEM): the checkpoint must be signed with it.
    witness
        The verifier key of a witness, or a file with it: the witness must have cosigned.
    folder
        The folder of the house, with its store key and anchors; a file's own folder by default.
    """
    try:
        kept = [read_checkpoint(path.read_bytes()) for path in checkpoint or []]
        problems = _unsigned(kept, public or [], witness or [])
        found = verified(address, [each.checkpoint for each in kept], folder)
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    found = msgspec.structs.replace(found, problems=(*found.problems, *problems))
    if as_data:
        print_json(found)
    else:
        _print(found)
        if kept and not public:
            print("the signature of the checkpoint was not checked: name the key with --public")
    return 1 if found.problems else 0


def _unsigned(kept: list[Signed], public: list[Path], witness: list[str]) -> list[str]:
    """Which checkpoints lack the signature of the house or of a witness."""
    keys = [read_public_key(path) for path in public]
    witnesses = [verifier_of(each) for each in witness]
    problems = []
    for each in kept:
        try:
            if keys:
                check_house(each, *keys)
            for verifier in witnesses:
                check_witness(each, verifier)
        except NoteWrong as wrong:
            problems.append(f"the checkpoint of {each.checkpoint.size} events: {wrong}")
    return problems


def verifier_of(text: str) -> Verifier:
    """A verifier key, or the one in a file of that name."""
    path = Path(text)
    return read_verifier(path.read_text(encoding="utf-8") if path.is_file() else text)


def _print(found: Verified) -> None:
    print(f"{counted(found.events, 'event')} in {counted(found.streams, 'stream')}")
    for problem in found.problems:
        print(f"  {printable(problem)}")
    verdict = counted(len(found.problems), "problem")
    print(
        f"{verdict}: the log is not as it was written" if found.problems else "nothing was altered"
    )
    for note in found.notes:
        print(printable(note))
