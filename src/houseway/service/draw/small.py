"""Drawings that stand alone, outside a table: a row of cards or tiles, a chip, a game's emblem.

Cards refer to suits by name: `suits` must stand once on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin

from markupsafe import Markup, escape

from houseway.equipment.chips import Cents
from houseway.equipment.wheel import WHEEL, colour
from houseway.games import game
from houseway.service.draw import cards, chips, tiles
from houseway.service.draw.svg import at, circle, el, number, path, text, title
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.text import Text, term

# The single-zero wheel, pocket by pocket in the order of `equipment.wheel`, and the ball.

STEP = 360 / len(WHEEL)

# Rings of a wheel of radius 100.
RIM, TRACK, OUTER, INNER, CONE = 100, 92, 82, 56, 52
BALL_AT = 61.5
_NUMBERS = {False: 75.5, True: 73}  # across their pockets, and along them


def angle(pocket: int) -> float:
    """Degrees clockwise from the top to the middle of a pocket."""
    return WHEEL.index(pocket) * STEP


def _point(radius: float, degrees: float) -> str:
    turned = (degrees - 90) * pi / 180
    return f"{number(radius * cos(turned))} {number(radius * sin(turned))}"


@cache
def _pocket(pocket: int, along: bool) -> str:
    middle = angle(pocket)
    a, b = middle - STEP / 2, middle + STEP / 2
    shape = (
        f"M{_point(OUTER, a)}A{OUTER} {OUTER} 0 0 1 {_point(OUTER, b)}"
        f"L{_point(INNER, b)}A{INNER} {INNER} 0 0 0 {_point(INNER, a)}z"
    )
    turned = f"rotate({middle:.2f}) translate(0 -{_NUMBERS[along]})" + " rotate(-90)" * along
    return el(
        "g",
        path(shape, colour(pocket)),
        f'<text transform="{turned}" class="pocket-text">{pocket}</text>',
        class_="pocket",
        data_pocket=pocket,
    )


@cache
def rotor(along: bool = False) -> str:
    """Everything that turns. `along`: numbers are written along their pockets, where large letters
    have room."""
    spokes = "".join(f"M{_point(12, 90 * i)}L{_point(40, 90 * i)}" for i in range(4))
    return el(
        "g",
        circle(0, 0, OUTER, "wheel-pockets"),
        *(_pocket(each, along) for each in WHEEL),
        circle(0, 0, INNER, "wheel-ring"),
        circle(0, 0, CONE, "wheel-cone"),
        path(spokes, "wheel-spokes"),
        *(circle(*_xy(40, 90 * i), 4, "wheel-knob") for i in range(4)),
        circle(0, 0, 13, "wheel-hub"),
        circle(0, 0, 6, "wheel-knob"),
        class_="rotor",
    )


def _xy(radius: float, degrees: float) -> tuple[float, float]:
    turned = (degrees - 90) * pi / 180
    return radius * cos(turned), radius * sin(turned)


def wheel(pocket: str = "", *, key: str = "wheel", along: bool = False) -> str:
    """The wheel with the ball in `pocket`, or without.

    `key` tells one spin from the next, so that each is seen to run. `along`: as of `rotor`.
    """
    said = (
        Text("the ball in {pocket}, {colour}", pocket=pocket, colour=term(colour(int(pocket))))
        if pocket
        else Text("the wheel")
    )
    return el(
        "g",
        title(said),
        circle(0, 0, RIM, "wheel-rim"),
        circle(0, 0, TRACK, "wheel-track"),
        *(_deflector(each) for each in range(0, 360, 45)),
        rotor(along),
        _ball(int(pocket)) if pocket else "",
        id=key if pocket else None,
        class_="wheel spun" if pocket else "wheel",
        role="img",
        aria_label=said,
    )


@cache
def _deflector(degrees: int) -> str:
    x, y = _xy((TRACK + OUTER) / 2, degrees + 22.5)
    return circle(x, y, 1.6, "wheel-knob")


def _ball(pocket: int) -> str:
    ball = el("circle", cx=0, cy=number(-BALL_AT), r="4.2", class_="ball")
    run = el("g", ball, class_="ball-run")
    return el("g", run, class_="ball-at", transform=f"rotate({angle(pocket):.2f})")


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
