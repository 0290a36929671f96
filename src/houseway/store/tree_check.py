"""A check of the whole tree against the events: every tile, and the root of every checkpoint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from houseway.store import merkle
from houseway.store.checkpoint import Checkpoint
from houseway.store.log import Entry, Log, Tile, TreeLog
from houseway.store.merkle import PAGE, WIDTH, Frontier
from houseway.store.seals import checkpoints_of

_HASH = 13  # the place of an event's hash among its fields


class TreeCheck:
    """Follows all events in order; roots are noted at the sizes that are asked for.

    `outside` are checkpoints that were kept outside the log: the log must begin with their events.
    """

    def __init__(self, source: Log | Sequence[Entry], outside: Iterable[Checkpoint] = ()) -> None:
        self._seals = checkpoints_of(source)
        self._outside = list(outside)
        sizes = [seal.size for _, seal in self._seals] + [each.size for each in self._outside]
        self._awaited = sorted(set(sizes), reverse=True)
        self._roots: dict[int, bytes] = {}
        self._full = Frontier()  # over full tiles
        self._above: list[Node] = []  # one for each full tile
        self._leaves: list[bytes] = []
        self._seqs: list[int] = []
        self._stored = Stored(source if isinstance(source, TreeLog) else None)
        self._note_root()

    def take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.add(entry.seq, entry.hash)

    def follow(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Events as the engines have them, handed on."""
        add = self.add
        for row in rows:
            add(row[0], row[_HASH])
            yield row

    def add(self, seq: int, own: bytes) -> None:
        leaves = self._leaves
        leaves.append(merkle.leaf_hash(own))
        self._seqs.append(seq)
        if self._awaited and self._awaited[-1] == self.size:
            self._note_root()
        if len(leaves) == WIDTH:
            self._end_tile()

    def _end_tile(self) -> None:
        self._stored.compare(0, self._full.size, self._leaves, self._seqs[:1] * WIDTH, self._seqs)
        root = merkle.complete_root(self._leaves)
        self._full.add(root)
        self._above.append(Node(root, self._seqs[0], self._seqs[-1]))
        self._leaves.clear()
        self._seqs.clear()

    @property
    def size(self) -> int:
        return self._full.size * WIDTH + len(self._leaves)

    def _note_root(self) -> None:
        if self._awaited and self._awaited[-1] == self.size:
            self._roots[self._awaited.pop()] = self._root()

    def _root(self) -> bytes:
        rest = Frontier()
        for leaf in self._leaves:
            rest.add(leaf)
        return merkle.fold([*self._full.peaks, *rest.peaks])

    def problems(self) -> list[str]:
        """What does not fit, once every event was followed."""
        if self._leaves:
            firsts = self._seqs[:1] * WIDTH
            self._stored.compare(0, self._full.size, self._leaves, firsts, self._seqs)
        self._stored.end(0, -(-self.size // WIDTH))
        self._compare_above()
        problems, before = list(self._stored.problems), 0
        for number, seal in self._seals:
            problems += self._problems_of(seal.signed.checkpoint, f"seal {number}")
            if seal.size < before and not seal.reason:
                problems.append(f"seal {number}: covers fewer events than the one before it")
            before = seal.size
        for each in self._outside:
            problems += self._problems_of(each, f"the checkpoint of {each.size} events")
        return problems

    def _problems_of(self, checkpoint: Checkpoint, name: str) -> list[str]:
        root = self._roots.get(checkpoint.size)
        if root is None:
            return [f"{name}: {checkpoint.size} events were signed for, the log has {self.size}"]
        if root != checkpoint.root:
            return [f"{name}: the first {checkpoint.size} events are not those that were signed"]
        return []

    def _compare_above(self) -> None:
        """Each level of tiles above the leaves holds the roots of the full tiles below it."""
        nodes, level = self._above, 1
        while nodes or self._stored.has(level):
            for place in range(0, len(nodes), WIDTH):
                hashes, firsts, lasts = map(list, zip(*nodes[place : place + WIDTH], strict=True))
                self._stored.compare(level, place // WIDTH, hashes, firsts[:1] * WIDTH, lasts)
            self._stored.end(level, -(-len(nodes) // WIDTH))
            nodes = [_joined(nodes[place : place + WIDTH]) for place in _full_places(nodes)]
            level += 1


def outside_problems(
    source: TreeLog | Sequence[Entry], checkpoints: Sequence[Checkpoint]
) -> list[str]:
    """Which checkpoints from outside a log does not begin with; the chain is checked elsewhere."""
    check = TreeCheck((), checkpoints)
    if isinstance(source, TreeLog):
        for seq, own in _hashes(source):
            check.add(seq, own)
    else:
        check.take(source)
    return check.problems()


def _hashes(log: TreeLog) -> Iterator[tuple[int, bytes]]:
    after, horizon = 0, log.horizon()
    while page := log.hashes(after=after, upto=horizon, limit=PAGE):
        yield from page
        after = page[-1][0]


class Node(NamedTuple):
    """The root of a full tile, and the sequence numbers of the events below it."""

    hash: bytes
    first: int
    last: int


def _joined(nodes: list[Node]) -> Node:
    root = merkle.complete_root([each.hash for each in nodes])
    return Node(root, nodes[0].first, nodes[-1].last)


def _full_places(nodes: list[Node]) -> range:
    return range(0, len(nodes) - WIDTH + 1, WIDTH)


class Stored:
    """The tiles as the log has them; a tree may be shorter than the log, and wrong in no byte."""

    def __init__(self, log: TreeLog | None) -> None:
        self._log = log
        self._covered = 0  # events that the leaves cover
        last = log.tile(0, -1) if log else None
        if last:
            self._covered = last.number * WIDTH + len(last.hashes) // 32
        self.problems: list[str] = []

    def has(self, level: int) -> bool:
        return self._log is not None and self._log.tile(level, -1) is not None

    def compare(
        self, level: int, number: int, hashes: list[bytes], firsts: list[int], lasts: list[int]
    ) -> None:
        """One tile with what it should hold: as many nodes as the leaves of the tree cover."""
        if self._log is None:
            return
        below = self._covered // WIDTH**level - number * WIDTH
        count = min(len(hashes), max(0, below))
        wanted = None
        if count:
            place = count - 1
            wanted = Tile(level, number, firsts[place], lasts[place], b"".join(hashes[:count]))
        if self._log.tile(level, number) != wanted:
            self.problems.append(
                f"tile {number} of level {level} of the Merkle tree is not that of its events"
            )

    def end(self, level: int, tiles: int) -> None:
        """There is no tile behind the last one."""
        last = self._log.tile(level, -1) if self._log else None
        if last is not None and last.number >= tiles:
            self.problems.append(f"level {level} of the Merkle tree has more tiles than the log")
