"""Marks as SVG text that a strict page takes as it is: attributes only, no style and no script.

Each mark has the class of its role (`plot-first`), so that a page may give it another colour.
"""

from __future__ import annotations

from html import escape

from houseway.analysis.plots.draw import Drawing
from houseway.analysis.plots.marks import Area, Box, Dot, Mark, Point, Stroke, Theme, Words

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
