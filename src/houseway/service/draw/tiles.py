"""The 32 tiles of pai gow, drawn from their dots. A tile is 44 by 88, the fewer dots on top.

Red dots are the ones and the fours, as on the tiles themselves; a six beside a six shows half of
each column red. Position and number of dots alone tell every tile from every other.
"""

from __future__ import annotations

from houseway.equipment.tiles import LINE, Tile, name, pips
from houseway.games.felt import FACE_DOWN
from houseway.service.draw.svg import at, circle, el, rect, title
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.text import Term, Text

WIDTH, HEIGHT = 44, 88
HALF = HEIGHT / 2

# Where dots lie on one half, in steps from its middle: across, down.
# fmt: off
DOTS = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# fmt: on
ACROSS, DOWN = 10.5, 12.0
RED = (1, 4)


def tile(code: str) -> str:
    """A tile at the origin: its dots as `equipment.tiles` writes them, or `FACE_DOWN`."""
    return back() if code == FACE_DOWN else face(Tile(code))


@keep_drawn()
def face(code: Tile) -> str:
    if code not in LINE:
        raise ValueError(f"{code!r} is not a tile")
    upper, lower = int(code[0]), int(code[2])
    both_six = upper == lower == 6
    return el(
        "g",
        title(
            Text("{tile}, {dots}: {many} dots", tile=Term(name(code)), dots=code, many=pips(code))
        ),
        rect(0, 0, WIDTH, HEIGHT, "tile-face", rx=5),
        *_half(upper, HALF / 2, split=both_six),
        *_half(lower, HALF * 1.5, split=both_six),
        class_="tile",
        data_tile=code,
    )


def _half(dots: int, middle: float, *, split: bool) -> list[str]:
    """Dots of one half; `split`: the left column red, the right one white."""
    radius = 7.5 if dots == 1 else 4.6
    return [
        circle(
            WIDTH / 2 + across * ACROSS,
            middle + down * DOWN,
            radius,
            "dot red" if dots in RED or (split and across < 0) else "dot",
        )
        for across, down in DOTS[dots]
    ]


@keep_drawn()
def back() -> str:
    return el(
        "g",
        title(Text("a tile face down")),
        rect(0, 0, WIDTH, HEIGHT, "tile-face", rx=5),
        rect(6, 6, WIDTH - 12, HEIGHT - 12, "tile-back", rx=3),
        class_="tile down",
    )


# Dice as they lie in the opened cup. A die is 44 square.

SIZE = 44
_STEP = 11.5


@keep_drawn()
def die(shown: int) -> str:
    """One die at the origin."""
    red = " red" if shown in (1, 4) else ""
    radius = 6.5 if shown == 1 else 4.4
    return el(
        "g",
        title(Text("a die showing {number}", number=shown)),
        rect(0, 0, SIZE, SIZE, "die-face", rx=8),
        *(
            circle(SIZE / 2 + across * _STEP, SIZE / 2 + down * _STEP, radius, f"pip{red}")
            for across, down in DOTS[shown]
        ),
        class_="die",
    )


def roll(shown: tuple[int, ...]) -> str:
    """The dice side by side, from the origin on."""
    return el("g", *(at(i * (SIZE + 8), 0, die(each)) for i, each in enumerate(shown)),
              class_="dice")  # fmt: skip
