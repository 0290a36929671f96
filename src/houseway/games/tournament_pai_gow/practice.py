"""The facts and decisions that a practice table of Tournament Pai Gow needs from outside."""

from __future__ import annotations

from houseway.equipment.tiles import PACK, Tile
from houseway.games import commands as c
from houseway.games.chance import roll
from houseway.games.game import Awaits, Pick
from houseway.games.tournament_pai_gow import vocabulary as v
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX
from houseway.games.tournament_pai_gow.state import Play
from houseway.games.tournament_pai_gow.wagering import without_wager
from houseway.rulebook.roles import Role

# Who plays, and in which box; the later ones only in place of a patron who cannot.
PATRONS = {"Ana": 2, "Ben": 4, "Chen": 7, "Dora": 3, "Eli": 5, "Fay": 6, "Gus": 8}
AT_THE_TABLE = 3


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with unseen tiles, a roll or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "check":
        return awaited.commands[0](), Role(awaited.who)
    if awaited.what == "roll":
        return v.OpenCup(roll(pick)), Role.DEALER
    if awaited.what == "expose":
        return v.RevealHouseHand(_unseen_hand(play, HOUSE_BOX, pick)), Role.DEALER
    tiles = _unseen_hand(play, play.box_of(awaited.who), pick)
    return v.LookAtTiles(awaited.who, tiles), Role.DEALER


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """A wager of the next patron who can place one; who cannot is confirmed as not betting."""
    more = pick(10)
    for patron, box in PATRONS.items():
        if len(play.holders) == AT_THE_TABLE:
            break
        amount = _amount(play, patron, more)
        free = not play.box_of(patron) and box not in play.holders
        if free and patron not in play.layout.excluded and _holds(play, patron, amount):
            return c.PlaceWager(patron, HAND, amount, box), Role.PATRON
    if waiting := without_wager(play):
        return v.ConfirmNoWager(waiting[0]), Role.DEALER
    return c.CallNoMoreBets(), Role.DEALER


def _amount(play: Play, patron: str, more: int) -> int:
    unit = play.limits.multiple or 1_00
    steps = (play.limits.minimum_of(HAND, patron) + unit - 1) // unit
    return play.chips.next_payable((steps + more) * unit)


def _holds(play: Play, patron: str, amount: int) -> bool:
    return patron not in play.layout.counted or play.layout.chips[patron] >= amount


def _unseen_hand(play: Play, box: int, pick: Pick) -> tuple[Tile, ...]:
    """What is known of the hand, and the rest drawn evenly from the tiles that nobody has seen."""
    unseen = list(PACK)
    for tile in play.tiles.seen.elements():
        unseen.remove(tile)
    hand = play.tiles.hands[box]
    drawn = [unseen.pop(pick(len(unseen))) for _ in range(hand.tiles.count(None))]
    return (*hand.known, *drawn)
