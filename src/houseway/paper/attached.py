"""The signed receipt inside a sheet: taken out of the PDF with Python alone."""

from __future__ import annotations

import re
import zlib

from houseway.receipt_check import MAGIC, ReceiptWrong

_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_LONGEST = 65_536  # bytes of a receipt
BEGINS = b"%PDF"


def receipt_in(sheet: bytes) -> bytes:
    """The one receipt that is attached to a PDF; raise ReceiptWrong where there is not just one."""
    inside = (_plain(each) for each in _STREAM.findall(sheet))
    found = [each for each in inside if each.startswith(MAGIC)]
    if len(found) != 1:
        raise ReceiptWrong(f"the PDF has {len(found)} receipts inside, not one")
    return found[0]


def _plain(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream, _LONGEST)
    except zlib.error:
        return stream
