"""Dealing: a game's kernel made ready, and rounds dealt by it in chunks.

A chunk is a fixed number of rounds from a start of its own (`rng`): seed, number and rounds decide
it, and neither who deals it nor when.

A game's module in `kernels/` has three names: `tables(data)`, the rules as arrays;
`deal(state, rounds, *tables)`, which is compiled and gives the rounds by case; and
`figures(data, counts)`, the wagers of these rounds. A game that can be played in several manners
also has `Manner`, with which `tables` and `figures` end; every box of a manner counts each round;
`expected(data, wagers, manner)`, the exact figures of that manner; and `spread(data, wager)`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.analysis import CannotAnalyse, approved
from houseway.analysis.compiled import compiled_module, kernel
from houseway.analysis.figures import Spread, WagerFigures
from houseway.games import game, module_in, playable, slugs

# Convergence: the figures after the first so many rounds, by any dealer in any order.

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Long = NDArray[np.int64]  # rounds by case

_OF_TEN = (1, 2, 3, 5, 7)


def points_of(chunks: int) -> tuple[int, ...]:
    """After how many chunks a point is taken; the last is after all of them."""
    found, power = [], 1
    while power < chunks:
        found += [times * power for times in _OF_TEN if times * power < chunks]
        power *= 10
    return (*found, chunks)


class Piece(NamedTuple):
    """Chunks that follow each other, dealt as one."""

    first: int
    chunks: int


def pieces(chunks: int, together: int = 1) -> Iterator[Piece]:
    """All chunks, at most so many together, and none across a point."""
    first = 0
    for point in points_of(chunks):
        while first < point:
            many = min(together, point - first)
            yield Piece(first, many)
            first += many


class Tallies:
    """Rounds by case between the points, as they are dealt."""

    def __init__(self, chunks: int) -> None:
        self.points = points_of(chunks)
        self._parts: dict[int, Long] = {}

    def add(self, chunk: int, counts: Long) -> None:
        """What a chunk, or a piece that begins with it, was dealt."""
        part = bisect_right(self.points, chunk)
        self._parts[part] = self._parts[part] + counts if part in self._parts else counts

    def up_to_each_point(self) -> Iterator[Long]:
        """Once all is dealt: the rounds of the first chunks, up to one point after another."""
        all_counts: Long | None = None
        for part in range(len(self.points)):
            counts = self._parts[part]
            all_counts = counts if all_counts is None else all_counts + counts
            yield all_counts


# The numbers that a simulation deals from: one seed, and a start of its own for every chunk.

WORD = 2**64
WORDS_OF_A_STATE = 4
_GAMMA = 0x9E3779B97F4A7C15

State = tuple[int, int, int, int]


def splitmix(seed: int, place: int) -> int:
    """The number at this place, counted from zero, of the SplitMix64 sequence of a seed."""
    mixed = (seed + (place + 1) * _GAMMA) % WORD
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % WORD
    return mixed ^ mixed >> 31


def state_of(seed: int, chunk: int) -> State:
    """Where the generator of a chunk starts: the next four numbers of the seed's sequence."""
    first = chunk * WORDS_OF_A_STATE
    one, two, three, four = (splitmix(seed, first + n) for n in range(WORDS_OF_A_STATE))
    return one, two, three, four


def xoshiro(state: State) -> Iterator[int]:
    """The numbers of xoshiro256++ from a state, in plain Python."""
    a, b, c, d = state
    while True:
        yield (_turned(a + d, 23) + a) % WORD
        kept = b << 17
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c = (c ^ kept) % WORD
        d = _turned(d, 45)


def _turned(word: int, by: int) -> int:
    word %= WORD
    return (word << by | word >> 64 - by) % WORD


CHUNK = 1_000_000  # rounds; another size would deal other rounds from the same seed


class Batch(NamedTuple):
    """What decides the rounds of a game: the seed, how many, and how many to a chunk."""

    seed: int
    rounds: int
    chunk: int

    @property
    def chunks(self) -> int:
        return -(-self.rounds // self.chunk)

    def rounds_of(self, chunk: int) -> int:
        """The last chunk may be shorter."""
        return min(self.chunk, self.rounds - chunk * self.chunk)


class Dealing(NamedTuple):
    """A game ready to be dealt: rounds by case from a chunk's state, and what they come to.

    `expected` are the exact figures of this manner of play, `spread` those of a round of a wager at
    most. A round adds as many to the cases as there are `boxes`.
    """

    deal: Callable[[Any, int], Long]
    figures: Callable[[Long], tuple[WagerFigures, ...]]
    expected: Callable[[tuple[WagerFigures, ...]], tuple[WagerFigures, ...]]
    spread: Callable[[WagerFigures], Spread]
    boxes: int = 1
    manner: Any = None

    def rounds(self, counts: Long) -> int:
        return int(counts.sum()) // self.boxes


def prepare(slug: str, options: Any = None, data: Any = None, manner: Any = None) -> Dealing:
    """The kernel of a game with its tables; by the approved rules unless others are given."""
    chosen = game(slug).options() if options is None else options
    own = approved(slug, chosen)
    rules = own if data is None else data
    module = kernel_of(slug)
    if manners(slug) is None:
        if manner is not None:
            raise CannotAnalyse(f"{slug} is played in one manner only")
        tables = module.tables(rules)
        sides = kernel("side_wagers").with_sides(game(slug), rules.rules, module, rules, tables)
        return Dealing(
            deal=sides.deal if sides else lambda state, rounds: module.deal(state, rounds, *tables),
            figures=sides.figures if sides else lambda counts: module.figures(rules, counts),
            expected=lambda wagers: wagers,
            spread=lambda wager: wager.spread,
        )
    played = module.Manner() if manner is None else manner
    tables = module.tables(rules, played)
    return Dealing(
        deal=lambda state, rounds: module.deal(state, rounds, *tables),
        figures=lambda counts: module.figures(rules, counts, played),
        expected=lambda wagers: module.expected(own, wagers, played),
        spread=lambda wager: module.spread(own, wager),
        boxes=len(played.boxes),
        manner=played,
    )


def kernel_of(name: str) -> Any:
    """The kernel of the game of an edition or slug."""
    if not simulated(name):
        known = ", ".join(filter(simulated, slugs()))
        raise CannotAnalyse(f"{name} has no simulation; these games have one: {known}")
    return compiled_module(_kernel(name))


def simulated(name: str) -> bool:
    """Whether the game of an edition or slug has a kernel."""
    return playable(name) and find_spec(_kernel(name)) is not None


def _kernel(name: str) -> str:
    return module_in("houseway.analysis.kernels", game(name), outside="kernel")


def manners(slug: str) -> Any:
    """How a game's table can be played, as a type with defaults; None where there is no choice."""
    return getattr(kernel_of(slug), "Manner", None)


def deal_chunk(dealing: Dealing, seed: int, chunk: int, rounds: int) -> Long:
    """The rounds of one chunk by case; nothing but these four decides them."""
    import numpy as np

    return dealing.deal(np.array(state_of(seed, chunk), np.uint64), rounds)


def deal_piece(dealing: Dealing, batch: Batch, piece: Piece) -> Long:
    """The rounds of some chunks that follow each other, by case."""
    first, *rest = (
        deal_chunk(dealing, batch.seed, chunk, batch.rounds_of(chunk))
        for chunk in range(piece.first, piece.first + piece.chunks)
    )
    return sum(rest, start=first)


def chunks_dealt(dealing: Dealing, rounds: int, seed: int, workers: int) -> Iterator[Long]:
    """The rounds of every chunk by case, as they become ready, in any order."""
    dealt = pieces_dealt(dealing, Batch(seed, rounds, CHUNK), workers)
    return (counts for _, counts in dealt)


def pieces_dealt(dealing: Dealing, batch: Batch, workers: int) -> Iterator[tuple[Piece, Long]]:
    """Every chunk with its rounds by case, as threads have them ready."""
    waiting = pieces(batch.chunks)
    if workers == 1:
        for piece in waiting:
            yield piece, deal_piece(dealing, batch, piece)
        return
    with ThreadPoolExecutor(workers) as pool:

        def handed_out(number: int) -> dict[Future[Long], Piece]:
            return {
                pool.submit(deal_piece, dealing, batch, piece): piece
                for piece in islice(waiting, number)
            }

        pending = handed_out(2 * workers)
        while pending:
            ready, _ = wait(pending, return_when=FIRST_COMPLETED)
            done = [(pending.pop(each), each.result()) for each in ready]
            pending |= handed_out(len(ready))
            yield from done
