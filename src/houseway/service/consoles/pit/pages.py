"""The pit: every table at a glance, and one in depth, for those in charge of tables.

The fragment `pit` shows the whole floor, `pit-table:<table>` one table with what can be done there,
by section, and the reason for what is not possible now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.rulebook.roles import DIRECTORS, SUPERVISORS
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.pit.overview import (
    GROUPS,
    AlertSeen,
    corrections,
    dispute_steps,
    doings,
    glance,
    glances,
    last_action_us,
)
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.forms.event_text import EventText, event_text, faces
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.store import codec
from houseway.table import rulings
from houseway.table.money import in_tray
from houseway.table.rulings import owed
from houseway.table.table import Table
from houseway.table.view import Viewer

OFFICES = frozenset(map(str, SUPERVISORS | DIRECTORS))
STEPS = (rulings.RAISED, rulings.DECIDED, rulings.ASKED, rulings.REVIEWED, rulings.ADVISED)
_DONE = re.compile(r"(\d{1,9})-(\d{1,9})")
_MOST_TOLD = 60  # facts of one order


def _floor_seen(floor: Floor, _table: str, viewer: Viewer) -> Mapping[str, Any]:
    found = glances(floor, viewer)
    alerts = [each for seen in found for each in seen.alerts]
    return {"tables": found, "alerts": grouped(alerts)}


def grouped(alerts: Iterable[AlertSeen]) -> dict[str, list[AlertSeen]]:
    """Alerts by group, the newest first; those whose fact has no time follow."""
    groups: dict[str, list[AlertSeen]] = {name: [] for name in GROUPS}
    for each in sorted(alerts, key=lambda each: each.alert.at_us, reverse=True):
        groups[each.group].append(each)
    return groups


def _table_seen(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> Mapping[str, Any]:
        now = floor.now_us()
        view = floor.seen(found, table, version, viewer)
        seen = glance(found, table, viewer, last_action_us(floor, table, version))
        return {
            "view": view,
            "seen": seen,
            "alerts": grouped(seen.alerts),
            "sections": doings(found, viewer, now),
            "disputes": [
                (each, _signed(found, each.number), dispute_steps(found, viewer, now, each.number))
                for each in view.disputes
            ],
            "corrections": corrections(found, viewer, now),
            "owed": owed(found),
            "money": found.money,
            "in_tray": in_tray(found),
            "staff": dict(found.staff),
            "approvals": _approvals(found),
            "directed": found.game.table.directed,
        }

    return floor.look(table, see)


def _signed(table: Table, number: int) -> list[tuple[str, Any]]:
    steps = table.disputes.get(number, {})
    return [(step, steps[step]) for step in STEPS if step in steps]


def _approvals(table: Table) -> list[tuple[str, Any, Any]]:
    """What the document wants approved, by which clause, and what is on record."""
    records = table.approvals.get(table.slug, {})
    wanted = table.game.table.approvals
    return [(subject, clause, records.get(subject)) for subject, clause in wanted.items()]


@get("/pit", include_in_schema=False, guards=[only(*OFFICES)])
async def pit(
    request: Asking, floor: OpenFloor, acknowledged: FromQuery[int | None] = None
) -> Template:
    return await page(
        request, "pit/floor.html", topics=["pit"], now_us=floor.now_us(), acknowledged=acknowledged
    )


@get("/pit/{table:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def one_table(
    request: Asking, floor: OpenFloor, table: FromPath[str], done: FromQuery[str] = ""
) -> Template:
    may_see(request.user, table)
    title, told = await floor.blocking(_opened, floor, table, request.user.viewer, done)
    topics = [f"felt:{table}", f"pit-table:{table}"]
    return await page(
        request, "pit/table.html", topics=topics, table=table, name=title, told=told,
        now_us=floor.now_us(),
    )  # fmt: skip


def _opened(floor: Floor, table: str, viewer: Viewer, done: str) -> tuple[str, list[EventText]]:
    """The table's title, and the facts of the order that has just been given there."""
    view = floor.view(table, viewer)
    found = _DONE.fullmatch(done)
    if found is None:
        return view.title, []
    first, last = map(int, found.groups())
    many = min(last - first + 1, _MOST_TOLD)
    if first < 1 or many < 1:
        return view.title, []
    entries = floor.log.read(stream_of(table), after=first - 1, limit=many)
    known = faces(view.felt)
    return view.title, [event_text(codec.decode(view.edition, each), known) for each in entries]


ROUTES = [pit, one_table]
NAVIGATION = [
    Link(
        Text("Pit"), "/pit", offices=OFFICES, order=25, home_of=frozenset(SUPERVISORS),
        also=("/open-table",),
    )
]  # fmt: skip
FRAGMENTS = [
    Fragment("pit", "pit/glance.html", more=_floor_seen, whole_floor=True, offices=OFFICES),
    Fragment("pit-table", "pit/depth.html", more=_table_seen, offices=OFFICES),
]
