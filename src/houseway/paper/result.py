"""The result of a table test on paper, with the signed receipt inside the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houseway.paper.typesetting import pdf


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
