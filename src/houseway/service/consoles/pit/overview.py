"""All tables at a glance: what each is doing, what lies on it, and what somebody must see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS
from houseway.service.consoles.pit.actions import ask
from houseway.service.floor import Floor
from houseway.table.alerts import AcknowledgeAlert
from houseway.table.days import MINUTE_US
from houseway.table.life import sign_lines
from houseway.table.money import in_tray
from houseway.table.offers import Refusal
from houseway.table.state import Alert, Table
from houseway.table.view import Viewer

KEPT = 12  # acknowledged alerts that stay listed
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

    @property
    def order(self) -> dict[str, object]:
        return {"type": AcknowledgeAlert.__name__, "alert": self.number}


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
    in_charge: bool  # it is awaited from somebody in charge
    signs: tuple[SignSeen, ...]
    alerts: tuple[AlertSeen, ...]

    @property
    def unseen(self) -> int:
        return sum(each.alert.acknowledged is None for each in self.alerts)


def glances(floor: Floor, viewer: Viewer) -> list[Glance]:
    """Every table that has been opened; those with something to see first."""
    found = [floor.runner.look(f"table/{name}", _see(name, viewer)) for name in floor.tables()]
    seen = [each for each in found if each is not None]
    return sorted(seen, key=lambda each: (not each.open, not each.unseen, each.table))


def _see(name: str, viewer: Viewer) -> Callable[[Table, int], Glance | None]:
    return lambda table, _version: None if table.play is None else glance(table, name, viewer)


def glance(table: Table, name: str, viewer: Viewer) -> Glance:
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
        awaited is not None and awaited.who in _IN_CHARGE,
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
    """Those to be acknowledged, newest first, and then the last ones that were."""
    newest = table.alerts[::-1]
    for each in newest:
        if each.acknowledged is None:
            refused = ask(table, viewer, 0, AcknowledgeAlert(each.number))
            yield AlertSeen(name, each.number, each, refused)
    for each in [each for each in newest if each.acknowledged is not None][:KEPT]:
        yield AlertSeen(name, each.number, each, None)
