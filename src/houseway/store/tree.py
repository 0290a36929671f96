"""The Merkle tree over all events of a log, in tiles of 256 nodes so that proofs read few rows.

The leaves are the hashes of the events in order of sequence. Appending does not touch the tree: it
is extended when a checkpoint is made. Tiles are derived: a proof made from a tile that was changed
does not lead to the signed root, and `houseway verify` works all of them out from the events.
"""

from __future__ import annotations

from collections.abc import Iterator
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

    def __init__(self, newest: list[Tile] | None = None) -> None:
        self._newest = dict(enumerate(newest or []))
        self._changed: dict[tuple[int, int], Tile] = {}

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return _size(self._newest.get(0))

    @property
    def last_seq(self) -> int:
        newest = self._newest.get(0)
        return newest.last if newest else 0

    def add(self, leaf: Leaf) -> None:
        self._add(0, leaf.seq, leaf.seq, merkle.leaf_hash(leaf.hash))

    def _add(self, level: int, first: int, last: int, own: bytes) -> None:
        tile = self._newest.get(level)
        if tile is None or len(tile.hashes) == WIDTH * _HASH:
            number = tile.number + 1 if tile else 0
            tile = Tile(level, number, first, last, own)
        else:
            tile = tile._replace(last=last, hashes=tile.hashes + own)
        self._newest[level] = self._changed[level, tile.number] = tile
        if len(tile.hashes) == WIDTH * _HASH:
            self._add(level + 1, tile.first, last, merkle.complete_root(_split(tile.hashes)))

    def take_changed(self) -> list[Tile]:
        """Tiles to be stored, those of the leaves last: the size of the tree is read from them."""
        changed = sorted(self._changed.values(), key=lambda tile: (-tile.level, tile.number))
        self._changed.clear()
        return changed


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
        """The last tile of every level; of upper levels only as far as the level below is full."""
        found: list[Tile] = []
        full = 0
        for level in range(_HASH):
            tile = self._log.tile(level, -1)
            if level and full:
                tile = self._tile(level, (full - 1) // WIDTH)
                used = full - tile.number * WIDTH
                tile = tile._replace(hashes=_cut(tile, used))
            if tile is None or (level and not full):
                return found
            found.append(tile)
            full = _size(tile) // WIDTH
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

    def leaf(self, index: int) -> bytes:
        """The hash of a leaf as the tree has it."""
        return self.node(0, index)

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
