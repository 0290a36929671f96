"""Dice as they lie in the opened cup. A die is 44 square."""

from __future__ import annotations

from houseway.service.draw.svg import at, circle, el, rect, title
from houseway.service.draw.tiles import DOTS
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.text import Text

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
