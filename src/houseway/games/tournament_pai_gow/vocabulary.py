"""The orders and facts that only Tournament Pai Gow has."""

from __future__ import annotations

from typing import Annotated, ClassVar

from houseway.equipment.dice import Dice
from houseway.equipment.faces import FACE
from houseway.equipment.tiles import Tile
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import BoxNumber, Count, PatronName, Pips, Text
from houseway.games.tournament_pai_gow.rules import TILES
from houseway.rulebook.document import Clause

Named = tuple[Tile, ...]


# Tiles and dice


class TakeTilesAsChecked(c.Command, frozen=True):
    """A record that begins in the middle of a session takes the check as done."""

    sentence: ClassVar[str] = "the tiles have been checked"


class CheckTiles(c.Command, frozen=True):
    count: Count = TILES
    sentence: ClassVar[str] = "check the tiles[ and count {count:number}]"


class ReplaceTiles(c.Command, frozen=True):
    """Replace all the tiles, or the ones named."""

    tiles: Named = ()
    sentence: ClassVar[str] = "replace the tiles[ {tiles:tiles}]"


class ConfirmReplacement(c.Command, frozen=True):
    sentence: ClassVar[str] = "confirm the check of the replacement tiles"


class ShuffleTiles(c.Command, frozen=True):
    sentence: ClassVar[str] = "shuffle the tiles"


class StackTiles(c.Command, frozen=True):
    """Eight stacks of four, cut in the one way that the rules allow."""

    sentence: ClassVar[str] = "stack and cut the tiles"


class ShakeCup(c.Command, frozen=True):
    sentence: ClassVar[str] = "shake the cup"


class ConfirmNoWager(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} does not bet"


class OpenCup(c.Command, frozen=True):
    dice: tuple[Pips, Pips, Pips]
    sentence: ClassVar[str] = "open the cup: {dice:dice}"


class DeliverTiles(c.Command, frozen=True):
    sentence: ClassVar[str] = "deliver the tiles"


class RetrieveTiles(c.Command, frozen=True):
    sentence: ClassVar[str] = "retrieve the tiles of the empty boxes"


class CollectTiles(c.Command, frozen=True):
    sentence: ClassVar[str] = "collect the tiles"


# Hands


class LookAtTiles(c.Command, frozen=True):
    """A patron looks at the hand: from here on its four tiles are on record."""

    patron: PatronName
    tiles: Named
    sentence: ClassVar[str] = "{patron} looks at {tiles:tiles}"


class SetHand(c.Command, frozen=True):
    """Which tiles go together; which part is the high one follows from their value."""

    patron: PatronName
    low: Named
    high: Named
    box: BoxNumber = 0
    sentence: ClassVar[str] = (
        "{patron} sets low {low:tiles} and high {high:tiles}[ in box {box:number}]"
    )


class AskHouseWay(c.Command, frozen=True):
    patron: PatronName
    tiles: Named = ()
    sentence: ClassVar[str] = "{patron} asks for House Way[ with {tiles:tiles}]"


class DirectHouseWay(c.Command, frozen=True):
    """The Director has the hand of a patron who does not set it set by House Way."""

    patron: PatronName
    tiles: Named = ()
    sentence: ClassVar[str] = "direct House Way for {patron}[ with {tiles:tiles}]"


class ConcedeHand(c.Command, frozen=True):
    """Have the wager taken without the hand being displayed."""

    patron: PatronName
    sentence: ClassVar[str] = "{patron} concedes"


class RevealHouseHand(c.Command, frozen=True):
    tiles: Named
    sentence: ClassVar[str] = "reveal the house hand {tiles:tiles}"


class SetHouseHand(c.Command, frozen=True):
    """By House Way; or as the dealer has really set it, which is put right if it is wrong."""

    low: Named = ()
    high: Named = ()
    sentence: ClassVar[str] = "set the house hand[ low {low:tiles} and high {high:tiles}]"


class TilesChecked(e.Event, frozen=True):
    by: str
    clause: Clause


class TilesReplaced(e.Event, frozen=True):
    tiles: Named
    clause: Clause


class TilesShuffled(e.Event, frozen=True):
    clause: Clause


class TilesStacked(e.Event, frozen=True):
    clause: Clause


class CupShaken(e.Event, frozen=True):
    clause: Clause


class CupOpened(e.Event, frozen=True):
    """`first` is the box that the dice give the first stack to."""

    dice: Dice
    first: int
    clause: Clause


class RoundOfPlayBegun(e.Event, frozen=True):
    round: int
    clause: Clause


class TilesDelivered(e.Event, frozen=True):
    """Four tiles face down to each box in this order; `empty` are the boxes without a wager."""

    boxes: tuple[int, ...]
    empty: tuple[int, ...]
    clause: Clause


class TilesRetrieved(e.Event, frozen=True):
    boxes: tuple[int, ...]
    clause: Clause


class TilesSeen(e.Event, frozen=True):
    """All four tiles of a hand are on record. `by` is who looked."""

    box: int
    tiles: Named
    by: str
    clause: Clause


class HandSet(e.Event, frozen=True):
    box: int
    low: Named
    high: Named
    by: str
    clauses: tuple[Clause, ...]


class HouseHandReset(e.Event, frozen=True):
    """The house hand was set contrary to House Way and lies right now."""

    low: Named
    high: Named
    clauses: tuple[Clause, ...]


class HandConceded(e.Event, frozen=True):
    box: int
    patron: str
    clause: Clause


# When something goes wrong


class ReportDieNotFlat(c.Command, frozen=True):
    sentence: ClassVar[str] = "a die is not flat"


class ReportMisdeal(c.Command, frozen=True):
    sentence: ClassVar[str] = "a tile is exposed in the shuffle or cut"


class OrderReshuffle(c.Command, frozen=True):
    reason: Text
    sentence: ClassVar[str] = "order a reshuffle: {reason:words}"


class ReportExposedTiles(c.Command, frozen=True):
    """Tiles of a hand turned up by the dealer; in the house's box, by anybody."""

    box: BoxNumber
    tiles: Named
    sentence: ClassVar[str] = "the dealer exposes {tiles:tiles} in box {box:number}"


class ExposeTiles(c.Command, frozen=True):
    """A patron turns up tiles of the own hand."""

    patron: PatronName
    tiles: Named
    sentence: ClassVar[str] = "{patron} exposes {tiles:tiles}"


class CallHandVoid(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} calls the hand void"


class PlayHand(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} plays the hand"


class RebuildRound(c.Command, frozen=True):
    """The boxes that really received the stacks, the first stack first: which tiles lie where."""

    boxes: tuple[Annotated[BoxNumber, FACE], ...]
    sentence: ClassVar[str] = "rebuild the round: the stacks went to boxes {boxes:numbers}"


class DisplayConcededHand(c.Command, frozen=True):
    patron: PatronName
    tiles: Named = ()
    sentence: ClassVar[str] = "display the conceded hand of {patron}[: {tiles:tiles}]"


class RestoreHand(c.Command, frozen=True):
    """The Director's decision that a conceded hand is played after all."""

    patron: PatronName
    sentence: ClassVar[str] = "restore the hand of {patron}"


class ExcludeFromRound(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "exclude {patron} from this round"


class CountCancelled(e.Event, frozen=True):
    """The cup is to be shaken again."""

    clause: Clause


class MisdealDeclared(e.Event, frozen=True):
    """The tiles are shuffled and cut anew."""

    clauses: tuple[Clause, ...]


class ReshuffleOrdered(e.Event, frozen=True):
    reason: str
    clause: Clause


class TilesExposed(e.Event, frozen=True):
    box: int
    tiles: Named
    by: str
    clause: Clause


class VoidOffered(e.Event, frozen=True):
    """The patron may call the hand void, until a remaining tile is looked at."""

    box: int
    patron: str
    clause: Clause


class HandPlayed(e.Event, frozen=True):
    """The patron chose to play the hand in spite of the exposed tiles."""

    box: int
    clause: Clause


class RoundRebuilt(e.Event, frozen=True):
    """The stacks that lay in `went` now lie in `right`, box by box; `empty` have no wager."""

    went: tuple[int, ...]
    right: tuple[int, ...]
    empty: tuple[int, ...]
    clause: Clause


class RoundStands(e.Event, frozen=True):
    round: int
    clause: Clause


class ConcededHandDisplayed(e.Event, frozen=True):
    box: int
    patron: str
    tiles: Named
    clause: Clause


class HandRestored(e.Event, frozen=True):
    box: int
    patron: str
    clause: Clause
