"""Chips seen from above: each denomination its colour and its amount, stacks for any amount.

A chip is a circle of radius 17. What a stack is worth stands on its top in figures, so colour is
never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from houseway.equipment.chips import BadAmount, Cents, Chips, ChipSet, dollar_text
from houseway.service.draw.svg import circle, el, rect, text, title, use

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
