"""Laying a plot out: from panels and layers to marks at their places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from houseway.analysis.plots.plot import (
    DASHES,
    SERIES,
    SHAPES,
    Area,
    Axis,
    Band,
    Bars,
    Box,
    Dot,
    Flag,
    Layer,
    Legend,
    Level,
    Line,
    Mark,
    Panel,
    Plot,
    Point,
    Scale,
    Stroke,
    Tick,
    Upright,
    Words,
    apart,
    dollar_tick,
    linear_ticks,
    log_ticks,
    percent_tick,
    plain_tick,
    short_count,
    step_of,
    widened,
    width_of,
)

# What each layer of a panel becomes in its frame.

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


NARROWEST, WIDEST = 360, 4_000
EDGE = 20.0  # around everything
GAP = 28.0  # between panels
TITLE, SUBTITLE, SMALL = 19.0, 13.0, 11.0
PANEL_TITLE = 13.5
PANEL_WIDTH = 255.0  # the least that a panel needs
MOST_COLUMNS = 3
HEAD, BARE_HEAD = 50.0, 30.0  # of a panel: title and name of the upright axis; without title
FOOT = 38.0  # of a panel: ticks and name of the axis below
LOW, TALL = 150.0, 300.0  # of what is inside a frame: among others, or alone
LINE = 1.45  # of a line of text, in sizes
LEGEND_INSIDE = 560.0  # a frame narrower than this has its legend below
FLAG_ROOM = 0.12  # of what a frame shows, for words above or below a point


class Drawing(NamedTuple):
    """Marks on a paper of this size."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def drawn(plot: Plot, width: float) -> Drawing:
    """The plot on a paper so many pixels wide and as high as it needs."""
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"{width} pixels: a plot is {NARROWEST} to {WIDEST:,} wide")
    inside = width - 2 * EDGE
    y, head = _paragraph(plot.title, EDGE + TITLE, inside, TITLE, bold=True)
    y, below = _paragraph(plot.subtitle, y + 4, inside, SUBTITLE)
    head += below
    columns = _columns(len(plot.panels), inside)
    each = (inside - GAP * (columns - 1)) / columns
    head_of_panels = HEAD if any(panel.title for panel in plot.panels) else BARE_HEAD
    tall = LOW if columns > 1 or len(plot.panels) > 1 else min(TALL, each * 0.62)
    body: list[Mark] = []
    y += 6
    for at, panel in enumerate(plot.panels):
        row, column = divmod(at, columns)
        left = EDGE + column * (each + GAP)
        top = y + row * (head_of_panels + tall + FOOT + GAP / 2) + head_of_panels
        body += _panel(panel, left, top, each, tall)
        body += _legend(panel, left, top, each, tall)
    rows = -(-len(plot.panels) // columns)
    y += rows * (head_of_panels + tall + FOOT) + (rows - 1) * GAP / 2 + SMALL
    if each < LEGEND_INSIDE:
        y += max(map(legend_height, plot.panels))
    for note in plot.notes:
        y, words = _paragraph(note, y + 4, inside, SMALL)
        body += words
    paper = Box(0, 0, width, y + EDGE - SMALL, "paper")
    return Drawing(width, paper.height, (paper, *head, *body))


def _columns(panels: int, inside: float) -> int:
    fit = max(1, int((inside + GAP) // (PANEL_WIDTH + GAP)))
    most = min(MOST_COLUMNS, fit, panels)
    return 2 if panels == 4 and most > 2 else most


def _paragraph(
    text: str, y: float, room: float, size: float, *, bold: bool = False
) -> tuple[float, list[Mark]]:
    """Words broken into lines; the baseline below them, and the lines."""
    role = "ink" if bold else "faint"
    lines = list(_lines(text, room, size * (1.06 if bold else 1)))
    words: list[Mark] = [
        Words(EDGE, y + n * size * LINE, line, role, size, bold=bold)  # type: ignore[arg-type]
        for n, line in enumerate(lines)
    ]
    return y + len(lines) * size * LINE, words


def _lines(text: str, room: float, size: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def _panel(panel: Panel, left: float, top: float, width: float, tall: float) -> Iterator[Mark]:
    """One frame with everything in it; `top` is that of the frame, its titles stand above."""
    low, high, step = _draw_upright(panel)
    ticks = _ticks(panel.y, low, high, step)
    names = line_names(panel)
    margin = max(width_of(tick.text, SMALL) for tick in ticks) + 8
    right = max((width_of(name, SMALL) for name in names), default=0.0) + (10 if names else 6)
    begin, end = left + margin, left + width - right
    base = top + tall
    across = apart(*bounds(panel, "x"))
    x = Scale(
        across[0] if panel.x.low is None else panel.x.low,
        across[1] if panel.x.high is None else panel.x.high,
        *((begin, end) if panel.x.names else (begin + 6, end - 6)),
        "log" if panel.x.log else "linear",
    )
    frame = Frame(x, Scale(low, high, base, top), left + width)
    yield from _titles(panel, left, top, width)
    yield from _grid(frame, ticks, begin, end)
    for layer in panel.layers:
        yield from layer_marks(layer, frame, begin, end)
    yield from _below(panel.x, frame, begin, end, base)
    yield from overlay_marks(panel, frame, begin, end)


def _legend(panel: Panel, left: float, top: float, width: float, tall: float) -> Iterator[Mark]:
    """In the frame where it is wide, below it where it is not."""
    if width >= LEGEND_INSIDE:
        return legend_marks(panel, left + width - 6, top)
    return legend_marks(panel, left + width, top + tall + FOOT, left)


def _draw_upright(panel: Panel) -> tuple[float, float, float]:
    """The bounds of the upright axis at its steps, with room for words, and the step."""
    axis = panel.y
    low, high = apart(*bounds(panel, "y"))
    flags = [layer.value for layer in panel.layers if isinstance(layer, Flag)]
    room = (high - low) * FLAG_ROOM
    low = min([low, *(value - room for value in flags if value < 0)])
    high = max([high, *(value + room for value in flags if value >= 0)])
    low = low if axis.low is None else axis.low
    high = high if axis.high is None else axis.high
    step = step_of(high - low, axis.ticks)
    wide_low, wide_high = widened(low, high, step)
    return (
        wide_low if axis.low is None else axis.low,
        wide_high if axis.high is None else axis.high,
        step,
    )


def _titles(panel: Panel, left: float, top: float, width: float) -> Iterator[Mark]:
    baseline = top - HEAD + PANEL_TITLE
    if panel.title:
        title = _shortened(panel.title, width, PANEL_TITLE * 1.06)
        yield Words(left, baseline, title, "ink", PANEL_TITLE, bold=True)
    if panel.told:
        begin = left + width_of(panel.title, PANEL_TITLE * 1.06) + 8
        if begin + width_of(panel.told, SMALL) <= left + width:
            yield Words(left + width, baseline, panel.told, "faint", SMALL, "end")
    yield Words(left, top - 17, panel.y.label, "faint", SMALL)


def _shortened(text: str, room: float, size: float) -> str:
    """Words that fit, with dots for those that do not."""
    words = text.split()
    while len(words) > 1 and width_of(" ".join(words), size) > room:
        words.pop()
    kept = " ".join(words)
    return kept if kept == text else f"{kept.rstrip(',')} ..."


def _grid(frame: Frame, ticks: tuple[Tick, ...], begin: float, end: float) -> Iterator[Mark]:
    for tick in ticks:
        y = frame.y(tick.value)
        yield Stroke(((begin, y), (end, y)), "grid")
        yield Words(begin - 6, y + SMALL * 0.36, tick.text, "faint", SMALL, "end")
    if frame.y.low < 0 < frame.y.high:
        yield Stroke(((begin, frame.y(0)), (end, frame.y(0))), "axis")


def _below(axis: Axis, frame: Frame, begin: float, end: float, base: float) -> Iterator[Mark]:
    yield Stroke(((begin, base), (end, base)), "axis")
    step = step_of(frame.x.high - frame.x.low, axis.ticks)
    ticks = _ticks(axis, frame.x.low, frame.x.high, step)
    for tick in _spaced(ticks, frame.x):
        x = frame.x(tick.value)
        yield Stroke(((x, base), (x, base + 4)), "axis")
        yield Words(x, base + 16, tick.text, "faint", SMALL, "middle")
    yield Words((begin + end) / 2, base + 31, axis.label, "faint", SMALL, "middle")


def _spaced(ticks: tuple[Tick, ...], scale: Scale) -> tuple[Tick, ...]:
    """Every tick, or every second, third, ... so that their words do not touch."""
    for stride in range(1, len(ticks) + 1):
        kept = ticks[::stride]
        if all(
            scale(after.value) - scale(before.value)
            >= (width_of(before.text, SMALL) + width_of(after.text, SMALL)) / 2 + 5
            for before, after in pairwise(kept)
        ):
            return kept
    return ticks[:1]


def _ticks(axis: Axis, low: float, high: float, step: float) -> tuple[Tick, ...]:
    if axis.names:
        return tuple(Tick(n + 0.5, name) for n, name in enumerate(axis.names))
    if axis.log:
        return log_ticks(low, high)
    told = {
        "percent": percent_tick,
        "dollars": dollar_tick,
        "plain": plain_tick,
        "count": lambda value, _: short_count(value),
    }[axis.text]
    return linear_ticks(low, high, step, told)
