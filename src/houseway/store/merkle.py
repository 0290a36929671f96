"""The Merkle tree of RFC 6962: hashes, roots, and proofs that need only a few of its nodes.

A tree over many leaves has one root. An inclusion proof shows that a leaf is in the tree of a root;
a consistency proof shows that a larger tree only added leaves to a smaller one. `Node` gives the
hash of a complete subtree: `node(level, index)` covers the leaves from `index << level` on, two to
the power of `level` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from houseway.store.log import LogError, Tile, TreeLog

EMPTY = sha256(b"").digest()  # the root of a tree without leaves
Node = Callable[[int, int], bytes]


class ProofWrong(ValueError):
    """A proof that does not lead to the root it is meant to lead to."""


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """The roots of the complete subtrees that a growing tree consists of, largest first."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Add the hash of one leaf."""
        self.peaks.append(leaf)
        self.size += 1
        joins = self.size
        while joins & 1 == 0:
            right = self.peaks.pop()
            self.peaks[-1] = node_hash(self.peaks[-1], right)
            joins >>= 1

    def root(self) -> bytes:
        return fold(self.peaks)


def fold(peaks: Sequence[bytes]) -> bytes:
    """The root over complete subtrees of falling size."""
    if not peaks:
        return EMPTY
    root = peaks[-1]
    for peak in reversed(peaks[:-1]):
        root = node_hash(peak, root)
    return root


def complete_root(hashes: Iterable[bytes]) -> bytes:
    """The root over hashes whose number is a power of two."""
    level = list(hashes)
    while len(level) > 1:
        pairs = iter(level)
        level = [node_hash(left, right) for left, right in zip(pairs, pairs, strict=True)]
    return level[0]


def root(size: int, node: Node) -> bytes:
    """The root of the tree over the first leaves."""
    return _hash(0, size, node) if size else EMPTY


def inclusion(index: int, size: int, node: Node) -> list[bytes]:
    """The proof that the leaf at an index is in the tree over the first `size` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    return _path(index, size, node, first=0)


def consistency(old: int, new: int, node: Node) -> list[bytes]:
    """The proof that the tree over `new` leaves begins with that over `old`."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves does not contain one of {old}")
    return _subproof(old, new, node, first=0, known=True) if 0 < old < new else []


def _hash(first: int, size: int, node: Node) -> bytes:
    if size & (size - 1) == 0:
        level = size.bit_length() - 1
        return node(level, first >> level)
    left = _split(size)
    return node_hash(_hash(first, left, node), _hash(first + left, size - left, node))


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def _path(index: int, size: int, node: Node, *, first: int) -> list[bytes]:
    if size == 1:
        return []
    left = _split(size)
    if index < left:
        other = _hash(first + left, size - left, node)
        return [*_path(index, left, node, first=first), other]
    other = _hash(first, left, node)
    return [*_path(index - left, size - left, node, first=first + left), other]


def _subproof(old: int, new: int, node: Node, *, first: int, known: bool) -> list[bytes]:
    """RFC 6962 2.1.2; `known` while the old tree's own root need not be given."""
    if old == new:
        return [] if known else [_hash(first, new, node)]
    left = _split(new)
    if old <= left:
        other = _hash(first + left, new - left, node)
        return [*_subproof(old, left, node, first=first, known=known), other]
    other = _hash(first, left, node)
    rest = _subproof(old - left, new - left, node, first=first + left, known=False)
    return [*rest, other]


# Checking


def root_by_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root that a proof leads to from the hash of a leaf (RFC 9162 2.1.3.2)."""
    if not 0 <= index < size:
        raise ProofWrong(f"a tree of {size} leaves has no leaf {index}")
    found, place, last = leaf, index, size - 1
    for each in proof:
        if last == 0:
            raise ProofWrong("the proof is too long")
        if place & 1 or place == last:
            found = node_hash(each, found)
            while place & 1 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, each)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofWrong("the proof is too short")
    return found


def check_consistency(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> None:
    """Raise `ProofWrong` unless the new tree begins with the old one (RFC 9162 2.1.4.2)."""
    if old > new:
        raise ProofWrong(f"a tree of {new} leaves cannot begin with one of {old}")
    if old in (0, new):
        if proof or (old == new and old_root != new_root) or (old == 0 and old_root != EMPTY):
            raise ProofWrong("two roots of one size differ, or a proof was given for nothing")
        return
    first, second = _both_roots(old, new, [old_root] if old & (old - 1) == 0 else [], proof)
    if (first, second) != (old_root, new_root):
        raise ProofWrong("the proof does not lead from the old root to the new one")


def _both_roots(
    old: int, new: int, begin: list[bytes], proof: Sequence[bytes]
) -> tuple[bytes, bytes]:
    """The old and the new root that a proof leads to."""
    hashes = [*begin, *proof]
    if not hashes:
        raise ProofWrong("the proof is too short")
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first = second = hashes[0]
    for each in hashes[1:]:
        if last == 0:
            raise ProofWrong("the proof is too long")
        if place & 1 or place == last:
            first, second = node_hash(each, first), node_hash(each, second)
            while place & 1 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            second = node_hash(second, each)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofWrong("the proof is too short")
    return first, second


# The Merkle tree over all events of a log, in tiles of 256 nodes so that proofs read few rows.

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
        self._add(0, leaf.seq, leaf.seq, leaf_hash(leaf.hash))

    def _add(self, level: int, first: int, last: int, own: bytes) -> None:
        if level == len(self._growing):
            self._growing.append(_Growing(level, 0))
        tile = self._growing[level]
        if len(tile.nodes) == WIDTH:
            tile = self._growing[level] = _Growing(level, tile.number + 1)
        tile.add(first, last, own)
        if len(tile.nodes) == WIDTH:
            self._full.append(tile.take())
            self._add(level + 1, tile.first, last, complete_root(tile.nodes))

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
        made.first, made.last, made.nodes = tile.first, tile.last, _tree_split(tile.hashes)
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
        return root(size, self.node)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return inclusion(index, size, self.node)

    def consistency(self, old: int, new: int) -> list[bytes]:
        return consistency(old, new, self.node)

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        height = level % HEIGHT
        begin = index << height
        tile = self._tile(level // HEIGHT, begin // WIDTH)
        place = begin % WIDTH
        hashes = _tree_split(_cut(tile, place + (1 << height)))[place:]
        return complete_root(hashes)

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
        return index is not None and self.node(0, index) == leaf_hash(own)

    def leaves(self) -> Iterator[bytes]:
        """The hashes of all leaves, as the tiles have them."""
        number = 0
        while tile := self._log.tile(0, number):
            yield from _tree_split(tile.hashes)
            number += 1


def _size(tile: Tile | None) -> int:
    return tile.number * WIDTH + len(tile.hashes) // _HASH if tile else 0


def _tree_split(hashes: bytes) -> list[bytes]:
    return [hashes[place : place + _HASH] for place in range(0, len(hashes), _HASH)]


def _cut(tile: Tile, nodes: int) -> bytes:
    if len(tile.hashes) < nodes * _HASH:
        place = f"tile {tile.number} of level {tile.level}"
        raise TreeBroken(f"{place} of the Merkle tree is shorter than it was")
    return tile.hashes[: nodes * _HASH]
