"""The signed receipt inside a sheet: taken out of the PDF with Python alone."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from houseway.receipt_check import MAGIC, ReceiptWrong

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
