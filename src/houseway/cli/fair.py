"""`houseway fair`: deal a virtual table again from its revealed secrets."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from cyclopts import App

from houseway.cli.shared import Json, LogOrExport, Stream, print_json
from houseway.fair import Checked, check, check_ballots
from houseway.records.replaying import CANNOT_READ, stream_at
from houseway.records.telling import printable

_OPEN = " nobody outside had added anything when it committed to their secrets"

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
    """Deal every card, spin and roll of a virtual table again, or a tournament's ballots.

    Example: houseway fair verify floor.db table/7

    The exit status is 0 when everything that was revealed deals the same. It is 1 when something
    does not, when a face was not named by the house first, when numbers are left out or used twice,
    when a share was not given by its patron, when a secret is overdue for its reveal or was left
    before it was spent, or when dealing has stopped. It is 2 when the log cannot be read.

    Notes say what arithmetic cannot decide: voids, secrets given up and shuffles ordered, each with
    who decided and how many results were known then; late shares; public values and on whose word.

    """
    try:
        entries = stream_at(address, stream)
        ballots = stream.startswith("tournament/")
        found = check_ballots(entries) if ballots else check(entries)
    except CANNOT_READ as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    if as_data:
        print_json(found._asdict())
    else:
        for line in _told(found, ballots=ballots):
            print(line)
    for problem in found.problems:
        print(problem, file=sys.stderr)
    return 1 if found.problems else 0


def _told(found: Checked, *, ballots: bool) -> Iterator[str]:
    if ballots:
        yield f"{found.dealt} ballots drawn again from {found.secrets} published root"
    else:
        yield f"{found.dealt} facts of {found.secrets} secrets dealt again"
        if found.unrevealed:
            yield f"{found.unrevealed} of the secrets not revealed yet"
        yield f"{found.rounds} rounds, {found.open_rounds} of them open to the house:{_OPEN}"
    yield from (f"note: {each}" for each in found.remarks)
