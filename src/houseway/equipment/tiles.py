"""The 32 tiles of pai gow: names, dots, pairs and the two rankings of reading PG1.

Which combinations of two tiles rank above a point count is the game's rule, not the tiles'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, NewType, TypeAlias, get_args

import msgspec
from msgspec import Struct

from houseway.equipment.cards import Card

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


# What says which face something shows: the mark on the types of cards, tiles, dice and pockets.

FACE = "face"  # Annotated[int, FACE]: where a type of its own would be too much


def is_face(annotation: Any) -> bool:
    """Whether a value of this type names a face, by itself or inside a collection or a struct."""
    if annotation in (Card, Tile) or FACE in getattr(annotation, "__metadata__", ()):
        return True
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return bool(face_fields(annotation))
    return any(map(is_face, get_args(annotation)))


@cache
def face_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a command or event that name faces, by their types."""
    return tuple(each.name for each in msgspec.structs.fields(kind) if is_face(each.type))


def faces_of(value: Struct) -> Iterator[str]:
    """Every face that a command or event names; an unseen card names none."""
    for field in face_fields(type(value)):
        yield from _flat(getattr(value, field))


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, Struct):
        yield from faces_of(value)
    elif isinstance(value, Mapping):
        yield from _flat(tuple(value.values()))
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from _flat(each)
    elif value is not None and value != "":
        yield str(value)


# Three dice in a cup. Whether a die lies flat is reported from outside.

Dice: TypeAlias = Annotated[tuple[int, int, int], FACE]

_ROLL = re.compile(r"\s*[-,]?\s*".join(["([0-9])"] * 3))


class BadDice(ValueError):
    """Not a roll of three dice."""


def why_not_dice(values: Sequence[int]) -> str | None:
    """Why these cannot be a roll: Tournament Pai Gow 2.1, three dice; None when they can."""
    if len(values) != 3:
        return f"three dice are rolled, not {len(values)}"
    wrong = [value for value in values if not 1 <= value <= 6]
    return f"a die shows 1 to 6, not {wrong[0]}" if wrong else None


def parse_dice(text: str) -> Dice:
    """Read a roll such as `2-5-6`, in the order given."""
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        raise BadDice(f"{text!r} is not a roll: expected three dice, such as 2-5-6")
    first, second, third = map(int, found.groups())
    reason = why_not_dice((first, second, third))
    if reason:
        raise BadDice(f"{text!r} is not a roll: {reason}")
    return first, second, third


def total(dice: Dice) -> int:
    """The sum of the three, 3 to 18."""
    return sum(dice)


def dice_text(dice: Dice) -> str:
    """The roll as `parse_dice` reads it."""
    return "-".join(map(str, dice))
