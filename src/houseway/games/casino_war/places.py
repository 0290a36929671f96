"""The places along a Casino War table, and the patron who is offered the cut first."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from houseway.equipment.cut import cut_offers
from houseway.rulebook.document import Clause

DEALER = 0  # the dealer's hand among the boxes, which begin at 1 on the dealer's left


@lru_cache(maxsize=64)
def place_name(box: int) -> str:
    return f"box {box}" if box else "dealer"


@lru_cache(maxsize=64)
def box_of(place: str) -> int | None:
    """The box of a place's name, 0 for the dealer, None for anything else."""
    if place == "dealer":
        return DEALER
    number = place.removeprefix("box ")
    return int(number) if number != place and number.isdigit() else None


# Who cuts: Casino War 4.3, 4.4


def far_right(play: Any) -> str:
    """The patron farthest to the dealer's right: boxes count from the dealer's left."""
    seated = {who: box for who, box in play.places.items() if who in play.layout.idle_rounds}
    return max(seated, key=lambda who: seated[who]) if seated else ""


def first_cutter(play: Any) -> tuple[str, Clause]:
    """The patron who is offered the cut first, and the clause that says so."""
    if play.round == 0 and play.layout.idle_rounds:
        return next(iter(play.layout.idle_rounds)), play.cite("4.3.1")
    box = box_of(play.cut_after)
    if box:
        holder = play.areas.get(box, "")
        if holder in play.layout.idle_rounds:
            return holder, play.cite("4.3.2")
        return far_right(play), play.cite("4.3")  # gone: reading CW-09
    silent = play.cite("4.3")  # reading CW-09: where 4.3 names nobody
    cases = {
        "dealer": play.cite("4.3.3"),
        "first": play.cite("4.3.4"),
        "replaced": play.cite("4.3.5"),
    }
    return far_right(play), cases.get(play.cut_after, silent)


def cut_order(play: Any) -> tuple[str, ...]:
    """Casino War 4.4: clockwise from the first cutter; who has no seat yet comes last."""
    present = list(play.layout.idle_rounds)
    first = first_cutter(play)[0]
    seats = {play.places[who]: who for who in present if who in play.places}
    start = play.places.get(first, 1)
    around = [seats[seat] for seat in cut_offers(seats, start)]
    ahead = [first] if first else []
    return tuple(dict.fromkeys((*ahead, *around, *present)))
