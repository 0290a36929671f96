"""The race track: the wheel's numbers in a ring, the sections inside it, neighbours on it.

Tournament American Roulette 4.8, Appendix C (reading RO4). Which numbers make a section, and what
lies where for it, is read from `equipment.wheel` and the game's rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from houseway.equipment.wheel import SECTIONS, WHEEL, colour, neighbours
from houseway.games.tournament_roulette.rules import Section
from houseway.service.draw.plan import Point, Press
from houseway.service.draw.svg import number, path, text
from houseway.service.texts.text import Term, Text, texts

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
