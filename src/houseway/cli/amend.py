"""`houseway amend`: check an amendment file, say what it changes, and write its papers.

With `--json`, `check` prints edition, amends, instrument, commences, edges, uncounted, scenarios
(name, line, problems) and open; `compare` prints before, after, clauses, odds, next_steps,
options, outcomes, commands, sign, scenarios and edges; with `--log` also log (counted, patrons,
rounds, unchecked), amounts in cents. `leaflet` and `petition` print what stands on the paper.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from houseway.amendments import checking, comparing, impact
from houseway.amendments.comparing import Compared
from houseway.amendments.document import BadAmendment
from houseway.amendments.loading import edition, load
from houseway.amendments.reading import Amendment
from houseway.api.drawing import printed
from houseway.api.table import Table
from houseway.cli.games import Output, write_leaflet, write_pdf
from houseway.cli.shared import DEFAULTS, Json, print_json
from houseway.paper.petition import petition as make_petition
from houseway.paper.petition import petition_data
from houseway.records.replaying import CANNOT_READ

app = App(
    name="amend",
    help="Check and compare amendments, and write their papers.",
    default_parameter=DEFAULTS,
)

_EDITION = "An amendment file (.hwa), an edition such as mini-baccarat@2017-12-06, or a slug."
EditionName = Annotated[str, Parameter(help=_EDITION)]


@app.command
def check(file: Path, /, *, strict: bool = False, as_data: Json = False) -> int:
    """Check an amendment file: its wording, its side wagers, its scenarios, its clauses.

    Example: houseway amend check dragon-7.hwa

    The exit status is 0 when the file is good and every scenario comes out, 1 when a scenario does
    not, 2 when the file cannot be used; each fault is named with its line.

    Parameters
    ----------
    file
        An amendment file (.hwa).
    strict
        Fail also when a new clause is covered by no scenario.
    """
    failed = False

    def work(amendment: Amendment) -> None:
        nonlocal failed
        checked = checking.check(amendment)
        failed = not checked.passed or (strict and bool(checked.open_clauses))
        if as_data:
            print_json(checking.as_data(checked))
        else:
            print("\n".join(checking.page(checked)))

    return _with(file, work) or int(failed)


@app.command
def compare(
    first: EditionName,
    second: EditionName = "",
    /,
    *,
    log: str = "",
    as_data: Json = False,
) -> int:
    """Show what changes between two editions, or between an amendment and what it amends.

    Example: houseway amend compare dragon-7.hwa

    Example: houseway amend compare mini-baccarat@2017-12-06 tie-nine.hwa --log house/floor.db

    Parameters
    ----------
    log
        A log: name the rounds in it that would be settled differently, with the money per patron.
    """
    try:
        print_comparison(first, second, log, as_data=as_data)
    except BadAmendment as wrong:
        for problem in wrong.problems:
            print(f"houseway amend: {problem}", file=sys.stderr)
        return 2
    except (*CANNOT_READ, ValueError, LookupError) as wrong:
        print(f"houseway amend: {wrong}", file=sys.stderr)
        return 2
    return 0


@app.command
def petition(file: Path, /, *, output: Output = None, as_data: Json = False) -> int:
    """Write the petition for an amendment as PDF: all that a regulator needs to approve it.

    Example: houseway amend petition dragon-7.hwa --output petition.pdf

    Parameters
    ----------
    file
        An amendment file (.hwa).
    """

    def work(amendment: Amendment) -> None:
        if as_data:
            print_json(petition_data(amendment))
            return
        layout = printed(Table(amendment.document.id).svg())
        content = make_petition(amendment, layout=layout)
        write_pdf(content, output or file.with_suffix(".petition.pdf"))

    return _with(file, work)


@app.command
def leaflet(file: Path, /, *, output: Output = None, as_data: Json = False) -> int:
    """Write the leaflet of an amended edition as PDF: one A4 page for patrons.

    Example: houseway amend leaflet dragon-7.hwa --output leaflet.pdf

    Parameters
    ----------
    file
        An amendment file (.hwa).
    """

    def work(amendment: Amendment) -> None:
        path = output or file.with_suffix(".leaflet.pdf")
        write_leaflet(amendment.game, None, path, as_json=as_data)

    return _with(file, work)


def _with(file: Path, work: Callable[[Amendment], None]) -> int:
    """Do something with an amendment file; what is wrong with it is named line by line."""
    try:
        work(load(file))
    except BadAmendment as wrong:
        for problem in wrong.problems:
            print(f"{file}: {problem}", file=sys.stderr)
        return 2
    except (OSError, ValueError, LookupError) as wrong:
        print(f"houseway amend: {wrong}", file=sys.stderr)
        return 2
    return 0


def print_comparison(first: str, second: str, log: str, *, as_data: bool) -> None:
    """Compare two editions; an amendment alone is compared with the edition that it amends."""
    compared = _compared(first, second)
    found = impact.impact_of_log(log, compared.before, compared.after) if log else None
    if as_data:
        data = comparing.as_data(compared)
        print_json(data if found is None else {**data, "log": impact.as_data(found)})
        return
    print("\n".join(comparing.page(compared)))
    if found is not None:
        print("\n".join(impact.page(found)))


def _compared(first: str, second: str) -> Compared:
    before, amendment = edition(first)
    if second:
        after, later = edition(second)
        scenarios = [*(amendment.scenarios if amendment else ())]
        scenarios += later.scenarios if later else ()
        return comparing.compare(before, after, tuple(scenarios))
    if amendment is None:
        raise ValueError(f"{first} is no amendment file: name a second edition")
    return comparing.compare_amendment(amendment)
