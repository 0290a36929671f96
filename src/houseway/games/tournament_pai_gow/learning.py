"""What a program that learns Tournament Pai Gow is shown and may choose.

A patron's four tiles are read from the highest line down. `first with second` puts the first two
tiles together, and the others; which part is the high one follows from their values.
"""

from __future__ import annotations

from functools import partial

from houseway.equipment.tiles import LINES, Tile, name
from houseway.games.base_commands import Command
from houseway.games.felt import Felt
from houseway.games.learning import Choice, FeltFact, Learning, Offered
from houseway.games.tournament_pai_gow import vocabulary as v
from houseway.games.tournament_pai_gow.rules import HAND, STACK

FIRST_WITH_SECOND, FIRST_WITH_THIRD, FIRST_WITH_FOURTH = SETTINGS = (
    "first with second",
    "first with third",
    "first with fourth",
)
HOUSE_WAY, CONCEDE = "House Way", "concede"
_PLACE = {line.name: place for place, line in enumerate(LINES)}


def places(tiles: tuple[str, ...]) -> tuple[int, ...]:
    """The places of tiles among the lines, the highest line first."""
    return tuple(sorted(_PLACE[name(Tile(tile))] for tile in tiles))


def read(rules: object, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    """Tournament Pai Gow 9.1: a patron sets four tiles and knows no others."""
    return places(next(each.cards for each in felt.hands if each.name == hand))


def _setting(other: int, offered: Offered, kind: type[Command]) -> Command | None:
    """The setting that puts the first tile with another one; tiles of one line are alike."""
    for each in offered:
        if isinstance(each, v.SetHand):
            hand = places((*each.low, *each.high))
            wanted = tuple(sorted((hand[0], hand[other])))
            if wanted in (places(tuple(each.low)), places(tuple(each.high))):
                return each
    return None


LEARNING = Learning(
    stake=HAND,
    choices=(
        *(
            Choice(said, v.SetHand, partial(_setting, other))
            for other, said in enumerate(SETTINGS, start=1)
        ),
        Choice(HOUSE_WAY, v.AskHouseWay),
        Choice(CONCEDE, v.ConcedeHand),
    ),
    facts=tuple(FeltFact(f"tile {place}", len(LINES)) for place in range(1, STACK + 1)),
    read=read,
    hands=2,
    house=2,
    cards=STACK,
)
