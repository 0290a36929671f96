"""Who is at the table: a name plate at each box, or a list where there are no boxes."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.equipment.chips import dollar_text
from houseway.service.draw.chips import lammer
from houseway.service.draw.plan import Plan
from houseway.service.draw.svg import el, rect, text, title
from houseway.table.view import PlaceSeen

_LETTER = 7.4
_ROW = 24
_EARLIER = "earlier minimum"


def name_plate(place: PlaceSeen, plan: Plan) -> str:
    x, y = plan.seats[place.box]
    return _plate(place, x, y, plan.seat_width)


def _plate(place: PlaceSeen, x: float, y: float, width: float) -> str:
    """The name, and the chips where the viewer may know them; the middle of its top is x, y."""
    held = "" if place.chips is None else f" {dollar_text(place.chips)}"
    letters = max(3, int((width - 16) / _LETTER) - len(held))
    name = place.patron if len(place.patron) <= letters else place.patron[: letters - 1] + "…"
    marked = _EARLIER in place.note
    return el(
        "g",
        title(", ".join(each for each in (place.patron + held, place.note) if each)),
        rect(x - width / 2, y, width, 22, "plate", rx=11),
        text(x, y + 15.5, name + held, "plate-text"),
        lammer(x + width / 2, y + 1, _mark(place.note), place.note) if marked else "",
        _note(place.note, x, y) if place.note and not marked else "",
        class_="place",
        data_box=place.box,
        data_patron=place.patron,
    )


def _mark(note: str) -> str:
    """The amount that the marker of an earlier minimum shows."""
    return note.rpartition("$")[2] if "$" in note else "min"


def _note(note: str, x: float, y: float) -> str:
    return text(x, y + 34, note, "plate-note")


def people(places: Iterable[PlaceSeen], plan: Plan) -> str:
    """Those without a box of their own, one under another."""
    if plan.people is None:
        return ""
    x, y, width = plan.people
    return "".join(
        _plate(each, x + width / 2, y + _ROW * i, width)
        for i, each in enumerate(each for each in places if each.box not in plan.seats)
    )
