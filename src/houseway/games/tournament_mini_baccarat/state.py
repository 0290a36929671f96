"""The state of a Tournament Mini-Baccarat table, and how each fact changes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import events as e
from houseway.games import house, layout, shoe_state
from houseway.games.baccarat import PLAYER
from houseway.games.base_commands import IrregularityCommand, RoundCommand, WagerCommand
from houseway.games.edition import Citing, citing
from houseway.games.fields import PatronName, PersonName, RoundNumber, Text, Word
from houseway.games.house import back_to
from houseway.games.layout import Folds, Layout, adds, discards, end_round, files, sets, takes
from houseway.games.limits import Limits
from houseway.games.shoe_state import Preparation, ShuffleDue
from houseway.games.tournament_mini_baccarat.rules import RULES, Options, Rules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role

# The orders and facts that only Tournament Mini-Baccarat has.


class ConfirmNoWager(WagerCommand, frozen=True):
    """A patron who must wager does not: the betting may close, and the log keeps it."""

    patron: PatronName
    sentence = "confirm that {patron} does not wager"
    sits_out = "not_wagering"


class LetExpose(RoundCommand, frozen=True):
    """The Director names who exposes a hand of this round: a patron, or `dealer`."""

    person: PersonName
    hand: Word
    sentence = "let {person} expose the {hand} hand"


class BeginNonBettingRound(RoundCommand, frozen=True):
    sentence = "begin a non-betting round"


class ExposerNamed(e.Event, frozen=True):
    hand: str
    person: str
    clause: Clause


class HandExposed(e.Event, frozen=True):
    """`box` is that of the patron who turned the cards, 0 for the dealer."""

    hand: str
    cards: tuple[Card, ...]
    by: str
    box: int
    clause: Clause


# When something goes wrong


class ReportWrongSequence(IrregularityCommand, frozen=True):
    sentence = "cards were drawn out of sequence"


class VoidEarlierRound(IrregularityCommand, frozen=True):
    """The Director's decision on an error found later, where the round is not to stand."""

    round: RoundNumber
    reason: Text
    sentence = "void round {round:number}: {reason:words}"
    title = "Void an earlier round"


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them.

    `turned` lay unseen on the layout; `drawn` had left the shoe and were not on record.
    """

    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    turned: tuple[Card, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause
    ends = (("held", ""),)


class LaterErrorFound(e.Event, frozen=True):
    """The round stands until the Director has decided the dispute of that number."""

    round: int
    dispute: int
    clause: Clause


BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"


@dataclass(slots=True)
class Play:
    """A table: its cards, its wagers, and the round under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    stock: Stock = field(default_factory=lambda: Stock.loaded(RULES.decks))
    prep: Preparation = field(default_factory=Preparation)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    boxes: dict[str, int] = field(default_factory=dict)  # patron to the number of the box
    not_wagering: set[str] = field(default_factory=set)  # confirmed for this round
    non_betting: bool = False
    player: list[Card | None] = field(default_factory=list)
    banker: list[Card | None] = field(default_factory=list)
    carried: int = 0  # cards kept for this round when it began
    exposers: dict[str, str] = field(default_factory=dict)  # hand to who exposes it this round
    last_turned: dict[str, int] = field(default_factory=dict)  # hand to the box that last did
    result: str = ""
    last_round: bool = False  # the one more round after a tie
    replacements_unchecked: set[str] = field(default_factory=set)
    held_round: int = 0  # a round stopped by cards out of sequence
    later_errors: dict[int, int] = field(default_factory=dict)  # round to its dispute
    rules: ClassVar[Rules] = RULES  # of the edition, like `cite`
    cite: ClassVar[Citing] = citing(RULES)

    def hand(self, name: str) -> list[Card | None]:
        return self.player if name == PLAYER else self.banker

    def known(self, name: str) -> list[Card]:
        return [card for card in self.hand(name) if card is not None]

    @property
    def hidden(self) -> bool:
        """Does a card of the round lie face down?"""
        return None in self.player or None in self.banker

    def open_hands(self) -> tuple[list[Card], list[Card]]:
        """Player's and Banker's cards, for when none of them lies face down."""
        hands: Any = (self.player, self.banker)
        return hands  # type: ignore[no-any-return]  # no call in the deal's way

    @property
    def cards_out(self) -> int:
        return len(self.player) + len(self.banker)

    @property
    def seen_card_kept(self) -> bool:
        """Is a card kept for the next round that people have seen?"""
        return any(card is not None for card in self.stock.aside)


def _opened(play: Play, event: e.BettingOpened) -> None:
    _new_round(play, event.round)
    play.stage = BETTING


def _new_round(play: Play, number: int) -> None:
    play.round = number
    play.player, play.banker, play.exposers = [], [], {}
    play.not_wagering, play.non_betting, play.result = set(), False, ""
    play.carried = len(play.stock.aside)


def _non_betting(play: Play, event: e.NonBettingRoundBegun) -> None:
    _new_round(play, event.round)
    play.stage, play.non_betting = DEALING, True


def _placed(play: Play, event: e.WagerPlaced) -> None:
    layout.EVOLVE[e.WagerPlaced](play, event)
    play.not_wagering.discard(event.patron)


def _gone(play: Play, event: e.PatronLeft | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    _free_boxes(play)


def _free_boxes(play: Play) -> None:
    """A box is kept by the person who is at the table or has wagers on it."""
    here = play.layout.idle_rounds.keys() | {patron for patron, _, _ in play.layout.wagers}
    play.boxes = {patron: box for patron, box in play.boxes.items() if patron in here}


def _dealt(play: Play, event: e.CardDealt) -> None:
    play.stock.draw(event.card)
    (play.player if event.to == PLAYER else play.banker).append(event.card)


def _kept_used(play: Play, event: e.KeptCardUsed) -> None:
    card = play.stock.bring_back(event.card)
    play.hand(event.to).append(card)
    play.carried -= 1


def _exposed(play: Play, event: HandExposed) -> None:
    hand = play.hand(event.hand)
    for card in event.cards:
        hand[hand.index(None)] = card
        play.stock.identify(card)
    play.exposers[event.hand] = event.by
    if event.box:
        play.last_turned[event.hand] = event.box


def _announced(play: Play, event: e.ResultAnnounced) -> None:
    play.result = event.result
    play.stage = SETTLED


def _ended(play: Play, event: e.RoundEnded) -> None:
    play.stock.collect()
    end_round(play.layout, number=event.round, counts=not play.non_betting)
    _free_boxes(play)
    play.stage = BETWEEN


def _shuffle_due(play: Play, event: ShuffleDue) -> None:
    shoe_state.EVOLVE[ShuffleDue](play, event)
    play.last_round = False


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.replacements_unchecked = {Role.DEALER, Role.TOURNAMENT_DIRECTOR}
    if not event.cards:
        play.prep = Preparation(checked=play.prep.checked)
        play.last_round = False


def _excess_kept(play: Play, event: e.ExcessCardKept) -> None:
    if event.from_layout:
        play.stock.set_aside(event.card)
    else:
        play.stock.draw(event.card, to="aside")
    if play.stage == BETTING:
        play.carried += 1


def _rebuilt(play: Play, event: RoundRebuilt) -> None:
    for card in event.turned:
        play.stock.identify(card)
    for each in event.drawn:
        play.stock.draw(each)
    play.player, play.banker = list(event.player), list(event.banker)
    play.held_round = 0
    play.stage, play.result = DEALING, ""


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.round:
        play.held_round = 0
        if play.stage in (BETTING, DEALING):
            play.stage = SETTLED


EVOLVE: Folds = {
    **layout.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.NonBettingRoundBegun: _non_betting,
    e.BoxTaken: files("box", "boxes", by="patron"),
    e.NoWagerConfirmed: adds("patron", "not_wagering"),
    e.WagerPlaced: _placed,
    e.PatronLeft: _gone,
    e.PatronExcluded: _gone,
    e.BettingClosed: sets(stage=DEALING),
    e.CardDealt: _dealt,
    e.KeptCardUsed: _kept_used,
    ExposerNamed: files("person", "exposers", by="hand"),
    HandExposed: _exposed,
    e.ResultAnnounced: _announced,
    e.RoundEnded: _ended,
    e.LastRoundCalled: sets(last_round=True),
    ShuffleDue: _shuffle_due,
    e.CardsReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    e.ExcessCardKept: _excess_kept,
    e.RoundHeld: takes(held_round="round"),
    RoundRebuilt: _rebuilt,
    LaterErrorFound: files("dispute", "later_errors", by="round"),
    e.RoundVoided: _voided,
}
