"""The Merkle tree of RFC 6962: hashes, roots, and proofs that need only a few of its nodes.

A tree over many leaves has one root. An inclusion proof shows that a leaf is in the tree of a root;
a consistency proof shows that a larger tree only added leaves to a smaller one. `Node` gives the
hash of a complete subtree: `node(level, index)` covers the leaves from `index << level` on, two to
the power of `level` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

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
