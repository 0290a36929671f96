"""`houseway verify`: was anything in a log altered, removed, moved or slipped in?"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from houseway.cli.shared import Json, LogOrExport, print_json
from houseway.records.sources import CANNOT_READ
from houseway.records.telling import counted, printable
from houseway.service.verification import verified
from houseway.store.checkpoint import (
    Signed,
    check_house,
    check_witness,
    read_checkpoint,
)
from houseway.store.house_key import read_public_key
from houseway.store.log import Verified
from houseway.store.note import NoteWrong, Verifier, read_verifier


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
