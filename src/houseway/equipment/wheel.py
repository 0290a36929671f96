"""The single-zero wheel, the positions of its layout and the race track's sections.

What a position pays is the game's rule, not the equipment's.
"""

from functools import cache
from itertools import chain, pairwise
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "straight", "split", "street", "corner", "six_line",
    "column", "dozen", "low", "high", "even", "odd", "red", "black",
]  # fmt: skip
INSIDE: tuple[Kind, ...] = ("straight", "split", "street", "corner", "six_line")

# Tournament American Roulette 2.1 (Appendix A, reading RO1): clockwise from zero.
# fmt: off
WHEEL = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)
REDS = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
# fmt: on


def colour(number: int) -> Literal["green", "red", "black"]:
    """The colour of a pocket."""
    if number == 0:
        return "green"
    return "red" if number in REDS else "black"


def neighbours(number: int, each_side: int = 2) -> tuple[int, ...]:
    """The number between the pockets on each side of it, clockwise, wrapping past zero."""
    at = WHEEL.index(number)
    return tuple(WHEEL[(at + step) % 37] for step in range(-each_side, each_side + 1))


class Position(NamedTuple):
    """A place on the layout where chips may lie."""

    name: str
    kind: Kind
    numbers: tuple[int, ...]


# The layout of Tournament American Roulette 4.3 (Appendix B, reading RO2): twelve rows of three,
# zero across the top, touching 1, 2 and 3. RIGHT and BELOW are the numbers across an edge.
ROWS = tuple((n, n + 1, n + 2) for n in range(1, 37, 3))
COLUMNS = tuple(zip(*ROWS, strict=True))
RIGHT = {n: n + 1 for row in ROWS for n in row[:-1]}
BELOW = {n: n + 3 for row in ROWS[:-1] for n in row}


def _listed(kind: Kind, *numbers: int) -> Position:
    return Position("/".join(map(str, numbers)), kind, numbers)


def _splits() -> list[Position]:
    zero = [_listed("split", 0, n) for n in ROWS[0]]
    across = [_listed("split", n, RIGHT[n]) for n in RIGHT]
    return zero + across + [_listed("split", n, BELOW[n]) for n in BELOW]


def _streets() -> list[Position]:
    zero = [_listed("street", 0, n, RIGHT[n]) for n in ROWS[0][:-1]]
    return zero + [_listed("street", *row) for row in ROWS]


def _corners() -> list[Position]:
    """Where four numbers meet; zero meets the whole first row (reading RO3)."""
    corners = [n for n in RIGHT if n in BELOW]
    return [_listed("corner", 0, *ROWS[0])] + [
        _listed("corner", n, RIGHT[n], BELOW[n], BELOW[RIGHT[n]]) for n in corners
    ]


def _six_lines() -> list[Position]:
    return [Position(f"{a[0]}-{b[2]}", "six_line", a + b) for a, b in pairwise(ROWS)]


def _outside() -> list[Position]:
    numbers = range(1, 37)
    columns = [Position(f"column {i}", "column", c) for i, c in enumerate(COLUMNS, 1)]
    dozens = [
        Position(f"dozen {i}", "dozen", tuple(range(12 * i - 11, 12 * i + 1))) for i in (1, 2, 3)
    ]
    return [
        *columns,
        *dozens,
        Position("low", "low", tuple(numbers[:18])),
        Position("high", "high", tuple(numbers[18:])),
        Position("even", "even", tuple(n for n in numbers if n % 2 == 0)),
        Position("odd", "odd", tuple(n for n in numbers if n % 2)),
        Position("red", "red", tuple(n for n in numbers if n in REDS)),
        Position("black", "black", tuple(n for n in numbers if n not in REDS)),
    ]


_STRAIGHTS = [_listed("straight", n) for n in range(37)]
POSITIONS: dict[str, Position] = {
    position.name: position
    for position in chain(_STRAIGHTS, _splits(), _streets(), _corners(), _six_lines(), _outside())
}
ZERO_CORNER = POSITIONS["0/1/2/3"]  # a layout may lack it (reading RO3)

_ALSO = {"1-12": "dozen 1", "13-24": "dozen 2", "25-36": "dozen 3", "1-18": "low", "19-36": "high"}
_NUMBERS = {str(n): n for n in WHEEL}
_BY_NUMBERS = {frozenset(position.numbers): position for position in POSITIONS.values()}


class BadPosition(ValueError):
    """The text is not a position of the layout."""


def parse_position(text: str) -> Position:
    """Read a position: `17`, `0/1`, `1/2/4/5`, `1-6`, `column 1`, `dozen 2`, `red`."""
    if text in POSITIONS:
        return POSITIONS[text]
    words = " ".join(text.lower().split())
    named = POSITIONS.get(_ALSO.get(words, words)) or _by_numbers(words)
    if named is None:
        raise BadPosition(
            f"{text!r} is not a position of the layout: expected numbers that touch, such as 17,"
            " 0/1, 1/2/3 or 1/2/4/5, a six-line such as 1-6, column 1, dozen 2, low, high, even,"
            " odd, red or black"
        )
    return named


def _by_numbers(words: str) -> Position | None:
    """The position that covers the listed numbers, in whatever order they were named."""
    listed = [part.strip() for part in words.split("/")]
    numbers = frozenset(_NUMBERS[part] for part in listed if part in _NUMBERS)
    return _BY_NUMBERS.get(numbers) if len(numbers) == len(listed) else None


def positions_with(number: int) -> tuple[Position, ...]:
    """The number and every inside combination of it: Tournament American Roulette 4.7 (RO5)."""
    return tuple(p for p in POSITIONS.values() if p.kind in INSIDE and number in p.numbers)


class Piece(NamedTuple):
    """Chips of a race track wager on one position: so many units."""

    position: Position
    units: int


def _pieces(text: str) -> tuple[Piece, ...]:
    names = text.split()
    return tuple(Piece(POSITIONS[name], names.count(name)) for name in dict.fromkeys(names))


# Tournament American Roulette 4.8 (Appendix C, reading RO4). A position named twice holds two.
SECTIONS: dict[str, tuple[Piece, ...]] = {
    "tier": _pieces("5/8 10/11 13/16 23/24 27/30 33/36"),
    "orphans": _pieces("1 6/9 14/17 17/20 31/34"),
    "voisins de zero": _pieces("0/2/3 0/2/3 25/26/28/29 25/26/28/29 4/7 12/15 18/21 19/22 32/35"),
    "zero game": _pieces("0/3 12/15 26 32/35"),
}


@cache
def neighbours_pieces(number: int) -> tuple[Piece, ...]:
    """One unit straight up on the number and on two pockets each side of it."""
    return tuple(Piece(POSITIONS[str(n)], 1) for n in neighbours(number))
