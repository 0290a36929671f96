"""What lies on the felt at Tournament Pai Gow, and where a patron can put a wager."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from houseway.equipment.tiles import LINES, Tile, name
from houseway.games.base_commands import Command
from houseway.games.events import WagerWithdrawn
from houseway.games.felt import (
    Choice,
    Felt,
    FeltFact,
    Learning,
    Offered,
    Spot,
    covered,
    faces,
    notes_of,
    spot,
)
from houseway.games.felt import Hand as Seen
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.hands import Hand
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, PATRON_BOXES, STACK, VERDICT
from houseway.games.tournament_pai_gow.state import Play


def felt(play: Play, patron: str) -> Felt:
    """Tournament Pai Gow 9.1, 9.3, 11.1: who may know a tile.

    A patron's tiles are the patron's until the hands are compared; the house's are seen by all
    once they are revealed. Conceded hands stay face down, tiles of empty boxes go back unseen
    (reading PG12).
    """
    owners, compared = _owners(play), _compared(play)
    hands: list[Seen] = []
    for box in sorted(play.tiles.hands):
        hand, owner = play.tiles.hands[box], owners.get(box, "")
        if not hand.retrieved:
            own = bool(patron) and owner == patron
            hands += _seen(play, box, owner, hand, open_=own or _is_open(box, hand, compared))
    return Felt(
        tuple(hands),
        dice=play.dice or (),
        result=play.result,
        seats={who: box for box, who in owners.items()},
        notes=notes_of("no wager this round", play.not_betting),
    )


def _owners(play: Play) -> dict[int, str]:
    """Whose hand lies in each box: a wager there, or one that has just been settled."""
    settled = {
        line.box: line.patron
        for line in play.layout.settlements
        if type(line) is not WagerWithdrawn
    }
    return settled | play.holders


def _compared(play: Play) -> set[int]:
    """The boxes whose hands were laid open against the bank's."""
    if not play.result:
        return set()
    return {line.box for line in play.layout.settlements if type(line) in VERDICT}


def _is_open(box: int, hand: Hand, compared: set[int]) -> bool:
    if box == HOUSE_BOX:
        return hand.all_known
    return hand.displayed or (box in compared and not hand.conceded)


def _seen(play: Play, box: int, owner: str, hand: Hand, *, open_: bool) -> Iterator[Seen]:
    name, note = "house" if box == HOUSE_BOX else f"box {box}", _note(hand)
    if not hand.is_set:
        tiles = faces(hand.tiles) if open_ else covered(hand.tiles)
        yield Seen(name, tiles, box, owner, "", note)
        return
    for part, tiles in (("high", hand.high), ("low", hand.low)):
        shown, total = (tiles, play.rules.worth(tiles)) if open_ else (covered(tiles), "")
        yield Seen(f"{name} {part}", shown, box, owner, total, note)


def _note(hand: Hand) -> str:
    if hand.conceded:
        return "conceded"
    return "may be called void" if hand.offered else ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Tournament Pai Gow 7.2, 7.3: one box for each patron; box 1 is the house's."""
    return tuple(spot(play.limits, patron, HAND, box) for box in PATRON_BOXES)


# What a program that learns Tournament Pai Gow is shown and may choose.

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
