"""The state of a Tournament Pai Gow table, and how each fact changes it. No judgement is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.tiles import FACE, Dice, Tile
from houseway.games import events as e
from houseway.games import house, layout
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.commands import by_two_persons
from houseway.games.edition import Citing, citing
from houseway.games.fields import BoxNumber, Count, PatronName, Pips, Text
from houseway.games.house import back_to
from houseway.games.layout import Folds, Layout, adds, discards, end_round, only_logged, sets, takes
from houseway.games.limits import Limits
from houseway.games.tournament_pai_gow.hands import Hand, TileSet
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, RULES, TILES, Options, Rules
from houseway.rulebook.document import Clause

# The orders and facts that only Tournament Pai Gow has.

Named = tuple[Tile, ...]


# Tiles and dice


class TakeTilesAsChecked(PreparingCommand, frozen=True):
    """A record that begins in the middle of a session takes the check as done."""

    sentence = "the tiles have been checked"
    call = "The tiles have been checked"
    key = "z"


class CheckTiles(PreparingCommand, frozen=True):
    count: Count = TILES
    sentence = "check the tiles[ and count {count:number}]"


class ReplaceTiles(PreparingCommand, frozen=True):
    """Replace all the tiles, or the ones named."""

    tiles: Named = ()
    sentence = "replace the tiles[ {tiles:tiles}]"


class ConfirmReplacement(PreparingCommand, frozen=True):
    sentence = "confirm the check of the replacement tiles"


class ShuffleTiles(PreparingCommand, frozen=True):
    sentence = "shuffle the tiles"


class StackTiles(PreparingCommand, frozen=True):
    """Eight stacks of four, cut in the one way that the rules allow."""

    sentence = "stack and cut the tiles"


class ShakeCup(RoundCommand, frozen=True):
    sentence = "shake the cup"
    reported_by = "dice"


class ConfirmNoWager(WagerCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} does not bet"
    sits_out = "not_betting"


class OpenCup(RoundCommand, frozen=True):
    dice: tuple[Pips, Pips, Pips]
    sentence = "open the cup: {dice:dice}"
    reported_by = "dice"


class DeliverTiles(RoundCommand, frozen=True):
    sentence = "deliver the tiles"


class RetrieveTiles(RoundCommand, frozen=True):
    sentence = "retrieve the tiles of the empty boxes"


class CollectTiles(RoundCommand, frozen=True):
    sentence = "collect the tiles"


# Hands


class LookAtTiles(RoundCommand, frozen=True):
    """A patron looks at the hand: from here on its four tiles are on record."""

    patron: PatronName
    tiles: Named
    sentence = "{patron} looks at {tiles:tiles}"
    title = "A patron looks at the tiles"
    own_title = "Look at the tiles"
    entered_elsewhere = True


class SetHand(RoundCommand, frozen=True):
    """Which tiles go together; which part is the high one follows from their value."""

    patron: PatronName
    low: Named
    high: Named
    box: BoxNumber = 0
    sentence = "{patron} sets low {low:tiles} and high {high:tiles}[ in box {box:number}]"
    title = "A patron sets the hand"
    own_title = "Set the hand"
    halves = ("low", "high")


class AskHouseWay(RoundCommand, frozen=True):
    patron: PatronName
    tiles: Named = ()
    sentence = "{patron} asks for House Way[ with {tiles:tiles}]"
    own_title = "Set by House Way"
    plain = True
    key = "h"
    entered_elsewhere = True
    cautious = True


class DirectHouseWay(RoundCommand, frozen=True):
    """The Director has the hand of a patron who does not set it set by House Way."""

    patron: PatronName
    tiles: Named = ()
    sentence = "direct House Way for {patron}[ with {tiles:tiles}]"
    entered_elsewhere = True


class ConcedeHand(RoundCommand, frozen=True):
    """Have the wager taken without the hand being displayed."""

    patron: PatronName
    sentence = "{patron} concedes"
    own_title = "Concede the hand"
    weight = 0
    grave = True


class RevealHouseHand(RoundCommand, frozen=True):
    tiles: Named
    sentence = "reveal the house hand {tiles:tiles}"


class SetHouseHand(RoundCommand, frozen=True):
    """By House Way; or as the dealer has really set it, which is put right if it is wrong."""

    low: Named = ()
    high: Named = ()
    sentence = "set the house hand[ low {low:tiles} and high {high:tiles}]"


class TilesChecked(e.Event, frozen=True):
    by: str
    clause: Clause


class TilesReplaced(e.Event, frozen=True):
    tiles: Named
    clause: Clause


class TilesShuffled(e.Ruled, frozen=True): ...


class TilesStacked(e.Ruled, frozen=True): ...


class CupShaken(e.Ruled, frozen=True): ...


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


class ReportDieNotFlat(IrregularityCommand, frozen=True):
    sentence = "a die is not flat"


class ReportMisdeal(IrregularityCommand, frozen=True):
    sentence = "a tile is exposed in the shuffle or cut"


class OrderReshuffle(IrregularityCommand, frozen=True):
    reason: Text
    sentence = "order a reshuffle: {reason:words}"


class ReportExposedTiles(IrregularityCommand, frozen=True):
    """Tiles of a hand turned up by the dealer; in the house's box, by anybody."""

    box: BoxNumber
    tiles: Named
    sentence = "the dealer exposes {tiles:tiles} in box {box:number}"
    title = "The dealer exposes tiles"
    entered_elsewhere = True


class ExposeTiles(IrregularityCommand, frozen=True):
    """A patron turns up tiles of the own hand."""

    patron: PatronName
    tiles: Named
    sentence = "{patron} exposes {tiles:tiles}"
    title = "A patron exposes tiles"
    own_title = "Expose tiles"
    entered_elsewhere = True


class CallHandVoid(IrregularityCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} calls the hand void"
    own_title = "Call the hand void"
    key = "v"
    weight = 0


class PlayHand(IrregularityCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} plays the hand"
    own_title = "Play the hand"


class RebuildRound(IrregularityCommand, frozen=True):
    """The boxes that really received the stacks, the first stack first: which tiles lie where."""

    boxes: tuple[Annotated[BoxNumber, FACE], ...]
    sentence = "rebuild the round: the stacks went to boxes {boxes:numbers}"


class DisplayConcededHand(IrregularityCommand, frozen=True):
    patron: PatronName
    tiles: Named = ()
    sentence = "display the conceded hand of {patron}[: {tiles:tiles}]"


class RestoreHand(IrregularityCommand, frozen=True):
    """The Director's decision that a conceded hand is played after all."""

    patron: PatronName
    sentence = "restore the hand of {patron}"


class ExcludeFromRound(IrregularityCommand, frozen=True):
    patron: PatronName
    sentence = "exclude {patron} from this round"


class CountCancelled(e.Ruled, frozen=True):
    """The cup is to be shaken again."""


class MisdealDeclared(e.Event, frozen=True):
    """The tiles are shuffled and cut again."""

    clauses: tuple[Clause, ...]
    aborts = True


class ReshuffleOrdered(e.Event, frozen=True):
    reason: str
    clause: Clause
    aborts = True


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
    ends = (("held", ""),)


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


by_two_persons(
    ReplaceTiles, ConfirmReplacement, apart=((ConfirmReplacement, ConfirmReplacement),),
    what="two persons each confirm the check before the next round",
)  # fmt: skip

BETWEEN, BETTING, CLOSED = "between rounds", "betting", "betting closed"
OPENED, SETTING, SETTLED = "cup opened", "setting", "settled"


@dataclass(slots=True)
class Play:
    """A table: its tiles, its wagers, and the round under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    tiles: TileSet = field(default_factory=TileSet)
    notices: set[str] = field(default_factory=set)
    checked: bool = False
    replacements_unchecked: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    boxes: dict[str, int] = field(default_factory=dict)  # patron to the box kept
    last_begun: int = 0  # the last round whose cup was opened (terms: Round of Play)
    not_betting: set[str] = field(default_factory=set)
    shaken: bool = False
    dice: Dice | None = None
    delivered_to: tuple[int, ...] = ()  # the boxes in the order of the stacks
    to_retrieve: tuple[int, ...] = ()
    result: str = ""
    rules: ClassVar[Rules] = RULES  # of the edition the table was opened under
    cite: ClassVar[Citing] = citing(RULES)

    @property
    def bank(self) -> Hand:
        return self.tiles.hands[HOUSE_BOX]

    @property
    def holders(self) -> dict[int, str]:
        """The boxes with a wager, lowest first (anticlockwise), and whose it is."""
        return dict(sorted([(box, patron) for patron, box, _ in self.layout.wagers]))

    def box_of(self, patron: str) -> int:
        """The box of a patron's wager, or 0."""
        box = self.boxes.get(patron, 0)
        return box if (patron, box, HAND) in self.layout.wagers else 0


def _replaced(play: Play, event: TilesReplaced) -> None:
    play.replacements_unchecked = {"director", "dealer"}
    play.tiles.gather()


def _shuffled(play: Play, event: TilesShuffled) -> None:
    play.tiles.gather()
    play.tiles.shuffled = True


def _stacked(play: Play, event: TilesStacked) -> None:
    play.tiles.stack()


def _gather(play: Play, event: MisdealDeclared | ReshuffleOrdered) -> None:
    play.tiles.gather()


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round = BETTING, event.round
    play.not_betting = set()
    play.shaken, play.dice = False, None
    play.delivered_to = play.to_retrieve = ()
    play.result = ""


def _gone(play: Play, event: e.PatronLeft | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    _free_boxes(play)


def _free_boxes(play: Play) -> None:
    """A box is kept by the person who is at the table or has a wager in it."""
    here = play.layout.idle_rounds
    gone = [who for who in play.boxes if who not in here and not play.box_of(who)]
    for patron in gone:
        del play.boxes[patron]


def _placed(play: Play, event: e.WagerPlaced) -> None:
    layout.EVOLVE[e.WagerPlaced](play, event)
    play.boxes[event.patron] = event.box
    play.not_betting.discard(event.patron)


def _cup_opened(play: Play, event: CupOpened) -> None:
    play.stage, play.dice = OPENED, event.dice


def _delivered(play: Play, event: TilesDelivered) -> None:
    play.tiles.deliver(event.boxes)
    play.stage, play.delivered_to, play.to_retrieve = SETTING, event.boxes, event.empty


def _retrieved(play: Play, event: TilesRetrieved) -> None:
    for box in event.boxes:
        play.tiles.hands[box].retrieved = True
    play.to_retrieve = ()


def _seen(play: Play, event: TilesSeen) -> None:
    play.tiles.see(event.box, event.tiles)
    play.tiles.hands[event.box].looked = True


def _set(play: Play, event: HandSet) -> None:
    hand = play.tiles.hands[event.box]
    hand.low, hand.high = event.low, event.high


def _conceded(play: Play, event: HandConceded) -> None:
    play.tiles.hands[event.box].conceded = True


def _exposed(play: Play, event: TilesExposed) -> None:
    hand = play.tiles.hands[event.box]
    if not hand.all_known:
        play.tiles.see(event.box, (*hand.known, *event.tiles))
    if event.by == "dealer":
        hand.exposed += len(event.tiles)


def _offered(play: Play, event: VoidOffered) -> None:
    play.tiles.hands[event.box].offered = True


def _hand_played(play: Play, event: HandPlayed) -> None:
    play.tiles.hands[event.box].offered = False


def _rebuilt(play: Play, event: RoundRebuilt) -> None:
    lay = play.tiles.hands
    right: dict[int, Hand] = {}
    for went, box in zip(event.went, event.right, strict=True):
        right[box] = lay[went] if went == box else Hand(lay[went].tiles)
        right[box].retrieved = box in event.empty
    play.tiles.hands = right
    play.stage, play.to_retrieve, play.result = SETTING, (), ""


def _displayed(play: Play, event: ConcededHandDisplayed) -> None:
    play.tiles.see(event.box, event.tiles)
    play.tiles.hands[event.box].displayed = True


def _restored(play: Play, event: HandRestored) -> None:
    play.tiles.hands[event.box].conceded = False
    play.stage, play.result = SETTING, ""


def _announced(play: Play, event: e.ResultAnnounced) -> None:
    play.result, play.stage = event.result, SETTLED


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.round and play.stage != BETWEEN:
        play.stage = SETTLED


def _ended(play: Play, event: e.RoundEnded) -> None:
    play.tiles.gather()
    end_round(play.layout, number=event.round, counts=play.last_begun == event.round)
    _free_boxes(play)
    play.stage = BETWEEN


EVOLVE: Folds = {
    **layout.EVOLVE,
    **house.EVOLVE,
    TilesChecked: sets(checked=True),
    TilesReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    TilesShuffled: _shuffled,
    TilesStacked: _stacked,
    MisdealDeclared: _gather,
    ReshuffleOrdered: _gather,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.NoWagerConfirmed: adds("patron", "not_betting"),
    e.WagerPlaced: _placed,
    e.PatronLeft: _gone,
    e.PatronExcluded: _gone,
    e.BettingClosed: sets(stage=CLOSED),
    CupShaken: sets(shaken=True),
    CupOpened: _cup_opened,
    RoundOfPlayBegun: takes(last_begun="round"),
    CountCancelled: sets(stage=CLOSED, shaken=False, dice=None),
    TilesDelivered: _delivered,
    TilesRetrieved: _retrieved,
    TilesSeen: _seen,
    HandSet: _set,
    HouseHandReset: takes("bank", low="low", high="high"),
    HandConceded: _conceded,
    TilesExposed: _exposed,
    VoidOffered: _offered,
    HandPlayed: _hand_played,
    RoundRebuilt: _rebuilt,
    ConcededHandDisplayed: _displayed,
    HandRestored: _restored,
    RoundStands: only_logged,
    e.ResultAnnounced: _announced,
    e.RoundVoided: _voided,
    e.RoundEnded: _ended,
}
