"""What each layer of a panel becomes in its frame."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from houseway.analysis.plots.marks import (
    DASHES,
    SERIES,
    SHAPES,
    Area,
    Box,
    Dot,
    Mark,
    Point,
    Stroke,
    Words,
    width_of,
)
from houseway.analysis.plots.plot import (
    Band,
    Bars,
    Flag,
    Layer,
    Legend,
    Level,
    Line,
    Panel,
    Upright,
)
from houseway.analysis.plots.scale import Scale

_SIZE = 11.0  # of the words in a frame
_APART = 13.0  # between the names of lines
_ENTRY = 18.0  # of a line of a legend
_SAMPLE = 36.0  # for a piece of a line before its name


class Frame(NamedTuple):
    """Where figures lie, and how far words may go to the right."""

    x: Scale
    y: Scale
    right: float


def bounds(panel: Panel, axis: Literal["x", "y"]) -> tuple[float, float]:
    """The least and the greatest figure on an axis."""
    if axis == "x" and panel.x.names:
        return 0.0, float(len(panel.x.names))
    found = [value for layer in panel.layers for value in _values(layer, axis)]
    return min(found), max(found)


def _values(layer: Layer, axis: Literal["x", "y"]) -> Iterator[float]:
    for x, y in _corners(layer):
        value = x if axis == "x" else y
        if value is not None:
            yield value


def _corners(layer: Layer) -> Iterator[tuple[float | None, float | None]]:
    match layer:
        case Line():
            yield from layer.points
        case Band():
            for x, low, high in layer.points:
                yield from ((x, low), (x, high))
        case Bars():
            for bar in layer.bars:
                yield from ((bar.begin, 0.0), (bar.end, bar.value))
        case Level():
            yield None, layer.value
        case Upright():
            yield layer.at, None
        case Flag():
            yield layer.at, layer.value
        case Legend():
            return


def line_names(panel: Panel) -> list[str]:
    """What is written at the right of the frame."""
    return [each.name for each in panel.layers if isinstance(each, Line | Level) and each.name]


def layer_marks(layer: Layer, frame: Frame, begin: float, end: float) -> Iterator[Mark]:
    match layer:
        case Line():
            yield from _line(layer, frame)
        case Band():
            above = [(frame.x(x), frame.y(high)) for x, _, high in layer.points]
            below = [(frame.x(x), frame.y(low)) for x, low, _ in reversed(layer.points)]
            yield Area((*above, *below), "band")
        case Bars():
            yield from _bars(layer, frame)
        case Level():
            y = frame.y(layer.value)
            yield Stroke(((begin, y), (end, y)), "ink", 1.2, (5, 3))
        case _:
            return


def _line(line: Line, frame: Frame) -> Iterator[Mark]:
    role = SERIES[line.series % len(SERIES)]
    places = [(frame.x(x), frame.y(y)) for x, y in line.points]
    dash = DASHES[line.series % len(DASHES)]
    yield Stroke(tuple(_stepped(places) if line.steps else places), role, 2.0, dash)
    if line.dots:
        shape = SHAPES[line.series % len(SHAPES)]
        yield from (Dot(x, y, role, shape, 3.0) for x, y in places)


def _stepped(places: list[Point]) -> Iterator[Point]:
    yield places[0]
    for (_, before), (x, y) in pairwise(places):
        yield from ((x, before), (x, y))


def _bars(layer: Bars, frame: Frame) -> Iterator[Mark]:
    zero = frame.y(max(0.0, frame.y.low))
    for bar in layer.bars:
        left, right, top = frame.x(bar.begin), frame.x(bar.end), frame.y(bar.value)
        room = min(1.5, (right - left) * 0.12)
        role = SERIES[bar.series % len(SERIES)]
        high, low = min(top, zero), max(top, zero)
        yield Box(left + room, high, right - left - 2 * room, low - high, role, bar.told)


def overlay_marks(panel: Panel, frame: Frame, begin: float, end: float) -> Iterator[Mark]:
    """What is written over everything else."""
    for layer in panel.layers:
        if isinstance(layer, Upright):
            yield from _upright(layer, frame, begin, end)
        elif isinstance(layer, Flag):
            yield from _flag(layer, frame, begin, end)
    yield from _names(panel, frame, end)


def _upright(layer: Upright, frame: Frame, begin: float, end: float) -> Iterator[Mark]:
    x, top = frame.x(layer.at), frame.y.end
    yield Stroke(((x, frame.y.begin), (x, top)), "ink", 1.2, (5, 3))
    half = width_of(layer.name, _SIZE) / 2
    place = min(max(x, begin + half), end - half)
    yield Words(place, top - 4, layer.name, "ink", _SIZE, "middle")


def _flag(flag: Flag, frame: Frame, begin: float, end: float) -> Iterator[Mark]:
    x, y = frame.x(flag.at), frame.y(flag.value)
    half = width_of(flag.text, _SIZE) / 2
    place = min(max(x, begin + half), end - half)
    if flag.dot:
        role = SERIES[flag.series % len(SERIES)]
        yield Dot(x, y, "paper", radius=6.5)
        yield Dot(x, y, role, SHAPES[flag.series % len(SHAPES)], 5.0)
    below = y + 18 if flag.dot else y + 12
    yield Words(place, below if flag.value < 0 else y - (10 if flag.dot else 4), flag.text,
                "ink", _SIZE, "middle")  # fmt: skip


def legend_height(panel: Panel) -> float:
    """What its legend needs where it does not fit into the frame."""
    entries = sum(len(each.entries) for each in panel.layers if isinstance(each, Legend))
    return entries * _ENTRY


def legend_marks(
    panel: Panel, right: float, top: float, left: float | None = None
) -> Iterator[Mark]:
    """Lines of text, each after a sample of its series: up to `right`, or from `left` on."""
    for layer in panel.layers:
        if isinstance(layer, Legend):
            width = max(width_of(text, _SIZE) for _, text in layer.entries)
            begin = right - width - 8 if left is None else left + _SAMPLE
            for at, (series, text) in enumerate(layer.entries):
                y = top + 14 + at * _ENTRY
                yield _sample(series, begin, y, bars=layer.bars)
                yield Words(begin, y, text, "ink", _SIZE)


def _sample(series: int, begin: float, y: float, *, bars: bool) -> Mark:
    """A piece of a series, before the words that begin there."""
    role = SERIES[series % len(SERIES)]
    if bars:
        return Box(begin - 18, y - 10, 12, 12, role)
    line = ((begin - _SAMPLE, y - 4), (begin - 6, y - 4))
    return Stroke(line, role, 2.0, DASHES[series % len(DASHES)])


def _names(panel: Panel, frame: Frame, end: float) -> Iterator[Mark]:
    """Names at the ends of lines, pushed apart where they would touch."""
    wanted: list[tuple[float, str, int | None]] = []
    for layer in panel.layers:
        if isinstance(layer, Line) and layer.name:
            wanted.append((frame.y(layer.points[-1][1]), layer.name, layer.series))
        elif isinstance(layer, Level) and layer.name:
            wanted.append((frame.y(layer.value), layer.name, None))
    last = float("-inf")
    for y, name, series in sorted(wanted, key=lambda each: each[0]):
        last = max(y, last + _APART)
        role = "ink" if series is None else SERIES[series % len(SERIES)]
        yield Words(end + 5, last + _SIZE * 0.36, name, role, _SIZE)
