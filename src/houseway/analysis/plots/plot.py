"""A plot as a value: panels with axes and layers, and the table of the figures it shows.

`plot.svg()` and `plot.png()` draw it, `plot.table.csv()` tells its figures; a notebook shows it by
itself. Nothing here knows how it is drawn.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from houseway.analysis.plots.marks import LIGHT, Point, Theme
from houseway.analysis.table import Table

WIDE = 880  # pixels: a page of a screen or of paper
Text: TypeAlias = Literal["percent", "dollars", "count", "plain"]


class Axis(Struct, frozen=True):
    """What is measured, and how its ticks are told. `names` make it an axis of named places."""

    label: str
    text: Text = "plain"
    log: bool = False
    names: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    ticks: int = 5


class Line(Struct, frozen=True):
    """A series: a line, named at its end; with dots where each point is a figure of its own."""

    points: tuple[Point, ...]
    series: int = 0
    name: str = ""
    dots: bool = False
    steps: bool = False


class Band(Struct, frozen=True):
    """Between which bounds a series may lie: x, low and high of each place."""

    points: tuple[tuple[float, float, float], ...]


class Bar(Struct, frozen=True):
    """From zero to a value, between two places of the axis below."""

    begin: float
    end: float
    value: float
    series: int = 0
    told: str = ""


class Bars(Struct, frozen=True):
    bars: tuple[Bar, ...]


class Level(Struct, frozen=True):
    """A value that holds all along, with its name at the right."""

    value: float
    name: str = ""


class Upright(Struct, frozen=True):
    """A place on the axis below, marked all the way up, with its name at the top."""

    at: float
    name: str


class Flag(Struct, frozen=True):
    """Words beside one point: above it, or below where `value` is below zero."""

    at: float
    value: float
    text: str
    series: int = 0
    dot: bool = False


class Legend(Struct, frozen=True):
    """Words at the top right: a line of each series before what it is, or bars where they are."""

    entries: tuple[tuple[int, str], ...]
    bars: bool = False


Layer: TypeAlias = Line | Band | Bars | Level | Upright | Flag | Legend


class Panel(Struct, frozen=True):
    """One frame. `told` stands behind its title."""

    x: Axis
    y: Axis
    layers: tuple[Layer, ...]
    title: str = ""
    told: str = ""


class Plot(Struct, frozen=True):
    """Panels under one title. `name` is what its files are called."""

    name: str
    title: str
    subtitle: str
    panels: tuple[Panel, ...]
    table: Table
    notes: tuple[str, ...] = ()

    def svg(self, theme: Theme = LIGHT, width: int = WIDE) -> str:
        """The plot as SVG. A narrow width, such as 400, puts its panels below each other."""
        from houseway.analysis.plots.draw import drawn
        from houseway.analysis.plots.svg import svg_text

        return svg_text(drawn(self, width), theme, f"{self.title}. {self.subtitle}")

    def png(self, theme: Theme = LIGHT, width: int = WIDE) -> bytes:
        """The same as PNG, two dots for each pixel; needs `houseway[plots]`."""
        from houseway.analysis.plots.draw import drawn
        from houseway.analysis.plots.png import png_bytes

        return png_bytes(drawn(self, width), theme)

    def _repr_svg_(self) -> str:
        return self.svg()
