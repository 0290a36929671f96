"""The Merkle tree over all events of a log, in tiles of 256 nodes so that proofs read few rows.

The leaves are the hashes of the events in order of sequence. Appending does not touch the tree: it
is extended when a checkpoint is made. Tiles are derived: a proof made from a tile that was changed
does not lead to the signed root, and `houseway verify` works all of them out from the events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from houseway.store import merkle
from houseway.store.log import LogError, Tile, TreeLog

WIDTH = 256  # nodes in a full tile, as in C2SP tlog-tiles
HEIGHT = 8  # levels of the tree that one level of tiles spans
PAGE = 10_000  # events read at a time
_HASH = 32


class TreeBroken(LogError):
    """A tile of the tree is missing or shorter than it was."""


class Leaf(NamedTuple):
    """An event in the tree."""

    seq: int
    hash: bytes  # of the event, not of the leaf


class Tiles:
    """The newest tile of every level, and those that changed since they were stored."""

    def __init__(self, newest: Sequence[Tile] = ()) -> None:
        self._growing = [_Growing.of(tile) for tile in newest]
        self._full: list[Tile] = []

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return self._growing[0].number * WIDTH + len(self._growing[0].nodes) if self._growing else 0

    @property
    def last_seq(self) -> int:
        return self._growing[0].last if self._growing else 0

    def add(self, leaf: Leaf) -> None:
        self._add(0, leaf.seq, leaf.seq, merkle.leaf_hash(leaf.hash))

    def _add(self, level: int, first: int, last: int, own: bytes) -> None:
        if level == len(self._growing):
            self._growing.append(_Growing(level, 0))
        tile = self._growing[level]
        if len(tile.nodes) == WIDTH:
            tile = self._growing[level] = _Growing(level, tile.number + 1)
        tile.add(first, last, own)
        if len(tile.nodes) == WIDTH:
            self._full.append(tile.take())
            self._add(level + 1, tile.first, last, merkle.complete_root(tile.nodes))

    def take_changed(self) -> list[Tile]:
        """Tiles to be stored, all in one transaction."""
        changed = [*self._full, *(tile.take() for tile in self._growing if tile.changed)]
        self._full = []
        return changed


class _Growing:
    """A tile to which nodes are added."""

    def __init__(self, level: int, number: int) -> None:
        self.level, self.number = level, number
        self.first = self.last = 0
        self.nodes: list[bytes] = []
        self.changed = False

    @classmethod
    def of(cls, tile: Tile) -> _Growing:
        made = cls(tile.level, tile.number)
        made.first, made.last, made.nodes = tile.first, tile.last, _split(tile.hashes)
        return made

    def add(self, first: int, last: int, own: bytes) -> None:
        self.first = self.first or first
        self.last = last
        self.nodes.append(own)
        self.changed = True

    def take(self) -> Tile:
        """The tile as it is now; it counts as stored."""
        self.changed = False
        return Tile(self.level, self.number, self.first, self.last, b"".join(self.nodes))


class Tree:
    """The tree of one log as its tiles have it."""

    def __init__(self, log: TreeLog) -> None:
        self._log = log

    @property
    def size(self) -> int:
        return _size(self._log.tile(0, -1))

    def extend(self, upto: int | None = None) -> int:
        """Add all events, or those up to a sequence number, and return the new size."""
        tiles = Tiles(self._newest())
        horizon = self._log.horizon() if upto is None else upto
        while page := self._log.hashes(after=tiles.last_seq, upto=horizon, limit=PAGE):
            for seq, own in page:
                tiles.add(Leaf(seq, own))
            self._log.save_tiles(tiles.take_changed())
        return tiles.size

    def _newest(self) -> list[Tile]:
        """The last tile of every level."""
        found: list[Tile] = []
        while tile := self._log.tile(len(found), -1):
            found.append(tile)
        return found

    def root(self, size: int) -> bytes:
        """The root over the first leaves."""
        return merkle.root(size, self.node)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return merkle.inclusion(index, size, self.node)

    def consistency(self, old: int, new: int) -> list[bytes]:
        return merkle.consistency(old, new, self.node)

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        height = level % HEIGHT
        begin = index << height
        tile = self._tile(level // HEIGHT, begin // WIDTH)
        place = begin % WIDTH
        hashes = _split(_cut(tile, place + (1 << height)))[place:]
        return merkle.complete_root(hashes)

    def _tile(self, level: int, number: int) -> Tile:
        tile = self._log.tile(level, number)
        if tile is None:
            raise TreeBroken(f"tile {number} of level {level} of the Merkle tree is missing")
        return tile

    def index_of(self, seq: int) -> int | None:
        """The place of an event among the leaves; None if the tree does not cover it yet."""
        tile = self._log.tile_of(seq)
        if tile is None or seq > tile.last:
            return None
        return tile.number * WIDTH + self._log.count_between(tile.first, seq) - 1

    def seq_of(self, index: int) -> int:
        """The sequence number of the event at a place among the leaves; 0 before the first."""
        if index < 0:
            return 0
        tile = self._tile(0, index // WIDTH)
        place = index % WIDTH
        found = self._log.hashes(after=tile.first - 1, upto=tile.last, limit=place + 1)
        if len(found) <= place:
            raise TreeBroken(f"event {index + 1} of the Merkle tree is missing in the log")
        return found[place][0]

    def has(self, seq: int, own: bytes) -> bool:
        """Whether an event is in the tree with this hash."""
        index = self.index_of(seq)
        return index is not None and self.node(0, index) == merkle.leaf_hash(own)

    def leaves(self) -> Iterator[bytes]:
        """The hashes of all leaves, as the tiles have them."""
        number = 0
        while tile := self._log.tile(0, number):
            yield from _split(tile.hashes)
            number += 1


def _size(tile: Tile | None) -> int:
    return tile.number * WIDTH + len(tile.hashes) // _HASH if tile else 0


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[place : place + _HASH] for place in range(0, len(hashes), _HASH)]


def _cut(tile: Tile, nodes: int) -> bytes:
    if len(tile.hashes) < nodes * _HASH:
        place = f"tile {tile.number} of level {tile.level}"
        raise TreeBroken(f"{place} of the Merkle tree is shorter than it was")
    return tile.hashes[: nodes * _HASH]
