"""Result displays: baccarat roads, roulette numbers, and a strip of results for the other games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from houseway.equipment.wheel import colour
from houseway.service.draw import roads
from houseway.service.draw.roads import BANKER, PLAYER, TIE, Back, Coup, Entry
from houseway.service.draw.svg import at, circle, el, group, path, rect, text, title
from houseway.service.draw.words import term
from houseway.service.texts.text import Listed, Text, texts
from houseway.table.results import Result

CELL = 24
_LETTERS = texts({PLAYER: "P", BANKER: "B", TIE: "T"})
_SMALL = CELL / 2
_DERIVED: tuple[tuple[Text, Back], ...] = (
    (Text("big eye boy"), roads.BIG_EYE_BOY),
    (Text("small road"), roads.SMALL_ROAD),
    (Text("cockroach pig"), roads.COCKROACH_PIG),
)
_COLUMNS, _BEADS = 40, 12  # columns of the big road, and of the bead plate, that are shown


def _svg(said: str, width: float, height: float, *inside: str) -> str:
    return el(
        "svg",
        title(said),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        class_="felt board",
        role="img",
        aria_label=said,
    )


# Baccarat


def baccarat(played: Sequence[Coup], *, beads: int = _BEADS, columns: int = _COLUMNS) -> str:
    """The five roads on one board, with the count of each result.

    `beads` and `columns`: how many columns of the bead plate and of the big road are shown; fewer
    make every mark larger.
    """
    wide = (beads + columns) * CELL
    gap, high = 12, roads.ROWS * CELL
    counts = [sum(each.winner == winner for each in played) for winner in (PLAYER, BANKER, TIE)]
    tally = {"player": counts[0], "banker": counts[1], "tie": counts[2]}
    said = (
        Text("1 coup: Player {player}, Banker {banker}, Tie {tie}", **tally)
        if len(played) == 1
        else Text(
            "{many} coups: Player {player}, Banker {banker}, Tie {tie}", many=len(played), **tally
        )
    )
    third = (wide + gap) / 3
    derived = [
        at(i * third, high + 48, _derived(name, played, back, third - gap))
        for i, (name, back) in enumerate(_DERIVED)
    ]
    return _svg(
        said,
        wide + gap + 16,
        high + 48 + roads.ROWS * _SMALL + 66,
        rect(0, 0, wide + gap + 16, high + 48 + roads.ROWS * _SMALL + 66, "board-ground", rx=10),
        at(8, 28, _beads(played, beads), *derived),
        at(8 + beads * CELL + gap, 28, _big(played, columns)),
        text((wide + gap) / 2, high + 48 + roads.ROWS * _SMALL + 54, said, "board-count"),
    )


def _grid(name: Text, columns: int, cell: float) -> str:
    wide, high = columns * cell, roads.ROWS * cell
    lines = "".join(f"M{i * cell:g} 0V{high:g}" for i in range(columns + 1))
    lines += "".join(f"M0 {i * cell:g}H{wide:g}" for i in range(roads.ROWS + 1))
    return (
        text(0, -7, name.upper(), "board-name")
        + rect(0, 0, wide, high, "board-grid")
        + path(lines, "board-lines")
    )


def _latest(entries: Sequence[Entry], columns: int) -> list[Entry]:
    """The entries of the last columns, moved to where the board begins."""
    first = max(0, max((entry.column for entry in entries), default=0) + 1 - columns)
    return [
        entry._replace(column=entry.column - first) for entry in entries if entry.column >= first
    ]


def _beads(played: Sequence[Coup], columns: int) -> str:
    return group(
        _grid(Text("bead plate"), columns, CELL),
        *(_bead(entry) for entry in _latest(roads.bead_plate(played), columns)),
    )


def _middle(entry: Entry, cell: float) -> tuple[float, float]:
    return (entry.column + 0.5) * cell, (entry.row + 0.5) * cell


def _bead(entry: Entry) -> str:
    x, y = _middle(entry, CELL)
    return el(
        "g",
        title(_told(entry)),
        circle(x, y, 10, f"bead {entry.mark}"),
        text(x, y + 4.5, _LETTERS[entry.mark], "bead-text"),
        _pairs(entry),
    )


def _told(entry: Entry) -> str:
    said: list[Text] = [term(entry.mark)]
    said += [Text("player pair")] if entry.player_pair else []
    said += [Text("banker pair")] if entry.banker_pair else []
    said += [Text("ties: {ties}", ties=entry.ties)] if entry.ties else []
    return Listed(said)


def _pairs(entry: Entry) -> str:
    """Banker's pair above at the left, Player's below at the right."""
    x, y = _middle(entry, CELL)
    drawn = circle(x - 7.5, y - 7.5, 3.2, "pair banker") if entry.banker_pair else ""
    return drawn + (circle(x + 7.5, y + 7.5, 3.2, "pair player") if entry.player_pair else "")


def _big(played: Sequence[Coup], columns: int) -> str:
    entries = _latest(roads.big_road(played), columns)
    return group(_grid(Text("big road"), columns, CELL), *(_ringed(entry) for entry in entries))


def _ringed(entry: Entry) -> str:
    """A ring, its letter inside; ties as a bar across it, counted when there are several."""
    x, y = _middle(entry, CELL)
    drawn = ""
    if entry.mark != TIE:
        drawn += circle(x, y, 8.8, f"ring {entry.mark}")
        drawn += text(x, y + 3.6, _LETTERS[entry.mark], f"ring-text {entry.mark}")
    if entry.ties:
        drawn += path(f"M{x - 9:g} {y + 9:g}L{x + 9:g} {y - 9:g}", "tie-bar")
    if entry.ties > 1:
        drawn += text(x + 7, y + 10, entry.ties, "tie-count")
    return el("g", title(_told(entry)), drawn, _pairs(entry))


def _derived(name: Text, played: Sequence[Coup], back: Back, width: float) -> str:
    columns = int(width / _SMALL)
    road = roads.derived_road(played, back)
    return group(
        _grid(name, columns, _SMALL),
        *(_small(name, entry) for entry in _latest(road, columns)),
    )


def _small(name: str, entry: Entry) -> str:
    """Rings, discs or bars by road. Blue ones are crossed or hollowed, so shape tells them too."""
    x, y = _middle(entry, _SMALL)
    if name == "cockroach pig":
        slope = 3.8 if entry.mark == roads.RED else -3.8
        bar = f"M{x - 3.8:g} {y + slope:g}L{x + 3.8:g} {y - slope:g}"
        return path(bar, f"small-bar {entry.mark}")
    kind = "small-ring" if name == "big eye boy" else "small-disc"
    mark = circle(x, y, 4, f"{kind} {entry.mark}")
    if entry.mark == roads.BLUE:
        mark += path(f"M{x - 2.2:g} {y:g}H{x + 2.2:g}", f"{kind}-cross")
    return mark


# Roulette


_ACROSS, _TALL = 8, 2.1  # numbers in a row of a tall board, and how much taller they are


def roulette(results: Iterable[Result], *, tall: bool = False) -> str:
    """The last numbers, the newest first, and how often every pocket has come.

    `tall`: two rows of large numbers, which fill a screen on the wall.
    """
    shown = roads.spins(results, shown=2 * _ACROSS if tall else 15)
    most = max(shown.often.values(), default=0) or 1
    many = sum(shown.often.values())
    said = (
        Text("1 spin: red {red}, black {black}, green {green}", **shown.colours)
        if many == 1
        else Text(
            "{many} spins: red {red}, black {black}, green {green}", many=many, **shown.colours
        )
    )
    width, lower, bar = 37 * 28 + 32, 184 if tall else 0, 120 if tall else 66
    height = 264 + lower + bar - 66
    return _svg(
        said,
        width,
        height,
        rect(0, 0, width, height, "board-ground", rx=10),
        text(16, 26, Text("LAST NUMBERS"), "board-name"),
        *(_numbers_in_rows(shown.last, width) if tall else _numbers_in_line(shown.last)),
        at(0, lower, text(16, 118, Text("HOW OFTEN"), "board-name"), *(
            _bar(16 + i * 28, pocket, shown.often[pocket], most, bar)
            for i, pocket in enumerate(shown.often)
        )),
        text(width / 2, height - 10, said, "board-count"),
    )  # fmt: skip


def _numbers_in_line(last: Sequence[int]) -> Iterator[str]:
    for i, number in enumerate(last):
        yield _spun(16 + i * 62, number, newest=i == 0)


def _numbers_in_rows(last: Sequence[int], width: float) -> Iterator[str]:
    """Two rows of numbers that take the whole width."""
    apart = (width - 32) / _ACROSS
    for i, number in enumerate(last):
        row, place = divmod(i, _ACROSS)
        drawn = _spun(0, number, newest=i == 0)
        x, y = 16 + place * apart, 38 + row * 124 - 38 * _TALL
        yield el("g", drawn, transform=f"translate({x:g} {y:g}) scale({_TALL})")


def _spun(x: float, number: int, *, newest: bool) -> str:
    looks = colour(number)
    return el(
        "g",
        title(Text("{number} {colour}", number=number, colour=term(looks))),
        rect(x, 38, 54, 56, f"spun {looks}" + (" newest" if newest else ""), rx=8),
        text(x + 27, 68, number, "spun-text"),
        text(x + 27, 86, term(looks), "spun-colour"),
    )


def _bar(x: float, pocket: int, count: int, most: int, highest: float) -> str:
    high, foot = highest * count / most, 142 + highest
    return el(
        "g",
        title(Text("{pocket}: {count} times", pocket=pocket, count=count)),
        rect(x + 3, foot - high, 20, high, f"often {colour(pocket)}", rx=2) if count else "",
        text(x + 13, foot - 4 - high, count or "", "often-count"),
        rect(x + 1, foot + 3, 24, 20, f"spun {colour(pocket)}", rx=3),
        text(x + 13, foot + 17, pocket, "often-text"),
    )


# Other games


def strip(lines: Sequence[str], *, shown: int = 12) -> str:
    """The latest results as announced, the newest first."""
    latest = list(reversed(lines[-shown:]))
    said = Text("the last {many} results", many=len(latest)) if latest else Text("no results yet")
    high = 40 + 30 * max(1, len(latest))
    return _svg(
        said,
        640,
        high,
        rect(0, 0, 640, high, "board-ground", rx=10),
        text(16, 26, Text("LATEST RESULTS"), "board-name"),
        *(
            el(
                "g",
                title(line),
                text(16, 58 + 30 * i, line, "strip-line newest" if i == 0 else "strip-line"),
            )
            for i, line in enumerate(latest)
        ),
    )
