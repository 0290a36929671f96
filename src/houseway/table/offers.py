"""What a viewer may do now: wagers with their limits, orders with the facts they need, or why not.

The answer is `decide`'s own: what is offered was asked of it, and never differs from doing it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import lcm
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.games import commands as c
from houseway.games.base_commands import Command, GroupName, forms_of, required_fields
from houseway.games.devices import CAPACITIES
from houseway.games.felt import Felt, Spot
from houseway.games.machine import May
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role, under_a_director
from houseway.rulebook.ruling import Refused
from houseway.table.rulings import AFTER_CLOSING, owed
from houseway.table.state import CLOSED, OPEN, Table, roles_at
from houseway.table.table import MACHINE, decide
from houseway.table.view import Viewer, next_step, tagged

_SPOT_ORDERS = (c.PlaceWager, c.ChangeWager, c.WithdrawWager)


class Fact(Struct, frozen=True):
    """A field of an order that someone must fill in.

    `form` is how a sentence writes it: money, card, cards, number, words, names, tiles, dice, or
    "word". `choices` are the values that make sense now, where they can be listed.
    """

    name: str
    form: str
    required: bool = True
    choices: tuple[str, ...] = ()


_AMOUNT = (Fact("amount", "money"),)


class Refusal(Struct, frozen=True):
    """Why not: the code for programs, the clause, the sentence for people."""

    code: str
    clause: Clause | None
    detail: str


class Offer(Struct, frozen=True):
    """One order that the viewer's office may give.

    `command` is the order as it would be sent, with what is known filled in; with no `facts` left
    it is ready. For a wager, every amount from `minimum` to `maximum` in steps of `multiple` (0:
    any) is accepted. `refused` says why the order is not taken now; `asked` is false where that
    depends on facts that only the giver has.
    """

    order: str  # PlaceWager, DealCard, ...
    group: GroupName
    sentence: str
    command: dict[str, Any]
    clause: Clause | None = None
    facts: tuple[Fact, ...] = ()
    wager: str = ""
    box: int = 0
    minimum: int = 0
    maximum: int = 0
    multiple: int = 0
    refused: Refusal | None = None
    asked: bool = True


class _Desk(NamedTuple):
    """Who asks, at which table, when; and what can be named there."""

    table: Table
    viewer: Viewer
    at_us: int
    choices: Mapping[str, tuple[str, ...]]
    of: Callable[[type[Command]], bool] = bool

    def ask(self, command: Command) -> Refused | None:
        """Why not, in `decide`'s own words; None when the order would be accepted."""
        viewer = self.viewer
        actor = viewer.patron or viewer.name
        ruling = decide(self.table, command, viewer.role, self.at_us, actor)
        return ruling if isinstance(ruling, Refused) else None


def offers(
    table: Table, viewer: Viewer, at_us: int = 0, *, of: Callable[[type[Command]], bool] = bool
) -> tuple[Offer, ...]:
    """Everything that the viewer's office may do at this table, and why some of it not now.

    `of` leaves out kinds of commands that a member of staff does not ask about.
    """
    if not viewer.staff and not viewer.patron:
        return ()
    if table.stage != OPEN:
        desk = _Desk(table, viewer, at_us, {}, of)
        return (*_own_orders(desk), *_late_orders(desk))
    felt = table.game.felt(table.play, viewer.patron)
    spots = table.game.spots(table.play, viewer.patron)
    desk = _Desk(table, viewer, at_us, _choices(table, felt, spots), of)
    if viewer.staff:
        return (*_orders(desk, set()), *_own_orders(desk))
    found = _patrons_own(desk, felt, spots)
    wagers = (each.offer(viewer.patron) for each in found.spots)
    return (*found.choices, *wagers, *found.withdrawals, *found.orders)


class PatronOffers(NamedTuple):
    """What a patron may do: choices that are awaited, wagers by spot, and everything else."""

    choices: tuple[Offer, ...] = ()
    spots: tuple[SpotOffer, ...] = ()
    withdrawals: tuple[Offer, ...] = ()
    orders: tuple[Offer, ...] = ()


def patron_offers(
    table: Table, viewer: Viewer, at_us: int, of: Callable[[type[Command]], bool]
) -> PatronOffers:
    """The offers to a patron, without an order for each of the many spots of a layout."""
    if not viewer.patron or table.stage != OPEN:
        return PatronOffers(orders=offers(table, viewer, at_us, of=of))
    felt = table.game.felt(table.play, viewer.patron)
    spots = table.game.spots(table.play, viewer.patron)
    return _patrons_own(_Desk(table, viewer, at_us, _choices(table, felt, spots), of), felt, spots)


def _patrons_own(desk: _Desk, felt: Felt, spots: Iterable[Spot]) -> PatronOffers:
    chosen = tuple(_choices_now(desk, felt))
    done = {each.order for each in chosen} | {kind.__name__ for kind in _SPOT_ORDERS}
    wagers, back = tuple(_wagers(desk, spots)), tuple(_withdrawals(desk))
    return PatronOffers(chosen, wagers, back, tuple(_orders(desk, done)))


# Wagers


class _Allowed(NamedTuple):
    """The amounts that are accepted on a spot, or why none is. Spots that are alike share one."""

    least: int
    most: int
    step: int
    refused: Refusal | None


class SpotOffer(NamedTuple):
    """A wager on one spot: to be placed, or changed where the patron has one there."""

    kind: type[c.PlaceWager | c.ChangeWager]
    spot: Spot
    allowed: _Allowed
    clause: Clause

    def offer(self, patron: str) -> Offer:
        """The order as it would be sent."""
        kind, wager, box, least = self.kind, self.spot.wager, self.spot.box, self.allowed.least
        return Offer(
            kind.__name__, "wagers", kind.sentence, tagged(kind(patron, wager, least, box)),
            self.clause, _AMOUNT, wager, box, *self.allowed,
        )  # fmt: skip


def _wagers(desk: _Desk, spots: Iterable[Spot]) -> Iterator[SpotOffer]:
    patron, lying = desk.viewer.patron, desk.table.play.layout.wagers
    orders = desk.table.game.orders
    limits = _Limits(desk)
    for spot in spots:
        kind = c.ChangeWager if (patron, spot.box, spot.wager) in lying else c.PlaceWager
        may = orders.get(kind)
        if may is not None:
            yield SpotOffer(kind, spot, limits.of(kind, spot), may.clause)


def _withdrawals(desk: _Desk) -> Iterator[Offer]:
    patron = desk.viewer.patron
    if c.WithdrawWager in desk.table.game.orders:
        for who, box, wager in desk.table.play.layout.wagers:
            if who == patron:
                command = c.WithdrawWager(patron, wager, box)
                yield _ready(desk, command, "wagers", wager=wager, box=box)


class _Limits:
    """What a patron may wager on each spot, asked of `decide` once for spots that are alike.

    A refusal that names its own spot is no answer for another.
    """

    def __init__(self, desk: _Desk) -> None:
        self._desk = desk
        self._shared: dict[str, _Allowed] = {}

    def of(self, kind: type[c.PlaceWager | c.ChangeWager], spot: Spot) -> _Allowed:
        shared = self._shared.get(spot.like) if kind is c.PlaceWager else None
        if shared is None:
            asked = self._asked(kind, spot)
            if spot.like and kind is c.PlaceWager and _holds_for_others(spot, asked.refused):
                self._shared[spot.like] = asked
            return asked
        if shared.refused and shared.least != spot.minimum:
            return _Allowed(spot.minimum, spot.minimum, shared.step, shared.refused)
        return shared

    def _asked(self, kind: type[c.PlaceWager | c.ChangeWager], spot: Spot) -> _Allowed:
        play, patron = self._desk.table.play, self._desk.viewer.patron
        step = lcm(spot.step or play.limits.multiple or 1, play.chips.smallest)

        def ask(amount: int) -> Refused | None:
            return self._desk.ask(kind(patron, spot.wager, amount, spot.box))

        least, refused = spot.minimum, ask(spot.minimum)
        if refused is not None and least % step:  # the sign's minimum may lie between two chips
            least = -(-least // step) * step
            refused = ask(least)
        if refused is not None:
            return _Allowed(least, least, step, _told(refused))
        lying = play.layout.wagers.get((patron, spot.box, spot.wager), 0)
        held = play.layout.chips.get(patron, 0) + lying
        return _Allowed(least, _most(ask, least, spot.maximum, step, held), step, None)


def _holds_for_others(spot: Spot, refused: Refusal | None) -> bool:
    """Whether an answer says nothing about its own spot, and so holds for those alike."""
    if refused is None:
        return not spot.box
    named = f"box {spot.box}" if spot.box else spot.wager
    return named not in refused.detail


def _most(
    ask: Callable[[int], Refused | None], least: int, maximum: int, step: int, held: int
) -> int:
    """The greatest amount in steps that is accepted, if everything below it is.

    It is looked for first at the sign's maximum and where the patron's chips end.
    """
    accepted, beyond = 0, max((maximum - least) // step + 1, 1)
    chips = (held - least) // step
    for tried in (beyond - 1, chips, chips + 1):
        if accepted < tried < beyond:
            accepted, beyond = _halved(ask(least + tried * step), accepted, tried, beyond)
    while beyond - accepted > 1:
        tried = (accepted + beyond) // 2
        accepted, beyond = _halved(ask(least + tried * step), accepted, tried, beyond)
    return least + accepted * step


def _halved(refused: Refused | None, accepted: int, tried: int, beyond: int) -> tuple[int, int]:
    return (accepted, tried) if refused else (tried, beyond)


# Orders


def _choices_now(desk: _Desk, felt: Felt) -> Iterator[Offer]:
    """The choices that the table awaits from this viewer, ready to send."""
    awaited = desk.table.game.awaits(desk.table.play)
    shown = next_step(desk.table, desk.viewer, felt)
    for command in (*awaited.choices, *([awaited.command] if awaited.command else [])):
        if tagged(command) in (*shown.choices, shown.command):
            yield _ready(desk, command, "next step")


def _orders(desk: _Desk, done: set[str]) -> Iterator[Offer]:
    game = desk.table.game
    awaited = game.awaits(desk.table.play).commands
    for kind, may in game.orders.items():
        if desk.viewer.role in may.roles and kind.__name__ not in done and desk.of(kind):
            yield _order(desk, kind, "next step" if kind in awaited else kind.group.name)


def _own_orders(desk: _Desk) -> Iterator[Offer]:
    """The table's own orders, in the stage of its life in which they are judged at all."""
    stage = desk.table.stage
    for kind, own in MACHINE.commands.items():
        if stage in own.stages and desk.of(kind) and desk.viewer.role in _offices(desk.table, own):
            yield _order(desk, kind, kind.group.name)


def _offices(table: Table, own: May) -> frozenset[Role]:
    """Before a table is opened its document is not known, and it may be a Director's."""
    if table.play is None:
        return own.roles | under_a_director(own.roles)
    return roles_at(own, table.game)


def _late_orders(desk: _Desk) -> Iterator[Offer]:
    """What of the game can still be done once the table has closed: disputes."""
    if desk.table.stage != CLOSED:
        return
    for kind, may in desk.table.game.orders.items():
        if kind in AFTER_CLOSING and desk.viewer.role in may.roles:
            yield _order(desk, kind, kind.group.name)


def _order(desk: _Desk, kind: type[Command], group: GroupName) -> Offer:
    patron = desk.viewer.patron
    filled = {"patron": patron} if patron and "patron" in forms_of(kind) else {}
    asked = _facts(kind, named=bool(filled))
    if not asked:
        return _ready(desk, kind(**filled), group)
    known = desk.choices.get
    facts = tuple([Fact(name, form, required, known(name, ())) for name, form, required in asked])
    return Offer(
        kind.__name__, group, kind.sentence, {"type": kind.__name__, **filled},
        _clause(desk.table, kind), facts, asked=False,
    )  # fmt: skip


def _ready(
    desk: _Desk, command: Command, group: GroupName, *, wager: str = "", box: int = 0
) -> Offer:
    kind = type(command)
    return Offer(
        kind.__name__, group, kind.sentence, tagged(command), _clause(desk.table, kind),
        wager=wager, box=box, refused=_told(desk.ask(command)),
    )  # fmt: skip


def _clause(table: Table, kind: type[Command]) -> Clause | None:
    own = MACHINE.commands.get(kind)
    if own is not None:
        return own.slot(table) if table.play is not None else None
    return table.game.orders[kind].clause


def _told(refused: Refused | None) -> Refusal | None:
    return Refusal(refused.code, refused.clause, refused.detail) if refused else None


@cache
def _facts(kind: type[Command], *, named: bool) -> tuple[tuple[str, str, bool], ...]:
    """Name, form and need of every field, as the order's sentence has them; `named`: the patron
    who gives it is known."""
    needed = required_fields(kind)
    forms = forms_of(kind).items()
    return tuple(
        (name, form, name in needed) for name, form in forms if name != "patron" or not named
    )


def _choices(table: Table, felt: Felt, spots: Iterable[Spot]) -> Mapping[str, tuple[str, ...]]:
    """What can be named at this table now, by the name of the field that asks for it."""
    play = table.play
    people = tuple(play.layout.idle_rounds)
    wagers = tuple(dict.fromkeys(spot.wager for spot in spots))
    boxes = tuple(dict.fromkeys(str(spot.box) for spot in spots if spot.box))
    return {
        "patron": people, "person": people, "persons": people, "withhold": people,
        "capacity": CAPACITIES, "ground": tuple(play.rules.provisions.grounds),
        "wager": wagers, "onto": wagers, "box": boxes,
        "hand": tuple(hand.name for hand in felt.hands),
        "dispute": tuple(str(n) for n in range(1, len(play.layout.disputes) + 1)),
        "correction": tuple(
            str(each.number) for each in table.corrections if not each.outcome
        ),
        "alert": tuple(str(each.number) for each in table.alerts if not each.acknowledged),
        "to": tuple(dict.fromkeys(each.to for each in owed(table))),
        "about": tuple(dict.fromkeys(each.about for each in owed(table))),
        "option": play.options.__struct_fields__,
    }  # fmt: skip
