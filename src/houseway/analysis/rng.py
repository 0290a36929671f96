"""The numbers that a simulation deals from: one seed, and a start of its own for every chunk.

xoshiro256++ gives the numbers and SplitMix64 its starts, both as their authors published them. A
chunk's start depends on seed and chunk alone, so that it makes no difference who deals it, or when.
The kernels hold the same generator compiled (`kernels/xoshiro.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

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
