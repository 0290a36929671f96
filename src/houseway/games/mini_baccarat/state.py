"""The state of a Mini Baccarat table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import events as e
from houseway.games import house, layout, shoe_state
from houseway.games.base_commands import IrregularityCommand, RoundCommand, WagerCommand
from houseway.games.commands import AgreeNoBetCoup, by_two_persons
from houseway.games.edition import Citing, citing
from houseway.games.fields import Count, PatronName, PersonName, Word
from houseway.games.house import back_to
from houseway.games.layout import (
    Folds,
    Layout,
    adds,
    discards,
    end_round,
    files,
    only_logged,
    sets,
    takes,
)
from houseway.games.limits import Limits
from houseway.games.mini_baccarat.rules import PLAYER, RULES, Options, Rules, cite
from houseway.games.shoe_state import Preparation, ShuffleDue
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused

# The orders and facts that only Mini Baccarat has.


class DeliverHand(RoundCommand, frozen=True):
    hand: Word
    patron: PatronName
    sentence = "deliver the {hand} hand to {patron}"


class SettlePairs(RoundCommand, frozen=True):
    sentence = "settle the pairs"


class ApproveBothHands(WagerCommand, frozen=True):
    """Let a patron wager on Banker and Player together, for this round or several."""

    patron: PatronName
    rounds: Count = 1
    sentence = "approve both hands for {patron}[ for {rounds:number} rounds]"


class AskNoBetCoup(RoundCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} asks for a no-bet coup"
    own_title = "Ask for a no-bet coup: one round without bets"


class DirectNoBetCoup(RoundCommand, frozen=True):
    sentence = "direct a no-bet coup"


class HandDelivered(e.Event, frozen=True):
    hand: str
    patron: str
    clause: Clause


class HandExposed(e.Event, frozen=True):
    hand: str
    cards: tuple[Card, ...]
    by: str
    clause: Clause


class PairsSettled(e.Ruled, frozen=True): ...


class BothHandsApproved(e.Event, frozen=True):
    patron: str
    rounds: int
    clause: Clause


class NoBetCoupAsked(e.RuledOnPatron, frozen=True): ...


# When something goes wrong


class ReportPlacementError(IrregularityCommand, frozen=True):
    sentence = "cards were placed wrongly"
    rehearsed = True


class ResumeRound(IrregularityCommand, frozen=True):
    sentence = "resume the round"


class PermitChanges(IrregularityCommand, frozen=True):
    sentence = "permit changes of wagers"


class EndChanges(IrregularityCommand, frozen=True):
    sentence = "end changes of wagers"


class ReportWrongExposure(IrregularityCommand, frozen=True):
    hand: Word
    person: PersonName
    sentence = "the {hand} hand was exposed wrongly by {person}"


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them; `drawn` are cards not on record before."""

    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause
    ends = (("held", ""),)


class WindowClosed(e.Ruled, frozen=True): ...


class ChangesPermitted(e.Ruled, frozen=True): ...


class RoundBecameNoBet(e.Ruled, frozen=True): ...


class WrongExposureFound(e.Event, frozen=True):
    hand: str
    person: str
    clause: Clause


by_two_persons(
    AskNoBetCoup, AgreeNoBetCoup, DirectNoBetCoup, by_several=AgreeNoBetCoup,
    apart=((AskNoBetCoup, DirectNoBetCoup), (AgreeNoBetCoup, DirectNoBetCoup)),
    what="asked by one, agreed by all, directed by a supervisor",
)  # fmt: skip

BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"

_CHANGES = cite("12.6")


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
    player: list[Card | None] = field(default_factory=list)
    banker: list[Card | None] = field(default_factory=list)
    hidden: int = 0  # cards of the round that lie face down
    handed: dict[str, str] = field(default_factory=dict)  # hand to the patron who turns it
    pairs_settled: bool = False
    result: str = ""
    no_bet: bool = False
    no_bet_next: bool = False
    no_bet_asked: str = ""
    no_bet_agreed: set[str] = field(default_factory=set)
    both_hands: dict[str, int] = field(default_factory=dict)  # patron to rounds still approved
    replacements_unchecked: set[str] = field(default_factory=set)
    last_round: bool = False  # the one more round after a tie: Mini Baccarat 5.8
    held_round: int = 0  # a round stopped by an error: Mini Baccarat 12.4
    window: str = ""  # "", "changes" (12.6), "withdrawal" (12.4, 12.9)
    window_clause: Clause = _CHANGES
    changes_permitted: bool = False
    kept: set[str] = field(default_factory=set)  # who has chosen to keep wagers
    rules: ClassVar[Rules] = RULES  # of the edition, like `cite`
    cite: ClassVar[Citing] = citing(RULES)

    def hand(self, name: str) -> list[Card | None]:
        return self.player if name == PLAYER else self.banker

    def known(self, name: str) -> list[Card]:
        return [card for card in self.hand(name) if card is not None]

    def open_hands(self) -> tuple[list[Card], list[Card]]:
        """Player's and Banker's cards, for when none of them lies face down."""
        hands: Any = (self.player, self.banker)
        return hands  # type: ignore[no-any-return]  # no call in the deal's way

    @property
    def exposed(self) -> bool:
        """Has any card of the round been seen?"""
        return any(card is not None for card in (*self.player, *self.banker))


def held(play: Play) -> Refused | None:
    if not play.held_round:
        return None
    waiting = f"round {play.held_round} is waiting for a ruling"
    return Refused("round_held", play.cite("12.4"), waiting)


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage = BETTING
    _new_round(play, event.round)


def _new_round(play: Play, number: int) -> None:
    play.round = number
    play.player, play.banker, play.handed, play.hidden = [], [], {}, 0
    play.pairs_settled = play.options.pairs == "none"
    play.no_bet = play.changes_permitted = False
    play.result = ""
    if play.no_bet_asked:
        play.no_bet_asked, play.no_bet_agreed = "", set()


def _no_bet_begun(play: Play, event: e.NoBetCoupBegun) -> None:
    _new_round(play, event.round)
    play.stage = DEALING
    play.no_bet, play.no_bet_next = True, False
    play.pairs_settled = True


def _dealt(play: Play, event: e.CardDealt) -> None:
    card = event.card
    play.stock.draw(card)
    (play.player if event.to == PLAYER else play.banker).append(card)
    if card is None:
        play.hidden += 1


def _kept_used(play: Play, event: e.KeptCardUsed) -> None:
    card = play.stock.bring_back(event.card)
    play.hand(event.to).append(card)
    play.hidden += card is None


def _exposed(play: Play, event: HandExposed) -> None:
    hand = play.hand(event.hand)
    for card in event.cards:
        hand[hand.index(None)] = card
        play.stock.identify(card)
    play.hidden -= len(event.cards)


def _announced(play: Play, event: e.ResultAnnounced) -> None:
    play.result = event.result
    play.stage = SETTLED


def _ended(play: Play, event: e.RoundEnded) -> None:
    play.stock.collect()
    full = len(play.layout.idle_rounds) >= play.options.seats  # Mini Baccarat 14.6
    end_round(play.layout, number=event.round, counts=full and not play.no_bet)
    if play.both_hands:
        play.both_hands = {who: left - 1 for who, left in play.both_hands.items() if left > 1}
    play.stage = BETWEEN


def _shuffle_due(play: Play, event: ShuffleDue | e.ShuffleOrdered) -> None:
    shoe_state.EVOLVE[type(event)](play, event)
    play.last_round = play.no_bet_next = False


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.replacements_unchecked = {"dealer", "supervisor"}
    if not event.cards:  # a new set: what was kept of the old one opens nothing
        play.prep = Preparation()
        play.no_bet_next = play.last_round = False


def _excess_kept(play: Play, event: e.ExcessCardKept) -> None:
    if event.from_layout:
        play.stock.set_aside(event.card)
    else:
        play.stock.draw(event.card, to="aside")
    play.no_bet_next = play.no_bet_next or event.card is not None


def _rebuilt(play: Play, event: RoundRebuilt) -> None:
    for card in event.drawn:
        play.stock.draw(card)
    play.player, play.banker = list(event.player), list(event.banker)
    play.hidden = (event.player + event.banker).count(None)
    play.held_round = 0
    play.stage, play.result = DEALING, ""
    play.pairs_settled = play.no_bet or play.options.pairs == "none"


def _offered(play: Play, event: e.WithdrawalOffered) -> None:
    play.window, play.window_clause = "withdrawal", event.clause
    play.kept = set()


def _permitted(play: Play, event: ChangesPermitted) -> None:
    play.window, play.window_clause = "changes", event.clause
    play.changes_permitted = True


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.held_round:
        play.held_round = 0
    if event.round == play.round and play.stage in (BETTING, DEALING):
        play.stage, play.window = SETTLED, ""


EVOLVE: Folds = {
    **layout.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.BettingClosed: sets(stage=DEALING),
    e.CardDealt: _dealt,
    e.KeptCardUsed: _kept_used,
    HandDelivered: files("patron", "handed", by="hand"),
    HandExposed: _exposed,
    PairsSettled: sets(pairs_settled=True),
    e.ResultAnnounced: _announced,
    e.RoundEnded: _ended,
    e.LastRoundCalled: sets(last_round=True),
    ShuffleDue: _shuffle_due,
    e.ShuffleOrdered: _shuffle_due,
    BothHandsApproved: files("rounds", "both_hands", by="patron"),
    NoBetCoupAsked: takes(no_bet_asked="patron"),
    e.NoBetCoupAgreed: adds("patron", "no_bet_agreed"),
    e.NoBetCoupBegun: _no_bet_begun,
    e.CardsReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    e.ExcessCardKept: _excess_kept,
    e.RoundHeld: takes(held_round="round"),
    RoundRebuilt: _rebuilt,
    e.WithdrawalOffered: _offered,
    e.WagersKept: adds("patron", "kept"),
    ChangesPermitted: _permitted,
    WindowClosed: sets(window=""),
    RoundBecameNoBet: sets(no_bet=True, pairs_settled=True),
    WrongExposureFound: only_logged,
    e.RoundVoided: _voided,
}
