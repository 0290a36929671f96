"""The state of a Casino War table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import msgspec

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import devices, house, layout, malfunction_state, shoe_state, tokens
from houseway.games import events as e
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.places import box_of
from houseway.games.casino_war.rules import DEVICE, INITIAL, RULES, SHOE, Options, Rules
from houseway.games.edition import Citing, citing
from houseway.games.folds import Folds, files, only_logged, sets, takes
from houseway.games.game import Setup
from houseway.games.layout import Layout, end_round
from houseway.games.limits import Limits
from houseway.games.malfunction_state import Malfunction
from houseway.games.malfunction_vocabulary import ShoeModeBegan
from houseway.games.shoe_state import Preparation, ShuffleDue
from houseway.games.stages import back_to
from houseway.games.tokens import Tokens
from houseway.rulebook.document import Clause

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


def _cutting_card(play: Play, event: v.CuttingCardCame) -> None:
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


def _refill(play: Play, event: v.RefillBegun) -> None:
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
    malfunction_state.EVOLVE[ShoeModeBegan](play, event)
    play.options = msgspec.structs.replace(play.options, source=SHOE)
    play.stock.source_name = SHOE
    play.prep = Preparation(checked=True)
    play.cut_after = "malfunction"


def _shuffle_owed(play: Play, event: v.ShuffleOwed) -> None:
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


def _reserved(play: Play, event: v.AreasReserved) -> None:
    play.reserved |= dict.fromkeys(event.boxes, event.patron)


def _released(play: Play, event: v.AreasReleased) -> None:
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


def _collected(play: Play, event: v.HandsCollected) -> None:
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


def _burned_in_round(play: Play, event: v.CardBurnedInRound) -> None:
    play.stock.draw(event.card, to="rack")
    play.faced = play.faced or event.clause == play.cite("11.1")


def _kept(play: Play, event: v.CardKept) -> None:
    play.stock.draw(event.card, to="aside")
    play.kept_from, play.kept_by = event.usable_from, event.clause


def _rebuilt(play: Play, event: v.RoundRebuilt) -> None:
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


def _not_complete(play: Play, event: v.CardsNotComplete) -> None:
    play.to_notify = list(event.offices)
    play.check_due = event.clause


def _notified(play: Play, event: v.NotificationSent) -> None:
    play.to_notify.remove(event.office)


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.held_round:
        play.held_round = 0
    if event.round == play.round and play.stage in (BETTING, DEALING):
        play.stage = SETTLED
        malfunction_state.round_voided(play)


EVOLVE: Folds = {
    **layout.EVOLVE,
    **devices.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    **malfunction_state.EVOLVE,
    **tokens.EVOLVE,
    e.CardsShuffled: _shuffled,
    e.CardsCut: _cut,
    v.CuttingCardCame: _cutting_card,
    e.CardsChecked: _checked,
    v.CheckOrdered: takes(check_due="clause"),
    e.CardsReplaced: _replaced,
    v.ShuffledByHandFirst: only_logged,
    e.RackReturned: _rack_returned,
    v.ReturnMissed: sets(rack_returned=True),
    v.RefillBegun: _refill,
    house.OptionSet: _option,
    ShoeModeBegan: _shoe_mode,
    v.ShuffleOwed: _shuffle_owed,
    ShuffleDue: _shuffle_due,
    e.ShuffleOrdered: _shuffle_due,
    e.PatronLeft: _left,
    e.SeatVacated: _left,
    e.PatronExcluded: _left,
    e.WagerPlaced: _wager_placed,
    v.PlaceTaken: files("box", "places", by="patron"),
    v.AreasReserved: _reserved,
    v.AreasReleased: _released,
    v.AreaGivenUp: files("patron", "given_up", by="box"),
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.NoMoreBetsCalled: sets(called=True),
    e.CardDealt: _dealt,
    e.KeptCardUsed: _kept_used,
    v.HandsCollected: _collected,
    e.ResultAnnounced: only_logged,
    e.RoundEnded: _ended,
    v.CardBurnedInRound: _burned_in_round,
    v.CardKept: _kept,
    e.RoundHeld: takes(held_round="round"),
    v.RoundReleased: sets(held_round=0),
    v.RoundRebuilt: _rebuilt,
    v.MisdealDeclared: only_logged,
    v.CardsNotComplete: _not_complete,
    v.EarlierRoundsStand: only_logged,
    v.NotificationSent: _notified,
    e.RoundVoided: _voided,
    e.CasinoExclusionRecorded: only_logged,
    e.ComplaintAdvised: only_logged,
}
