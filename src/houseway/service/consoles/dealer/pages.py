"""The dealer console: the next step in large type, two keys a card, payouts in chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Template

from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import RANKS
from houseway.equipment.tiles import LINES
from houseway.games import game
from houseway.games.commands import (
    BringChips,
    ChangeWager,
    Command,
    FindWager,
    PlaceWager,
    WithdrawWager,
)
from houseway.games.game import NotAllowed, Setup
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, STAFF, Role
from houseway.rulebook.shown import CONSOLE, WAGERS, rules_on
from houseway.service.access.accounts import Account
from houseway.service.access.guards import only
from houseway.service.api.responses import TableSeen
from houseway.service.api.tables import may_see, seen_tables
from houseway.service.commands.decode import kind_named, kinds_by_name
from houseway.service.consoles.dealer.step import step
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.public import session_panel
from houseway.service.draw.tiles import HEIGHT, WIDTH, tile
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.at_table import TablePlace, form_at
from houseway.service.forms.form import Form, read
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.service.forms.preview import Preview, newly_settled, preview, table_after
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.table.betting import LAST_CALL_SECONDS, takes_wagers
from houseway.table.money import BuyChips
from houseway.table.offers import Offer, offers
from houseway.table.people import AskCorrection, ConfirmCorrection, RelieveDealer
from houseway.table.table import Table
from houseway.table.view import SettlementSeen, View, Viewer, tagged

# The lists of forms on the dealer's console, and the ruling that each would bring.

IRREGULARITY, MORE, RELIEF, CORRECTION = "irregularity", "more", "relief", "correction"
LISTS = (IRREGULARITY, MORE, RELIEF, CORRECTION)
# What a dealer looks for most stands first; groups that are not named follow.
_GROUPS = ("people", "money", "wagers", "next step", "calls")
_ON_THE_LAYOUT = (PlaceWager, ChangeWager, WithdrawWager)


class OfferedForm(NamedTuple):
    """A form, and the offer that says whether its command is taken now."""

    offer: Offer
    form: Form


class Ruling(NamedTuple):
    """The preview of a form; `command` is what its button gives, `problem` what cannot be read."""

    version: int
    preview: Preview | None = None
    command: Mapping[str, Any] | None = None
    problem: str = ""

    @property
    def by_two(self) -> bool:
        """A second person must confirm it, and a reason is asked for."""
        return self.preview is not None and self.preview.by_two is not None


def forms(table: Table, viewer: Viewer, at_us: int, which: str) -> tuple[OfferedForm, ...]:
    """The forms of one list by group; in each, those of commands that are taken now first."""
    kinds = kinds_by_name(table.edition)
    listed = [
        OfferedForm(each, form_at(table, each, kinds[each.order], FormData()))
        for each in offers(table, viewer, at_us)
        if _listed(each, kinds[each.order], which)
    ]
    return tuple(sorted(listed, key=_place))


def _place(each: OfferedForm) -> tuple[int, str, bool]:
    group = each.offer.group
    known = _GROUPS.index(group) if group in _GROUPS else len(_GROUPS)
    return known, group, each.offer.refused is not None


def _listed(offer: Offer, kind: type[Command], which: str) -> bool:
    if which == RELIEF:
        return kind is RelieveDealer
    irregular = offer.group == "irregularities"
    if which == MORE:
        on_the_step = offer.group == "next step" and not offer.facts
        elsewhere = bool(kind.call) or kind in _ON_THE_LAYOUT
        return not irregular and not on_the_step and not elsewhere
    return irregular or (which == CORRECTION and kind is ConfirmCorrection)


def ruling(table: Table, version: int, viewer: Viewer, at_us: int, data: FormData) -> Ruling:
    """What would follow from a form if it were given now."""
    try:
        command = _command(table, viewer, at_us, data)
    except NotFilledIn as wrong:
        return Ruling(version, problem=wrong.problem.sentence)
    result = preview(table, command, viewer, at_us)
    if result.by_two is None and result.refused is None:
        return Ruling(version, result, tagged(command))
    reason = data.text("reason") if result.by_two else ""
    return Ruling(version, result, _correction(command, reason) if reason else None)


def _command(table: Table, viewer: Viewer, at_us: int, data: FormData) -> Command:
    name = data.text("type")
    offer = next((each for each in offers(table, viewer, at_us) if each.order == name), None)
    if offer is None:
        raise NotFilledIn(f"{name} is not a command of this game that you may give")
    kind = kind_named(table.edition, name)
    return read(TablePlace(table, offer), form_at(table, offer, kind, data), data, at_us)


def _correction(command: Command, reason: str) -> Mapping[str, Any]:
    return tagged(AskCorrection(order=msgspec.json.encode(command).decode(), reason=reason))


# Wagers by box with their totals, and what is paid and collected, in the order of the document.

SIDES = ("banker", "player")
_MOST_KINDS = 8  # of wagers whose totals are listed


class Stakes(NamedTuple):
    """What one patron has in one box."""

    box: int
    patron: str
    wagers: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(amount for _, amount in self.wagers)


class Differential(NamedTuple):
    """By how much one hand is backed above the other, and what the sign allows."""

    amount: int
    side: str
    limit: int | None

    @property
    def above(self) -> bool:
        return self.limit is not None and self.amount > self.limit


class Payout(NamedTuple):
    """A line of the settlement; `due` until the settlement is on record."""

    line: SettlementSeen
    due: bool


class Money(NamedTuple):
    rows: tuple[Stakes, ...]
    kinds: tuple[tuple[str, int], ...]
    total: int
    differential: Differential | None
    payouts: tuple[Payout, ...]
    chips_by: str = BringChips.__name__  # by which staff confirm chips that were asked for

    @property
    def paid(self) -> int:
        return sum(each.line.paid for each in self.payouts)

    @property
    def collected(self) -> int:
        return sum(each.line.collected for each in self.payouts)


def money(table: Table, view: View, viewer: Viewer, at_us: int) -> Money:
    kinds: Counter[str] = Counter()
    for seen in view.wagers:
        kinds[seen.wager] += seen.amount
    listed = tuple(kinds.items()) if 1 < len(kinds) <= _MOST_KINDS else ()
    return Money(
        _rows(view), listed, kinds.total(), _differential(table, kinds),
        _payouts(table, view, viewer, at_us),
        (BuyChips if table.game.table.money.drop_box else BringChips).__name__,
    )  # fmt: skip


def _rows(view: View) -> tuple[Stakes, ...]:
    found: dict[tuple[int, str], list[tuple[str, int]]] = {}
    for seen in view.wagers:
        found.setdefault((seen.box, seen.patron), []).append((seen.wager, seen.amount))
    return tuple(Stakes(*at, tuple(wagers)) for at, wagers in sorted(found.items()))


def _differential(table: Table, kinds: Counter[str]) -> Differential | None:
    offered = {line.wager for line in table.game.wagers(table.play.options)}
    if not offered.issuperset(SIDES):
        return None
    limit = table.play.limits.differential
    banker, player = (kinds[side] for side in SIDES)
    side = "level" if banker == player else SIDES[banker < player]
    return Differential(abs(banker - player), side, limit)


def _payouts(table: Table, view: View, viewer: Viewer, at_us: int) -> tuple[Payout, ...]:
    """What is settled, and before that what settling now would pay."""
    done = tuple(Payout(line, due=False) for line in view.settlements)
    awaited = table.game.awaits(table.play)
    if awaited.what != "settle" or awaited.command is None:
        return done
    later = table_after(table, awaited.command, viewer, at_us)
    if later is None:
        return done
    return (*done, *(Payout(line, due=True) for line in newly_settled(view, later)))


# The preparation of cards, tiles or ball as a list, found by going through it once.

_LONGEST = 60  # orders; a preparation is over long before


class PreparationStep(NamedTuple):
    """One step of the list, and whether it is done, due now or still to come."""

    what: str
    clauses: tuple[Clause, ...]
    state: str = "to come"


def preparation(table: Table) -> tuple[PreparationStep, ...]:
    """The list with the step that is due, or nothing when no preparation is under way."""
    awaited = table.game.awaits(table.play)
    steps = _steps(table.edition, table.play.options)
    due = next(
        (
            i
            for i, line in enumerate(steps)
            if line.what == awaited.what and awaited.clause in line.clauses
        ),
        None,
    )
    if due is None:
        return ()
    states = ["done"] * due + ["now"] + ["to come"] * (len(steps) - due - 1)
    return tuple(line._replace(state=state) for line, state in zip(steps, states, strict=True))


@lru_cache(maxsize=128)
def _steps(edition: str, options: Any) -> tuple[PreparationStep, ...]:
    rules = game(edition)
    play = rules.begin(Setup(options, rules.limits))
    found: list[PreparationStep] = []
    for _ in range(_LONGEST):
        awaited = rules.awaits(play)
        if awaited.what == "open":
            break
        if found and found[-1].what == awaited.what:
            found[-1] = found[-1]._replace(
                clauses=tuple(dict.fromkeys((*found[-1].clauses, awaited.clause)))
            )
        else:
            found.append(PreparationStep(awaited.what, (awaited.clause,)))
        try:
            rules.do(play, *next_command(rules, play, PRACTICE, lambda below: below // 2))
        except NotAllowed:
            return ()
    return tuple(found)


OFFICES = frozenset(map(str, STAFF | DIRECTORS))
# fmt: off
SUITS = (("s", "♠", "spades"), ("h", "♥", "hearts"), ("d", "♦", "diamonds"), ("c", "♣", "clubs"))
# fmt: on
_WAGERS: dict[type[Command], Text] = {
    PlaceWager: Text("places"),
    ChangeWager: Text("changes to"),
    WithdrawWager: Text("takes back"),
    FindWager: Text("is found with"),
}
TILES = tuple(sorted({each for line in LINES for each in line.tiles}))


def _tables(floor: Floor, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    tables = seen_tables(floor, Account("", "dealer"))
    return {"tables": tables, "betting": {each.table for each in tables if _betting(floor, each)}}


def _betting(floor: Floor, seen: TableSeen) -> bool:
    return seen.open and floor.look(seen.table, lambda found, _: takes_wagers(found))


def _step(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    """The step as the table stands: the view is taken again, so that both are of one version."""

    def see(found: Table, version: int) -> Mapping[str, Any]:
        view = floor.seen(found, table, version, viewer)
        people = tuple(each.patron for each in view.places)
        if found.closed:
            return {
                "view": view,
                "step": None,
                "preparation": (),
                "offices": tuple(Role),
                "people": people,
                "clock": None,
            }
        now = floor.now_us()
        calls = offers(found, viewer, now, of=lambda kind: bool(kind.call))
        doing = step(found, view, viewer, now, calls)
        return {
            "view": view, "step": doing, "preparation": preparation(found), "offices": tuple(Role),
            "people": people, "clock": floor.betting_clock(table, found, version),
        }  # fmt: skip

    return floor.look(table, see)


def _money(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> Mapping[str, Any]:
        view = floor.seen(found, table, version, viewer)
        return {"view": view, "money": money(found, view, viewer, floor.now_us())}

    return floor.look(table, see)


@get("/dealer", include_in_schema=False, guards=[only(*OFFICES)])
async def dealers(request: Asking) -> Template:
    return await page(request, "dealer/tables.html", topics=["dealers"])


@get("/dealer/{table:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def console(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    may_see(request.user, table)
    session = await floor.blocking(session_panel.topics, floor, table)
    topics = [f"dealer:{table}", f"dealer-money:{table}", f"felt:{table}", *session]
    return await page(
        request, "dealer/page.html", topics=topics, session=session, table=table,
        ranks=RANKS[::-1], suits=SUITS,
        tiles={each: tile(each) for each in TILES}, tile_size=(WIDTH, HEIGHT),
        now_us=floor.now_us(), last_call=LAST_CALL_SECONDS,
        **await floor.blocking(floor.look, table, _wagering),
    )  # fmt: skip


def _wagering(table: Table, _version: int) -> dict[str, Any]:
    """What a patron's wager is entered with; it does not change while a table is open."""
    spots = table.game.spots(table.play, "")
    return {
        "does": [
            (kind.__name__, text) for kind, text in _WAGERS.items() if kind in table.game.orders
        ],
        "boxes": any(spot.box for spot in spots),
        "kinds": list(dict.fromkeys(spot.wager for spot in spots)),
        "denominations": table.play.chips.denominations[::-1],
        "edition": table.edition,
        "conduct": rules_on(CONSOLE, table.game.cite),
        "patrons_conduct": rules_on(WAGERS, table.game.cite),
    }


@get("/dealer/{table:str}/orders/{which:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def order_forms(
    request: Asking, floor: OpenFloor, table: FromPath[str], which: FromPath[str]
) -> Template:
    """The orders of a list as forms."""
    may_see(request.user, table)
    if which not in LISTS:
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_list", Text("there is no list {which}", which=which)
        )

    def see(found: Table, _version: int) -> Any:
        return forms(found, request.user.viewer, floor.now_us(), which), found.edition

    listed, edition = await floor.blocking(floor.look, table, see)
    context = {"forms": listed, "which": which, "table": table, "edition": edition}
    return Template("dealer/orders.html", context=context)


@post(
    "/dealer/{table:str}/ruling", include_in_schema=False, guards=[only(*OFFICES)], status_code=200,
    repeatable=True,
)  # fmt: skip
async def preview_ruling(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    """Show what would follow from a form; nothing is done."""
    may_see(request.user, table)
    data = await FormData.of(request)

    def see(found: Table, version: int) -> dict[str, Any]:
        result = ruling(found, version, request.user.viewer, floor.now_us(), data)
        return {"ruling": result, "edition": found.edition}

    context = await floor.blocking(floor.look, table, see)
    context |= {"table": table, "reason": data.text("reason"), "role": request.user.role,
                "offices": tuple(Role)}  # fmt: skip
    return Template("dealer/ruling.html", context=context)


ROUTES = [dealers, console, order_forms, preview_ruling]
NAVIGATION = [
    Link(Text("Deal"), "/dealer", offices=OFFICES, order=20, home_of=frozenset({Role.DEALER}))
]
FRAGMENTS = [
    Fragment("dealers", "dealer/rows.html", more=_tables, whole_floor=True, offices=OFFICES),
    Fragment(
        "dealer", "dealer/step.html", more=_step, offices=OFFICES,
        reads=("table", "edition", "title", "round", "next", "stage", "virtual", "dealer",
               "alerts"),
        made_of=("step", "preparation", "people", "clock"), apart=True,
    ),
    Fragment(
        "dealer-money", "dealer/money.html", more=_money, offices=OFFICES, made_of=("money",),
        reads=("table", "edition", "title", "round", "chips_asked"), apart=True,
    ),
]  # fmt: skip
