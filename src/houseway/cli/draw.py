"""`houseway draw`: draw again from the file of a draw, with nothing but the file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from houseway.cli.files import bytes_of
from houseway.records.drawfile import BadDrawFile, check
from houseway.records.telling import counted, printable

app = App(name="draw", help="Check the draws of promotions.", version_flags=[])


@app.command
def verify(
    file: Path,
    *,
    digest: str = "",
    commitment: str = "",
    as_data: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Draw every winner again and compare; status 1 when something does not come out.

    Example: houseway draw verify autumn.hwdraw

    Parameters
    ----------
    file
        The file that was written at the draw.
    digest
        The digest of the list, as it was published before the draw.
    commitment
        The commitment to the seed, as it was published while entries were taken.
    as_data
        Print JSON.
    """
    try:
        found = check(bytes_of(file))
    except (OSError, BadDrawFile) as wrong:
        print(f"{file}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    published = {"list": (digest, found.digest), "seed": (commitment, found.commitment)}
    others = tuple(
        f"the {what} is not the one that was published as {wanted}"
        for what, (wanted, has) in published.items()
        if wanted and wanted != has
    )
    problems = found.problems + others
    if as_data:
        print(msgspec.json.encode(msgspec.structs.replace(found, problems=problems)).decode())
    else:
        print(f"{counted(found.tickets, 'ticket')}, {counted(found.winners, 'winner')}")
        print(f"list  {found.digest}\nseed  {found.commitment}")
        verdict = "the draw does not come out" if problems else "the draw comes out the same"
        print(verdict)
    for problem in problems:
        print(printable(problem), file=sys.stderr)
    return 1 if problems else 0
