"""Write a drawn plot as a file: SVG, or PNG by Pillow."""

from __future__ import annotations

import io
from html import escape
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from houseway.analysis import CannotAnalyse
from houseway.analysis.plots.draw import Drawing
from houseway.analysis.plots.plot import Area, Box, Dot, Mark, Point, Stroke, Theme, Words
from houseway.extras import needs

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


# Marks as SVG text that a strict page takes as it is: attributes only, no style and no script.

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"


def svg_text(drawing: Drawing, theme: Theme, told: str) -> str:
    """The drawing as one SVG element; `told` is what a reader who cannot see it is told."""
    size = f"{_place(drawing.width)} {_place(drawing.height)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {size}"'
        f' width="{_place(drawing.width)}" height="{_place(drawing.height)}" role="img"'
        f' aria-label="{escape(told)}" font-family="{escape(FONT)}">'
    )
    body = "\n".join(_mark(mark, theme) for mark in drawing.marks)
    return f"{head}\n{body}\n</svg>\n"


def _mark(mark: Mark, theme: Theme) -> str:
    colour, of_role = theme.colour(mark.role), f'class="plot-{mark.role}"'
    match mark:
        case Stroke():
            dash = f' stroke-dasharray="{" ".join(map(str, mark.dash))}"' if mark.dash else ""
            return (
                f'<polyline {of_role} points="{_places(mark.points)}" fill="none"'
                f' stroke="{colour}" stroke-width="{_place(mark.width)}"'
                f' stroke-linejoin="round"{dash}/>'
            )
        case Area():
            return f'<polygon {of_role} points="{_places(mark.points)}" fill="{colour}"/>'
        case Box():
            x, y, width, height = map(_place, mark[:4])
            return _with_title(
                f'<rect {of_role} x="{x}" y="{y}" width="{width}" height="{height}"'
                f' fill="{colour}"',
                "rect",
                mark.told,
            )
        case Dot():
            return _dot(mark, colour, of_role)
        case Words():
            weight = ' font-weight="600"' if mark.bold else ""
            anchor = f' text-anchor="{mark.anchor}"' if mark.anchor != "start" else ""
            return (
                f'<text {of_role} x="{_place(mark.x)}" y="{_place(mark.y)}" fill="{colour}"'
                f' font-size="{_place(mark.size)}"{anchor}{weight}>{escape(mark.text)}</text>'
            )


def _dot(dot: Dot, colour: str, of_role: str) -> str:
    if dot.shape == "circle":
        start = (
            f'<circle {of_role} cx="{_place(dot.x)}" cy="{_place(dot.y)}"'
            f' r="{_place(dot.radius)}" fill="{colour}"'
        )
        return _with_title(start, "circle", dot.told)
    start = f'<polygon {of_role} points="{_places(outline(dot))}" fill="{colour}"'
    return _with_title(start, "polygon", dot.told)


def outline(dot: Dot) -> tuple[Point, ...]:
    """The corners of a dot that is not round, about as large to the eye as a round one."""
    x, y, r = dot.x, dot.y, dot.radius
    if dot.shape == "square":
        s = r * 0.9
        return ((x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s))
    if dot.shape == "diamond":
        s = r * 1.25
        return ((x, y - s), (x + s, y), (x, y + s), (x - s, y))
    return ((x, y - r * 1.2), (x + r * 1.15, y + r * 0.8), (x - r * 1.15, y + r * 0.8))


def _with_title(start: str, tag: str, told: str) -> str:
    return f"{start}><title>{escape(told)}</title></{tag}>" if told else f"{start}/>"


def _places(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_place(x)},{_place(y)}" for x, y in points)


def _place(value: float) -> str:
    """To a tenth of a pixel, without a needless zero."""
    return f"{value:.1f}".removesuffix(".0")


# Marks as PNG, drawn by Pillow with the font it brings, so that it looks alike on every machine.

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
            _png_dot(canvas, mark, colour)
        case Words():
            _words(canvas, mark, colour)


def _png_dot(canvas: ImageDraw, dot: Dot, colour: str) -> None:
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
