"""The felt of a learning program: as text, as SVG, or as pixels where Pillow is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.api.drawing import still
from houseway.environments.seat import Seat
from houseway.equipment.chips import dollar_text
from houseway.extras import installed, needs
from houseway.table.view import View

MODES = ("ansi", "svg", *(("rgb_array",) if installed("PIL") else ()))
_WIDTH, _LINE, _MARGIN = 640, 22, 16
_FELT, _INK = (18, 84, 60), (245, 245, 235)


def render(seat: Seat, mode: str | None) -> Any:
    seen = seat.seen()
    if mode == "ansi":
        return "\n".join(_lines(seen))
    if mode == "svg":
        return still(seen)
    return _pixels(_lines(seen)) if mode == "rgb_array" else None


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


def _pixels(lines: list[str]) -> NDArray[np.uint8]:
    try:
        from PIL import Image, ImageDraw
    except ImportError as missing:
        raise ImportError(needs("PIL", "a picture"), name="PIL") from missing
    rows = max(len(lines), 12)
    image = Image.new("RGB", (_WIDTH, 2 * _MARGIN + rows * _LINE), _FELT)
    canvas = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        canvas.text((_MARGIN, _MARGIN + row * _LINE), line, _INK)
    return np.asarray(image, np.uint8)
