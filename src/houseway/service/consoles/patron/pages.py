"""The patron's console: a seat, wagers on the felt, decisions, one's own result and statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from houseway.equipment.chips import Cents
from houseway.equipment.wheel import colour
from houseway.games import game
from houseway.games.felt import KEPT, Hand
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause, document
from houseway.rulebook.roles import Role
from houseway.rulebook.shown import WAGERS, rules_on
from houseway.service import draw
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.consoles.page import page
from houseway.service.consoles.patron.how_to import how_to_play
from houseway.service.consoles.patron.seat import Seat, seat
from houseway.service.consoles.patron.status import status_of
from houseway.service.consoles.public import session_panel
from houseway.service.draw import small
from houseway.service.draw.cards import spoken
from houseway.service.draw.svg import noted
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.live.fragments import Drawing, Fragment
from houseway.service.result_text import own_result, result_text, short_result, total_text
from houseway.service.table_views import BettingClock, TableViews
from houseway.service.texts.text import Term, Text, term, texts
from houseway.table.betting import LAST_CALL_SECONDS, takes_wagers
from houseway.table.results import VOID, Result
from houseway.table.table import Table
from houseway.table.view import View, Viewer

# The last results below a patron's felt, where the document lets patrons see them.

BEADS = 72  # twelve columns of six
NUMBERS = 24
LINES = 6
_SHOWN = {"roads": BEADS, "numbers": NUMBERS}
_LETTERS = texts({"player": "P", "banker": "B", "tie": "T"})


class Bead(NamedTuple):
    """One result: what is written on it, its looks, and what it says in full."""

    label: str
    looks: str
    said: str


class LastResults(NamedTuple):
    """The latest results, oldest first, or the clause that keeps them from patrons."""

    board: str
    beads: tuple[Bead, ...] = ()
    withheld: Clause | None = None


def recent(floor: TableViews, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> LastResults:
        board = found.game.board
        withheld = found.game.table.results_withheld(found.play.options)
        if withheld and not viewer.staff:
            return LastResults(board, withheld=withheld)
        latest = floor.results(found, table, version).latest(_SHOWN.get(board, LINES))
        return LastResults(board, tuple(_beads(latest, board)))

    return {"recent": floor.look(table, see)}


def _beads(latest: tuple[Result, ...], board: str) -> Iterator[Bead]:
    for each in latest:
        if each.line == VOID:
            yield Bead("–", "void", Text("round {round}: void", round=each.round))
        elif board == "roads":
            looks = each.result if each.result in _LETTERS else "other"
            yield Bead(_LETTERS.get(each.result, "?"), looks, _full(each.round, term(each.result)))
        elif board == "numbers":
            number = each.result.split()[0]
            looks = colour(int(number)) if number.isdigit() else "other"
            yield Bead(number, looks, _full(each.round, _colour(number, looks)))
        else:
            text = result_text(each.result)
            yield Bead(text, "other", _full(each.round, text))


def _colour(number: str, looks: str) -> Term:
    return Term("{number} {colour}", number=number, colour=term(looks))


def _full(number: int, result: str) -> Text:
    return Text("round {round}: {result}", round=number, result=result)


PATRONS = frozenset({str(Role.PATRON)})
PRACTICE = (100_00, 500_00, 1_000_00)  # chips that can be brought with one press
_MOST_CHIPS = 8  # in the tray: as many as a thumb can reach
_SMALLEST_PART = 10  # of the minimum: nobody builds a wager from smaller chips
FRAGMENT_NAMES = ("purse", "layout", "recent", "seat", "board")  # of the page, but the session


_LAYOUT = Drawing(partial(draw.felt_seen, interactive=True), draw.felt_pieces)


class Purse(NamedTuple):
    """What a patron has: chips, where they are counted, the stake on the layout, and the box."""

    chips: Cents | None
    stake: Cents
    box: int


def _purse(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> tuple[View, bool, BettingClock | None]:
        clock = floor.betting_clock(table, found, version)
        return floor.seen(found, table, version, viewer), takes_wagers(found), clock

    view, betting, clock = floor.look(table, see)
    mine = next((each for each in view.places if each.patron == viewer.patron), None)
    stake = sum(each.amount for each in view.wagers if each.patron == viewer.patron)
    chips, box = (mine.chips, mine.box) if mine else (None, 0)
    return {
        "view": view, "purse": Purse(chips, stake, box), "clock": clock,
        "status": status_of(view, viewer.patron, betting),
    }  # fmt: skip


def _seat(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    """The console, and the view of the same moment."""

    def see(found: Table, version: int) -> tuple[View, Seat, bool]:
        view = floor.seen(found, table, version, viewer)
        return view, seat(found, view, viewer, floor.now_us()), takes_wagers(found)

    view, mine, betting = floor.look(table, see)
    dealers = dealers_hands(view)
    boxes = (mine.box, *dict.fromkeys(each.box for each in mine.own if each.box != mine.box))
    return {
        "view": view,
        "seat": mine,
        "betting": betting,
        "hands": own_hands(view, mine),
        "dealers": dealers,
        "counted": total_text,
        "noted": noted,
        "result": _result(own_result(view.felt.result, boxes) or _against(view, mine, dealers)),
        "row": partial(_row, tiled=game(view.document).source == "tiles"),
        "practice": PRACTICE,
    }


def _result(result: str) -> str:
    return short_result(result) or result_text(result)


def _against(view: View, mine: Seat, dealers: tuple[Hand, ...]) -> str:
    """Where a round has no single result: the dealer's hand, once all stakes of all are settled.

    Before, the dealer may still draw: a patron who is bust has lost to no total.
    """
    over = mine.own and not view.wagers and dealers and dealers[0].total
    return f"dealer {dealers[0].total}" if over else ""


def own_hands(view: View, mine: Seat) -> tuple[Hand, ...]:
    """The hands that are the patron's: by name, or in a box where the patron's wager lies."""
    boxes = {each.box for each in mine.lying if each.box} | {each.box for each in mine.own}
    return tuple(
        hand
        for hand in view.felt.hands
        if hand.cards and (hand.patron == mine.patron or (hand.box and hand.box in boxes))
        and hand.patron in ("", mine.patron)
    )  # fmt: skip


def dealers_hands(view: View) -> tuple[Hand, ...]:
    """The hands that a decision is made against: those of the house."""
    return tuple(
        hand
        for hand in view.felt.hands
        if hand.cards and not hand.patron and not hand.name.startswith(("box ", KEPT))
    )


def _row(codes: tuple[str, ...], *, tiled: bool) -> Markup:
    said = ", ".join(map(spoken, codes))
    return Markup(small.row(codes, said, tiled=tiled))  # noqa: S704 - drawn by us


class Chip(NamedTuple):
    """A chip in the tray, with the key that chooses it."""

    key: int
    amount: Cents
    drawn: Markup
    first: bool  # chosen until the patron takes another: the least that is enough for a wager


def tray(denominations: tuple[Cents, ...], limits: Limits | None) -> tuple[Chip, ...]:
    """The table's chips that are of use under its sign, smallest first."""
    sign = limits or Limits()
    useful = [
        each
        for each in denominations
        if each <= sign.maximum
        and each * _SMALLEST_PART >= sign.minimum
        and each % (sign.multiple or 1) == 0
    ]
    chosen = sorted(useful or denominations)[-_MOST_CHIPS:]
    first = next((each for each in chosen if each >= sign.minimum), chosen[0])
    return tuple(
        Chip(key, each, Markup(small.chip(each)), each == first)  # noqa: S704 - drawn by us
        for key, each in enumerate(chosen, start=1)
    )


@get("/play/{table:str}", include_in_schema=False, guards=[only(Role.PATRON)])
async def play(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    may_see(request.user, table)
    view = await floor.blocking(floor.view, table, request.user.viewer)
    session = await floor.blocking(session_panel.topics, floor, table)
    how = await floor.blocking(how_to_play, view.edition, view.options)
    topics = [f"{name}:{table}" for name in FRAGMENT_NAMES] + session
    return await page(
        request, "play/page.html", topics=topics, session=session, table=table, view=view,
        how=how, now_us=floor.now_us(), last_call=LAST_CALL_SECONDS,
        conduct=rules_on(WAGERS, document(view.edition)),
        tray=tray(view.chips, view.limits), zooms=game(view.edition).source == "wheel",
        suits=Markup(small.suits()),  # noqa: S704 - drawn by us
    )  # fmt: skip


ROUTES = [play]
FRAGMENTS = [
    Fragment(
        "purse", "play/purse.html", more=_purse, offices=PATRONS,
        made_of=("purse", "clock", "status"), reads=("edition", "round"), apart=True,
    ),
    Fragment("layout", offices=PATRONS, drawing=_LAYOUT, apart=True),
    Fragment(
        "recent", "play/recent.html", more=recent, offices=PATRONS, alike=True,
        made_of=("recent",), reads=("edition",), apart=True,
    ),
    Fragment(
        "seat", "play/seat.html", more=_seat, offices=PATRONS,
        made_of=("seat", "hands", "dealers", "result"),
        reads=(
            "edition", "practice", "chips_asked", "virtual", "root", "commitment", "shares",
            "disputes", "round",
        ),
        apart=True,
    ),
]  # fmt: skip
