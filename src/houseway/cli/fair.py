"""`houseway fair`: deal a virtual table again from its revealed secrets."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from houseway.fair import check
from houseway.store.log import LogError
from houseway.store.open import read_log

app = App(name="fair", help="Check the deal of virtual tables.", version_flags=[])


@app.command
def verify(
    address: str,
    stream: str,
    /,
    *,
    as_data: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Deal every card, spin and roll of a virtual table again and compare with the log.

    Example: houseway fair verify floor.db table/7

    The exit status is 0 when everything that was revealed deals the same. It is 1 when something
    does not, when a face was not named by the house first, when numbers are left out or used twice,
    when a secret is overdue for its reveal, or when dealing has stopped. It is 2 when the log
    cannot be read.

    Parameters
    ----------
    address
        A log: a file, or postgresql://...
    stream
        A table, such as table/7.
    as_data
        Print JSON.
    """
    try:
        log = read_log(address)
    except (LogError, OSError, ValueError) as wrong:
        print(f"{address}: {wrong}", file=sys.stderr)
        return 2
    try:
        found = check(log.read(stream))
    finally:
        log.close()
    if as_data:
        print(msgspec.json.encode(found._asdict()).decode())
    else:
        print(f"{found.dealt} facts of {found.secrets} secrets dealt again")
        if found.unrevealed:
            print(f"{found.unrevealed} of the secrets not revealed yet")
    for problem in found.problems:
        print(problem, file=sys.stderr)
    return 1 if found.problems else 0
