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
    on_record: list[Tile] = field(default_factory=list)  # those of all hands that are known

    def gather(self) -> None:
        """Everything back on the table, to be shuffled."""
        self.loose, self.stacks, self.shuffled = TILES, 0, False
        self.hands, self.on_record = {}, []

    def stack(self) -> None:
        self.loose, self.stacks = 0, STACKS

    def deliver(self, boxes: Sequence[int]) -> None:
        hands = self.hands
        for box in boxes:
            hands[box] = Hand()
        self.stacks -= len(boxes)

    def see(self, box: int, tiles: Sequence[Tile]) -> None:
        """Put tiles of a box on record; those known before are named again."""
        hand = self.hands[box]
        known = STACK - hand.tiles.count(None)  # they come first
        new = _without(tiles, hand.known) if known else tiles
        hand.tiles[known : known + len(new)] = new
        self.on_record += new

    @property
    def seen(self) -> Counter[Tile]:
        """How often each tile is on record, in whatever hand."""
        return Counter(self.on_record)

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
        seen = [*self.on_record, *new]
        for tile in new:
            if seen.count(tile) > _COPIES.get(tile, 0):
                return self._too_many(tile)
        return None

    def _too_many(self, tile: Tile) -> str:
        if tile not in _COPIES:
            return f"{tile!r} is not a tile"
        seen = self.on_record.count(tile)
        return f"there are {_COPIES[tile]} of {tile}, and {seen} are on record"

    def check(self) -> None:
        """Raise unless all 32 tiles are somewhere and none is in two places."""
        held = (
            self.loose + STACK * self.stacks + sum(len(each.tiles) for each in self.hands.values())
        )
        if held != TILES:
            raise TilesNotConserved(f"{held} tiles are on the table, not {TILES}")
        known = [tile for hand in self.hands.values() for tile in hand.known]
        if sorted(known) != sorted(self.on_record):
            raise TilesNotConserved(f"the hands hold {known}, on record are {self.on_record}")
        for tile, count in self.seen.items():
            if count > _COPIES[tile]:
                raise TilesNotConserved(f"{count} of {tile} are on record")
