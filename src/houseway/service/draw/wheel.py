"""The single-zero wheel, pocket by pocket in the order of `equipment.wheel`, and the ball.

Tournament American Roulette 2.1, Appendix A (reading RO1).

The wheel is drawn around the origin with zero on top and turns clockwise by its numbers. The ball
is placed at its pocket; the style sheet lets it run there, or simply lie there where motion is
unwelcome.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from houseway.equipment.wheel import WHEEL, colour
from houseway.service.draw.svg import circle, el, number, path, title
from houseway.service.texts.text import Text, term

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
