"""Result displays: baccarat roads, roulette numbers, and a strip of results for the other games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from houseway.equipment.wheel import WHEEL, colour
from houseway.service.draw.svg import at, circle, el, group, path, rect, slug, text, title, use
from houseway.service.texts.language import engine_text
from houseway.service.texts.text import Listed, Text, term, texts
from houseway.table.results import Result

# Baccarat roads and roulette histories as grids: plain data, without drawing.

ROWS = 6
PLAYER, BANKER, TIE = "player", "banker", "tie"
RED, BLUE = "red", "blue"
# How far back each derived road looks.
Back: TypeAlias = Literal[1, 2, 3]
BIG_EYE_BOY: Final = 1
SMALL_ROAD: Final = 2
COCKROACH_PIG: Final = 3


class Coup(NamedTuple):
    """One result: who won, and which hands began with a pair."""

    winner: str
    player_pair: bool = False
    banker_pair: bool = False


class Entry(NamedTuple):
    """A cell of a road: where it is, what it says, and what is marked on it."""

    column: int
    row: int
    mark: str
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False


def coups(results: Iterable[Result]) -> list[Coup]:
    """The coups of the latest shoe that have a winner or a tie, oldest first."""
    kept = [each for each in results if not each.voided and each.result in (PLAYER, BANKER, TIE)]
    return [
        Coup(each.result, _pair(each.hands.get(PLAYER, "")), _pair(each.hands.get(BANKER, "")))
        for each in kept
        if each.shoe == kept[-1].shoe
    ]


def _pair(hand: str) -> bool:
    """Did the hand begin with two cards of one face value? A printed seven is no card."""
    cards = hand.split()[:2]
    return len(cards) == 2 and cards[0][0] == cards[1][0]


def bead_plate(played: Sequence[Coup]) -> list[Entry]:
    """Every coup in its order, down each column and then on to the next."""
    return [
        Entry(*divmod(i, ROWS), each.winner, 0, each.player_pair, each.banker_pair)
        for i, each in enumerate(played)
    ]


def big_road(played: Sequence[Coup]) -> list[Entry]:
    """A column for each run of one winner; ties are counted on the entry before them.

    Ties before the first winner are counted on the first entry; until there is one they stand in
    the first cell by themselves.
    """
    marks: list[Entry] = []
    waiting = 0
    for each in played:
        if each.winner != TIE:
            marks.append(Entry(0, 0, each.winner, waiting, each.player_pair, each.banker_pair))
            waiting = 0
        elif marks:
            marks[-1] = marks[-1]._replace(ties=marks[-1].ties + 1)
        else:
            waiting += 1
    if not marks:
        return [Entry(0, 0, TIE, waiting)] if waiting else []
    places = laid([entry.mark for entry in marks])
    return [
        entry._replace(column=column, row=row)
        for entry, (column, row) in zip(marks, places, strict=True)
    ]


def laid(marks: Sequence[str]) -> list[tuple[int, int]]:
    """Where each mark of a road lies, as column and row.

    A run goes down its column. Where it meets the last row or a filled cell it turns right, and
    keeps to that row: the dragon tail. The next run begins at the top, in the column after the one
    where this run began, or the next whose top is free.
    """
    filled: set[tuple[int, int]] = set()
    places: list[tuple[int, int]] = []
    start = column = row = 0
    turned = False
    for i, mark in enumerate(marks):
        if i == 0:
            column = row = 0
        elif mark != marks[i - 1]:
            start += 1
            while (start, 0) in filled:
                start += 1
            column, row, turned = start, 0, False
        elif not turned and row + 1 < ROWS and (column, row + 1) not in filled:
            row += 1
        else:
            turned = True
            column += 1
        filled.add((column, row))
        places.append((column, row))
    return places


def runs(winners: Iterable[str]) -> list[int]:
    """How long each run of one winner is: the columns of the big road before tails bend."""
    lengths: list[int] = []
    before = None
    for winner in winners:
        if winner == before:
            lengths[-1] += 1
        else:
            lengths.append(1)
        before = winner
    return lengths


def derived(played: Sequence[Coup], back: Back) -> list[str]:
    """The colours of a derived road, in their order."""
    lengths = runs(each.winner for each in played if each.winner != TIE)
    return [
        _colour(lengths, column, row, back)
        for column, length in enumerate(lengths)
        for row in range(length)
        if column > back or (column == back and row > 0)
    ]


def _colour(lengths: Sequence[int], column: int, row: int, back: int) -> str:
    if row == 0:
        return RED if lengths[column - 1] == lengths[column - 1 - back] else BLUE
    return BLUE if lengths[column - back] == row else RED


def derived_road(played: Sequence[Coup], back: Back) -> list[Entry]:
    """A derived road as it is laid out: a column for each run of one colour."""
    marks = derived(played, back)
    return [
        Entry(column, row, mark) for mark, (column, row) in zip(marks, laid(marks), strict=True)
    ]


class Spins(NamedTuple):
    """What the wheel has shown: the last numbers, the newest first, and how often each came."""

    last: tuple[int, ...]
    often: dict[int, int]  # every pocket, in the order of the wheel
    colours: dict[str, int]


def spins(results: Iterable[Result], *, shown: int = 15) -> Spins:
    numbers = [int(each.result.split()[0]) for each in results
               if not each.voided and each.result[:1].isdigit()]  # fmt: skip
    often, colours = Counter(numbers), Counter(colour(n) for n in numbers)
    return Spins(
        tuple(reversed(numbers[-shown:])),
        {pocket: often[pocket] for pocket in WHEEL},
        {each: colours[each] for each in ("red", "black", "green")},
    )


CELL = 24
_LETTERS = texts({PLAYER: "P", BANKER: "B", TIE: "T"})
_SMALL, _LARGER = CELL / 2, 1.5  # a cell of a derived road, and how much larger it is shown
_DERIVED: tuple[tuple[Text, Back], ...] = (
    (Text("big eye boy"), BIG_EYE_BOY),
    (Text("small road"), SMALL_ROAD),
    (Text("cockroach pig"), COCKROACH_PIG),
)
_NAMES = (Text("bead plate"), Text("big road"), *(name for name, _ in _DERIVED))
_COLUMNS, _BEADS = 40, 12  # columns of the big road, and of the bead plate, that are shown
_NAME = 26  # how high the line with the name of a road is
# Columns of the big road on a phone, which is as wide as they are, and of a derived road.
_PHONE, _DEEP = 14, 19
_MARGIN = 8
_PANE_BEADS, _PANE = 5, 14  # columns on a wall of several tables: of the bead plate, the big road


def _svg(said: str, width: float, height: float, *inside: str, looks: str = "") -> str:
    return el(
        "svg",
        title(said),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        class_=f"felt board {looks}".rstrip(),
        role="img",
        aria_label=said,
    )


# Baccarat


def baccarat(
    played: Sequence[Coup], *, beads: int = _BEADS, columns: int = _COLUMNS, key: str = ""
) -> str:
    """The five roads on one board, with the count of each result.

    `beads` and `columns`: how many columns of the bead plate and of the big road are shown; fewer
    make every mark larger. With a `key` of its own in the page, the board has a second shape for a
    phone, of which `wall.css` shows one.
    """
    wide = (beads + columns) * CELL
    gap, high, lower = 12, ROWS * CELL, ROWS * _SMALL * _LARGER
    said, width, height = _counted(played), wide + gap + 16, high + lower + 106
    third = (wide + gap) / 3
    drawn = _Roads(played, beads, columns, f"{slug(key)}-road" if key else "")
    derived = [
        at(i * third, high + 44, _title(name),
           drawn.window(2 + i, int((third - gap) / (_SMALL * _LARGER)), third - gap))
        for i, name in enumerate(_NAMES[2:])
    ]  # fmt: skip
    return _svg(
        said, width, height,
        rect(0, 0, width, height, "board-ground", rx=10),
        at(8, 28, _title(_NAMES[0]), drawn.beads, *derived),
        at(8 + beads * CELL + gap, 28, _title(_NAMES[1]), drawn.big),
        text((wide + gap) / 2, height - 10, said, "board-count"),
        looks="board-wide" if key else "",
    ) + (drawn.on_a_phone(said) + drawn.in_a_pane(said) if key else "")  # fmt: skip


def _counted(played: Sequence[Coup]) -> Text:
    counts = [sum(each.winner == winner for each in played) for winner in (PLAYER, BANKER, TIE)]
    tally = {"player": counts[0], "banker": counts[1], "tie": counts[2]}
    if len(played) == 1:
        return Text("1 coup: Player {player}, Banker {banker}, Tie {tie}", **tally)
    many = len(played)
    return Text("{many} coups: Player {player}, Banker {banker}, Tie {tie}", many=many, **tally)


class _Roads:
    """The five roads as groups. With a key they can be shown again, a part of each, by reference:
    `felt` is then a class of the group, because no rule reaches into a reference."""

    def __init__(self, played: Sequence[Coup], beads: int, columns: int, key: str) -> None:
        self._key = key
        self._shown: list[tuple[int, int, float]] = []  # columns, how many are used, cell
        self._drawn: list[str] = []
        self._road(bead_plate(played), beads, CELL, _bead)
        self._road(big_road(played), columns, CELL, _ringed)
        for name, back in _DERIVED:
            self._road(derived_road(played, back), _DEEP, _SMALL, partial(_small, name))
        self.beads, self.big = self._drawn[:2]

    def _road(
        self, entries: Sequence[Entry], columns: int, cell: float, draw: Callable[[Entry], str]
    ) -> None:
        shown = _latest(entries, columns)
        used = max((each.column for each in shown), default=0) + 1
        named = f"{self._key}-{len(self._drawn)}" if self._key else None
        looks = "felt board" if self._key else None
        self._shown.append((columns, used, cell))
        self._drawn.append(group(_grid(columns, cell), *map(draw, shown), class_=looks, id=named))

    def window(self, which: int, columns: int, width: float, y: float | None = None) -> str:
        """The latest columns of a road as wide as asked; with `y` there, and by reference."""
        has, used, cell = self._shown[which]
        columns = min(has, columns)
        left, across = max(0, used - columns) * cell, columns * cell
        road = self._drawn[which] if y is None else use(f"{self._key}-{which}", 0, 0)
        return el(
            "svg", road, x=0.0, y=y or 0.0, width=float(width),
            height=ROWS * cell * width / across,
            viewBox=f"{left:g} 0 {across:g} {ROWS * cell:g}",
        )  # fmt: skip

    def on_a_phone(self, said: Text) -> str:
        """One road below the other, the latest columns of each."""
        width, y, drawn = _PHONE * CELL, float(_NAME), list[str]()
        for which, name in enumerate(_NAMES):
            has, _, cell = self._shown[which]
            columns = min(has, _PHONE if cell == CELL else _DEEP)
            drawn += [at(0, y, _title(name)), self.window(which, columns, width, y)]
            y += ROWS * width / columns + _NAME
        height = y - _NAME + 36
        return _svg(
            said, width + 2 * _MARGIN, height,
            rect(0, 0, width + 2 * _MARGIN, height, "board-ground", rx=10),
            at(_MARGIN, 0, *drawn),
            text(_MARGIN + width / 2, height - 12, said, "board-count"),
            looks="board-phone",
        )  # fmt: skip

    def in_a_pane(self, said: Text) -> str:
        """Bead plate and big road side by side, for a wall of several tables."""
        first, gap, high = _PANE_BEADS * CELL, 12, ROWS * CELL
        width, height = first + gap + _PANE * CELL + 2 * _MARGIN, high + _NAME + 34.0
        return _svg(
            said, width, height,
            rect(0, 0, width, height, "board-ground", rx=10),
            at(_MARGIN, _NAME, _title(_NAMES[0]), self.window(0, _PANE_BEADS, first, 0)),
            at(_MARGIN + first + gap, _NAME, _title(_NAMES[1]),
               self.window(1, _PANE, _PANE * CELL, 0)),
            text(width / 2, height - 10, said, "board-count"),
            looks="board-pane",
        )  # fmt: skip


def _title(name: Text) -> str:
    return text(0, -7, name.upper(), "board-name")


def _grid(columns: int, cell: float) -> str:
    wide, high = columns * cell, ROWS * cell
    lines = "".join(f"M{i * cell:g} 0V{high:g}" for i in range(columns + 1))
    lines += "".join(f"M0 {i * cell:g}H{wide:g}" for i in range(ROWS + 1))
    return rect(0, 0, wide, high, "board-grid") + path(lines, "board-lines")


def _latest(entries: Sequence[Entry], columns: int) -> list[Entry]:
    """The entries of the last columns, moved to where the board begins."""
    first = max(0, max((entry.column for entry in entries), default=0) + 1 - columns)
    return [
        entry._replace(column=entry.column - first) for entry in entries if entry.column >= first
    ]


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


def _small(name: str, entry: Entry) -> str:
    """Rings, discs or bars by road. Blue ones are crossed or hollowed, so shape tells them too."""
    x, y = _middle(entry, _SMALL)
    if name == "cockroach pig":
        slope = 3.8 if entry.mark == RED else -3.8
        bar = f"M{x - 3.8:g} {y + slope:g}L{x + 3.8:g} {y - slope:g}"
        return path(bar, f"small-bar {entry.mark}")
    kind = "small-ring" if name == "big eye boy" else "small-disc"
    mark = circle(x, y, 4, f"{kind} {entry.mark}")
    if entry.mark == BLUE:
        mark += path(f"M{x - 2.2:g} {y:g}H{x + 2.2:g}", f"{kind}-cross")
    return mark


# Roulette


_ACROSS, _TALL = 8, 2.1  # numbers in a row of a tall board, and how much taller they are
_BAR = 28  # how wide the bar of a pocket is, with the gap beside it
_LAST, _OFTEN = Text("LAST NUMBERS"), Text("HOW OFTEN")


def roulette(results: Iterable[Result], *, tall: bool = False, key: str = "") -> str:
    """The last numbers, the newest first, and how often every pocket has come.

    `tall`: two rows of large numbers, which fill a screen on the wall. With a `key` of its own in
    the page, the board has a second shape for a phone, of which `wall.css` shows one.
    """
    shown = spins(results, shown=2 * _ACROSS if tall else 15)
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
    named = f"{slug(key)}-spins" if key else None
    looks = "felt board" if key else None
    last = _numbers_in_rows(shown.last, width) if tall else _numbers_in_line(shown.last)
    bars = (
        _bar(16 + i * _BAR, pocket, shown.often[pocket], most, bar)
        for i, pocket in enumerate(shown.often)
    )
    return _svg(
        said, width, height,
        rect(0, 0, width, height, "board-ground", rx=10),
        text(16, 26, _LAST, "board-name"),
        group(*last, class_=looks, id=named),
        at(0, lower, text(16, 118, _OFTEN, "board-name"),
           group(*bars, class_=looks, id=named and f"{named}-often")),
        text(width / 2, height - 10, said, "board-count"),
        looks="board-wide" if key else "",
    ) + (_spins_on_a_phone(said, named, width) + _spins_in_a_pane(said, named, width)
         if named else "")  # fmt: skip


def _spins_on_a_phone(said: Text, named: str, width: float) -> str:
    """The same numbers, and the pockets in two rows."""
    half = _BAR * 19  # of the 37 pockets
    scale = (width - 32) / half
    high, top = 160 * scale, 330.0
    rows = [
        el("svg", use(f"{named}-often", 0, 0), x=16.0, y=top + 40 + i * high, width=width - 32,
           height=high, viewBox=f"{16 + i * half:g} 126 {half:g} 160")
        for i in range(2)
    ]  # fmt: skip
    height = top + 2 * high + 100
    return _svg(
        said, width, height,
        rect(0, 0, width, height, "board-ground", rx=10),
        text(16, 44, _LAST, "board-name"),
        at(0, 24, use(named, 0, 0)),
        text(16, top + 26, _OFTEN, "board-name"), *rows,
        text(width / 2, height - 20, said, "board-count"),
        looks="board-phone spins",
    )  # fmt: skip


def _spins_in_a_pane(said: Text, named: str, width: float) -> str:
    """The last numbers alone, for a wall of several tables."""
    return _svg(
        said, width, 380,
        rect(0, 0, width, 380, "board-ground", rx=10),
        text(16, 44, _LAST, "board-name"),
        at(0, 24, use(named, 0, 0)),
        text(width / 2, 360, said, "board-count"),
        looks="board-pane spins",
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
            for i, line in enumerate(map(engine_text, latest))
        ),
    )
