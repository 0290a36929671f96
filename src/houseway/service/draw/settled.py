"""What became of a wager, on the felt: a shape and a word for each, and the clauses behind it."""

from __future__ import annotations

from houseway.equipment.chips import Chips, chips_text, dollar_text
from houseway.service.draw import chips
from houseway.service.draw.svg import at, el, path, rect, text, title
from houseway.table.view import SettlementSeen

# fmt: off
# What was met, the word on the felt, and a shape in a square of ten.
MARKS = {
    "won":       ("WON",       "M0 5.5L2 3.5L4 5.7L8.5 .8L10 2.4L4 9z"),
    "lost":      ("LOST",      "M1 2L2 1L5 4L8 1L9 2L6 5L9 8L8 9L5 6L2 9L1 8L4 5z"),
    "stood off": ("PUSH",      "M.5 2H9.5V4H.5zM.5 6H9.5V8H.5z"),
    "void":      ("VOID",      "M5 0a5 5 0 1 0 .01 0zM5 2a3 3 0 1 1-.01 0z"),
    "withdrawn": ("TAKEN BACK", "M10 4H4V1L0 5L4 9V6H10z"),
    "forfeited": ("FORFEITED", "M4 0H6V6H4zM4 7.5H6V9.5H4z"),
}
# fmt: on
_ROOMY = 0.8  # an area drawn smaller has no room for the chips that are paid
_LETTER = 0.6  # how wide a letter is, of its height


def settlement(
    x: float, y: float, seen: SettlementSeen, stake: Chips, *, scale: float = 1,
    letters: float = chips.LETTERS,
) -> str:  # fmt: skip
    """A tag at the wager's place; what is paid comes to it in chips, what is lost goes away."""
    word, shape = MARKS.get(seen.met, (seen.met.upper(), MARKS["forfeited"][1]))
    if seen.paid or seen.collected:
        word = f"+{dollar_text(seen.paid)}" if seen.paid else f"−{dollar_text(seen.collected)}"
    wide, half = len(word) * letters * _LETTER + letters * 1.7, letters * 0.8
    mark = f"translate({-wide / 2 + half * 0.5:.1f} {-half * 0.6:.1f}) scale({letters / 11:.3g})"
    tag = el(
        "g",
        rect(-wide / 2, -half, wide, 2 * half, "tag", rx=half),
        el("g", path(shape, "tag-shape"), transform=mark),
        text(letters * 0.6, letters * 0.36, word, "tag-text", font_size=letters),
    )
    paid = chips.stack(
        0, -half - chips.RADIUS + 2, seen.paid, seen.chips, f"paid {dollar_text(seen.paid)}",
        "paid", letters,
    )  # fmt: skip
    moved = paid if seen.paid and seen.chips and scale >= _ROOMY else ""
    if seen.collected:
        moved = chips.stack(0, 0, seen.stake, stake, "collected", "collected", letters)
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


def told(seen: SettlementSeen) -> str:
    """The settlement in a sentence, with its clauses."""
    where = f" in box {seen.box}" if seen.box else ""
    parts = [f"{seen.patron}: {dollar_text(seen.stake)} on {seen.wager}{where} {seen.met}"]
    if seen.paid:
        made = f" ({chips_text(seen.chips)})" if seen.chips else ""
        parts.append(f"paid {dollar_text(seen.paid)}{made}")
    if seen.collected:
        parts.append(f"collected {dollar_text(seen.collected)}")
    if seen.returned:
        parts.append(f"returned {dollar_text(seen.returned)}")
    return f"{', '.join(parts)}. {', '.join(seen.clauses)}"
