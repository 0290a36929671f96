"""`houseway receipt`: the receipt of one ruling, as a file and as a QR code; and checking one."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import App, Parameter

from houseway import receipt_check
from houseway.cli.shared import Json, LogAddress, print_json
from houseway.paper.sheet import BEGINS, receipt_in
from houseway.records.replaying import ruling_of
from houseway.records.telling import printable
from houseway.store import house_key, seals
from houseway.store.checkpoint import Signed
from houseway.store.log import Entry, LogError, TreeLog
from houseway.store.merkle import Tree
from houseway.store.open import read_log
from houseway.store.receipt import SUFFIX, NotCovered, make_receipt, place_of, qr_code
from houseway.store.witness import Witnessed

app = App(
    name="receipt",
    help="""Write the receipt of one ruling, which anybody can check offline.

    Example: houseway receipt house/floor.db table/1 57 --key house/house.key --output 57.hwreceipt

    Example: houseway receipt check 57.hwreceipt --public house.key.pub
    """,
    version_flags=[],
)


@app.default
def write(
    address: LogAddress,
    stream: Annotated[str, Parameter(help="Where it was ruled: table/1.")],
    version: Annotated[int, Parameter(help="Which event of it, from 1.")] = 0,
    /,
    *,
    key: Annotated[Path, Parameter(help="The house's private key.")],
    output: Annotated[Path, Parameter(help="The file to write.")],
    command: Annotated[
        str, Parameter(help="The key of the command that led to it, instead of a version.")
    ] = "",
    qr: Annotated[Path | None, Parameter(help="Also draw it as a QR code (.svg or .png).")] = None,
) -> int:
    """Write the receipt of one ruling.

    Example: houseway receipt house table/1 57 --key house/house.key --output 57.hwreceipt
    """
    try:
        if not key.exists():
            raise LogError(f"there is no key {key}")
        private = house_key.open_key(key)
        with closing(read_log(address)) as log:
            entry = _entry(log, stream, version, command)
            tree = Tree(log)
            signed = _signed(log, tree, entry, Witnessed(key.parent, private.public_key()))
            place = place_of(entry, tree, signed)
        made = make_receipt(ruling_of(entry), place, signed, private)
        output.write_bytes(made)
        if qr:
            qr_code(made).save(str(qr), scale=3)
    except (LogError, OSError, ValueError) as wrong:
        print(printable(str(wrong)), file=sys.stderr)
        return 2
    print(f"{entry.kind}, {entry.stream} version {entry.version}: {len(made):,} bytes in {output}")
    return 0


def _entry(log: TreeLog, stream: str, version: int, command: str) -> Entry:
    if version:
        found = log.read(stream, after=version - 1, limit=1)
    else:
        found = [each for each in log.read(stream) if command and each.key == command][:1]
    if not found:
        raise LogError(f"{stream} has no such event")
    return found[0]


def _signed(log: TreeLog, tree: Tree, entry: Entry, witnessed: Witnessed) -> Signed:
    """The newest checkpoint that covers the event, with the signatures of witnesses if it can."""
    index = tree.index_of(entry.seq)
    cosigned = witnessed.newest(index) if index is not None else None
    signed = cosigned or seals.last_checkpoint(log)
    if signed is None:
        raise NotCovered("the log has no checkpoint yet: houseway seal makes one")
    return signed


@app.command
def check(
    file: Annotated[
        Path, Parameter(help="The receipt, a PDF with one inside, or the text of its QR code.")
    ],
    /,
    *,
    public: Annotated[Path, Parameter(help="The house's public key.")],
    witness: Annotated[
        list[str] | None, Parameter(help="The verifier key of a witness that must have cosigned.")
    ] = None,
    against: Annotated[
        list[Path] | None, Parameter(help="For promises: other promises, or a log (.hwlog).")
    ] = None,
    as_data: Json = False,
) -> int:
    """Check a receipt offline, or promises that the house signed with its answers.

    Example: houseway receipt check 57.hwreceipt --public house.key.pub

    A receipt needs the quorum of witnesses that the file of the public key names. The exit status
    is 0 if it holds, 1 if not, 2 if it cannot be read. The same check is one file without any
    other: houseway/receipt_check.py.
    """
    more = [word for each in witness or [] for word in ("--witness", each)]
    more += [word for each in against or [] for word in ("--against", str(each))]
    with TemporaryDirectory() as folder:
        try:
            receipt = _outside(file, Path(folder))
        except receipt_check.ReceiptWrong as wrong:
            print(f"The receipt does not hold: {wrong}")
            return 1
        if as_data:
            return _check_as_data(receipt, public, tuple(witness or ()))
        return receipt_check.main([str(receipt), "--public", str(public), *more])


def _outside(file: Path, folder: Path) -> Path:
    """The file itself, or for a PDF the receipt inside it, written to a file of its own."""
    if not file.is_file() or not (content := file.read_bytes()).startswith(BEGINS):
        return file
    receipt = folder / f"{file.stem}{SUFFIX}"
    receipt.write_bytes(receipt_in(content))
    return receipt


def _check_as_data(file: Path, public: Path, witnesses: tuple[str, ...]) -> int:
    try:
        receipt = receipt_check.from_text(file.read_bytes())
        pem = public.read_text(encoding="utf-8")
        found = receipt_check.check_under(receipt, pem, witnesses)
    except receipt_check.ReceiptWrong as wrong:
        print_json({"holds": False, "detail": str(wrong)})
        return 1
    except (OSError, ValueError, OverflowError) as wrong:
        print(f"The receipt cannot be checked: {printable(str(wrong))}", file=sys.stderr)
        return 2
    print_json({"holds": True, **found})
    return 0
