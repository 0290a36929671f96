"""What became of a wager, on the felt: a shape and a word for each, and the clauses behind it."""

from __future__ import annotations

from houseway.equipment.chips import chips_text, dollar_text
from houseway.service.draw import chips
from houseway.service.draw.svg import at, el, path, rect, text, title
from houseway.table.view import SettlementSeen

# fmt: off
# What was met, the word on the felt, and a shape in a square of ten.
MARKS = {
    "won":       ("WON",       "M0 5.5L2 3.5L4 5.7L8.5 .8L10 2.4L4 9z"),
    "lost":      ("LOST",      "M1 2L2 1L5 4L8 1L9 2L6 5L9 8L8 9L5 6L2 9L1 8L4 5z"),
    "stood off": ("STAND OFF", "M.5 2H9.5V4H.5zM.5 6H9.5V8H.5z"),
    "void":      ("VOID",      "M5 0a5 5 0 1 0 .01 0zM5 2a3 3 0 1 1-.01 0z"),
    "withdrawn": ("TAKEN BACK", "M10 4H4V1L0 5L4 9V6H10z"),
    "forfeited": ("FORFEITED", "M4 0H6V6H4zM4 7.5H6V9.5H4z"),
}
# fmt: on
_LETTER = 6.1


def settlement(x: float, y: float, seen: SettlementSeen, *, scale: float = 1) -> str:
    """A tag at the wager's place; what is paid stands beside it in chips."""
    word, shape = MARKS.get(seen.met, (seen.met.upper(), MARKS["forfeited"][1]))
    if seen.paid:
        word = f"{word} {dollar_text(seen.paid)}"
    wide = len(word) * _LETTER + 24
    tag = el(
        "g",
        rect(-wide / 2, -9, wide, 18, "tag", rx=9),
        el("g", path(shape, "tag-shape"), transform=f"translate({-wide / 2 + 6:.1f} -5)"),
        text(8, 4, word, "tag-text"),
    )
    paid = chips.stack(0, -24, seen.paid, seen.chips, f"paid {dollar_text(seen.paid)}", "paid")
    return el(
        "g",
        title(told(seen)),
        at(x, y, paid if seen.paid and seen.chips else "", tag, scale=scale),
        class_=f"settled {seen.met.replace(' ', '-')}",
        data_clause="; ".join(seen.clauses),
        data_wager=seen.wager,
        data_box=seen.box or None,
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
