"""All tables at a glance: what each waits for and since when, the money on it, and its alerts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS
from houseway.service.consoles.pit.actions import ask
from houseway.service.floor import Floor, stream_of
from houseway.table.alerts import AcknowledgeAlert
from houseway.table.days import MINUTE_US
from houseway.table.life import sign_lines
from houseway.table.money import in_tray
from houseway.table.offers import Refusal
from houseway.table.state import Alert, Table
from houseway.table.view import Viewer

KEPT = 12  # acknowledged alerts that stay listed
OPEN, RESOLVED, FOR_OTHERS, ACKNOWLEDGED = "open", "resolved", "for others", "acknowledged"
GROUPS = (OPEN, RESOLVED, FOR_OTHERS, ACKNOWLEDGED)
_IN_CHARGE = frozenset(map(str, SUPERVISORS | DIRECTORS))


class SignSeen(NamedTuple):
    """A sign that stands: since when, and from which moment it may take effect."""

    subject: str
    text: str
    minimum: int
    at_us: int
    ripe_us: int
    author: str
    clause: Clause | None


class AlertSeen(NamedTuple):
    """An alert with its number, and why the viewer may not acknowledge it."""

    table: str
    number: int
    alert: Alert
    refused: Refusal | None
    directed: bool = False  # at this table a director decides

    @property
    def order(self) -> dict[str, object]:
        return {"type": AcknowledgeAlert.__name__, "alert": self.number}

    @property
    def group(self) -> str:
        """Where it is listed: the viewer's own open ones stand on top, the rest is folded."""
        if self.alert.acknowledged is not None:
            return ACKNOWLEDGED
        if self.refused is not None:
            return FOR_OTHERS
        return RESOLVED if self.alert.over else OPEN


class Glance(NamedTuple):
    """A table on the overview."""

    table: str
    slug: str
    title: str
    casino: str
    open: bool
    virtual: bool
    directed: bool
    stage: str
    round: int
    handle: int  # on the layout
    float: int | None  # what the tray should hold; None: nobody counted it in
    net: int  # what the layout has won or lost
    dealer: str
    patrons: int
    limits: str
    awaited: str
    who: str
    clause: Clause | None
    in_charge: bool  # it is awaited from a person in charge
    since_us: int  # the last action at the table
    signs: tuple[SignSeen, ...]
    alerts: tuple[AlertSeen, ...]

    @property
    def open_alerts(self) -> int:
        return sum(each.group == OPEN for each in self.alerts)


def glances(floor: Floor, viewer: Viewer) -> list[Glance]:
    """Every table that has been opened; those that wait for a person in charge first."""
    found = [floor.runner.look(f"table/{name}", _see(floor, name, viewer))
             for name in floor.tables()]  # fmt: skip
    seen = [each for each in found if each is not None]
    return sorted(seen, key=lambda each: (not each.open, not each.in_charge, each.table))


def _see(floor: Floor, name: str, viewer: Viewer) -> Callable[[Table, int], Glance | None]:
    def see(table: Table, version: int) -> Glance | None:
        if table.play is None:
            return None
        return glance(table, name, viewer, last_action_us(floor, name, version))

    return see


def last_action_us(floor: Floor, name: str, version: int) -> int:
    """When the last event of a table was recorded."""

    def read() -> int:
        return floor.log.read(stream_of(name), after=version - 1, limit=1)[0].at_us

    return floor.kept_times.get((name, version), read)


def glance(table: Table, name: str, viewer: Viewer, since_us: int) -> Glance:
    play, game = table.play, table.game
    awaited = None if table.closed else game.awaits(play)
    lines = sign_lines(table)
    return Glance(
        name, table.slug, game.cite.title, game.cite.metadata.casino, not table.closed,
        table.virtual, game.table.directed is not None, play.stage, play.round,
        sum(play.layout.wagers.values()),
        None if table.money.float_in is None else in_tray(table), play.layout.float_tray,
        table.dealer, len(play.layout.idle_rounds), lines[0][0] if lines else "",
        awaited.sentence if awaited else "", awaited.who if awaited else "",
        awaited.clause if awaited else None,
        awaited is not None and awaited.who in _IN_CHARGE, since_us,
        tuple(signs(table)), tuple(alerts(table, name, viewer)),
    )  # fmt: skip


def signs(table: Table) -> Iterator[SignSeen]:
    """Reading A-08: a sign stands its full time, and the time that it states must have come."""
    stands_us = table.game.table.notice_minutes * MINUTE_US
    for each in table.signs.values():
        ripe_us = max(each.at_us + stands_us, each.effective_us)
        yield SignSeen(
            each.subject, each.text, each.minimum, each.at_us, ripe_us, each.author, each.clause
        )


def alerts(table: Table, name: str, viewer: Viewer) -> Iterator[AlertSeen]:
    """Those to be acknowledged, newest first, and then the last ones that were.

    Who may acknowledge one alert of a table may acknowledge them all, so `decide` is asked once.
    """
    newest = table.alerts[::-1]
    waiting = [each for each in newest if each.acknowledged is None]
    if waiting:
        refused = ask(table, viewer, 0, AcknowledgeAlert(waiting[0].number))
        directed = table.game.table.directed is not None
        yield from (AlertSeen(name, each.number, each, refused, directed) for each in waiting)
    for each in [each for each in newest if each.acknowledged is not None][:KEPT]:
        yield AlertSeen(name, each.number, each, None)
