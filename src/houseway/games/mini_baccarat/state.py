"""The state of a Mini Baccarat table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import events as e
from houseway.games import house, layout, shoe_state
from houseway.games.edition import Citing, citing
from houseway.games.folds import Folds, adds, discards, files, only_logged, sets, takes
from houseway.games.layout import Layout, end_round
from houseway.games.limits import Limits
from houseway.games.mini_baccarat import vocabulary as v
from houseway.games.mini_baccarat.rules import PLAYER, RULES, Options, Rules, cite
from houseway.games.shoe_state import Preparation, ShuffleDue
from houseway.games.stages import back_to
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused

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


def _exposed(play: Play, event: v.HandExposed) -> None:
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


def _rebuilt(play: Play, event: v.RoundRebuilt) -> None:
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


def _permitted(play: Play, event: v.ChangesPermitted) -> None:
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
    v.HandDelivered: files("patron", "handed", by="hand"),
    v.HandExposed: _exposed,
    v.PairsSettled: sets(pairs_settled=True),
    e.ResultAnnounced: _announced,
    e.RoundEnded: _ended,
    e.LastRoundCalled: sets(last_round=True),
    ShuffleDue: _shuffle_due,
    e.ShuffleOrdered: _shuffle_due,
    v.BothHandsApproved: files("rounds", "both_hands", by="patron"),
    v.NoBetCoupAsked: takes(no_bet_asked="patron"),
    e.NoBetCoupAgreed: adds("patron", "no_bet_agreed"),
    e.NoBetCoupBegun: _no_bet_begun,
    e.CardsReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    e.ExcessCardKept: _excess_kept,
    e.RoundHeld: takes(held_round="round"),
    v.RoundRebuilt: _rebuilt,
    e.WithdrawalOffered: _offered,
    e.WagersKept: adds("patron", "kept"),
    v.ChangesPermitted: _permitted,
    v.WindowClosed: sets(window=""),
    v.RoundBecameNoBet: sets(no_bet=True, pairs_settled=True),
    v.WrongExposureFound: only_logged,
    e.RoundVoided: _voided,
}
