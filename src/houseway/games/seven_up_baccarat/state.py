"""The state of a 7-Up Baccarat table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import devices, house, layout, malfunction, preparing, tokens
from houseway.games import events as e
from houseway.games.edition import Citing, citing
from houseway.games.game import Setup
from houseway.games.layout import Layout, end_round
from houseway.games.limits import Limits
from houseway.games.malfunction import Malfunction
from houseway.games.preparing import Preparation
from houseway.games.seven_up_baccarat import irregularity_vocabulary as i
from houseway.games.seven_up_baccarat import vocabulary as v
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, RULES, Options, Rules, cite
from houseway.games.tokens import Tokens
from houseway.rulebook.document import Clause

BETWEEN, BETTING, DEALING, SETTLED = "between coups", "betting", "dealing", "settled"


class Approval(NamedTuple):
    """What a Gaming Manager lets a patron wager on together."""

    combination: str
    standing: bool  # until revoked or the patron leaves; otherwise for one coup


class LastCoup(NamedTuple):
    """The coup whose cards lie in the rack, for an error reported before the next first card."""

    round: int
    cards: tuple[Card | None, ...]  # in the order they left the device
    limits: Limits  # the sign that was in force


_AGREED = cite("7.4")


@dataclass(slots=True)
class Play:
    """A table: its cards, its wagers, and the coup under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    tokens: Tokens = field(default_factory=Tokens)
    stock: Stock = field(default_factory=lambda: Stock.loaded(RULES.decks, "shuffling device"))
    prep: Preparation = field(default_factory=Preparation)
    malfunction: Malfunction = field(default_factory=Malfunction)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    called: bool = False  # "no more bets" was announced
    player: list[Card | None] = field(default_factory=list)  # without the printed seven
    banker: list[Card | None] = field(default_factory=list)
    announced: bool = False
    result: str = ""
    rack_returned: bool = False
    last: LastCoup | None = None
    # No-bet coups
    no_bet: bool = False
    no_bet_due: int = 0
    no_bet_clause: Clause = _AGREED
    no_bet_agreed: set[str] = field(default_factory=set)
    # Who may wager where
    places: dict[str, int] = field(default_factory=dict)  # patron to the box wagered on last
    sharing: dict[int, int] = field(default_factory=dict)  # box to the patrons permitted
    approvals: dict[str, Approval] = field(default_factory=dict)
    restricted: bool = False
    restriction_sign: bool = False
    notified: set[tuple[str, str]] = field(default_factory=set)  # to whom, about what
    # When something goes wrong
    owed: list[tuple[str, str]] = field(default_factory=list)  # notifications still to be sent
    held_round: int = 0
    window: bool = False  # wagers may be taken back before the coup resumes
    answered: set[str] = field(default_factory=set)
    card_check: Literal["", "ordered", "emptied"] = ""
    dropped: bool = False
    manual_shuffle: bool = False
    display: dict[int, str] = field(default_factory=dict)
    rules: ClassVar[Rules] = RULES  # of the edition, like `cite`
    cite: ClassVar[Citing] = citing(RULES)

    def hand(self, name: str) -> list[Card | None]:
        return self.player if name == PLAYER else self.banker

    def known(self, name: str) -> list[Card]:
        return [card for card in self.hand(name) if card is not None]

    @property
    def hidden(self) -> bool:
        return None in self.player or None in self.banker

    @property
    def no_bet_reason(self) -> Clause | None:
        """Why the next coup is a no-bet coup: one is due, or a card of it has been seen."""
        if self.no_bet_due:
            return self.no_bet_clause
        return self.cite("12.3") if any(self.stock.aside) else None

    @property
    def out(self) -> int:
        """Cards of the coup that have left the device."""
        return len(self.player) + len(self.banker)


def in_order(player: list[Card | None], banker: list[Card | None]) -> tuple[Card | None, ...]:
    """The cards as they left the device: Banker, Player, Banker, Player's drawn, Banker's."""
    return (*banker[:1], *player[:1], *banker[1:2], *player[1:], *banker[2:])


def begin(kind: type[Play], setup: Setup) -> Play:
    stock = Stock.loaded(kind.rules.decks, "shuffling device")
    return kind(setup.options, setup.limits, setup.chips, stock=stock)


def _new_coup(play: Play, number: int) -> None:
    play.round = number
    play.player, play.banker = [], []
    play.called = play.announced = play.no_bet = False
    play.result = ""


def _opened(play: Play, event: e.BettingOpened) -> None:
    _new_coup(play, event.round)
    play.stage = BETTING


def _no_bet_begun(play: Play, event: e.NoBetCoupBegun) -> None:
    _new_coup(play, event.round)
    play.stage, play.no_bet = DEALING, True
    play.no_bet_due = max(0, play.no_bet_due - 1)
    play.no_bet_agreed = set()


def _called(play: Play, event: e.NoMoreBetsCalled) -> None:
    play.called = True


def _closed(play: Play, event: e.BettingClosed) -> None:
    play.stage = DEALING


def _dealt(play: Play, event: e.CardDealt) -> None:
    play.last = None
    play.stock.draw(event.card)
    play.hand(event.to).append(event.card)


def _kept_used(play: Play, event: e.KeptCardUsed) -> None:
    play.last = None
    card = play.stock.bring_back(event.card)
    play.hand(event.to).append(card)


def _exposed(play: Play, event: v.CardsExposed) -> None:
    faces = iter(event.cards)
    for hand, place in dealing_places(play):
        if hand[place] is None:
            hand[place] = next(faces)
            play.stock.identify_at("layout", play.stock.layout.index(None), hand[place])


def dealing_places(play: Play) -> list[tuple[list[Any], int]]:
    """Every card of the coup by its place, in the order of dealing."""
    places = [(BANKER, 0), (PLAYER, 0), (BANKER, 1), (PLAYER, 1), (BANKER, 2)]
    return [(play.hand(name), n) for name, n in places if n < len(play.hand(name))]


def _announced(play: Play, event: v.CountsAnnounced) -> None:
    play.announced = True


def _result(play: Play, event: e.ResultAnnounced) -> None:
    play.result, play.stage = event.result, SETTLED


def _rack_returned(play: Play, event: e.RackReturned) -> None:
    play.stock.return_rack()
    play.rack_returned = True


def _ended(play: Play, event: e.RoundEnded) -> None:
    """The layout to the rack, which was returned to the device before (7-Up Baccarat 8.4)."""
    play.last = LastCoup(event.round, in_order(play.player, play.banker), play.limits)
    play.stock.collect()
    full = len(play.layout.idle_rounds) >= play.options.areas  # reading A-13
    end_round(play.layout, number=event.round, counts=full and not play.no_bet)
    play.approvals = {who: each for who, each in play.approvals.items() if each.standing}
    play.no_bet_agreed = set()
    play.stage, play.rack_returned, play.no_bet = BETWEEN, False, False


def _no_bet_due(play: Play, event: v.NoBetCoupsDue) -> None:
    play.no_bet_due, play.no_bet_clause = event.coups, event.clause


def _no_bet_agreed(play: Play, event: e.NoBetCoupAgreed) -> None:
    play.no_bet_agreed.add(event.patron)


def _became_no_bet(play: Play, event: v.CoupBecameNoBet) -> None:
    play.no_bet = True


def _placed(play: Play, event: e.WagerPlaced) -> None:
    layout.EVOLVE[e.WagerPlaced](play, event)
    play.places[event.patron] = event.box


def _left(play: Play, event: e.PatronLeft | e.SeatVacated | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    play.places.pop(event.patron, None)
    play.approvals.pop(event.patron, None)
    play.no_bet_agreed.discard(event.patron)


def _permitted(play: Play, event: v.PatronsPermitted) -> None:
    play.sharing[event.box] = event.patrons


def _approved(play: Play, event: v.CombinationApproved) -> None:
    play.approvals[event.patron] = Approval(event.combination, event.standing)


def _revoked(play: Play, event: v.CombinationRevoked) -> None:
    play.approvals.pop(event.patron, None)


def _sign_up(play: Play, event: v.RestrictionSignPutUp) -> None:
    play.restriction_sign = True


def _restricted(play: Play, event: v.SuperSevensRestricted) -> None:
    play.restricted = True


def _lifted(play: Play, event: v.RestrictionLifted) -> None:
    play.restricted = play.restriction_sign = False
    play.notified = {each for each in play.notified if each[1] != "the restriction"}


def _notified(play: Play, event: v.NotificationSent) -> None:
    play.notified.add((event.to, event.about))
    play.owed = [each for each in play.owed if each != (event.to, event.about)]


def _owed(play: Play, event: i.NotificationOwed) -> None:
    play.owed.append((event.to, event.about))


def _manual(play: Play, event: v.ManualShuffleOrdered) -> None:
    play.manual_shuffle = True


def _shuffled(play: Play, event: e.CardsShuffled) -> None:
    """A new load: errors of earlier coups can no longer be reported, kept cards are gone."""
    preparing.EVOLVE[e.CardsShuffled](play, event)
    play.manual_shuffle, play.last = False, None
    play.no_bet_due = 0 if play.no_bet_clause != play.cite("7.4") else play.no_bet_due


def _emptied(play: Play, event: i.DeviceEmptied) -> None:
    play.card_check, play.last = "emptied", None
    play.prep = Preparation()


def _unloaded(play: Play, event: e.CardsReplaced | i.DeviceVoided) -> None:
    play.prep, play.last = Preparation(), None


def _check_ordered(play: Play, event: i.CardCheckOrdered) -> None:
    play.card_check = "ordered"


def _check_over(play: Play, event: i.CardsComplete | i.DecksVerified) -> None:
    play.card_check = ""


def _dropped(play: Play, event: v.CardsDropped) -> None:
    play.dropped = True


def _collected(play: Play, event: v.CardsCollected) -> None:
    play.dropped = False


def _held(play: Play, event: e.CoupHeld) -> None:
    play.held_round = event.round


def _rebuilt(play: Play, event: i.CoupRebuilt) -> None:
    play.held_round = 0
    if event.round != play.round or play.stage not in (DEALING, SETTLED):
        return  # its cards are in the rack; only the payments were corrected
    for card in event.drawn:
        play.stock.draw(card)
    play.player, play.banker = list(event.player), list(event.banker)
    play.stage, play.result = DEALING, ""
    play.announced = play.rack_returned = False


def _offered(play: Play, event: e.WithdrawalOffered) -> None:
    play.window, play.answered = True, set()


def _kept(play: Play, event: e.WagersKept) -> None:
    play.answered.add(event.patron)


def _window_closed(play: Play, event: i.WithdrawalClosed) -> None:
    play.window = False


def _surplus(play: Play, event: i.SurplusCardKept) -> None:
    if event.from_layout:
        play.stock.set_aside(event.card)
    else:
        play.stock.draw(event.card, to="aside")


def _burned(play: Play, event: i.CardBurnedByMistake) -> None:
    play.stock.draw(event.card, to="rack")


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.held_round:
        play.held_round = 0
    if event.round == play.round:
        malfunction.round_voided(play)
        if play.stage == DEALING:
            play.stage, play.window = SETTLED, False


def _displayed(play: Play, event: v.DisplayEntered) -> None:
    play.display[event.round] = event.result


def _only_logged(play: Play, event: e.Event) -> None:
    """The log keeps it; what follows from it is an event of its own."""


EVOLVE: dict[type[e.Event], Callable[[Any, Any], None]] = {
    **layout.EVOLVE,
    **preparing.EVOLVE,
    **house.EVOLVE,
    **malfunction.EVOLVE,
    **tokens.EVOLVE,
    e.BettingOpened: _opened,
    e.BettingClosed: _closed,
    e.CardDealt: _dealt,
    e.ResultAnnounced: _result,
    e.RoundEnded: _ended,
    e.RoundVoided: _voided,
    e.WagerPlaced: _placed,
    e.PatronLeft: _left,
    e.SeatVacated: _left,
    e.PatronExcluded: _left,
    e.CardsShuffled: _shuffled,
    e.CardsReplaced: _unloaded,
    v.DeckChecked: _only_logged,
    v.ManualShuffleOrdered: _manual,
    v.CardsDropped: _dropped,
    v.CardsCollected: _collected,
    v.PatronsPermitted: _permitted,
    v.CombinationApproved: _approved,
    v.CombinationRevoked: _revoked,
    e.NoMoreBetsCalled: _called,
    v.RestrictionSignPutUp: _sign_up,
    v.SuperSevensRestricted: _restricted,
    v.RestrictionLifted: _lifted,
    v.NotificationSent: _notified,
    e.NoBetCoupAgreed: _no_bet_agreed,
    v.NoBetCoupsDue: _no_bet_due,
    e.NoBetCoupBegun: _no_bet_begun,
    v.CoupBecameNoBet: _became_no_bet,
    v.CardsExposed: _exposed,
    v.CountsAnnounced: _announced,
    e.KeptCardUsed: _kept_used,
    e.RackReturned: _rack_returned,
    v.DisplayEntered: _displayed,
    e.CoupHeld: _held,
    i.CoupRebuilt: _rebuilt,
    e.WithdrawalOffered: _offered,
    e.WagersKept: _kept,
    i.WithdrawalClosed: _window_closed,
    i.SurplusCardKept: _surplus,
    i.FaceUpCardFound: _only_logged,
    i.CardBurnedByMistake: _burned,
    i.CardCheckOrdered: _check_ordered,
    i.CardsComplete: _check_over,
    i.FaultyCardsFound: _only_logged,
    i.DeviceEmptied: _emptied,
    i.DecksVerified: _check_over,
    i.NotificationOwed: _owed,
    i.DeviceVoided: _unloaded,
    i.ConductLogged: _only_logged,
    e.CasinoExclusionRecorded: _only_logged,
    **devices.EVOLVE,
    e.ComplaintAdvised: _only_logged,
}
