"""What became of a wager, on the felt: a shape and a word for each, and the clauses behind it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from houseway.equipment.chips import Chips, chips_text, dollar_text
from houseway.service.draw import chips
from houseway.service.draw.svg import at, el, path, rect, text, title
from houseway.service.texts.text import Listed, Text, term
from houseway.table.view import SettlementSeen

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
_ROOMY = 0.8  # an area drawn smaller has no room for the chips that are paid
_LETTER, _CAPITAL = 0.6, 0.76  # how wide a letter is, of its height
_MARK, _EDGES = 1.1, 0.6  # how wide the shape and the edges of a tag are, of the same


def settlement(
    x: float, y: float, seen: SettlementSeen, stake: Chips, *, scale: float = 1,
    letters: float = chips.LETTERS, room: float = inf,
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
    paid = chips.stack(
        0, -half - chips.RADIUS + 2, seen.paid, tuple((each, 1) for each, _ in seen.chips[:1]),
        Text("paid {amount}", amount=dollar_text(seen.paid)), "paid", letters,
    )  # fmt: skip
    moved = paid if seen.paid and seen.chips and scale >= _ROOMY and not brief else ""
    if seen.collected:
        moved = chips.stack(0, 0, seen.stake, stake, Text("collected"), "collected", letters)
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
    letter = _LETTER if "$" in word else _CAPITAL
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
