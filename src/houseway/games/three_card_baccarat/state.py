"""The state of a Three Card Baccarat table, and how each fact changes it. No judgement is here."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

import msgspec

from houseway.equipment.cards import Card
from houseway.equipment.chips import ChipSet
from houseway.equipment.stock import Stock
from houseway.games import devices, house, layout, shoe_state, tokens
from houseway.games import events as e
from houseway.games import malfunction as m
from houseway.games import malfunction as malfunction_state
from houseway.games.edition import Citing, citing
from houseway.games.game import Setup
from houseway.games.house import back_to
from houseway.games.layout import Folds, Layout, adds, end_round, files, only_logged, sets, takes
from houseway.games.limits import Limits
from houseway.games.malfunction import Malfunction
from houseway.games.shoe_state import Preparation, ShuffleDue
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import (
    BANKER,
    HAND,
    PLAYER,
    RULES,
    SHOE,
    SOURCES,
    STANDARD,
    Options,
    Rules,
)
from houseway.games.tokens import Tokens
from houseway.rulebook.document import Clause

BETWEEN, BETTING, DEALING, SETTLED = "between coups", "betting", "dealing", "settled"


@dataclass(slots=True)
class Play:
    """A table: its cards, its wagers, and the coup under way or just over.

    A coup begins with its first card (1.1 coup), so while betting is open `round` and `hands` are
    still those of the last one, of which an error can be reported until then (12.6).
    """

    options: Options
    limits: Limits
    chips: ChipSet
    stock: Stock
    layout: Layout = field(default_factory=Layout)
    tokens: Tokens = field(default_factory=Tokens)
    prep: Preparation = field(default_factory=Preparation)
    notices: set[str] = field(default_factory=set)
    malfunction: Malfunction = field(default_factory=Malfunction)
    seats: dict[str, int] = field(default_factory=dict)  # patron to playing area
    standing: set[str] = field(default_factory=set)  # approved to cut and to handle cards: 5.10
    most_patrons: dict[int, int] = field(default_factory=dict)  # areas restricted under 5.6
    given_up: dict[int, dict[str, str]] = field(default_factory=dict)  # area: by whom, to whom
    stage: str = BETWEEN
    called: bool = False  # no more bets
    last_coup: bool = False
    round: int = 0
    hands: dict[int, list[Card | None]] = field(default_factory=dict)  # areas, then Banker
    coup_limits: Limits = RULES.limits  # those the last coup was played under
    coup_variant: str = STANDARD  # likewise the game: Three Card Baccarat 10.1
    consents: set[str] = field(default_factory=set)  # to the other game: 14.8
    handled: bool = False  # a patron has touched cards of this coup: 12.1
    marker: int | None = None  # Three Card Baccarat 1.1 marker button: off, or on a total
    held: int = 0  # a coup whose result or settlement is in question: 12.6
    cards_wrong: bool = False  # a card was missing or foreign, and no check has followed: 12.13
    faced: bool = False  # a card lay face up in the source since it was loaded: 12.9.1
    shuffle_owed: Clause | None = None  # after this coup: 12.10, 12.12
    rules: ClassVar[Rules] = RULES  # of the edition, like `cite`
    cite: ClassVar[Citing] = citing(RULES)

    def known(self, box: int) -> list[Card]:
        return list(filter(None, self.hands[box]))

    @property
    def in_shoe(self) -> bool:
        return self.options.source == SHOE


def begin(kind: type[Play], setup: Setup) -> Play:
    options = setup.options
    stock = Stock.loaded(options.decks, SOURCES[options.source])
    return kind(options, setup.limits, setup.chips, stock)


def areas_in_play(play: Play) -> list[int]:
    """Three Card Baccarat 8.1: the areas that contain a wager, from the dealer's left."""
    return sorted({box for _, box, wager in play.layout.wagers if wager == PLAYER})


def has_wager(play: Play, area: int) -> bool:
    """Does an area contain a wager on its hand?"""
    for _, box, wager in play.layout.wagers:  # noqa: SIM110  # asked for every card: a plain loop
        if box == area and wager == PLAYER:
            return True
    return False


def hands_in_play(play: Play) -> list[int]:
    """The hands still to be dealt and shown: an area that lost its wagers drops out (3C-25)."""
    areas = {box for _, box, wager in play.layout.wagers if wager == PLAYER}
    return [box for box in play.hands if box in areas or box == BANKER]


def hands_shown(play: Play) -> list[int]:
    """The hands that lie open with all their cards, areas first."""
    return [box for box, hand in play.hands.items() if len(hand) == HAND and None not in hand]


# People and areas


def _seated(play: Play, event: v.SeatTaken) -> None:
    play.seats[event.patron] = event.box
    play.layout.idle_rounds.setdefault(event.patron, 0)


def _gone(play: Play, event: e.PatronLeft | e.SeatVacated | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    play.seats.pop(event.patron, None)
    play.standing.discard(event.patron)
    play.consents.discard(event.patron)
    for box, given in play.given_up.items():
        play.given_up[box] = {who: to for who, to in given.items() if event.patron not in (who, to)}


def _option(play: Play, event: house.OptionSet) -> None:
    """Another game in play: what was agreed to is done."""
    house.EVOLVE[house.OptionSet](play, event)
    play.consents = set()


def _given_up(play: Play, event: v.AreaGivenUp) -> None:
    play.given_up.setdefault(event.box, {})[event.patron] = event.onto


# The coup


def _begun(play: Play, event: e.BettingClosed) -> None:
    """The first card: the coup begins, and its hands are those of the areas that hold a wager."""
    play.stage = DEALING
    play.round += 1
    play.hands = {box: [] for box in (*areas_in_play(play), BANKER)}
    play.coup_limits, play.coup_variant = play.limits, play.options.variant
    play.consents = set()
    play.handled = False


def _dealt(play: Play, event: e.CardDealt) -> None:
    play.stock.draw(event.card)
    play.hands[box_of(event.to)].append(event.card)


@lru_cache(maxsize=64)
def hand_name(box: int) -> str:
    return f"box {box}" if box else "banker"


@lru_cache(maxsize=64)
def box_of(hand: str) -> int:
    """The number of a hand by its name; -1 for a name that is none."""
    if hand == "banker":
        return BANKER
    word, _, number = hand.partition(" ")
    return int(number) if word == "box" and number.isdecimal() and number != "0" else -1


def _exposed(play: Play, event: v.HandExposed) -> None:
    hand = play.hands[event.box]
    for card in event.cards:
        hand[hand.index(None)] = card
        play.stock.identify(card)
    play.handled = play.handled or event.by in play.layout.idle_rounds


def _ended(play: Play, event: e.RoundEnded) -> None:
    """Reading 3C-08: in a device the cards of a coup sit out the next one."""
    if not play.in_shoe:
        play.stock.return_rack()
    play.stock.collect()
    full = len(play.layout.idle_rounds) >= play.options.areas  # reading A-13
    end_round(play.layout, number=event.round, counts=full)
    play.stage = BETWEEN
    play.marker = None


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    malfunction_state.round_voided(play)
    play.held = 0
    if play.stage == DEALING:
        play.stage = SETTLED


# Cards


def _shuffled(play: Play, event: e.CardsShuffled) -> None:
    """During a coup (13.5.3) the cards on the layout stay where they are."""
    if play.stage == DEALING:
        play.prep = Preparation(checked=True, shuffled=event.kind)
        return
    shoe_state.EVOLVE[e.CardsShuffled](play, event)
    if event.kind != "riffle":
        play.faced = play.last_coup = False
        play.shuffle_owed = None


def _cutting_card_placed(play: Play, event: e.CuttingCardPlaced) -> None:
    """A coup in progress is no start of play: nothing is burned (reading 3C-24)."""
    shoe_state.EVOLVE[e.CuttingCardPlaced](play, event)
    play.prep.burned = play.stage == DEALING


def _replaced(play: Play, event: e.CardsReplaced | v.DeviceCheckOrdered | v.SourceVoided) -> None:
    play.prep = Preparation()


def _checked(play: Play, event: e.CardsChecked) -> None:
    shoe_state.EVOLVE[e.CardsChecked](play, event)
    play.cards_wrong = False


def _shoe_begun(play: Play, event: m.ShoeModeBegan) -> None:
    malfunction_state.EVOLVE[m.ShoeModeBegan](play, event)
    play.options = msgspec.structs.replace(play.options, source=SHOE)
    play.stock.source_name = SOURCES[SHOE]
    play.prep = Preparation(checked=True)


def _exposed_burned(play: Play, event: v.ExposedCardBurned) -> None:
    play.stock.draw(event.card, to="rack")


def _found_out(play: Play, event: v.CardsFoundOut) -> None:
    for card in event.cards:
        play.stock.draw(card)


def _counted(play: Play, event: v.HandCounted) -> None:
    hand, stock = play.hands[event.box], play.stock
    while len(hand) < event.count:
        stock.draw(None)
        hand.append(None)
    while len(hand) > event.count:
        hand.remove(None)
        stock.layout.remove(None)
        stock.source += 1


def _hand_voided(play: Play, event: v.HandVoided) -> None:
    play.hands.pop(event.box, None)


def _discarded(play: Play, event: v.HandDiscarded) -> None:
    for _ in range(event.count):
        play.stock.draw(None, to="rack")


# A coup in question


def _rebuilt(play: Play, event: v.HandRebuilt) -> None:
    play.hands[event.box] = list(event.cards)
    swap(play.stock, event.before, event.cards)


def swap(stock: Stock, before: tuple[Card, ...], after: tuple[Card, ...]) -> None:
    """Cards of a coup turn out to be others; those shuffled back since are forgotten already."""
    for old, new in zip(before, after, strict=True):
        for place in (stock.layout, stock.rack):
            if old in place:
                place[place.index(old)] = new
                stock.out[old] -= 1
                stock.out[new] = stock.out.get(new, 0) + 1
                break


EVOLVE: Folds = {
    **layout.EVOLVE,
    **devices.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    **malfunction_state.EVOLVE,
    **tokens.EVOLVE,
    house.OptionSet: _option,
    v.ConsentGiven: adds("patron", "consents"),
    v.SeatTaken: _seated,
    e.PatronLeft: _gone,
    e.SeatVacated: _gone,
    e.PatronExcluded: _gone,
    v.StandingPatronApproved: adds("patron", "standing"),
    v.AreaRestricted: files("patrons", "most_patrons", by="box"),
    v.AreaGivenUp: _given_up,
    v.WagerRefused: only_logged,
    e.BettingOpened: sets(stage=BETTING, called=False),
    e.NoRoundBegun: back_to(BETWEEN),
    e.NoMoreBetsCalled: sets(called=True),
    e.BettingClosed: _begun,
    e.CardDealt: _dealt,
    v.HandExamined: sets(handled=True),
    v.HandExposed: _exposed,
    v.MarkerPlaced: takes(marker="total"),
    e.ResultAnnounced: sets(stage=SETTLED),
    e.RoundEnded: _ended,
    e.RoundVoided: _voided,
    v.LastCoupAnnounced: sets(last_coup=True),
    v.HandShuffleLogged: only_logged,
    e.CardsShuffled: _shuffled,
    e.CuttingCardPlaced: _cutting_card_placed,
    e.CardsReplaced: _replaced,
    v.DeviceCheckOrdered: _replaced,
    v.SourceVoided: _replaced,
    m.ShoeModeBegan: _shoe_begun,
    ShuffleDue: shoe_state.EVOLVE[ShuffleDue],
    v.ShuffleOwed: takes(shuffle_owed="clause"),
    v.ExposedCardBurned: _exposed_burned,
    v.FaceUpCardFound: sets(faced=True),
    v.CardsFoundOut: _found_out,
    v.HandCounted: _counted,
    v.HandVoided: _hand_voided,
    v.HandDiscarded: _discarded,
    e.CoupHeld: takes(held="round"),
    v.HandRebuilt: _rebuilt,
    v.CoupReleased: sets(held=0),
    v.CardsFoundWrong: sets(cards_wrong=True),
    e.CardsChecked: _checked,
    v.NotificationRecorded: only_logged,
    v.ComplaintRightAdvised: only_logged,
    e.CasinoExclusionRecorded: only_logged,
}
