"""What a plot is drawn with: lines, areas, boxes, dots and words, each in a role and not a colour.

A theme gives every role its colour. Colours of series are told apart by people who confuse red
with green, and no series is told by its colour alone: each has its own dash or dot, and its name
beside it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

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
