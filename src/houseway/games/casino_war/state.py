"""The state of a Casino War table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import msgspec

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import devices, house, layout, malfunction, shoe_state, tokens
from houseway.games import events as e
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.casino_war.rules import DEVICE, INITIAL, RULES, SHOE, Options, Rules, box_of
from houseway.games.edition import Citing, citing
from houseway.games.fields import BoxNumber, Cents, PatronName, Word
from houseway.games.game import Setup
from houseway.games.house import back_to
from houseway.games.layout import Folds, Layout, end_round, files, only_logged, sets, takes
from houseway.games.limits import Limits
from houseway.games.malfunction import Malfunction, ShoeModeBegan
from houseway.games.shoe_state import Preparation, ShuffleDue
from houseway.games.tokens import Tokens
from houseway.rulebook.document import Clause

# The orders and facts that only Casino War has.

# The cards


class UseMultishuffler(PreparingCommand, frozen=True):
    sentence = "shuffle with the multishuffler"


class ShuffleByHandFirst(PreparingCommand, frozen=True):
    """Before the cards go into the shuffling device."""

    sentence = "shuffle by hand before the device"


class RefillFromRack(RoundCommand, frozen=True):
    """No card is left: those in the rack are shuffled to finish the round."""

    sentence = "take the rack to finish the round"


class OrderCheck(PreparingCommand, frozen=True):
    sentence = "order a check of the cards"


class ShuffledByHandFirst(e.Ruled, frozen=True): ...


class RefillBegun(e.Ruled, frozen=True): ...


class CuttingCardCame(e.CuttingCardAppeared, frozen=True):
    """`to` is where the next card was due: a box, the dealer, or nothing between rounds."""

    to: str


class CheckOrdered(e.Ruled, frozen=True): ...


# Playing areas


class TakePlace(WagerCommand, frozen=True):
    """Where a patron sits; a first wager says the same."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} sits at box {box:number}"
    title = "A patron takes a place"
    own_title = "Take a place"
    takes_box = True


class ReserveAreas(WagerCommand, frozen=True):
    patron: PatronName
    boxes: tuple[BoxNumber, ...]
    sentence = "reserve boxes {boxes:numbers} for {patron}"
    title = "Reserve boxes for a patron"


class ReleaseAreas(WagerCommand, frozen=True):
    patron: PatronName
    sentence = "release the boxes of {patron}"


class RequireArea(WagerCommand, frozen=True):
    """A patron with several playing areas gives one up for others who wait."""

    patron: PatronName
    box: BoxNumber
    sentence = "require {patron} to give up box {box:number}"
    title = "Require a patron to give up a box"


class PlaceTaken(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class AreasReserved(e.Event, frozen=True):
    patron: str
    boxes: tuple[int, ...]
    clause: Clause


class AreasReleased(e.RuledOnPatron, frozen=True): ...


class AreaGivenUp(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


# The round


class GoToWar(RoundCommand, frozen=True):
    """Casino War 1.1 Go to War: without an amount the War Wager equals the Initial Wager.

    `tokens` is how much of it is staked in promotional tokens.
    """

    patron: PatronName
    box: BoxNumber
    amount: Cents = 0
    tokens: Cents = 0
    sentence = (
        "{patron} goes to war in box {box:number}[ with {amount:money}]"
        "[ using {tokens:money} in tokens]"
    )
    own_title = "Go to war"


class Surrender(RoundCommand, frozen=True):
    """Casino War 1.1 surrender."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} surrenders in box {box:number}"
    own_title = "Surrender"
    cautious = True


class RecordAbsence(RoundCommand, frozen=True):
    """The patron whose turn it is to decide is absent."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} is absent from box {box:number}"


class HandsCollected(e.Event, frozen=True):
    """The cards of these playing areas go to the rack while the round goes on."""

    boxes: tuple[int, ...]
    clause: Clause


# When something goes wrong


class ReportFaceUpCard(IrregularityCommand, frozen=True):
    card: Card
    sentence = "a card lies face up in the source: {card:card}"


class OrderFacedCheck(PreparingCommand, frozen=True):
    sentence = "order a check for cards facing up"


class ReportCardInError(IrregularityCommand, frozen=True):
    """A card dealt to the wrong place, noticed before another is drawn; named if it was seen."""

    to: Word
    card: Card | None = None
    sentence = "a card is dealt in error to {to:words}[: {card:card}]"


class ReportBurnInError(IrregularityCommand, frozen=True):
    card: Card | None = None
    sentence = "a card is burned in error[: {card:card}]"


class ReportDealingError(IrregularityCommand, frozen=True):
    sentence = "a card was dealt wrongly"


class RebuildRound(IrregularityCommand, frozen=True):
    """The cards of the round in the order they left the source."""

    cards: tuple[Card, ...]
    sentence = "rebuild the round from {cards:cards}"


class FindNoError(IrregularityCommand, frozen=True):
    sentence = "the cards were dealt rightly"


class DeclareMisdeal(IrregularityCommand, frozen=True):
    """A hand has a wrong number of cards: the dealer's, or that of a box."""

    hand: Word
    sentence = "misdeal of the hand of {hand:words}"
    title = "Declare a misdeal"


class ReportCutMissed(IrregularityCommand, frozen=True):
    sentence = "the cut was forgotten"


class ReportShuffleMissed(IrregularityCommand, frozen=True):
    sentence = "the shuffle was forgotten"


class ReportReturnMissed(IrregularityCommand, frozen=True):
    sentence = "the return of the rack was forgotten"


class ReportMissingCard(IrregularityCommand, frozen=True):
    sentence = "a card is missing"


class ReportForeignCard(IrregularityCommand, frozen=True):
    sentence = "a foreign card is found"


class SendNotification(IrregularityCommand, frozen=True):
    office: Word
    sentence = "notify {office:words}"
    title = "Send a notification"


class CardBurnedInRound(e.Event, frozen=True):
    """A card goes from the source to the rack and counts for nothing."""

    card: Card
    clause: Clause


class CardKept(e.Event, frozen=True):
    """A card waits under the source; it is the next card from round `usable_from` on."""

    card: Card | None
    usable_from: int
    clause: Clause


class RoundReleased(e.Event, frozen=True):
    round: int
    clause: Clause
    ends = (("held", ""),)


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them, by box (0: the dealer).

    `drawn` are cards not on record before, `burned` those that no hand was due.
    """

    hands: dict[int, tuple[Card, ...]]
    drawn: tuple[Card, ...]
    burned: tuple[Card, ...]
    clause: Clause
    ends = (("held", ""),)


class MisdealDeclared(e.Event, frozen=True):
    hand: str
    clause: Clause
    aborts = True


class ShuffleOwed(e.Event, frozen=True):
    """A cut or shuffle was left out: it is made good when the round in play is over."""

    what: str
    clause: Clause


class ReturnMissed(e.Ruled, frozen=True): ...


class CardsNotComplete(e.Event, frozen=True):
    """A card is missing or foreign: the decks are checked, and `offices` told, before more play."""

    what: str
    offices: tuple[str, ...]
    clause: Clause


class EarlierRoundsStand(e.Event, frozen=True):
    rounds: int
    clause: Clause


class NotificationSent(e.Event, frozen=True):
    office: str
    clause: Clause


BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"


@dataclass(slots=True)
class Play:
    """A table: its cards, its wagers, and the round under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    tokens: Tokens = field(default_factory=Tokens)
    stock: Stock = field(default_factory=lambda: Stock.loaded(RULES.decks))
    prep: Preparation = field(default_factory=Preparation)
    malfunction: Malfunction = field(default_factory=Malfunction)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    called: bool = False  # "no more bets" has been called, which closes nothing (reading A-07)
    areas: dict[int, str] = field(default_factory=dict)  # box to patron, as the round began
    # Box to cards: each area and the dealer have room for two, Casino War 2.3.1 and 2.3.2.
    hands: dict[int, list[Card]] = field(default_factory=dict)
    rack_returned: bool = False  # Casino War 7.2, or left out by 11.14
    collected_from: int = -1  # how full the rack was when hands of this round began to go there
    refilled: bool = False  # Casino War 11.7
    places: dict[str, int] = field(default_factory=dict)  # patron to the box of his or her seat
    reserved: dict[int, str] = field(default_factory=dict)  # Casino War 5.9
    given_up: dict[int, str] = field(default_factory=dict)  # Casino War 5.6.1
    cut_after: str = ""  # what led to the shuffle, for who cuts: Casino War 4.3
    shuffle_owed: Clause | None = None  # Casino War 11.9, 11.11
    held_round: int = 0  # a round stopped by an error: Casino War 11.6
    kept_from: int = 0  # from which round on the card under the source is the next one
    kept_by: Clause | None = None  # Casino War 11.2 or 11.4
    faced: bool = False  # a card has been found face up since the last check: Casino War 11.1.1
    check_due: Clause | None = None  # who ordered a check of the cards: 3.8, 11.1.1, 11.17.3
    to_notify: list[str] = field(default_factory=list)  # Casino War 11.17.4
    rules: ClassVar[Rules] = RULES  # of the edition, like `cite`
    cite: ClassVar[Citing] = citing(RULES)

    @property
    def device(self) -> bool:
        return self.options.source == DEVICE

    @property
    def last_dealt(self) -> int:
        """The last round of which a card is out: 0 before the first."""
        return self.round - (self.stage == BETTING)

    def hand(self, box: int) -> list[Card]:
        return self.hands.get(box, [])

    def stake(self, box: int, wager: str) -> int:
        """What lies on a playing area; nothing: 0."""
        return self.layout.wagers.get((self.areas.get(box, ""), box, wager), 0)


def begin(kind: type[Play], setup: Setup) -> Play:
    stock = Stock.loaded(kind.rules.decks, setup.options.source)
    return kind(setup.options, setup.limits, setup.chips, stock=stock)


# Cards


def _shuffled(play: Play, event: e.CardsShuffled) -> None:
    """In mid-round only the cards in the source are shuffled; otherwise all of them."""
    if event.kind == "multishuffler" and play.prep.shuffled:
        return  # pre-shuffled cards that go through the machine as well
    if play.stage == DEALING and event.kind != "riffle":
        play.prep = Preparation(checked=True, shuffled=event.kind)
        return
    shoe_state.EVOLVE[e.CardsShuffled](play, event)
    if event.kind != "riffle":
        play.kept_from = 0


def _cut(play: Play, event: e.CardsCut) -> None:
    shoe_state.EVOLVE[e.CardsCut](play, event)
    play.cut_after = ""


def _cutting_card(play: Play, event: CuttingCardCame) -> None:
    play.prep.cutting_card_out = True
    play.cut_after = event.to or "first"


def _checked(play: Play, event: e.CardsChecked) -> None:
    play.prep.checked = True
    if event.clause == play.cite("11.17.3"):
        play.prep = Preparation(checked=True)  # every card was taken out
    play.check_due, play.faced = None, False


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.prep = Preparation()
    play.cut_after = "replaced"


def _rack_returned(play: Play, event: e.RackReturned) -> None:
    play.stock.return_rack()
    play.rack_returned = True


def _refill(play: Play, event: RefillBegun) -> None:
    play.stock.return_rack()
    play.prep = Preparation(checked=True)
    play.refilled = True
    play.cut_after = "refill"


def _option(play: Play, event: house.OptionSet) -> None:
    house.EVOLVE[house.OptionSet](play, event)
    if event.option == "source":
        play.stock.source_name = event.value
        play.prep = Preparation(checked=play.prep.checked)


def _shoe_mode(play: Play, event: ShoeModeBegan) -> None:
    malfunction.EVOLVE[ShoeModeBegan](play, event)
    play.options = msgspec.structs.replace(play.options, source=SHOE)
    play.stock.source_name = SHOE
    play.prep = Preparation(checked=True)
    play.cut_after = "malfunction"


def _shuffle_owed(play: Play, event: ShuffleOwed) -> None:
    play.shuffle_owed = event.clause
    prep = play.prep
    prep.checked, prep.cut, prep.behind = True, True, max(prep.behind, 0)
    if event.what == "shuffle":  # the cards are those of the old shoe: nothing is burned again
        prep.shuffled, prep.burned = "by hand", True


def _shuffle_due(play: Play, event: ShuffleDue | e.ShuffleOrdered) -> None:
    shoe_state.EVOLVE[type(event)](play, event)
    play.shuffle_owed = None


# Playing areas


def _left(play: Play, event: e.PatronLeft | e.SeatVacated | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    play.places.pop(event.patron, None)
    play.reserved = {box: who for box, who in play.reserved.items() if who != event.patron}
    play.given_up = {box: who for box, who in play.given_up.items() if who != event.patron}


def _wager_placed(play: Play, event: e.WagerPlaced) -> None:
    layout.EVOLVE[e.WagerPlaced](play, event)
    play.places.setdefault(event.patron, event.box)


def _reserved(play: Play, event: AreasReserved) -> None:
    play.reserved |= dict.fromkeys(event.boxes, event.patron)


def _released(play: Play, event: AreasReleased) -> None:
    play.reserved = {box: who for box, who in play.reserved.items() if who != event.patron}


# The round


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round = BETTING, event.round
    play.called = play.rack_returned = play.refilled = False
    play.hands, play.collected_from = {}, -1


def _dealt(play: Play, event: e.CardDealt) -> None:
    play.stock.draw(event.card)
    _to_hand(play, event.to, event.card)


def _kept_used(play: Play, event: e.KeptCardUsed) -> None:
    card = play.stock.bring_back()
    if card is None and event.card is not None:
        play.stock.identify(event.card)
    play.kept_from = 0
    _to_hand(play, event.to, event.card or card)


def _to_hand(play: Play, to: str, card: Card | None) -> None:
    if play.stage == BETTING:  # the first card of the round
        play.stage = DEALING
        staked = [(box, patron) for patron, box, wager in play.layout.wagers if wager == INITIAL]
        play.areas = dict(sorted(staked))
    box = box_of(to)
    if card is not None and box is not None:
        play.hands.setdefault(box, []).append(card)


def _collected(play: Play, event: HandsCollected) -> None:
    if play.collected_from < 0:
        play.collected_from = len(play.stock.rack)
    for box in event.boxes:
        for card in play.hands.get(box, ()):
            play.stock.discard(card)


def _ended(play: Play, event: e.RoundEnded) -> None:
    play.stock.collect()
    full = len(play.layout.idle_rounds) >= play.options.areas  # reading A-13
    end_round(play.layout, number=event.round, counts=bool(play.hands) and full)
    play.stage = BETWEEN


# When something goes wrong


def _burned_in_round(play: Play, event: CardBurnedInRound) -> None:
    play.stock.draw(event.card, to="rack")
    play.faced = play.faced or event.clause == play.cite("11.1")


def _kept(play: Play, event: CardKept) -> None:
    play.stock.draw(event.card, to="aside")
    play.kept_from, play.kept_by = event.usable_from, event.clause


def _rebuilt(play: Play, event: RoundRebuilt) -> None:
    if play.collected_from >= 0:
        play.stock.take_back(len(play.stock.rack) - play.collected_from)
    for card in event.drawn:
        play.stock.draw(card)
    for card in event.burned:
        play.stock.discard(card)
    play.hands = {box: list(cards) for box, cards in event.hands.items()}
    play.collected_from = -1
    play.held_round = 0
    play.stage = DEALING


def _not_complete(play: Play, event: CardsNotComplete) -> None:
    play.to_notify = list(event.offices)
    play.check_due = event.clause


def _notified(play: Play, event: NotificationSent) -> None:
    play.to_notify.remove(event.office)


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.held_round:
        play.held_round = 0
    if event.round == play.round and play.stage in (BETTING, DEALING):
        play.stage = SETTLED
        malfunction.round_voided(play)


EVOLVE: Folds = {
    **layout.EVOLVE,
    **devices.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    **malfunction.EVOLVE,
    **tokens.EVOLVE,
    e.CardsShuffled: _shuffled,
    e.CardsCut: _cut,
    CuttingCardCame: _cutting_card,
    e.CardsChecked: _checked,
    CheckOrdered: takes(check_due="clause"),
    e.CardsReplaced: _replaced,
    ShuffledByHandFirst: only_logged,
    e.RackReturned: _rack_returned,
    ReturnMissed: sets(rack_returned=True),
    RefillBegun: _refill,
    house.OptionSet: _option,
    ShoeModeBegan: _shoe_mode,
    ShuffleOwed: _shuffle_owed,
    ShuffleDue: _shuffle_due,
    e.ShuffleOrdered: _shuffle_due,
    e.PatronLeft: _left,
    e.SeatVacated: _left,
    e.PatronExcluded: _left,
    e.WagerPlaced: _wager_placed,
    PlaceTaken: files("box", "places", by="patron"),
    AreasReserved: _reserved,
    AreasReleased: _released,
    AreaGivenUp: files("patron", "given_up", by="box"),
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.NoMoreBetsCalled: sets(called=True),
    e.CardDealt: _dealt,
    e.KeptCardUsed: _kept_used,
    HandsCollected: _collected,
    e.ResultAnnounced: only_logged,
    e.RoundEnded: _ended,
    CardBurnedInRound: _burned_in_round,
    CardKept: _kept,
    e.RoundHeld: takes(held_round="round"),
    RoundReleased: sets(held_round=0),
    RoundRebuilt: _rebuilt,
    MisdealDeclared: only_logged,
    CardsNotComplete: _not_complete,
    EarlierRoundsStand: only_logged,
    NotificationSent: _notified,
    e.RoundVoided: _voided,
    e.CasinoExclusionRecorded: only_logged,
    e.ComplaintAdvised: only_logged,
}
