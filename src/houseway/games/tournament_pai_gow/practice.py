"""The facts and decisions that a practice table of Tournament Pai Gow needs from outside."""

from __future__ import annotations

from houseway.equipment.dice import Dice
from houseway.equipment.tiles import PACK, Tile
from houseway.games import commands as c
from houseway.games.game import Awaits, Pick
from houseway.games.tournament_pai_gow import vocabulary as v
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX
from houseway.games.tournament_pai_gow.state import Play
from houseway.rulebook.roles import Role

PATRONS = {"Ana": 2, "Ben": 4, "Chen": 7}  # and their boxes


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with unseen tiles, a roll or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "check":
        return awaited.commands[0](), Role(awaited.who)
    if awaited.what == "roll":
        return v.OpenCup(_roll(pick)), Role.DEALER
    if awaited.what == "expose":
        return v.RevealHouseHand(_unseen_hand(play, HOUSE_BOX, pick)), Role.DEALER
    tiles = _unseen_hand(play, play.box_of(awaited.who), pick)
    return v.LookAtTiles(awaited.who, tiles), Role.PATRON


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    for patron, box in PATRONS.items():
        if not play.box_of(patron) and box not in play.holders:
            unit = play.limits.multiple or 1_00
            steps = (play.limits.minimum_of(HAND) + unit - 1) // unit
            return c.PlaceWager(patron, HAND, (steps + pick(10)) * unit, box), Role.PATRON
    return c.CallNoMoreBets(), Role.DEALER


def _roll(pick: Pick) -> Dice:
    return 1 + pick(6), 1 + pick(6), 1 + pick(6)


def _unseen_hand(play: Play, box: int, pick: Pick) -> tuple[Tile, ...]:
    """What is known of the hand, and the rest drawn evenly from the tiles that nobody has seen."""
    unseen = list(PACK)
    for tile in play.tiles.seen.elements():
        unseen.remove(tile)
    hand = play.tiles.hands[box]
    drawn = [unseen.pop(pick(len(unseen))) for _ in range(hand.tiles.count(None))]
    return (*hand.known, *drawn)
