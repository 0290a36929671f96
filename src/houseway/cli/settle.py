"""`houseway settle`: play a record through the engine and say what became of every wager."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from houseway.cli.shared import Json, explain, print_json, print_settlement, text_of
from houseway.records.hwr import BadRecord, read_record
from houseway.records.settlement import play_record, report_json


def settle(
    file: Path,
    /,
    *,
    explained: Annotated[bool, Parameter(name="--explain")] = False,
    as_data: Json = False,
) -> int:
    """Settle the rounds of a record.

    Example: houseway settle dispute.hwr --explain

    The exit status is 0 when every step was accepted and everything the record expects came out,
    1 when something differs, was refused or is not finished, 2 when the record cannot be read.

    Parameters
    ----------
    file
        A record (.hwr).
    explained
        Tell every step with its clauses, those tried and set aside included.
    """
    try:
        report = play_record(read_record(_text(file)))
    except (BadRecord, OSError) as wrong:
        print(f"{file}: {wrong}", file=sys.stderr)
        return 2
    if as_data:
        print_json(report_json(report))
    else:
        if explained:
            explain(report.session)
        print_settlement(report)
    for problem in report.problems:
        print(problem, file=sys.stderr)
    return 1 if report.problems else 0


def _text(file: Path) -> str:
    try:
        return text_of(file)
    except UnicodeDecodeError as wrong:
        raise BadRecord(0, f"not a text in UTF-8: {wrong}") from wrong
