"""Where the 32 tiles are: loose on the table, in the stacks, or in the hands of the boxes.

A tile is named once someone has shown or set it; before that it is `None`, and the program knows
no more than anybody at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from houseway.equipment.tiles import PACK, Tile
from houseway.games.tournament_pai_gow.rules import STACK, STACKS, TILES

_COPIES = dict(Counter(PACK))
_UNSEEN: list[Tile | None] = [None] * STACK


class TilesNotConserved(Exception):
    """Tiles were made or lost."""


class Hand(Struct):
    """The four tiles delivered to a box, and what has become of them."""

    tiles: list[Tile | None] = field(default_factory=_UNSEEN.copy)
    low: tuple[Tile, ...] = ()
    high: tuple[Tile, ...] = ()
    looked: bool = False
    exposed: int = 0  # tiles turned up by the dealer
    offered: bool = False  # the choice of Tournament Pai Gow 13.8 is open
    retrieved: bool = False
    conceded: bool = False
    displayed: bool = False

    @property
    def known(self) -> list[Tile]:
        return list(filter(None, self.tiles))

    @property
    def all_known(self) -> bool:
        return None not in self.tiles

    @property
    def is_set(self) -> bool:
        return bool(self.low)

    def see(self, tiles: Sequence[Tile]) -> None:
        """Put the named tiles on record, those known before among them."""
        slots, known = self.tiles, self.known
        if not known:
            slots[: len(tiles)] = tiles
            return
        for tile in _without(tiles, known):
            slots[slots.index(None)] = tile


def _without(tiles: Iterable[Tile], others: Iterable[Tile]) -> list[Tile]:
    """The tiles that are left when each of the others is taken away once."""
    left = list(tiles)
    for tile in others:
        if tile in left:
            left.remove(tile)
    return left


class TileSet(Struct):
    """The set of tiles in use."""

    loose: int = TILES
    stacks: int = 0
    shuffled: bool = False
    hands: dict[int, Hand] = field(default_factory=dict)

    def gather(self) -> None:
        """Everything back on the table, to be shuffled."""
        self.loose, self.stacks, self.shuffled, self.hands = TILES, 0, False, {}

    def stack(self) -> None:
        self.loose, self.stacks = 0, STACKS

    def deliver(self, boxes: Iterable[int]) -> None:
        for box in boxes:
            self.stacks -= 1
            self.hands[box] = Hand(_UNSEEN.copy())

    @property
    def seen(self) -> Counter[Tile]:
        """Every tile on record, in whatever hand."""
        return Counter(tile for hand in self.hands.values() for tile in hand.known)

    def why_not_hand(self, box: int, tiles: tuple[Tile, ...]) -> str | None:
        """Why the hand of a box cannot be these four tiles; None when it can."""
        if len(tiles) != STACK:
            return f"a hand is {STACK} tiles, not {len(tiles)}"
        hand = self.hands[box].tiles
        if hand == _UNSEEN:
            return self._why_not_new(tiles)
        known = self.hands[box].known
        if sorted(known) == sorted(tiles):
            return None
        if missing := _without(known, tiles):
            return f"{' '.join(missing)} is in the hand of box {box} and not named"
        return self._why_not_new(_without(tiles, known))

    def why_not_exposed(self, box: int, tiles: tuple[Tile, ...]) -> str | None:
        """Why these tiles cannot have been turned up in a box; None when they can."""
        hand = self.hands[box]
        if not tiles:
            return "no tile is named"
        if hand.all_known:
            other = _without(tiles, hand.known)
            return f"{' '.join(other)} is not in the hand of box {box}" if other else None
        if len(tiles) > hand.tiles.count(None):
            return f"{len(tiles)} tiles named, {hand.tiles.count(None)} lie face down"
        return self._why_not_new(tiles)

    def _why_not_new(self, new: Sequence[Tile]) -> str | None:
        seen: list[Tile | None] = []
        for hand in self.hands.values():
            if hand.tiles != _UNSEEN:
                seen += hand.tiles
        for tile in new:
            copies = _COPIES.get(tile)
            if copies is None:
                return f"{tile!r} is not a tile"
            if seen.count(tile) + new.count(tile) > copies:
                return f"there are {copies} of {tile}, and {seen.count(tile)} are on record"
        return None

    def check(self) -> None:
        """Raise unless all 32 tiles are somewhere and none is in two places."""
        held = (
            self.loose + STACK * self.stacks + sum(len(each.tiles) for each in self.hands.values())
        )
        if held != TILES:
            raise TilesNotConserved(f"{held} tiles are on the table, not {TILES}")
        for tile, count in self.seen.items():
            if count > _COPIES[tile]:
                raise TilesNotConserved(f"{count} of {tile} are on record")
