"""The felt of a learning program: as text, as an SVG drawing, or as the pixels of that drawing."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.api.drawing import printed, still
from houseway.environments.seat import Seat
from houseway.equipment.chips import dollar_text
from houseway.extras import explaining
from houseway.paper.typesetting import png
from houseway.table.view import View

MODES = ("ansi", "svg", "rgb_array")
WIDTH = 1280  # pixels; a felt is 16 wide and 9 high


def render(seat: Seat, mode: str | None) -> Any:
    seen = seat.seen()
    if mode == "ansi":
        return "\n".join(_lines(seen))
    if mode == "svg":
        return still(seen)
    return _pixels(still(seen)) if mode == "rgb_array" else None


def _lines(seen: View) -> list[str]:
    """The hands, the wagers, what became of them, and what is awaited."""
    felt = seen.felt
    lines = [f"{seen.title}, round {seen.round}"]
    for hand in felt.hands:
        said = ", ".join(filter(None, (hand.total, hand.note)))
        lines.append(f"{hand.name}: {' '.join(hand.cards)}" + (f" ({said})" if said else ""))
    if felt.pocket:
        lines.append(f"pocket {felt.pocket}")
    if felt.dice:
        lines.append(f"dice {' '.join(map(str, felt.dice))}")
    lines += [f"{w.patron}: {dollar_text(w.amount)} on {w.wager}" for w in seen.wagers]
    lines += [
        f"{each.patron}: {each.wager} {each.met}, paid {dollar_text(each.paid)}"
        for each in seen.settlements
    ]
    if seen.next is not None:
        lines.append(f"next: {seen.next.sentence} ({seen.next.clause})")
    return lines


def _pixels(svg: str) -> NDArray[np.uint8]:
    with explaining():
        from PIL import Image

    picture = Image.open(BytesIO(png(printed(svg), width=WIDTH)))
    return np.asarray(picture.convert("RGB"), np.uint8)
