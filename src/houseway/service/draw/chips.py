"""Chips seen from above: each denomination its colour and its amount, stacks for any amount.

A chip is a circle of radius 17. What a stack is worth stands on its top in figures, so colour is
never the only sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import inf

from houseway.equipment.chips import BadAmount, Cents, Chips, ChipSet, chips_text, dollar_text
from houseway.service.draw.plan import PLATE, Plan
from houseway.service.draw.svg import at, circle, el, noted, path, rect, text, title, use
from houseway.service.texts.text import Listed, Text, term
from houseway.table.view import PlaceSeen, SettlementSeen

RADIUS = 17
_RISE = 3.5  # how much of a chip shows under the one above it
LETTERS = 12.0  # the figure on a chip, where nothing else is wanted
_SHOWN = 6  # chips of one stack that are drawn; the figure counts all

# Denominations that have a colour in felt.css; any other looks like a plain one.
COLOURED = (25, 50, 100, 2_50, 5_00, 10_00, 20_00, 25_00, 50_00, 100_00, 500_00, 1000_00, 5000_00)


def symbols(denominations: Iterable[Cents]) -> str:
    """The definitions that stacks of these denominations need, once in a drawing."""
    return "".join(_symbol(each) for each in sorted(set(denominations)))


@cache
def _symbol(denomination: Cents) -> str:
    colour = f"hw-chip-{denomination}" if denomination in COLOURED else "hw-chip-plain"
    return el(
        "g",
        circle(0, 0.8, RADIUS, "hw-chip-shadow"),
        circle(0, 0, RADIUS, "hw-chip-body"),
        circle(0, 0, RADIUS - 2.4, "hw-chip-edge"),
        circle(0, 0, RADIUS - 5.5, "hw-chip-face"),
        id=_name(denomination),
        class_=f"hw-chip {colour}",
    )


def _name(denomination: Cents) -> str:
    return f"hw-chip-{denomination}"


@lru_cache(maxsize=1_024)
def in_chips(amount: Cents, held: ChipSet) -> Chips:
    """The amount in the table's chips; one plain chip where they cannot make it."""
    try:
        return held.pay(amount)
    except BadAmount:
        return ((0, 1),)


def figure(amount: Cents) -> str:
    """An amount for the top of a chip: `25`, `12.50`, `1,000`."""
    return dollar_text(amount).replace("$", "")


def stack(
    x: float, y: float, amount: Cents, chips: Chips, said: str, class_: str = "",
    letters: float = LETTERS, patron: str = "",
) -> str:  # fmt: skip
    """Chips on top of one another, the largest below, with what they are worth in figures."""
    layers = [each for each, count in chips for _ in range(count)]
    if len(layers) > _SHOWN:
        layers = layers[: _SHOWN - 1] + layers[-1:]
    top = y - _RISE * (len(layers) - 1)
    worth = text(x, top + letters * 0.35, figure(amount), "chip-text", font_size=letters)
    return el(
        "g",
        title(said),
        *(use(_name(each), x, y - _RISE * i) for i, each in enumerate(layers)),
        worth,
        class_=f"stack {class_}".rstrip(),
        data_of=patron or None,
    )


def lammer(x: float, y: float, mark: str, said: str) -> str:
    """A small marker beside a place: an earlier minimum, a limit of one's own, the winner."""
    wide = max(22, 10 * len(mark) + 12)
    return el(
        "g",
        title(said),
        rect(x - wide / 2, y - 11, wide, 22, "lammer", rx=11),
        text(x, y + 3.5, mark, "lammer-text"),
        class_="marker",
        data_marker=mark,
    )


# Who is at the table: a name plate at each box, or a list where there are no boxes.

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


# What became of a wager, on the felt: a shape and a word for each, and the clauses behind it.

# fmt: off
# What was met, the word on the felt, and a shape in a square of ten.
MARKS = {
    "won":       (Text("WON"),       "M0 5.5L2 3.5L4 5.7L8.5 .8L10 2.4L4 9z"),
    "lost":      (Text("LOST"),      "M1 2L2 1L5 4L8 1L9 2L6 5L9 8L8 9L5 6L2 9L1 8L4 5z"),
    "stood off": (Text("PUSH"),      "M.5 2H9.5V4H.5zM.5 6H9.5V8H.5z"),
    "void":      (Text("VOID"),      "M5 0a5 5 0 1 0 .01 0zM5 2a3 3 0 1 1-.01 0z"),
    "withdrawn": (Text("TAKEN BACK"), "M10 4H4V1L0 5L4 9V6H10z"),
    "forfeited": (Text("FORFEITED"), "M4 0H6V6H4zM4 7.5H6V9.5H4z"),
}
# fmt: on
_SETTLED_ROOMY = 0.8  # an area drawn smaller has no room for the chips that are paid
_SETTLED_LETTER, _CAPITAL = 0.6, 0.76  # how wide a letter is, of its height
_MARK, _EDGES = 1.1, 0.6  # how wide the shape and the edges of a tag are, of the same


def settlement(
    x: float, y: float, seen: SettlementSeen, stake: Chips, *, scale: float = 1,
    letters: float = LETTERS, room: float = inf,
) -> str:  # fmt: skip
    """A tag at the wager's place; what is paid comes to it in chips, what is lost goes away.

    Of what is paid one chip is drawn, so that no card is covered; the figure is on it. A tag that
    is wider than its `room` has a word or the shape alone.
    """
    half, brief = half_of(letters), False
    wide = width_of(seen, letters)
    mark, aside = _mark(seen, -wide / 2 + half * 0.5, letters), letters * 0.6
    if wide > room:
        wide, mark, aside = wide - letters * _MARK, "", 0.0
    if wide > room:
        half, brief = half_of(letters, brief=True), True
        wide, mark = 2 * half, _mark(seen, -letters * 0.46, letters)
    word = text(aside, letters * 0.36, word_of(seen), "tag-text", font_size=letters)
    tag = el(
        "g", rect(-wide / 2, -half, wide, 2 * half, "tag", rx=half), mark, "" if brief else word
    )
    paid = stack(
        0, -half - RADIUS + 2, seen.paid, tuple((each, 1) for each, _ in seen.chips[:1]),
        Text("paid {amount}", amount=dollar_text(seen.paid)), "paid", letters,
    )  # fmt: skip
    moved = paid if seen.paid and seen.chips and scale >= _SETTLED_ROOMY and not brief else ""
    if seen.collected:
        moved = stack(0, 0, seen.stake, stake, Text("collected"), "collected", letters)
    return el(
        "g",
        title(told(seen)),
        at(x, y, moved, tag, scale=scale),
        class_=f"settled landed {seen.met.replace(' ', '-')}",
        data_clause="; ".join(seen.clauses),
        data_wager=seen.wager,
        data_box=seen.box or None,
        data_of=seen.patron,
        role="img",
        tabindex=0,
    )


def word_of(seen: SettlementSeen) -> str:
    """What the tag says: the money that moved, or a word."""
    if seen.paid or seen.collected:
        return f"+{dollar_text(seen.paid)}" if seen.paid else f"−{dollar_text(seen.collected)}"
    return MARKS[seen.met][0] if seen.met in MARKS else term(seen.met).upper()


def _mark(seen: SettlementSeen, left: float, letters: float) -> str:
    _, shape = MARKS.get(seen.met, MARKS["forfeited"])
    where = f"translate({left:.1f} {-letters * 0.48:.1f}) scale({letters / 11:.3g})"
    return el("g", path(shape, "tag-shape"), transform=where)


def half_of(letters: float, *, brief: bool = False) -> float:
    """Half the height of a tag; one with the shape alone is round and smaller."""
    return letters * (0.7 if brief else 0.8)


def width_of(seen: SettlementSeen, letters: float) -> float:
    """How wide a tag with its word is."""
    word = word_of(seen)
    letter = _SETTLED_LETTER if "$" in word else _CAPITAL
    return letters * (len(word) * letter + _MARK + _EDGES)


def told(seen: SettlementSeen) -> str:
    """The settlement in a sentence, with its clauses."""
    return Text("{facts}. {clauses}", facts=Listed(_facts(seen)), clauses=", ".join(seen.clauses))


def _facts(seen: SettlementSeen) -> Iterator[Text]:
    about = {
        "patron": seen.patron, "amount": dollar_text(seen.stake), "wager": term(seen.wager),
        "met": term(seen.met),
    }  # fmt: skip
    if seen.box:
        yield Text("{patron}: {amount} on {wager} in box {box} {met}", box=seen.box, **about)
    else:
        yield Text("{patron}: {amount} on {wager} {met}", **about)
    paid = dollar_text(seen.paid)
    if seen.paid and seen.chips:
        yield Text("paid {amount} ({chips})", amount=paid, chips=chips_text(seen.chips))
    elif seen.paid:
        yield Text("paid {amount}", amount=paid)
    if seen.collected:
        yield Text("collected {amount}", amount=dollar_text(seen.collected))
    if seen.returned:
        yield Text("returned {amount}", amount=dollar_text(seen.returned))
