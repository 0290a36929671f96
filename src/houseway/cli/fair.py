"""`houseway fair`: deal a virtual table again from its revealed secrets."""

from __future__ import annotations

import sys

from cyclopts import App

from houseway.cli.shared import Json, LogOrExport, Stream, print_json
from houseway.fair import check
from houseway.records.sources import CANNOT_READ, stream_at
from houseway.records.telling import printable

app = App(
    name="fair",
    help="""Check the deal of virtual tables.

    Example: houseway fair verify floor.db table/7
    """,
    version_flags=[],
)


@app.command
def verify(
    address: LogOrExport,
    stream: Stream,
    /,
    *,
    as_data: Json = False,
) -> int:
    """Deal every card, spin and roll of a virtual table again and compare with the log.

    Example: houseway fair verify floor.db table/7

    The exit status is 0 when everything that was revealed deals the same. It is 1 when something
    does not, when a face was not named by the house first, when numbers are left out or used twice,
    when a secret is overdue for its reveal, or when dealing has stopped. It is 2 when the log
    cannot be read.

    """
    try:
        found = check(stream_at(address, stream))
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    if as_data:
        print_json(found._asdict())
    else:
        print(f"{found.dealt} facts of {found.secrets} secrets dealt again")
        if found.unrevealed:
            print(f"{found.unrevealed} of the secrets not revealed yet")
    for problem in found.problems:
        print(problem, file=sys.stderr)
    return 1 if found.problems else 0
