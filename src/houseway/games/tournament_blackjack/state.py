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
from houseway.games.base_commands import IrregularityCommand, RoundCommand, WagerCommand
from houseway.games.edition import Citing, citing
from houseway.games.fields import BoxNumber, Cents, PatronName, StoredCents, Text, Word
from houseway.games.game import Setup
from houseway.games.house import OptionSet, back_to
from houseway.games.layout import Fold, Folds, Key, Layout, adds, discards, end_round, files, sets
from houseway.games.limits import Limits
from houseway.games.shoe_state import Preparation
from houseway.games.tournament_blackjack import rules
from houseway.games.tournament_blackjack.rules import BLACKJACK, DEALER, RULES, Options, Rules
from houseway.rulebook.document import Clause

# The orders and facts that only Tournament Blackjack has.

# People and boxes


class TakeBox(WagerCommand, frozen=True):
    """A patron has the box until leaving the table; a first wager takes one as well."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} takes box {box:number}"
    title = "A patron takes a box"
    own_title = "Take a box"
    takes_box = True


class ConfirmNoWager(WagerCommand, frozen=True):
    """The dealer confirms that a patron stakes nothing in this round (reading TP14)."""

    patron: PatronName
    sentence = "{patron} does not wager"
    sits_out = "sitting_out"


# Choices. A patron has one box, so the box may be left out.


class Insure(RoundCommand, frozen=True):
    """Without an amount: as much as the rules and the patron's chips allow."""

    patron: PatronName
    amount: Cents | None = None
    box: BoxNumber = 0
    sentence = "{patron} insures[ for {amount:money}][ in box {box:number}]"
    own_title = "Insure"
    key = "n"
    weight = 1


class CancelInsurance(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} cancels the insurance[ in box {box:number}]"
    own_title = "Cancel the insurance"


class DeclineInsurance(RoundCommand, frozen=True):
    """Neither insurance nor even money: a blackjack waits for the dealer's second card."""

    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} declines insurance[ in box {box:number}]"
    own_title = "Decline insurance"
    plain = True
    key = "d"
    cautious = True


class TakeEvenMoney(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} takes even money[ in box {box:number}]"
    own_title = "Take even money"
    key = "e"


class Hit(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} hits[ in box {box:number}]"
    own_title = "Hit"
    draws = True
    weight = 2


class Stand(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} stands[ in box {box:number}]"
    own_title = "Stand"
    draws = False
    weight = 5
    cautious = True


class Double(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} doubles[ in box {box:number}]"
    own_title = "Double"
    weight = 1


class Split(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} splits[ in box {box:number}]"
    own_title = "Split"
    key = "p"
    weight = 1


class InsuranceDeclined(e.RuledOnPatron, frozen=True): ...


class InterimEnded(e.Ruled, frozen=True):
    """Insurance, even money and early blackjacks are over: the subsequent deal begins."""


class ChoiceMade(e.Event, frozen=True):
    """`choice` is hit or stand; the hand is that of `wager` in the box."""

    patron: str
    box: int
    wager: str
    choice: str
    clause: Clause


class HandDoubled(e.Event, frozen=True):
    patron: str
    box: int
    wager: str
    amount: StoredCents
    clause: Clause


class HandSplit(e.Event, frozen=True):
    """The second card of a hand became the first card of the hand of the wager `onto`."""

    patron: str
    box: int
    wager: str
    onto: str
    clause: Clause


# The round


class SettlePerfectPairs(RoundCommand, frozen=True):
    sentence = "settle the perfect pairs"


class SettleInterim(RoundCommand, frozen=True):
    sentence = "end the interim settlement"


class UseHeldCard(RoundCommand, frozen=True):
    """The card drawn in error is the next card; it is named if it had not been seen."""

    card: Card | None = None
    sentence = "use the held card[ {card:card}]"


class HeldCardUsed(e.Event, frozen=True):
    """`card` is named where it had not been seen."""

    card: Card | None
    to: str
    clause: Clause


class CuttingCardDrawn(e.CuttingCardAppeared, frozen=True):
    """`box` was being served when the cutting card came; 0 is the dealer's hand."""

    box: int


class CardsReturned(e.Ruled, frozen=True):
    """The cards of the round went back into the automated shoe."""


# When something goes wrong


class ReportCardInError(IrregularityCommand, frozen=True):
    """A card left the shoe before it was due; named if it was seen."""

    card: Card | None = None
    sentence = "a card is drawn in error[: {card:card}]"


class ReportCardBurnt(IrregularityCommand, frozen=True):
    """A card was burnt in error; named if it was seen."""

    card: Card | None = None
    sentence = "a card is burnt in error[: {card:card}]"


class ReportDealerCard(IrregularityCommand, frozen=True):
    """A card was drawn to the dealer's hand that rule 12 does not give it; named if seen."""

    card: Card | None = None
    sentence = "a card is drawn to the dealer in error[: {card:card}]"


class ShuffleDiscards(IrregularityCommand, frozen=True):
    """The shoe ran out in the middle of a round."""

    sentence = "shuffle the discards"


class DeclareAbsent(IrregularityCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} is absent"


class ReportMalfunction(IrregularityCommand, frozen=True):
    """Choose one of the faults that the rules list."""

    fault: Text
    sentence = "the automated shoe malfunctions: {fault:words}"


class ShuffleRemaining(IrregularityCommand, frozen=True):
    sentence = "shuffle the remaining cards"


class ReplaceShoe(IrregularityCommand, frozen=True):
    """A new shoe, manual or automated, and new cards."""

    kind: Word
    sentence = "replace the shoe by one that is {kind}"
    title = "Replace the shoe"


class CardHeld(e.Event, frozen=True):
    """A card out of turn lies aside: it is the next card that is due."""

    card: Card | None
    clause: Clause


class RoundTakenBack(e.Ruled, frozen=True):
    """The cards of the round are laid again from the first one."""


class DiscardsShuffled(e.Ruled, frozen=True): ...


class PatronAbsent(e.RuledOnPatron, frozen=True): ...


class MalfunctionReported(e.Event, frozen=True):
    fault: str
    clause: Clause
    raises = e.Raises("malfunction", "the automated shoe malfunctions: {fault}")


class FaultyShoeKept(e.Ruled, frozen=True):
    """The cards left in it are dealt as from a plain shoe, up to a cutting card."""


class RemainingShuffled(e.Ruled, frozen=True): ...


class FaultyShoeSpent(e.Ruled, frozen=True): ...


class ShoeReplaced(e.Event, frozen=True):
    kind: str
    clause: Clause
    ends = (("malfunction", ""),)


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


def _cutting_card(play: Play, event: CuttingCardDrawn) -> None:
    play.prep.cutting_card_out = True
    play.cutting_card_on = event.box


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.replacements_unchecked = {"director", "dealer"}
    if not event.cards:
        _new_cards(play)


def _new_cards(play: Play) -> None:
    play.prep, play.cutting_card_on = Preparation(checked=True), None


def _returned(play: Play, event: CardsReturned) -> None:
    play.stock.return_rack()


def _held(play: Play, event: CardHeld) -> None:
    play.stock.draw(event.card, to="aside")


def _burnt(play: Play, event: e.CardBurned) -> None:
    play.stock.draw(event.card, to="rack")


def _discards_shuffled(play: Play, event: DiscardsShuffled) -> None:
    play.stock.return_rack()
    play.prep.cutting_card_out = True  # the shoe is at its end, and a shuffle follows this round
    _to_be_cut(play)


def _to_be_cut(play: Play) -> None:
    play.prep.cut, play.prep.declined, play.prep.burned = False, [], False


def _faulty_kept(play: Play, event: FaultyShoeKept) -> None:
    play.shoe, play.prep.cut = PLAIN, True


def _remaining_shuffled(play: Play, event: RemainingShuffled) -> None:
    play.shoe, play.prep.behind = PLAIN, -1
    _to_be_cut(play)


def _shoe_replaced(play: Play, event: ShoeReplaced) -> None:
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


def _held_used(play: Play, event: HeldCardUsed) -> None:
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


def _chosen(play: Play, event: ChoiceMade | HandDoubled | HandSplit, choice: str) -> Hand:
    """The hand of a choice, which goes on record with the cards on which it was made."""
    key = event.patron, event.box, event.wager
    for hand in play.hands:
        if hand.key == key:
            play.chosen.append(Chosen(choice, hand.name, tuple(hand.cards)))
            return hand
    raise ValueError(f"there is no hand of {key}")


def _chose(play: Play, event: ChoiceMade) -> None:
    hand = _chosen(play, event, event.choice)
    hand.stood = event.choice == "stand"
    hand.asked = not hand.stood


def _doubled(play: Play, event: HandDoubled) -> None:
    hand = _chosen(play, event, "double")
    hand.doubled = hand.asked = True
    hand.added = event.amount


def _split(play: Play, event: HandSplit) -> None:
    hand = _chosen(play, event, "split")
    patron, box, onto = hand.patron, hand.box, event.onto
    cards = [hand.cards.pop()]
    second = Hand(patron, box, onto, cards, (patron, box, onto), f"box {box} {onto}")
    hand.split = second.split = True
    hand.points, second.points = play.rules.points(hand.cards), play.rules.points(cards)
    play.hands.insert(play.hands.index(hand) + 1, second)


def _taken_back(play: Play, event: RoundTakenBack) -> None:
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
    DiscardsShuffled: _discards_shuffled,
    MalfunctionReported: sets(shoe=FAULTY),
    FaultyShoeKept: _faulty_kept,
    RemainingShuffled: _remaining_shuffled,
    FaultyShoeSpent: sets(shoe=SPENT),
    ShoeReplaced: _shoe_replaced,
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
    CuttingCardDrawn: _cutting_card,
    CardsReturned: _returned,
    CardHeld: _held,
    e.CardBurned: _burnt,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.BettingClosed: _closed,
    e.CardDealt: _dealt,
    HeldCardUsed: _held_used,
    InsuranceDeclined: adds("patron", "answered"),
    InterimEnded: sets(interim_over=True),
    ChoiceMade: _chose,
    HandDoubled: _doubled,
    HandSplit: _split,
    PatronAbsent: adds("patron", "absent"),
    e.ResultAnnounced: sets(stage=SETTLED),
    RoundTakenBack: _taken_back,
    e.RoundVoided: _voided,
    e.RoundEnded: _ended,
}
