"""A sheet of rows and columns on paper: a table's sign, a tournament's sheets, a statement."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from houseway.games.game import Game
from houseway.paper.typesetting import pdf
from houseway.receipt_check import MAGIC, ReceiptWrong


def sheet(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    notes: Iterable[str] = (),
    figures: Collection[str] = (),
) -> bytes:
    """A sheet as PDF; `figures` are the columns of numbers, and `notes` stand below the rows."""
    content = {
        "title": title,
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "right": [at for at, name in enumerate(columns) if name in figures],
        "notes": list(notes),
    }
    return pdf("sheet", content)


def sign(game: Game, play: object) -> bytes:
    """The sign of a table, line by line with its clause."""
    lines = [(text, clause) for text, clause in game.sign(play)]
    about = f"{game.cite.metadata.casino}, edition {game.cite.edition}"
    return sheet(f"{game.cite.title}: sign of the table", ("line", "clause"), lines, notes=[about])


# The signed receipt inside a sheet: taken out of the PDF with Python alone.

# A stream says its length; what it holds may look like its own end, or like a line's.
_STREAM = re.compile(rb"/Length (\d{1,9})(?! \d+ R)\b[^\r\n]{0,200}>>\s{0,2}stream\r?\n")
_LONGEST = 65_536  # bytes of a receipt
BEGINS = b"%PDF"


def receipt_in(sheet: bytes) -> bytes:
    """The one receipt that is attached to a PDF; raise ReceiptWrong where there is not just one."""
    inside = (_plain(each) for each in _streams(sheet))
    found = [each for each in inside if each.startswith(MAGIC)]
    if len(found) != 1:
        raise ReceiptWrong(f"the PDF has {len(found)} receipts inside, not one")
    return found[0]


def _streams(sheet: bytes) -> Iterator[bytes]:
    end = 0
    while (head := _STREAM.search(sheet, end)) is not None:
        end = head.end() + int(head[1])
        yield sheet[head.end() : end]


def _plain(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream, _LONGEST)
    except zlib.error:
        return stream


# The result of a table test on paper, with the signed receipt inside the file.


class ResultSheet(NamedTuple):
    """What stands on the sheet. `code` is the receipt as a QR code in SVG, if it fits in one."""

    title: str
    facts: Sequence[tuple[str, str]]
    missed: Sequence[tuple[str, str]]  # clauses with their texts
    questions: Sequence[tuple[str, str, str]]
    notes: Sequence[str]
    receipt_name: str
    receipt: bytes
    code: str = ""


def result_sheet(sheet: ResultSheet) -> bytes:
    """The sheet as PDF; `houseway receipt check` reads the receipt that is attached to it."""
    content = {
        "title": sheet.title,
        "facts": [list(each) for each in sheet.facts],
        "missed": [list(each) for each in sheet.missed],
        "questions": [list(each) for each in sheet.questions],
        "notes": list(sheet.notes),
        "receipt": sheet.receipt_name,
        "described": "The signed receipt of this result",
        "code": bool(sheet.code),
    }
    attached = {sheet.receipt_name: sheet.receipt}
    return pdf("result", content, layout=sheet.code, attached=attached)
