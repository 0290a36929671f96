"""Wagers at Casino War: what may be placed, changed or taken back, where, and by whom."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.casino_war import state as v
from houseway.games.casino_war.rules import DEALER, INITIAL, TIE, WAR, Rules, cite
from houseway.games.casino_war.state import BETWEEN, DEALING, Play
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.wagering import (
    WagerRules,
    lying,
    no_wager,
    on_offer,
    orders,
    while_betting,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """In the order of section 5. A patron may wager on all areas that are free (Casino War 5.6)."""
    key = _token_spot(play, patron, wager, box)
    if key in play.layout.wagers:
        there = f"{patron} has that wager on box {box}: change it instead"
        return Refused("one_wager_per_area", play.cite("5.5"), there)
    return key


def _token_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """Where a wager of that kind may lie, whatever it is made of."""
    return (
        _no_area(play, box)
        or _area_taken(play, patron, box)
        or _tie_alone(play, patron, wager, box)
        or (patron, box, wager)
    )


def _to_withdraw(
    play: Play, patron: str, wager: str, box: int
) -> list[tuple[Key, Clause]] | Refused:
    """Before the first card. The Tie Wager goes with the Initial Wager it needs (5.1.3)."""
    key, tie = lying(play, patron, wager, box), (patron, box, TIE)
    if isinstance(key, Refused):
        return key
    with_it = [(tie, play.cite("5.4"))] if wager == INITIAL and tie in play.layout.wagers else []
    return _locked(play, patron, wager) or [*with_it, (key, play.cite("5.4"))]


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    if play.stage != DEALING:
        return Refused("betting_open", play.cite("5.4"), "before the first card, change the wager")
    key = no_wager(patron, wager) if wager == WAR else lying(play, patron, wager, box)
    if not isinstance(key, Refused) and (patron, box, WAR) in play.layout.wagers:
        placed = "the War Wager has been matched to the Initial Wager"
        return Refused("war_wager_placed", play.cite("5.7"), placed)
    return key


def find_wager(wagers: WagerRules, play: Play, command: c.FindWager, by: Role) -> Ruling:
    """A stake outside the limits, found after the first card: good as 6.2 and 6.3 say.

    While settling, 11.18 says the same; no other change is made to a wager that is locked (5.4).
    """
    if isinstance(key := wagers.findable(play, command), Refused):
        return key
    patron, box, wager = key
    before, amount = play.layout.wagers[key], command.amount
    clause = _breached(play, patron, wager, amount)
    if clause is None:
        within = f"{dollar_text(amount)} is within the limits: the wager stays as it was recorded"
        return Refused("wager_locked", play.cite("5.4"), within)
    return accept(e.WagerChanged(patron, wager, before, amount, box, clause))


def _breached(play: Play, patron: str, wager: str, amount: int) -> Clause | None:
    """Which limit a stake breaks: by 11.18 once the cards are settled on, by 6 before."""
    settling = bool(play.hand(DEALER))
    if amount < play.limits.minimum_of(wager, patron):
        return play.cite("11.18.1") if settling else play.cite("6.2")
    if amount > play.limits.maximum_of(patron, wager):
        return play.cite("11.18.2") if settling else play.cite("6.3")
    return None


# Playing areas


def take_place(play: Play, command: v.TakePlace, by: Role) -> Ruling:
    if refused := _no_area(play, command.box):
        return refused
    if command.patron not in play.layout.idle_rounds:
        return Refused("not_at_table", play.cite("2.1"), f"{command.patron} is not at the table")
    sitting = [who for who, box in play.places.items() if box == command.box]
    if sitting and sitting != [command.patron]:
        return Refused("place_taken", play.cite("2.1"), f"{sitting[0]} sits at box {command.box}")
    return accept(v.PlaceTaken(command.patron, command.box, play.cite("2.1")))


def reserve_areas(play: Play, command: v.ReserveAreas, by: Role) -> Ruling:
    """Casino War 5.9: a series of playing areas for one patron alone."""
    if not command.boxes:
        return Refused("no_such_area", play.cite("5.9"), "name the boxes")
    for box in command.boxes:
        if refused := _no_area(play, box) or _area_taken(play, command.patron, box):
            return refused
    return accept(v.AreasReserved(command.patron, command.boxes, play.cite("5.9")))


def release_areas(play: Play, command: v.ReleaseAreas, by: Role) -> Ruling:
    if command.patron not in play.reserved.values():
        why = f"nothing is kept for {command.patron}"
        return Refused("nothing_reserved", play.cite("5.9"), why)
    return accept(v.AreasReleased(command.patron, play.cite("5.9")))


def require_area(play: Play, command: v.RequireArea, by: Role) -> Ruling:
    """Casino War 5.6.1: when there are too few areas, anyone who has several gives some up."""
    patron, box = command.patron, command.box
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("5.6.1"), "areas are given up between rounds")
    if play.areas.get(box) != patron:
        return Refused("not_the_holder", play.cite("5.6.1"), f"{patron} did not wager on box {box}")
    if box in play.reserved:
        return Refused("area_reserved", play.cite("5.9"), f"box {box} is reserved for {patron}")
    held = [each for each, who in play.areas.items() if who == patron]
    if len(held) < 2 or play.places.get(patron) == box:
        return Refused("own_area", play.cite("5.6.1"), f"box {box} is where {patron} sits")
    if len(play.areas) < play.options.areas:
        free = f"{len(play.areas)} of {play.options.areas} areas are in use"
        return Refused("areas_free", play.cite("5.6.1"), free)
    return accept(v.AreaGivenUp(patron, box, play.cite("5.6.1")))


# Reasons for a refusal


_named = on_offer("5.1")
_locked = while_betting("5.3", "5.4", "the first card of the round is out")


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager == WAR:
        only = "a War Wager is placed by going to war after equal first cards"
        return Refused("wager_not_offered", play.cite("5.1.2"), only)
    return _named(play, wager, box)


def _no_area(play: Play, box: int) -> Refused | None:
    if 1 <= box <= play.options.areas:
        return None
    there = f"box {box} is not on the layout: boxes are 1 to {play.options.areas}"
    return Refused("no_such_area", play.cite("2.2.1"), there)


def _area_taken(play: Play, patron: str, box: int) -> Refused | None:
    for other, taken, _ in play.layout.wagers:
        if taken == box and other != patron:
            return Refused("area_taken", play.cite("5.5"), f"{other} has a wager on box {box}")
    keeper = play.reserved.get(box, patron)
    if keeper != patron:
        return Refused("area_reserved", play.cite("5.9"), f"box {box} is reserved for {keeper}")
    if play.given_up.get(box) == patron:
        return Refused("area_given_up", play.cite("5.6.1"), f"{patron} has given up box {box}")
    return None


def _tie_alone(play: Play, patron: str, wager: str, box: int) -> Refused | None:
    if wager != TIE or (patron, box, INITIAL) in play.layout.wagers:
        return None
    alone = f"{patron} has no Initial Wager on box {box}"
    return Refused("tie_needs_initial", play.cite("5.1.3"), alone)


_WAGERERS = PATRONS | STAFF


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands about one wager, with the limits and clauses of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("5.2"),
        offered=_not_offered,
        locked=_locked,
        place=_new_spot,
        withdraw=_to_withdraw,
        find=_to_find,
        tokens=rules.tokens,
        token_spot=_token_spot,
    )
    return {
        **orders(wagers, _WAGERERS, cite("5.3"), STAFF, cite("11.18"), find_wager),
        c.WithdrawWager: May(_WAGERERS, cite("5.4"), wagers.withdraw_wager),
    }


ORDERS: dict[type[c.Command], May] = {
    v.TakePlace: May(_WAGERERS, cite("2.1"), take_place),
    v.ReserveAreas: May(SUPERVISORS, cite("5.9"), reserve_areas),
    v.ReleaseAreas: May(SUPERVISORS, cite("5.9"), release_areas),
    v.RequireArea: May(SUPERVISORS, cite("5.6.1"), require_area),
}
