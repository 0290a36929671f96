"""Amendments that this house knows: the list, what a check says of each, and what each changes.

They are read from the files that HOUSEWAY_AMENDMENTS names when the service starts; nothing is
changed here.
"""

from __future__ import annotations

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.amendments import checking, comparing
from houseway.amendments.impact import Impact, impact
from houseway.amendments.loading import VARIABLE, loaded
from houseway.amendments.reading import Amendment
from houseway.analysis.figures import WagerFigures, percent_text, ratio
from houseway.games.game import Game
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.consoles.inspector.drift_pages import tables_of
from houseway.service.consoles.inspector.pages import INSPECTORS
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Wrong, no_such_table
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.texts.text import Text

LOOKERS = frozenset({ADMINISTRATOR, str(Role.INSPECTOR), str(Role.SURVEILLANCE)})
GUARDS = [only(*LOOKERS)]
MOST_EVENTS = 100_000  # of a table that is replayed beside live tables; some two seconds
SHOWN = 200  # rounds on the page


def _listed(floor: Floor) -> list[dict[str, Any]]:
    today = datetime.fromtimestamp(floor.now_us() / 1_000_000, UTC).date().isoformat()
    return [
        {
            "id": each.document.id,
            "about": each.document.metadata,
            "amends": each.before.cite.metadata.edition,
            "wagers": [side.title for side in each.side_wagers],
            "commenced": each.document.metadata.commences <= today,
        }
        for each in loaded()
    ]


def _named(edition: str) -> Amendment:
    for each in loaded():
        if each.document.id == edition:
            return each
    raise Wrong(
        HTTPStatus.NOT_FOUND,
        "no_such_amendment",
        Text("no amendment makes {edition}", edition=edition),
    )


def _told(amendment: Amendment) -> dict[str, Any]:
    """What the page of one amendment shows. Counts edges, so it blocks."""
    checked, compared = checking.check(amendment), comparing.compare_amendment(amendment)
    edges = [
        (name, *("not offered" if each is None else percent_text(each) for each in both))
        for name, both in compared.figures.edges.items()
        if both[0] != both[1]
    ]
    return {
        "id": amendment.document.id,
        "about": amendment.document.metadata,
        "before": amendment.before.cite,
        "scenarios": checked.scenarios,
        "open_clauses": checked.open_clauses,
        "figures": [
            (each.name, _pays(each), percent_text(each.edge), ratio(each.edge))
            for each in checked.figures
        ],
        "uncounted": checked.uncounted,
        "changes": list(comparing.changed_lines(compared)),
        "edges": edges,
    }  # fmt: skip


def _pays(wager: WagerFigures) -> str:
    return ", ".join(f"{each.name} {each.odds}" for each in wager.outcomes if each.odds)


@get("/amendments", include_in_schema=False, guards=GUARDS)
async def amendments(request: Asking, floor: OpenFloor) -> Template:
    return await page(request, "amendments/list.html", amendments=_listed(floor), variable=VARIABLE)


@get("/amendments/{edition:str}", include_in_schema=False, guards=GUARDS)
async def amendment(request: Asking, floor: OpenFloor, edition: FromPath[str]) -> Template:
    told = await floor.blocking(_told, _named(edition))
    inspects = request.user.office in INSPECTORS
    return await page(request, "amendments/one.html", inspects=inspects, **told)


class _OnLog(NamedTuple):
    """What an amendment would do to the rounds of one table; None where its log is too long."""

    events: int
    impact: Impact | None


def _tables(floor: Floor, account: Account, before: Game) -> list[str]:
    """The tables of the amended edition that an account may see. Blocks."""
    editions = tables_of(floor, filter(account.assigned_to, floor.tables()))
    return [table for table, edition in editions.items() if edition == before.cite.id]


def _on_log(floor: Floor, amendment: Amendment, table: str) -> _OnLog:
    """Replays a table, so it blocks."""
    events = floor.runner.version(stream_of(table))
    if events > MOST_EVENTS:
        return _OnLog(events, None)
    entries = floor.log.read(stream_of(table))
    return _OnLog(events, impact(entries, amendment.before, amendment.game))


@get("/amendments/{edition:str}/log", include_in_schema=False, guards=[only(*INSPECTORS)])
async def on_log(
    request: Asking, floor: OpenFloor, edition: FromPath[str], table: FromQuery[str] = ""
) -> Template:
    """The rounds of one table that the amendment would settle differently."""
    amended = _named(edition)
    tables = await floor.blocking(_tables, floor, request.user, amended.before)
    if table:
        may_see(request.user, table)
    if table and table not in tables:
        raise no_such_table(table)
    checked = await floor.blocking(_on_log, floor, amended, table) if table else None
    return await page(
        request, "amendments/log.html", id=edition, about=amended.document.metadata,
        before=amended.before.cite, tables=tables, table=table, checked=checked,
        most=MOST_EVENTS, shown=SHOWN,
    )  # fmt: skip


ROUTES = [amendments, amendment, on_log]
NAVIGATION = [Link(Text("Amendments"), "/amendments", offices=LOOKERS, order=65)]
