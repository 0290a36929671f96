"""The layout of Tournament American Roulette 4.3, Appendix B, drawn from `equipment.wheel`.

Twelve rows of three with zero across their head, dozens, columns and the even chances; a place for
chips on each of the 157 positions (reading RO2). The tall plan stands as the document has it; in
the wide one the table is seen from the side.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from houseway.equipment.wheel import POSITIONS, SECTIONS, WHEEL, Position, colour, neighbours
from houseway.games.game import Game
from houseway.games.tournament_roulette.rules import Options, Rules, Section, offered
from houseway.service.draw.felts.cloth import cloth
from houseway.service.draw.plan import Plan, Point, Press, Spot
from houseway.service.draw.svg import circle, el, number, path, rect, text
from houseway.service.texts.text import Term, Text, term, texts

# The race track: the wheel's numbers in a ring, the sections inside it, neighbours on it.

# Sections from the narrowest: a pocket belongs to the first that has it.
ZONES = ("zero game", "voisins de zero", "orphans", "tier")
# Where the ring has a side at zero, the section there reaches so far inwards from its corners, and
# the one around it gives way.
BESIDE_ZERO, ZERO_DEPTH = ("zero game", "voisins de zero"), 80
BRIEF = texts(
    {"zero game": "ZERO", "voisins de zero": "VOISINS", "orphans": "ORPHANS", "tier": "TIER"}
)


class Track(NamedTuple):
    """A ring with rounded corners, zero in the middle of its right side.

    Without `side` its ends are half circles.
    """

    x: float  # its middle
    y: float
    straight: float
    radius: float  # of the outer edge, in the corners
    depth: float  # how deep a number is
    side: float = 0  # how long the straights at its ends are

    def point(self, share: float, radius: float) -> Point:
        """Where a share of the way round is, clockwise from the right end, at some radius."""
        middle = self.radius - self.depth / 2
        corner = pi * middle / 2
        way = (share % 1) * 2 * (self.straight + self.side + 2 * corner) + self.side / 2
        for turns in range(5):
            along = self.straight if turns % 2 else self.side
            if way < along + corner:
                break
            way -= along + corner
        return self._along(turns, way, max(0, way - along) / middle, radius)

    def _along(self, turns: int, way: float, turned: float, radius: float) -> Point:
        """A point on one side of the ring, or in the corner after it: the side on the right is
        that of no turns, and each turn is a quarter."""
        long, across = self.side, self.straight
        if turns % 2:
            long, across = across, long
        ahead = min(way, long) - long / 2 + radius * sin(turned)
        aside = across / 2 + radius * cos(turned)
        for _ in range(turns):
            aside, ahead = -ahead, aside
        return self.x + aside, self.y + ahead

    def edge(self, first: float, last: float, radius: float) -> list[Point]:
        """Points along the ring between two places, both in pockets counted from zero."""
        steps = max(3, round(abs(last - first) * 3))
        return [
            self.point((first + (last - first) * i / steps) / len(WHEEL), radius)
            for i in range(steps + 1)
        ]


def _outline(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def zone_of(pocket: int) -> str:
    """The section in which a number is drawn."""
    return next(
        zone for zone in ZONES if any(pocket in piece.position.numbers for piece in SECTIONS[zone])
    )


def runs() -> list[tuple[str, int, int]]:
    """The wheel parted into sections: each with its first pocket and the one after its last.

    Pockets are counted clockwise from zero; the run through zero begins before it.
    """
    zones = [zone_of(pocket) for pocket in WHEEL]
    start = next(i for i in range(0, -len(WHEEL), -1) if zones[i - 1] != zones[0])
    found: list[tuple[str, int, int]] = []
    for i in range(start, start + len(WHEEL)):
        zone = zones[i % len(WHEEL)]
        if found and found[-1][0] == zone:
            found[-1] = (zone, found[-1][1], i + 1)
        else:
            found.append((zone, i, i + 1))
    return found


def _inside(track: Track, zone: str) -> list[Point]:
    """The corners of a section, along the inner edge of its numbers."""
    along = [
        point
        for name, first, last in runs()
        if name == zone
        for point in track.edge(first - 0.5, last - 0.5, track.radius - track.depth)
    ]
    if not track.side or zone not in BESIDE_ZERO:
        return along
    x = track.x + track.straight / 2 - ZERO_DEPTH
    corners = [(x, track.y - track.side / 4), (x, track.y + track.side / 4)]
    return along + (corners[::-1] if zone == "zero game" else corners)


def _middle_of(track: Track, zone: str) -> float:
    """Where the name of a section stands on the line from end to end: in the middle of its part."""
    corners = _inside(track, zone)
    if not track.side:
        return sum(x for x, _ in corners) / len(corners)
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    xs = [
        x1 + (x2 - x1) * (track.y - y1) / (y2 - y1)
        for (x1, y1), (x2, y2) in edges
        if min(y1, y2) <= track.y <= max(y1, y2) and y1 != y2
    ]
    return (min(xs) + max(xs)) / 2


def presses(track: Track, sections: tuple[Section, ...]) -> Iterator[Press]:
    """What can be played on the track: sections inside, a number and its neighbours on the ring."""
    inner = track.radius - track.depth
    wagers = {each.name: each for each in sections}
    for zone in ZONES:
        points = _inside(track, zone)
        pieces = ", ".join(
            piece.position.name + (f" x {piece.units}" if piece.units > 1 else "")
            for piece in SECTIONS[zone]
        )
        said = Text(
            "{section} ({also}), {many} pieces: {pieces}",
            section=Term(zone), also=wagers[zone].also, many=wagers[zone].pieces, pieces=pieces,
        )  # fmt: skip
        yield Press(
            "section", zone, said, path(_outline(points), f"area section {zone.split()[0]}")
        )
    for i, pocket in enumerate(WHEEL):
        points = track.edge(i - 0.5, i + 0.5, track.radius)
        points += reversed(track.edge(i - 0.5, i + 0.5, inner))
        near = ", ".join(map(str, neighbours(pocket)))
        said = Text("{number} and its neighbours: {near}, one piece each", number=pocket, near=near)
        yield Press(
            "neighbours", str(pocket), said, path(_outline(points), f"track {colour(pocket)}")
        )


def lettering(track: Track) -> str:
    """The numbers and the names of the sections, on top of what can be pressed."""
    middle = track.radius - track.depth / 2
    drawn = []
    for i, pocket in enumerate(WHEEL):
        x, y = track.point(i / len(WHEEL), middle)
        drawn.append(text(x, y + 5, pocket, "track-text"))
    for zone in ZONES:
        drawn.append(text(_middle_of(track, zone), track.y + 5, BRIEF[zone], "section-text"))
    return "".join(drawn)


# Measures of the layout, in rows (0 to 12, zero before them) and columns (0 to 3, outside wagers
# at -1 and -2).
Box = tuple[float, float, float, float]  # first and last row, first and last column
ZERO: Box = (-1, 0, 0, 3)
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
PRINTED = texts({"low": "1-18", "high": "19-36", "even": "EVEN", "odd": "ODD"})


class Grid(NamedTuple):
    """How rows and columns lie on the screen."""

    x: float
    y: float
    row: float  # how long a row is along the table
    column: float
    outside: float  # how wide a strip of outside wagers is
    tall: bool

    def at(self, row: float, column: float) -> Point:
        across = column * (self.column if column > 0 else self.outside)
        if self.tall:
            return self.x + across, self.y + row * self.row
        return self.x + row * self.row, self.y + 3 * self.column - across

    def box(self, box: Box) -> Box:
        """Left, top, width and height."""
        (x1, y1), (x2, y2) = self.at(box[0], box[2]), self.at(box[1], box[3])
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)


GRIDS = {
    False: Grid(402, 54, 62, 80, 54, tall=False),
    True: Grid(238, 352, 46, 112, 86, tall=True),
}
TRACKS = {False: Track(788, 556, 640, 100, 44), True: Track(320, 1136, 472, 50, 44, side=239)}
WHEELS = {False: (186, 196, 146), True: (170, 172, 126)}
SIZE = {False: (1280, 720), True: (640, 1344)}
HIT = {False: 16.8, True: 21.4}  # radius of a place on a line: 24 px across


def box_of(position: Position) -> Box | None:
    """The printed field of a position; None for one that lies on lines."""
    first = position.numbers[0]
    match position.kind:
        case "straight" if first == 0:
            return ZERO
        case "straight":
            row, column = divmod(first - 1, 3)
            return row, row + 1, column, column + 1
        case "column":
            return 12, 13, first - 1, first
        case "dozen":
            start = (first - 1) // 3
            return start, start + 4, -1, 0
        case "low" | "high" | "even" | "odd" | "red" | "black":
            start = 2 * EVEN_CHANCES.index(position.kind)
            return start, start + 2, -2, -1
    return None


def line_of(position: Position) -> Point:
    """Where a combination lies, in rows and columns: the middle of its numbers, or their edge."""
    numbers = [n for n in position.numbers if n]
    rows = [(n - 1) // 3 for n in numbers]
    columns = [(n - 1) % 3 for n in numbers]
    row = (min(rows) + max(rows) + 1) / 2 if 0 not in position.numbers else 0
    if len(set(columns)) == 3:  # a whole row or two: on the line beside them
        return row, 0
    return row, (min(columns) + max(columns) + 1) / 2


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    grid, track = GRIDS[tall], TRACKS[tall]
    positions = [each for each in POSITIONS.values() if offered(options, each)]
    used = options.race_track == "used"
    rules: Rules = game.rules
    ground = _lettering(rules, grid)
    return Plan(
        *SIZE[tall],
        ground=cloth(size=SIZE[tall], tall=tall, bowed=False),
        spots=tuple(_spot(rules, grid, each) for each in positions),
        hands={},
        seats={},
        sign=(322, 46, 276) if tall else (56, 360, 260),
        result=(130, 322) if tall else (186, 488),
        spare=(340, 190) if tall else (60, 660),
        wheel=WHEELS[tall],
        people=(330, 168, 262) if tall else (66, 516, 240),
        presses=tuple(presses(track, rules.sections)) if used else (),
        over="".join(ground) + (lettering(track) if used else ""),
        dolly={str(n): _dolly(grid, POSITIONS[str(n)]) for n in range(37)},
    )


def _middle(grid: Grid, position: Position) -> Point:
    box = box_of(position)
    if box is None:
        return grid.at(*line_of(position))
    x, y, width, height = grid.box(box)
    return x + width / 2, y + height / 2


def _dolly(grid: Grid, position: Position) -> Point:
    """The dolly stands beside the number."""
    x, y = _middle(grid, position)
    return (x - 6, y) if grid.tall else (x + 20, y - 14)


def _beside(grid: Grid, position: Position) -> tuple[Point, Point]:
    """Where the word of a printed field stands, and beside it the chips."""
    x, y = _middle(grid, position)
    narrow = position.kind in ("straight", "column")
    if grid.tall:
        if narrow:
            column = position.kind == "column"
            return (x - (24 if column else 32), y), (x + (34 if column else 24), y)
        apart = 10 if position.kind == "dozen" else 0
        return (x, y - 16 - apart), (x, y + 30 + apart)
    if narrow:
        return (x - 8 * (position.kind == "straight"), y - 17), (x, y + 18)
    return (x - 30, y), (x + 30, y)


def _spot(rules: Rules, grid: Grid, position: Position) -> Spot:
    box = box_of(position)
    x, y = _middle(grid, position)
    if box:
        shape = rect(*grid.box(box), f"area {_looks(position)}", rx=3)
    else:
        shape = circle(x, y, HIT[grid.tall], "area line")
    name = rules.wagers[position.kind].name
    said = (
        term(name)
        if position.name == name
        else Term("{position}, {wager}", position=term(position.name), wager=term(name))
    )
    odds = Text("pays {odds}", odds=rules.odds[position.kind].odds)
    chips = _beside(grid, position)[1] if box else (x, y)
    return Spot(
        position.name, 0, said, odds, shape, chips, _step(grid, position), scale=0.78,
        room=_room(grid, position) if box else 0,
    )  # fmt: skip


def _room(grid: Grid, position: Position) -> float:
    """How wide a tag beside the word may be without crossing the edge of the field."""
    return 76 if grid.tall or position.kind == "dozen" else 63


def _step(grid: Grid, position: Position) -> Point:
    """From one patron's chips to the next one's: away from the word of the field."""
    if not grid.tall or position.kind == "straight" or box_of(position) is None:
        return 8, -8
    return (0, -10) if position.kind == "column" else (12, 0)


def _looks(position: Position) -> str:
    return f"number {colour(position.numbers[0])}" if position.kind == "straight" else "outside"


def _lettering(rules: Rules, grid: Grid) -> list[str]:
    """The print of the cloth: numbers, odds of the columns, names of the outside wagers."""
    drawn = []
    for position in POSITIONS.values():
        box = box_of(position)
        if box is None:
            continue
        x, y = _beside(grid, position)[0]
        if position.kind == "straight":
            drawn.append(text(x, y + 8, position.name, "number-text"))
        elif position.kind in ("red", "black"):
            drawn.append(_diamond(grid, x, y, position.kind))
        else:
            drawn.append(_turned(grid, x, y, _printed(rules, position)))
    return drawn


def _printed(rules: Rules, position: Position) -> str:
    if position.kind == "column":
        return str(rules.odds["column"].odds).upper()
    if position.kind == "dozen":
        return f"{position.numbers[0]}-{position.numbers[-1]}"
    return PRINTED[position.kind]


def _turned(grid: Grid, x: float, y: float, said: str) -> str:
    """Lettering along the table: upright on a tall cloth it would not fit its strip."""
    column = said.endswith("TO 1")
    fine = "outside-text fine" if column else "outside-text"
    if not grid.tall or column:
        return text(x, y + 6, said, fine)
    return el("g", text(0, 6, said, fine), transform=f"translate({x:.0f} {y:.0f}) rotate(-90)")


def _diamond(grid: Grid, x: float, y: float, kind: str) -> str:
    """Red and black as shapes around their names, so that colour is not the only sign."""
    wide, high = (41, 16) if grid.tall else (31, 15)
    shape = f"M{x - wide:.0f} {y:.0f}l8 {-high}h{2 * wide - 16}l8 {high}l-8 {high}h{16 - 2 * wide}z"
    name = term(kind).upper()
    fitted = 2 * wide - 14 if len(name) > 4 else None
    return el("path", d=shape, class_=f"diamond {kind}") + text(
        x, y + 4, name, "outside-text fine",
        textLength=fitted, lengthAdjust=fitted and "spacingAndGlyphs",
    )  # fmt: skip
