"""Marks as PNG, drawn by Pillow with the font it brings, so that it looks alike on every machine.

The package is imported here and nowhere else. Everything is drawn larger than wanted and made
smaller at the end, which smooths its edges.
"""

from __future__ import annotations

import io
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from houseway.analysis import CannotAnalyse
from houseway.analysis.plots.draw import Drawing
from houseway.analysis.plots.marks import Area, Box, Dot, Mark, Point, Stroke, Theme, Words
from houseway.analysis.plots.svg import outline
from houseway.extras import needs

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

DENSE = 2  # dots of the picture for each pixel of the drawing
FINE = 2  # times larger still while it is drawn
_SCALE = DENSE * FINE
_PLACE = {"start": "ls", "middle": "ms", "end": "rs"}  # Pillow's words for places on a baseline


def png_bytes(drawing: Drawing, theme: Theme) -> bytes:
    try:
        from PIL import Image, ImageDraw
    except ImportError as missing:
        raise CannotAnalyse(needs("PIL", "a PNG")) from missing
    size = round(drawing.width * _SCALE), round(drawing.height * _SCALE)
    image = Image.new("RGB", size, theme.paper)
    canvas = ImageDraw.Draw(image)
    for mark in drawing.marks:
        _draw(canvas, mark, theme)
    small = round(drawing.width * DENSE), round(drawing.height * DENSE)
    file = io.BytesIO()
    image.resize(small, Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(canvas: ImageDraw, mark: Mark, theme: Theme) -> None:
    colour = theme.colour(mark.role)
    match mark:
        case Stroke():
            for part in _dashes(mark.points, mark.dash) if mark.dash else [mark.points]:
                canvas.line(_large(part), colour, round(mark.width * _SCALE), joint="curve")
        case Area():
            canvas.polygon(_large(mark.points), colour)
        case Box():
            corners = ((mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height))
            canvas.rectangle(_large(corners), colour)
        case Dot():
            _dot(canvas, mark, colour)
        case Words():
            _words(canvas, mark, colour)


def _dot(canvas: ImageDraw, dot: Dot, colour: str) -> None:
    if dot.shape == "circle":
        r = dot.radius
        canvas.ellipse(_large(((dot.x - r, dot.y - r), (dot.x + r, dot.y + r))), colour)
    else:
        canvas.polygon(_large(outline(dot)), colour)


def _words(canvas: ImageDraw, words: Words, colour: str) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(size=words.size * _SCALE)
    canvas.text(
        (words.x * _SCALE, words.y * _SCALE),
        words.text,
        colour,
        font,
        anchor=_PLACE[words.anchor],
        stroke_width=words.size * _SCALE * 0.02 if words.bold else 0,
    )


def _large(points: tuple[Point, ...]) -> list[Point]:
    return [(x * _SCALE, y * _SCALE) for x, y in points]


def _dashes(points: tuple[Point, ...], dash: tuple[int, ...]) -> list[tuple[Point, ...]]:
    """The parts of a line that are drawn, where every second length of `dash` is left out."""
    parts: list[tuple[Point, ...]] = []
    at, left, part = 0, float(dash[0]), [points[0]]
    for begin, end in pairwise(points):
        here, length = begin, hypot(end[0] - begin[0], end[1] - begin[1])
        while length > left:
            share = left / length
            here = (here[0] + (end[0] - here[0]) * share, here[1] + (end[1] - here[1]) * share)
            if at % 2 == 0:
                parts.append((*part, here))
            length, at, part = length - left, at + 1, [here]
            left = float(dash[at % len(dash)])
        left, part = left - length, [*part, end]
    if at % 2 == 0 and len(part) > 1:
        parts.append(tuple(part))
    return parts
