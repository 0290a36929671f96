"""The state of a Tournament Pai Gow table, and how each fact changes it. No judgement is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.dice import Dice
from houseway.games import events as e
from houseway.games import house, layout
from houseway.games.edition import Citing, citing
from houseway.games.folds import Folds, adds, discards, only_logged, sets, takes
from houseway.games.layout import Layout, end_round
from houseway.games.limits import Limits
from houseway.games.stages import back_to
from houseway.games.tournament_pai_gow import vocabulary as v
from houseway.games.tournament_pai_gow.hands import Hand, TileSet
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, RULES, Options, Rules

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


def _replaced(play: Play, event: v.TilesReplaced) -> None:
    play.replacements_unchecked = {"director", "dealer"}
    play.tiles.gather()


def _shuffled(play: Play, event: v.TilesShuffled) -> None:
    play.tiles.gather()
    play.tiles.shuffled = True


def _stacked(play: Play, event: v.TilesStacked) -> None:
    play.tiles.stack()


def _gather(play: Play, event: v.MisdealDeclared | v.ReshuffleOrdered) -> None:
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


def _cup_opened(play: Play, event: v.CupOpened) -> None:
    play.stage, play.dice = OPENED, event.dice


def _delivered(play: Play, event: v.TilesDelivered) -> None:
    play.tiles.deliver(event.boxes)
    play.stage, play.delivered_to, play.to_retrieve = SETTING, event.boxes, event.empty


def _retrieved(play: Play, event: v.TilesRetrieved) -> None:
    for box in event.boxes:
        play.tiles.hands[box].retrieved = True
    play.to_retrieve = ()


def _seen(play: Play, event: v.TilesSeen) -> None:
    play.tiles.see(event.box, event.tiles)
    play.tiles.hands[event.box].looked = True


def _set(play: Play, event: v.HandSet) -> None:
    hand = play.tiles.hands[event.box]
    hand.low, hand.high = event.low, event.high


def _conceded(play: Play, event: v.HandConceded) -> None:
    play.tiles.hands[event.box].conceded = True


def _exposed(play: Play, event: v.TilesExposed) -> None:
    hand = play.tiles.hands[event.box]
    if not hand.all_known:
        play.tiles.see(event.box, (*hand.known, *event.tiles))
    if event.by == "dealer":
        hand.exposed += len(event.tiles)


def _offered(play: Play, event: v.VoidOffered) -> None:
    play.tiles.hands[event.box].offered = True


def _hand_played(play: Play, event: v.HandPlayed) -> None:
    play.tiles.hands[event.box].offered = False


def _rebuilt(play: Play, event: v.RoundRebuilt) -> None:
    lay = play.tiles.hands
    right: dict[int, Hand] = {}
    for went, box in zip(event.went, event.right, strict=True):
        right[box] = lay[went] if went == box else Hand(lay[went].tiles)
        right[box].retrieved = box in event.empty
    play.tiles.hands = right
    play.stage, play.to_retrieve, play.result = SETTING, (), ""


def _displayed(play: Play, event: v.ConcededHandDisplayed) -> None:
    play.tiles.see(event.box, event.tiles)
    play.tiles.hands[event.box].displayed = True


def _restored(play: Play, event: v.HandRestored) -> None:
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
    v.TilesChecked: sets(checked=True),
    v.TilesReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    v.TilesShuffled: _shuffled,
    v.TilesStacked: _stacked,
    v.MisdealDeclared: _gather,
    v.ReshuffleOrdered: _gather,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.NoWagerConfirmed: adds("patron", "not_betting"),
    e.WagerPlaced: _placed,
    e.PatronLeft: _gone,
    e.PatronExcluded: _gone,
    e.BettingClosed: sets(stage=CLOSED),
    v.CupShaken: sets(shaken=True),
    v.CupOpened: _cup_opened,
    v.RoundOfPlayBegun: takes(last_begun="round"),
    v.CountCancelled: sets(stage=CLOSED, shaken=False, dice=None),
    v.TilesDelivered: _delivered,
    v.TilesRetrieved: _retrieved,
    v.TilesSeen: _seen,
    v.HandSet: _set,
    v.HouseHandReset: takes("bank", low="low", high="high"),
    v.HandConceded: _conceded,
    v.TilesExposed: _exposed,
    v.VoidOffered: _offered,
    v.HandPlayed: _hand_played,
    v.RoundRebuilt: _rebuilt,
    v.ConcededHandDisplayed: _displayed,
    v.HandRestored: _restored,
    v.RoundStands: only_logged,
    e.ResultAnnounced: _announced,
    e.RoundVoided: _voided,
    e.RoundEnded: _ended,
}
