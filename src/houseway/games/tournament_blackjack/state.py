"""The state of a Tournament Blackjack table, and how each fact changes it, without judging."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import CardsNotConserved, Stock
from houseway.games import events as e
from houseway.games import house, layout, shoe_state
from houseway.games.edition import Citing, citing
from houseway.games.folds import Fold, Folds, adds, discards, files, sets
from houseway.games.game import Setup
from houseway.games.house import OptionSet
from houseway.games.layout import Key, Layout, end_round
from houseway.games.limits import Limits
from houseway.games.shoe_state import Preparation
from houseway.games.stages import back_to
from houseway.games.tournament_blackjack import rules
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.rules import BLACKJACK, DEALER, RULES, Options, Rules

BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"

# The shoe: dealt from by hand, or a device that shuffles; a device that has failed (Tournament
# Blackjack 20.3), one whose last cards are dealt as from a plain shoe, one to be replaced.
MANUAL, DEVICE, FAULTY, PLAIN, SPENT = "manual", "device", "faulty", "plain", "spent"
SHOE_OF = {rules.MANUAL: MANUAL, rules.AUTOMATED: DEVICE}


@dataclass(slots=True)
class Hand:
    """One hand of a patron. Its stake lies on the layout under its wager's name.

    `asked`: a card has been asked for and not dealt yet. `added`: what a double added. `points`:
    what its cards count. `key` is where its stake lies, and `name` what events call the hand.
    """

    patron: str
    box: int
    wager: str
    cards: list[Card]
    key: Key
    name: str
    split: bool = False
    asked: bool = False
    stood: bool = False
    doubled: bool = False
    added: int = 0
    points: int = 0


class Chosen(Struct, frozen=True):
    """A choice on record, with the cards on which it was made."""

    choice: str
    hand: str
    cards: tuple[Card, ...]


@dataclass(slots=True)
class Play:
    """A table: its cards, its wagers, and the round under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    stock: Stock = field(default_factory=lambda: Stock.loaded(6))
    prep: Preparation = field(default_factory=Preparation)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    shoe: str = MANUAL
    boxes: dict[str, int] = field(default_factory=dict)  # patron to box
    sitting_out: set[str] = field(default_factory=set)
    hands: list[Hand] = field(default_factory=list)  # in the order in which they are played
    dealer: list[Card] = field(default_factory=list)
    interim_over: bool = False
    answered: set[str] = field(default_factory=set)  # who has answered the offer of insurance
    absent: set[str] = field(default_factory=set)
    chosen: list[Chosen] = field(default_factory=list)
    cutting_card_on: int | None = None  # box; 0: the dealer's hand; None: a new game or new cards
    replacements_unchecked: set[str] = field(default_factory=set)
    cards_ready: bool = False  # when betting opened, and nothing was done to them since
    rules: ClassVar[Rules] = RULES  # of the edition the table was opened under
    cite: ClassVar[Citing] = citing(RULES)

    def hand(self, name: str) -> Hand:
        for hand in self.hands:
            if hand.name == name:
                return hand
        raise ValueError(f"there is no hand {name}")

    def live(self, hand: Hand) -> bool:
        """Is its stake still to be decided?"""
        return hand.key in self.layout.wagers

    def any_live(self) -> bool:
        """Is the stake of any hand still to be decided?"""
        wagers = self.layout.wagers
        for hand in self.hands:  # noqa: SIM110  # asked for every card: a plain loop
            if hand.key in wagers:
                return True
        return False

    @property
    def card_out(self) -> bool:
        """Tournament Blackjack terms: Round of Play. It begins with its first card."""
        return bool(self.stock.layout)


def begin(kind: type[Play], setup: Setup) -> Play:
    options: Options = setup.options
    stock = Stock.loaded(options.decks)
    return kind(
        options, setup.limits, setup.chips, stock=stock, shoe=SHOE_OF[options.shuffle]
    )  # fmt: skip


def check(play: Play) -> None:
    """Raise unless chips and cards are conserved and the cards out lie in the hands."""
    play.layout.check()
    play.stock.check()
    held = [*play.dealer, *(card for hand in play.hands for card in hand.cards)]
    if Counter(held) != Counter(play.stock.layout):
        raise CardsNotConserved(f"the hands hold {held}, the layout {play.stock.layout}")


# The table


def _option(play: Play, event: OptionSet) -> None:
    house.EVOLVE[OptionSet](play, event)
    if event.option == "decks":
        play.stock, play.prep = Stock.loaded(play.options.decks), Preparation()
    if event.option == "shuffle":
        play.shoe, play.prep = SHOE_OF[play.options.shuffle], Preparation(play.prep.checked)


def _left(play: Play, event: e.PatronLeft | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    play.boxes.pop(event.patron, None)


# The cards


def _cutting_card(play: Play, event: v.CuttingCardDrawn) -> None:
    play.prep.cutting_card_out = True
    play.cutting_card_on = event.box


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.replacements_unchecked = {"director", "dealer"}
    if not event.cards:
        _new_cards(play)


def _new_cards(play: Play) -> None:
    play.prep, play.cutting_card_on = Preparation(checked=True), None


def _returned(play: Play, event: v.CardsReturned) -> None:
    play.stock.return_rack()


def _held(play: Play, event: v.CardHeld) -> None:
    play.stock.draw(event.card, to="aside")


def _burnt(play: Play, event: e.CardBurned) -> None:
    play.stock.draw(event.card, to="rack")


def _discards_shuffled(play: Play, event: v.DiscardsShuffled) -> None:
    play.stock.return_rack()
    play.prep.cutting_card_out = True  # the shoe is at its end, and a shuffle follows this round
    _to_be_cut(play)


def _to_be_cut(play: Play) -> None:
    play.prep.cut, play.prep.declined, play.prep.burned = False, [], False


def _faulty_kept(play: Play, event: v.FaultyShoeKept) -> None:
    play.shoe, play.prep.cut = PLAIN, True


def _remaining_shuffled(play: Play, event: v.RemainingShuffled) -> None:
    play.shoe, play.prep.behind = PLAIN, -1
    _to_be_cut(play)


def _shoe_replaced(play: Play, event: v.ShoeReplaced) -> None:
    play.shoe = SHOE_OF[event.kind]
    play.replacements_unchecked = {"director", "dealer"}
    _new_cards(play)


# The round


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round = BETTING, event.round
    play.sitting_out, play.cards_ready = set(), True


def _closed(play: Play, event: e.BettingClosed) -> None:
    play.stage = DEALING
    _lay_hands(play)


def _lay_hands(play: Play) -> None:
    """One empty hand for each box with a wager, clockwise: the boxes are numbered so (G10)."""
    staked = [(box, who) for who, box, wager in play.layout.wagers if wager == BLACKJACK]
    play.hands = [
        Hand(who, box, BLACKJACK, [], (who, box, BLACKJACK), f"box {box}")
        for box, who in sorted(staked)
    ]
    play.dealer, play.chosen = [], []
    play.interim_over, play.answered, play.absent = False, set(), set()


def _dealt(play: Play, event: e.CardDealt) -> None:
    card = event.card
    play.stock.draw(card)
    if card is not None:
        _lay(play, card, event.to)


def _held_used(play: Play, event: v.HeldCardUsed) -> None:
    card = play.stock.bring_back()
    if card is None and event.card is not None:
        play.stock.identify(event.card)
        card = event.card
    if card is not None:
        _lay(play, card, event.to)


def _lay(play: Play, card: Card, to: str) -> None:
    if to == DEALER:
        play.dealer.append(card)
        return
    hand = play.hand(to)
    cards = hand.cards
    cards.append(card)
    hand.points = play.rules.points(cards)
    if hand.asked:
        hand.asked = False


def _chosen(play: Play, event: v.ChoiceMade | v.HandDoubled | v.HandSplit, choice: str) -> Hand:
    """The hand of a choice, which goes on record with the cards on which it was made."""
    key = event.patron, event.box, event.wager
    for hand in play.hands:
        if hand.key == key:
            play.chosen.append(Chosen(choice, hand.name, tuple(hand.cards)))
            return hand
    raise ValueError(f"there is no hand of {key}")


def _chose(play: Play, event: v.ChoiceMade) -> None:
    hand = _chosen(play, event, event.choice)
    hand.stood = event.choice == "stand"
    hand.asked = not hand.stood


def _doubled(play: Play, event: v.HandDoubled) -> None:
    hand = _chosen(play, event, "double")
    hand.doubled = hand.asked = True
    hand.added = event.amount


def _split(play: Play, event: v.HandSplit) -> None:
    hand = _chosen(play, event, "split")
    patron, box, onto = hand.patron, hand.box, event.onto
    cards = [hand.cards.pop()]
    second = Hand(patron, box, onto, cards, (patron, box, onto), f"box {box} {onto}")
    hand.split = second.split = True
    hand.points, second.points = play.rules.points(hand.cards), play.rules.points(cards)
    play.hands.insert(play.hands.index(hand) + 1, second)


def _taken_back(play: Play, event: v.RoundTakenBack) -> None:
    stock = play.stock
    burnt, stock.rack = stock.rack, stock.aside
    stock.aside = []
    stock.collect()
    stock.return_rack()
    stock.rack = burnt
    play.stage = DEALING
    _lay_hands(play)


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.round and play.stage in (BETTING, DEALING):
        play.stage = SETTLED


def _ended(play: Play, event: e.RoundEnded) -> None:
    play.stock.collect()
    play.hands, play.dealer = [], []
    end_round(play.layout, number=event.round, counts=True)
    play.stage, play.cards_ready = BETWEEN, False


def _about_the_cards(folds: Folds) -> Folds:
    """The same folds; after each of these events it must be asked again whether cards are ready."""
    return {kind: _asked_again(fold) for kind, fold in folds.items()}


def _asked_again(fold: Fold) -> Fold:
    def folded(play: Play, event: e.Event) -> None:
        fold(play, event)
        play.cards_ready = False

    return folded


_CARDS: Folds = {
    **shoe_state.EVOLVE,
    e.CardsReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    v.DiscardsShuffled: _discards_shuffled,
    v.MalfunctionReported: sets(shoe=FAULTY),
    v.FaultyShoeKept: _faulty_kept,
    v.RemainingShuffled: _remaining_shuffled,
    v.FaultyShoeSpent: sets(shoe=SPENT),
    v.ShoeReplaced: _shoe_replaced,
}

EVOLVE: Folds = {
    **layout.EVOLVE,
    **house.EVOLVE,
    **_about_the_cards(_CARDS),
    OptionSet: _option,
    e.BoxTaken: files("box", "boxes", by="patron"),
    e.PatronLeft: _left,
    e.PatronExcluded: _left,
    e.NoWagerConfirmed: adds("patron", "sitting_out"),
    v.CuttingCardDrawn: _cutting_card,
    v.CardsReturned: _returned,
    v.CardHeld: _held,
    e.CardBurned: _burnt,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.BettingClosed: _closed,
    e.CardDealt: _dealt,
    v.HeldCardUsed: _held_used,
    v.InsuranceDeclined: adds("patron", "answered"),
    v.InterimEnded: sets(interim_over=True),
    v.ChoiceMade: _chose,
    v.HandDoubled: _doubled,
    v.HandSplit: _split,
    v.PatronAbsent: adds("patron", "absent"),
    e.ResultAnnounced: sets(stage=SETTLED),
    v.RoundTakenBack: _taken_back,
    e.RoundVoided: _voided,
    e.RoundEnded: _ended,
}
