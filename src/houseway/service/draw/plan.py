"""The plan of a layout: where wagers, hands and people are, and what is printed on the cloth.

Each game's file in `felts` makes one from the house's options. A plan is wide, for a desk or a
wall, or tall, for a tablet or a phone held upright.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import inf
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.games.game import Game
from houseway.service.draw.svg import circle, rect, text
from houseway.service.texts.text import Listed, Text, term

Point = tuple[float, float]
PLATE = 24  # how high the plate with a name is
LARGEST = 1.25  # how large a box is drawn at most


class Spot(NamedTuple):
    """An area for a wager. Chips stand at `chips`, those of each further patron a `step` on.

    Where an area is shared by the whole table, `seats` has a point for each box, and the chips of
    a patron stand before his or her own.
    """

    wager: str
    box: int
    name: str
    odds: str
    shape: str
    chips: Point
    step: Point = (22, 0)
    seats: Mapping[int, Point] = {}
    scale: float = 1
    room: float = inf  # how wide a tag at the chips may be


class Press(NamedTuple):
    """Something on the layout that can be played and holds no chips: a section, neighbours."""

    what: str
    value: str
    said: str
    shape: str


class HandPlace(NamedTuple):
    """Room for the cards or tiles of one hand: they overlap when they need more than `width`."""

    x: float
    y: float
    width: float
    scale: float = 1
    tiles: bool = False


class Plan(Struct, frozen=True):
    """One layout. `ground` is what is printed; everything on it comes from the view."""

    width: int
    height: int
    ground: str
    spots: tuple[Spot, ...]
    hands: dict[str, HandPlace]
    seats: dict[int, Point]
    sign: tuple[float, float, float]  # left, top, width
    result: Point
    spare: Point  # for what has no place of its own
    dice: Point | None = None
    wheel: tuple[float, float, float] | None = None  # middle and radius
    people: tuple[float, float, float] | None = None  # a list, where nobody has a box
    seat_width: float = 120
    presses: tuple[Press, ...] = ()
    over: str = ""  # print that must stay legible over the areas
    dolly: dict[str, Point] = {}  # where the dolly stands for each result
    markers: dict[str, Point] = {}  # where a marker lies, by the note of a hand that says so
    split_as: str = ""  # the place of a first hand once a second has been split from it

    def plate_width(self) -> float:
        """How wide a name's plate is: it stays clear of its neighbours in the same row."""
        beside = (
            abs(x - other_x)
            for (x, y), (other_x, other_y) in combinations(self.seats.values(), 2)
            if abs(y - other_y) < PLATE
        )
        return min([self.seat_width, *(each - 2 for each in beside)])


class Offer(NamedTuple):
    """The odds of one wager as the rules state them: in full, and for the cloth."""

    full: str
    brief: str


def offers(game: Game, options: Any) -> dict[str, Offer]:
    """What each wager pays, from the game's own rules."""
    lines: dict[str, list[tuple[str, str]]] = {}
    for line in game.wagers(options):
        lines.setdefault(line.wager, []).append((line.outcome, str(line.odds)))
    return {wager: _offer(wager, pays) for wager, pays in lines.items()}


def _offer(wager: str, pays: list[tuple[str, str]]) -> Offer:
    if len({odds for _, odds in pays}) == 1:
        return Offer(Text("pays {odds}", odds=pays[0][1]), pays[0][1])
    return Offer(Text("pays {cases}", cases=Listed(_case(wager, *each) for each in pays)), "")


def _case(wager: str, outcome: str, odds: str) -> Text:
    rest = outcome.removeprefix(wager).strip()
    if rest.startswith("on "):
        return Text("{odds} {case}", odds=odds, case=term(rest))
    return Text("{odds} for {case}", odds=odds, case=term(rest or wager))


class Cell(NamedTuple):
    """Room for one box: its top left corner, and how large it is drawn."""

    box: int
    x: float
    y: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        """A point of the cell on the table."""
        return self.x + x * self.scale, self.y + y * self.scale


class Room(NamedTuple):
    """Where the boxes of a layout may lie, and how deep the bow of a single row is."""

    x: float
    y: float
    width: float
    height: float
    bow: float = 0


def cells(
    boxes: Iterable[int], size: tuple[float, float], room: Room, *, from_left: bool = False
) -> Iterator[Cell]:
    """The boxes in as few rows as let them be drawn largest, the first one at the right.

    Boxes are counted from the dealer's left, which is the right of a person who faces the dealer;
    where they are counted the other way, `from_left`.
    """
    numbers = list(boxes)
    wide, high = size
    best, rows = 0.0, 1
    for tried in range(1, 6):
        across = -(-len(numbers) // tried)
        depth = room.height - (room.bow if tried == 1 else 0)
        scale = min(LARGEST, room.width / (across * wide), depth / (tried * high))
        if scale > best * 1.08:
            best, rows = scale, tried
    across = -(-len(numbers) // rows)
    bow = room.bow if rows == 1 else 0
    for i, box in enumerate(numbers):
        row, place = divmod(i, across)
        here = min(across, len(numbers) - row * across)
        gap = (room.width - here * wide * best) / here
        pitch = wide * best + min(gap, wide * best * 0.25)
        middle = (here - 1) / 2
        aside = place - middle if from_left else middle - place
        x = room.x + room.width / 2 + aside * pitch - wide * best / 2
        off = (place - middle) / middle if middle else 0
        y = room.y + bow * (1 - off * off) + row * high * best
        yield Cell(box, x, y, best)


def ring(cell: Cell, x: float, y: float, radius: float, class_: str = "area") -> str:
    """A printed circle in a cell."""
    cx, cy = cell.at(x, y)
    return circle(cx, cy, radius * cell.scale, class_)


def panel(cell: Cell, x: float, y: float, width: float, height: float, class_: str = "area") -> str:
    """A printed rectangle in a cell."""
    left, top = cell.at(x, y)
    return rect(left, top, width * cell.scale, height * cell.scale, class_, rx=8 * cell.scale)


def word(cell: Cell, x: float, y: float, content: object, class_: str = "print") -> str:
    """Lettering in a cell."""
    left, top = cell.at(x, y)
    small = " small" if cell.scale < 0.8 else " large" if cell.scale > 1.12 else ""
    return text(left, top, content, class_ + small)
