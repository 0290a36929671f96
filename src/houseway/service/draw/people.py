"""Who is at the table: a name plate at each box, or a list where there are no boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from houseway.equipment.chips import dollar_text
from houseway.service.draw.chips import figure, lammer
from houseway.service.draw.plan import PLATE, Plan
from houseway.service.draw.svg import el, rect, text, title
from houseway.service.draw.words import noted
from houseway.service.texts.text import Listed, Text
from houseway.table.view import PlaceSeen

_LETTER = 8.6
_ROW = 26
_ABREAST = 2  # plates of one seat that stand beside each other
_ROOMY = 100  # a plate that has room for the chips as well


def seats_of(places: Iterable[PlaceSeen]) -> dict[str, int]:
    """Each patron's seat: the box, or where nobody has one the order in which they are listed."""
    return {each.patron: each.box or i for i, each in enumerate(places, 1)}


def _plate(place: PlaceSeen, x: float, y: float, width: float) -> str:
    """The name, and the chips where the viewer may know them; the middle of its top is x, y."""
    known = "" if place.chips is None else f" {dollar_text(place.chips)}"
    held = known if width >= _ROOMY else ""
    letters = max(3, int((width - (16 if held else 8)) / _LETTER) - len(held))
    name = place.patron if len(place.patron) <= letters else place.patron[: letters - 1] + "…"
    earlier = (
        ""
        if place.minimum is None
        else Text("earlier minimum {amount}", amount=dollar_text(place.minimum))
    )
    note = noted(place.note) if place.note else ""
    return el(
        "g",
        title(Listed(each for each in (place.patron + known, note, earlier) if each)),
        rect(x - width / 2, y, width, PLATE, "plate", rx=12),
        text(x, y + 17.5, name + held, "plate-text"),
        lammer(x + width / 2 - 4, y + 1, figure(place.minimum), earlier) if place.minimum else "",
        text(x, y + 40, note, "plate-note") if note else "",
        class_="place",
        data_box=place.box,
        data_patron=place.patron,
    )


def people(places: tuple[PlaceSeen, ...], plan: Plan) -> Iterator[str]:
    """Everybody at their seats; where the layout has none, one under another."""
    if plan.people:
        x, y, width = plan.people
        for i, each in enumerate(places):
            yield _plate(each, x + width / 2, y + _ROW * i, width)
        return
    seats, drawn, width = seats_of(places), Counter[int](), plan.plate_width()
    sharing = Counter(seats.values())
    for each in places:
        seat = seats[each.patron]
        if seat in plan.seats:
            x, y = plan.seats[seat]
            across = min(sharing[seat], _ABREAST)
            row, place = divmod(drawn[seat], across)
            own = width / across
            left = x - width / 2 + own * (place + 0.5)
            yield _plate(each, left, y + _ROW * row, own - (2 if across > 1 else 0))
            drawn[seat] += 1
