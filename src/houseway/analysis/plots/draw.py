"""Laying a plot out: from panels and layers to marks at their places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from houseway.analysis.plots.layers import (
    Frame,
    bounds,
    layer_marks,
    legend_height,
    legend_marks,
    line_names,
    overlay_marks,
)
from houseway.analysis.plots.marks import Box, Mark, Stroke, Words, width_of
from houseway.analysis.plots.plot import Axis, Flag, Panel, Plot
from houseway.analysis.plots.scale import (
    Scale,
    Tick,
    apart,
    dollar_tick,
    linear_ticks,
    log_ticks,
    percent_tick,
    plain_tick,
    short_count,
    step_of,
    widened,
)

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
    low, high, step = _upright(panel)
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


def _upright(panel: Panel) -> tuple[float, float, float]:
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
