"""Drawings that stand alone, outside a table: a row of cards or tiles, a chip, a game's emblem.

Cards refer to suits by name: `suits` must stand once on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from markupsafe import Markup, escape

from houseway.equipment.chips import Cents
from houseway.games import game
from houseway.service.draw import cards, chips, tiles
from houseway.service.draw.svg import at, el, text
from houseway.service.draw.wheel import wheel
from houseway.service.texts.language import keep_drawn

_GAP = 6
_CHIP_LETTERS, _CHIP_LONG = {1: 15, 2: 15, 3: 13}, 11.6  # by how many figures a chip has
_SIGNS = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}
_MARKED = {
    rank + suit: Markup('<span class="suit{}">{}{}</span>').format(
        " red" if suit in "hd" else "", "10" if rank == "T" else rank, sign
    )
    for rank in "23456789TJQKA"
    for suit, sign in _SIGNS.items()
}
_FAN = 0.62  # how much of a card shows in an emblem


def card_marks(text: str) -> Markup:
    """Words with their cards as people write them: `Td 3c` becomes 10♦ 3♣."""
    words = (_MARKED.get(each) or escape(each) for each in re.split(r"(\W)", text))
    return Markup("").join(words)


@cache
def suits() -> str:
    """The shapes that cards on this page refer to."""
    defined = el("defs", cards.symbols())
    return el("svg", defined, class_="unseen", width=0, height=0, aria_hidden="true")


def _drawing(inside: str, box: str, said: str, class_: str) -> str:
    seen: dict[str, object] = (
        {"role": "img", "aria_label": said} if said else {"aria_hidden": "true"}
    )
    return el(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        class_=f"felt {class_}",
        **seen,
    )


def row(codes: Iterable[str], said: str = "", *, tiled: bool = False) -> str:
    """Cards or tiles side by side."""
    lying = list(codes)
    wide, high = (tiles.WIDTH, tiles.HEIGHT) if tiled else (cards.WIDTH, cards.HEIGHT)
    draw = tiles.tile if tiled else cards.card
    inside = "".join(at(i * (wide + _GAP) + 2, 2, draw(each)) for i, each in enumerate(lying))
    room = len(lying) * (wide + _GAP) - _GAP + 4
    return _drawing(inside, f"0 0 {max(room, wide)} {high + 4}", said, f"row-of-{len(lying)}")


@cache
def chip(denomination: Cents) -> str:
    """One chip with its amount."""
    shown = chips.figure(denomination)
    size = _CHIP_LETTERS.get(len(shown), _CHIP_LONG)
    figure = text(0, size * 0.35, shown, "chip-text", font_size=size)
    inside = _chip_body(denomination) + figure
    return _drawing(inside, "-18.5 -18.5 37 37", "", "chip-alone")


def _chip_body(denomination: Cents) -> str:
    """The chip as `chips.symbols` has it, without the name that must be there once."""
    return chips.symbols([denomination]).replace(f' id="hw-chip-{denomination}"', "")


@keep_drawn()
def emblem(slug: str) -> str:
    """A few cards, the wheel or tiles: a game at a glance."""
    found = game(slug)
    if found.source == "wheel":
        return _drawing(wheel(), "-102 -102 204 204", "", "emblem")
    if found.source == "tiles":
        laid = "".join(at(i * 46, 0, tiles.tile(each)) for i, each in enumerate(found.emblem))
        wide = (len(found.emblem) - 1) * 46 + tiles.WIDTH + 12
        return _drawing(laid, f"-6 -6 {wide} {tiles.HEIGHT + 12}", "", "emblem")
    return _drawing(*_fan(found.emblem), "", "emblem")


def _fan(codes: tuple[str, ...]) -> tuple[str, str]:
    """Cards held in a hand, each turned a little further than the one before."""
    middle = (len(codes) - 1) / 2
    step = cards.WIDTH * _FAN
    turn = 26 / len(codes)
    laid = "".join(
        el("g", cards.card(each), transform=_held((i - middle) * step, (i - middle) * turn))
        for i, each in enumerate(codes)
    )
    half = middle * step + cards.WIDTH
    return laid, f"{-half:.0f} -8 {2 * half:.0f} {cards.HEIGHT + 26}"


def _held(x: float, degrees: float) -> str:
    lower = abs(degrees) * 0.5
    return f"translate({x - cards.WIDTH / 2:.1f} {lower:.1f}) rotate({degrees:.1f} 32 90)"
