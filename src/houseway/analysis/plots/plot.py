"""A plot as a value: panels with axes and layers, and the table of the figures it shows.

`plot.svg()` and `plot.png()` draw it, `plot.table.csv()` tells its figures; a notebook shows it by
itself. Nothing here knows how it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from houseway.analysis.table import Table

# What a plot is drawn with: lines, areas, boxes, dots and words, each in a role and not a colour.

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]
DotShape: TypeAlias = Literal["circle", "square", "diamond", "triangle"]
Role: TypeAlias = Literal[
    "paper", "ink", "faint", "grid", "axis", "band", "first", "second", "third", "fourth"
]

SERIES: tuple[Role, ...] = ("first", "second", "third", "fourth")
DASHES: tuple[tuple[int, ...], ...] = ((), (7, 4), (2, 3), (9, 3, 2, 3))
SHAPES: tuple[DotShape, ...] = ("circle", "square", "diamond", "triangle")


class Stroke(NamedTuple):
    """A line through points."""

    points: tuple[Point, ...]
    role: Role
    width: float = 1.0
    dash: tuple[int, ...] = ()


class Area(NamedTuple):
    """A filled outline."""

    points: tuple[Point, ...]
    role: Role


class Box(NamedTuple):
    """A filled rectangle; `told` is what a pointer is told of it."""

    x: float
    y: float
    width: float
    height: float
    role: Role
    told: str = ""


class Dot(NamedTuple):
    """A point of a series."""

    x: float
    y: float
    role: Role
    shape: DotShape = "circle"
    radius: float = 3.5
    told: str = ""


class Words(NamedTuple):
    """Text on its baseline."""

    x: float
    y: float
    text: str
    role: Role = "ink"
    size: float = 12.0
    anchor: Anchor = "start"
    bold: bool = False


Mark: TypeAlias = Stroke | Area | Box | Dot | Words


class Theme(Struct, frozen=True):
    """The colour of each role."""

    paper: str
    ink: str
    faint: str
    grid: str
    axis: str
    band: str
    first: str
    second: str
    third: str
    fourth: str

    def colour(self, role: Role) -> str:
        found: str = getattr(self, role)
        return found


LIGHT = Theme(
    paper="#fffdf6",
    ink="#14211c",
    faint="#55625b",
    grid="#e6e2d4",
    axis="#7f8882",
    band="#dbe8ee",
    first="#0060b8",
    second="#ba4c03",
    third="#05836f",
    fourth="#6a1f5a",
)
DARK = Theme(
    paper="#0b3327",
    ink="#f7f1e1",
    faint="#bcc9bd",
    grid="#1d4a3c",
    axis="#5d8a7b",
    band="#1c5160",
    first="#55b8fd",
    second="#f0a63c",
    third="#8af0c0",
    fourth="#e78da7",
)
THEMES = {"light": LIGHT, "dark": DARK}

# Widths of letters in hundredths of the size, in a wide sans serif such as DejaVu, so that other
# fonts have room to spare; any other letter is 62.
_WIDTHS = {
    **dict.fromkeys(" .,:;'|ijl!()[]", 34),
    **dict.fromkeys("frtI-", 40),
    **dict.fromkeys("mwMW%", 95),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ", 70),
}


def width_of(text: str, size: float) -> float:
    """About how wide words are; for keeping them apart, not for fitting them to a pixel."""
    return sum(_WIDTHS.get(letter, 62) for letter in text) * size / 100


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
        from houseway.analysis.plots.files import svg_text

        return svg_text(drawn(self, width), theme, f"{self.title}. {self.subtitle}")

    def png(self, theme: Theme = LIGHT, width: int = WIDE) -> bytes:
        """The same as PNG, two dots for each pixel; needs `houseway[plots]`."""
        from houseway.analysis.plots.draw import drawn
        from houseway.analysis.plots.files import png_bytes

        return png_bytes(drawn(self, width), theme)

    def _repr_svg_(self) -> str:
        return self.svg()


# Axes: from figures to places on the paper, with ticks at round numbers.

_STEPS = (1, 2, 2.5, 5, 10)


class Tick(NamedTuple):
    value: float
    text: str


class Scale(NamedTuple):
    """Figures from `low` to `high`, laid from one place on the paper to another."""

    low: float
    high: float
    begin: float
    end: float
    kind: Literal["linear", "log"] = "linear"

    def __call__(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.kind == "log":
            low, high, at = log10(low), log10(high), log10(value)
        share = (at - low) / (high - low) if high > low else 0.5
        return self.begin + share * (self.end - self.begin)


def step_of(span: float, about: int) -> float:
    """The round step that cuts a span into about so many parts."""
    rough = span / max(about, 1)
    power = 10.0 ** floor(log10(rough))
    return next(each for each in _STEPS if rough <= each * power * 1.0001) * power


def linear_ticks(
    low: float, high: float, step: float, text: Callable[[float, float], str]
) -> tuple[Tick, ...]:
    """Every step from `low` to `high`; `text` is given each with the step between them."""
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple(Tick(n * step, text(n * step, step)) for n in range(first, last + 1))


def apart(low: float, high: float) -> tuple[float, float]:
    """The bounds, or bounds around them where they are one."""
    if high > low:
        return low, high
    room = abs(low) * 0.1 or 1.0
    return low - room, high + room


def widened(low: float, high: float, step: float) -> tuple[float, float]:
    """The bounds pushed out to the next step."""
    return floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step


def log_ticks(low: float, high: float) -> tuple[Tick, ...]:
    """Powers of ten; where there are fewer than three of them, also twice and five times these."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    whole = [10.0**power for power in powers]
    if sum(low <= each <= high for each in whole) < 3:
        whole = sorted(times * each for each in whole for times in (1, 2, 5))
    return tuple(
        Tick(each, short_count(each)) for each in whole if low * 0.999 <= each <= high * 1.001
    )


def short_count(value: float) -> str:
    """A count as people say it: 200 k, 5 M, 1 G is said as 1,000 M."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:,.6g}{letter}"
    return f"{value:,.6g}"


def percent_tick(value: float, step: float) -> str:
    """A share as a percentage, with the decimals that its neighbours need."""
    return f"{_tidy(value * 100, step * 100)} %"


def dollar_tick(value: float, step: float) -> str:
    """Cents as dollars."""
    sign = "-" if round(value, 6) < 0 else ""
    return f"{sign}${_tidy(abs(value) / 100, step / 100)}"


def plain_tick(value: float, step: float) -> str:
    return _tidy(value, step)


def _tidy(value: float, step: float) -> str:
    """With as many decimals as the step has, and no minus sign before zero."""
    places = next((n for n in range(8) if abs(round(step, n) - step) < step * 1e-6), 8)
    return f"{round(value, places) + 0.0:,.{places}f}"
