"""Mini Baccarat's bands: areas that the whole table shares, one bow above the other."""

from __future__ import annotations

from typing import NamedTuple

from houseway.service.draw.plan import Point
from houseway.service.draw.svg import number, path

NAMED = 0.28  # the share of a band at the left that has its name and no chips
END = 0.03  # the share at the right that stays free, so that no tag crosses the edge


class Band(NamedTuple):
    """An area from left to right, bowed towards the patrons."""

    x: float
    y: float
    width: float
    height: float
    bow: float

    def area(self) -> str:
        left, right = number(self.x), number(self.x + self.width)
        middle = number(self.x + self.width / 2)
        top, bottom = self.y, self.y + self.height
        upper = f"M{left} {number(top)}Q{middle} {number(top + 2 * self.bow)} {right} {number(top)}"
        lower = (
            f"V{number(bottom)}Q{middle} {number(bottom + 2 * self.bow)} {left} {number(bottom)}z"
        )
        return path(upper + lower, "area")

    def seat(self, place: int, of: int) -> Point:
        """Where the chips of one of so many seats stand; the first is at the right."""
        return self._along(1 - END - (1 - END - NAMED) * (place - 0.5) / of)

    def room(self, of: int) -> float:
        """How wide a tag of any of these seats may be."""
        return 2 * (self.x + self.width - self.seat(1, of)[0])

    @property
    def lettering(self) -> Point:
        x, y = self._along(NAMED / 2)
        return x, y + 8

    def _along(self, share: float) -> Point:
        """The middle of the band at a share of its width."""
        off = 2 * share - 1
        y = self.y + self.height / 2 + self.bow * (1 - off * off)
        return self.x + self.width * share, y
