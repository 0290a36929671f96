"""The 32 tiles of pai gow: names, dots, pairs and the two rankings of reading PG1.

Which combinations of two tiles rank above a point count is the game's rule, not the tiles'.
"""

import re
from typing import NamedTuple, NewType

Tile = NewType("Tile", str)  # dots of the two halves, the fewer first: "1-2", "6-6"


class Line(NamedTuple):
    """Tiles that make a pair: two alike, or two different ones that belong together."""

    name: str
    tiles: tuple[Tile, ...]
    values: tuple[int, ...]  # what one of them may count, before tens are dropped
    single_rank: int  # 1 is the highest
    pair_rank: int

    @property
    def identical(self) -> bool:
        """Are the two tiles of the pair alike?"""
        return len(self.tiles) == 1

    @property
    def pack(self) -> tuple[Tile, Tile]:
        """The two tiles of the line."""
        return self.tiles[0], self.tiles[-1]


def _line(name: str, tiles: str, values: str, single_rank: int, pair_rank: int) -> Line:
    counts = tuple(map(int, values.split(" or ")))
    return Line(name, tuple(map(Tile, tiles.split())), counts, single_rank, pair_rank)


# Tournament Pai Gow 3.1 and Tournament Pai Gow 3.2 (Appendices A and B, reading PG1).
# fmt: off
LINES = (
    #     name         dots       value  single pair
    _line("Teen",      "6-6",     "12",       1,  2),
    _line("Day",       "1-1",     "2",        2,  3),
    _line("Yun",       "4-4",     "8",        3,  4),
    _line("Gor",       "1-3",     "4",        4,  5),
    _line("Mooy",      "5-5",     "10",       5,  6),
    _line("Chong",     "3-3",     "6",        6,  7),
    _line("Bon",       "2-2",     "4",        7,  8),
    _line("Foo",       "5-6",     "11",       8,  9),
    _line("Ping",      "4-6",     "10",       9, 10),
    _line("Tit",       "1-6",     "7",       10, 11),
    _line("Look",      "1-5",     "6",       11, 12),
    _line("Chop Gow",  "3-6 4-5", "9",       12, 13),
    _line("Chop Bot",  "2-6 3-5", "8",       13, 14),
    _line("Chop Chit", "2-5 3-4", "7",       14, 15),
    _line("Chop Ng",   "1-4 2-3", "5",       15, 16),
    _line("Gee Jun",   "1-2 2-4", "3 or 6",  16,  1),
)
# fmt: on

PACK: tuple[Tile, ...] = tuple(tile for line in LINES for tile in line.pack)
LINE: dict[Tile, Line] = {tile: line for line in LINES for tile in line.tiles}

_HALVES = re.compile("([1-6])-?([1-6])")
_BY_NAME = {line.name.lower(): line for line in LINES}


class BadTile(ValueError):
    """The text is not a tile."""


def parse_tile(text: str) -> Tile:
    """Read one tile: `5-6`, `65`, or the name of a line whose tiles are alike, such as `Foo`."""
    word = text.strip().lower()
    line = _BY_NAME.get(word)
    if line is None:
        return _parse_dots(word, text)
    if not line.identical:
        raise BadTile(f"{text!r} may be {' or '.join(line.tiles)}: expected the dots")
    return line.tiles[0]


def _parse_dots(word: str, text: str) -> Tile:
    found = _HALVES.fullmatch(word)
    if found is None:
        raise BadTile(
            f"{text!r} is not a tile: expected its dots, such as 5-6, or its name, such as Foo"
        )
    return Tile("-".join(sorted(found.groups())))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles parted by spaces or commas, in order."""
    return tuple(parse_tile(word) for word in text.replace(",", " ").split())


def name(tile: Tile) -> str:
    """The name of the tile's line."""
    return LINE[tile].name


def pips(tile: Tile) -> int:
    """The dots on both halves."""
    return int(tile[0]) + int(tile[2])


def is_pair(a: Tile, b: Tile) -> bool:
    """Do the two tiles belong to the same line?"""
    return LINE[a] is LINE[b]


def points(a: Tile, b: Tile) -> int:
    """The point count, 0 to 9, of two tiles that form no ranked combination.

    Tournament Pai Gow 4.1: the dots of both, tens dropped. Tournament Pai Gow 4.2: a Gee Jun tile
    counts 3 or 6, whichever is better (reading PG3).
    """
    return max((x + y) % 10 for x in LINE[a].values for y in LINE[b].values)


def single_rank(tile: Tile) -> int:
    """Tournament Pai Gow 3.2: 1 (Teen, the highest) to 16 (Gee Jun)."""
    return LINE[tile].single_rank


def pair_rank(tile: Tile) -> int:
    """The rank of this tile's pair: 1 (Gee Jun, the highest) to 16."""
    return LINE[tile].pair_rank
