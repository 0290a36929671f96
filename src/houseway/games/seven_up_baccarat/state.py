"""The state of a 7-Up Baccarat table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import devices, house, layout, malfunction, shoe_state, tokens
from houseway.games import events as e
from houseway.games.base_commands import (
    ApprovalCommand,
    IrregularityCommand,
    PeopleCommand,
    PreparingCommand,
    RoundCommand,
    SettingCommand,
    WagerCommand,
)
from houseway.games.commands import AgreeNoBetCoup, by_two_persons
from houseway.games.edition import Citing, citing
from houseway.games.fields import (
    BoxNumber,
    Count,
    OptionalText,
    PatronName,
    PersonName,
    RoundNumber,
    Text,
    WagerName,
)
from houseway.games.game import Setup
from houseway.games.house import back_to
from houseway.games.layout import Folds, Layout, adds, end_round, files, only_logged, sets, takes
from houseway.games.limits import Limits
from houseway.games.malfunction import Malfunction
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, RULES, Options, Rules, cite
from houseway.games.shoe_state import Preparation
from houseway.games.tokens import Tokens
from houseway.rulebook.document import Clause

# The orders and facts that only 7-Up Baccarat has.

# Cards and loading


class LoadFactoryCards(PreparingCommand, frozen=True):
    """Cards that the maker has shuffled."""

    sentence = "load factory pre-shuffled cards"


class OrderManualShuffle(PreparingCommand, frozen=True):
    sentence = "order a manual shuffle"


class RecordDeckCheck(PreparingCommand, frozen=True):
    """A check before use: by the dealer, a casino supervisor or a deck-checking device."""

    means: Text
    sentence = "the decks are checked by {means:words}"


class ReportDroppedCards(PreparingCommand, frozen=True):
    sentence = "cards were dropped"


class ConfirmCollected(PreparingCommand, frozen=True):
    """All cards have been found again: so many."""

    count: Count
    sentence = "all {count:number} cards are collected"
    title = "All cards are collected"


class DeckChecked(e.Event, frozen=True):
    """`identifiers`: of the decks, and of the device that checked them, by the table's register."""

    means: str
    clause: Clause
    identifiers: tuple[str, ...] = ()

    @property
    def by_device(self) -> bool:
        return e.DECK_CHECKER in self.means


class ManualShuffleOrdered(e.Ruled, frozen=True): ...


class CardsDropped(e.Ruled, frozen=True): ...


class CardsCollected(e.Event, frozen=True):
    count: int
    clause: Clause


# Wagers


class PermitPatrons(ApprovalCommand, frozen=True):
    """How many patrons may wager on one playing area."""

    patrons: Count
    box: BoxNumber
    sentence = "permit {patrons:number} patrons in box {box:number}"
    title = "Permit patrons in a box"


class ApproveCombination(ApprovalCommand, frozen=True):
    """Let a patron wager on both hands: for this coup, or `scope` "until revoked"."""

    combination: Text
    patron: PatronName
    scope: OptionalText = ""
    sentence = "approve {combination:words} for {patron}[ {scope:words}]"
    title = "Approve a combination of wagers"


class RevokeCombination(ApprovalCommand, frozen=True):
    patron: PatronName
    sentence = "revoke the approval of {patron}"


class ReduceWagers(WagerCommand, frozen=True):
    sentence = "reduce the wagers pro rata"


class RefuseWager(WagerCommand, frozen=True):
    patron: PatronName
    wager: WagerName
    reason: Text
    box: BoxNumber = 0
    sentence = "refuse {patron} {wager:words}[ in box {box:number}] because {reason:words}"
    title = "Refuse a wager"


class PutUpRestrictionSign(SettingCommand, frozen=True):
    sentence = "put up the sign of the restriction"


class RestrictSuperSevens(SettingCommand, frozen=True):
    sentence = "restrict the super 7's"


class LiftRestriction(SettingCommand, frozen=True):
    sentence = "lift the restriction"


class Notify(IrregularityCommand, frozen=True):
    """A notification has been sent: to Surveillance or an inspector, about what."""

    to: Text
    about: Text
    sentence = "notify {to} of {about:words}"
    title = "Send a notification"


class PatronsPermitted(e.Event, frozen=True):
    patrons: int
    box: int
    clause: Clause


class CombinationApproved(e.Event, frozen=True):
    patron: str
    combination: str
    standing: bool
    clause: Clause


class CombinationRevoked(e.RuledOnPatron, frozen=True): ...


class RestrictionSignPutUp(e.Ruled, frozen=True): ...


class SuperSevensRestricted(e.Ruled, frozen=True): ...


class RestrictionLifted(e.Ruled, frozen=True): ...


class NotificationSent(e.Event, frozen=True):
    to: str
    about: str
    clause: Clause


# The coup


class PermitNoBetCoups(RoundCommand, frozen=True):
    coups: Count = 1
    sentence = "permit no-bet coups[: {coups:number}]"


class BeginNoBetCoup(RoundCommand, frozen=True):
    sentence = "begin the no-bet coup"


class ExposeCards(RoundCommand, frozen=True):
    """Turn up every card that lies face down, in the order they were dealt."""

    cards: tuple[Card, ...]
    sentence = "expose {cards:cards}"


class AnnounceCounts(RoundCommand, frozen=True):
    sentence = "announce the counts"


class EnterDisplay(RoundCommand, frozen=True):
    """What the results display shows for the last coup, rightly or wrongly."""

    result: Text
    sentence = "the display shows {result:words}"
    title = "Enter what the display shows"


class NoBetCoupsDue(e.Event, frozen=True):
    """So many more coups are to be dealt that nobody may wager on."""

    coups: int
    clause: Clause


class CoupBecameNoBet(e.Ruled, frozen=True): ...


class CardsExposed(e.Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class CountsAnnounced(e.Event, frozen=True):
    """Player's count first."""

    player: str
    banker: str
    clause: Clause


class DisplayEntered(e.Event, frozen=True):
    round: int
    result: str
    clause: Clause


by_two_persons(
    ReportDroppedCards, ConfirmCollected, apart=((ReportDroppedCards, ConfirmCollected),),
    what="the dealer reports, a casino supervisor confirms the count",
)  # fmt: skip
by_two_persons(
    AgreeNoBetCoup, PermitNoBetCoups, apart=((AgreeNoBetCoup, PermitNoBetCoups),),
    by_several=AgreeNoBetCoup,
    what="agreed by every patron, permitted by an assistant gaming manager",
)  # fmt: skip


# The orders and facts of 7-Up Baccarat for when something goes wrong.


class ReportDoubtfulOrder(IrregularityCommand, frozen=True):
    sentence = "the order of the cards is in doubt"


class ReportDealingError(IrregularityCommand, frozen=True):
    """The cards were dealt wrongly: in this coup or the last one, or in an earlier one."""

    round: RoundNumber = 0
    sentence = "the cards were dealt wrongly[ in coup {round:number}]"


class RebuildCoup(IrregularityCommand, frozen=True):
    """The cards of the coup in the order they left the device; `??` for one not yet seen."""

    cards: tuple[Card | None, ...]
    sentence = "rebuild the coup from {cards:cards}"


class ResumeCoup(IrregularityCommand, frozen=True):
    sentence = "resume the coup"


class ReportCardToPlayer(IrregularityCommand, frozen=True):
    """A second card was dealt to Player that the rules do not give; named if it was seen."""

    card: Card | None = None
    sentence = "a card is dealt to player in error[: {card:card}]"


class ReportCardToBanker(IrregularityCommand, frozen=True):
    """A third card was dealt to Banker that the rules do not give; named if it was seen."""

    card: Card | None = None
    sentence = "a card is dealt to banker in error[: {card:card}]"


class ReportMistakenBurn(IrregularityCommand, frozen=True):
    """A card went into the rack that should not have; named if it was seen."""

    card: Card | None = None
    sentence = "a card is burned by mistake[: {card:card}]"


class OrderCardCheck(IrregularityCommand, frozen=True):
    sentence = "order a check of the cards"


class OrderFacedCheck(IrregularityCommand, frozen=True):
    """Take all cards out of the device: more of them may lie face up."""

    sentence = "order all cards out of the device"


class ReportCardsComplete(IrregularityCommand, frozen=True):
    sentence = "the cards are complete"


class ReportMissingCards(IrregularityCommand, frozen=True):
    cards: tuple[Card, ...]
    sentence = "cards are missing: {cards:cards}"


class VerifyDecks(IrregularityCommand, frozen=True):
    """All cards have been taken out and verified; what further was missing or foreign."""

    missing: tuple[Card, ...] = ()
    foreign: OptionalText = ""
    sentence = "verify the decks[; missing {missing:cards}][; foreign {foreign:words}]"


class VoidDevice(IrregularityCommand, frozen=True):
    """The order of the cards has become known: the device is void."""

    opinion: Text
    sentence = "void the device: {opinion:words}"


class CoupRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them; `drawn` are cards not on record before."""

    round: int
    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause
    ends = (("held", ""),)


class WithdrawalClosed(e.Ruled, frozen=True): ...


class SurplusCardKept(e.Event, frozen=True):
    """The card opens the next coup. `from_layout`: it lay with the cards of this coup."""

    card: Card | None
    from_layout: bool
    clause: Clause


class FaceUpCardFound(e.Event, frozen=True):
    card: Card
    clause: Clause


class CardBurnedByMistake(e.Event, frozen=True):
    card: Card | None
    clause: Clause


class CardCheckOrdered(e.Event, frozen=True):
    by: str
    clause: Clause


class CardsComplete(e.Ruled, frozen=True): ...


class FaultyCardsFound(e.Event, frozen=True):
    missing: tuple[Card, ...]
    foreign: str
    clause: Clause


class DeviceEmptied(e.Ruled, frozen=True):
    """All cards are out of the device, to be checked."""


class DecksVerified(e.Event, frozen=True):
    missing: tuple[Card, ...]
    foreign: str
    clause: Clause


class NotificationOwed(e.Event, frozen=True):
    to: str
    about: str
    clause: Clause


class DeviceVoided(e.Event, frozen=True):
    opinion: str
    clause: Clause
    aborts = True


# General provisions


class LogConduct(PeopleCommand, frozen=True):
    """A breach of a rule on conduct, by its number."""

    rule: Text
    person: PersonName
    what: Text
    sentence = "log a breach of {rule} by {person}: {what:words}"
    title = "Log a breach of a rule"


class ConductLogged(e.Event, frozen=True):
    person: str
    what: str
    clause: Clause


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

    def open_hands(self) -> tuple[list[Card], list[Card]]:
        """Player's and Banker's cards, for when none of them lies face down."""
        hands: Any = (self.player, self.banker)
        return hands  # type: ignore[no-any-return]  # no call in the deal's way

    @property
    def no_bet_reason(self) -> Clause | None:
        """Why the next coup is a no-bet coup: one is due, or a card of it has been seen."""
        if self.no_bet_due:
            return self.no_bet_clause
        return self.cite("12.3") if any(self.stock.aside) else None

    @property
    def last_dealt(self) -> int:
        """The last coup of which a card is out: 0 before the first."""
        return self.round - (self.stage in (BETTING, DEALING) and not self.out)

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


def _dealt(play: Play, event: e.CardDealt) -> None:
    play.last = None
    play.stock.draw(event.card)
    (play.player if event.to == PLAYER else play.banker).append(event.card)


def _kept_used(play: Play, event: e.KeptCardUsed) -> None:
    play.last = None
    card = play.stock.bring_back(event.card)
    play.hand(event.to).append(card)


def _exposed(play: Play, event: CardsExposed) -> None:
    faces = iter(event.cards)
    for hand, place in dealing_places(play):
        if hand[place] is None:
            hand[place] = next(faces)
            play.stock.identify_at("layout", play.stock.layout.index(None), hand[place])


def dealing_places(play: Play) -> list[tuple[list[Any], int]]:
    """Every card of the coup by its place, in the order of dealing."""
    places = [(BANKER, 0), (PLAYER, 0), (BANKER, 1), (PLAYER, 1), (BANKER, 2)]
    return [(play.hand(name), n) for name, n in places if n < len(play.hand(name))]


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
    if play.approvals:
        play.approvals = {who: each for who, each in play.approvals.items() if each.standing}
    if play.no_bet_agreed:
        play.no_bet_agreed = set()
    play.stage, play.rack_returned, play.no_bet = BETWEEN, False, False


def _placed(play: Play, event: e.WagerPlaced) -> None:
    layout.EVOLVE[e.WagerPlaced](play, event)
    play.places[event.patron] = event.box


def _left(play: Play, event: e.PatronLeft | e.SeatVacated | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    play.places.pop(event.patron, None)
    play.approvals.pop(event.patron, None)
    play.no_bet_agreed.discard(event.patron)


def _approved(play: Play, event: CombinationApproved) -> None:
    play.approvals[event.patron] = Approval(event.combination, event.standing)


def _revoked(play: Play, event: CombinationRevoked) -> None:
    play.approvals.pop(event.patron, None)


def _lifted(play: Play, event: RestrictionLifted) -> None:
    play.restricted = play.restriction_sign = False
    play.notified = {each for each in play.notified if each[1] != "the restriction"}


def _notified(play: Play, event: NotificationSent) -> None:
    play.notified.add((event.to, event.about))
    play.owed = [each for each in play.owed if each != (event.to, event.about)]


def _owed(play: Play, event: NotificationOwed) -> None:
    play.owed.append((event.to, event.about))


def _shuffled(play: Play, event: e.CardsShuffled) -> None:
    """A new load: errors of earlier coups can no longer be reported, kept cards are gone."""
    shoe_state.EVOLVE[e.CardsShuffled](play, event)
    play.manual_shuffle, play.last = False, None
    play.no_bet_due = 0 if play.no_bet_clause != play.cite("7.4") else play.no_bet_due


def _emptied(play: Play, event: DeviceEmptied) -> None:
    play.card_check, play.last = "emptied", None
    play.prep = Preparation()


def _unloaded(play: Play, event: e.CardsReplaced | DeviceVoided) -> None:
    play.prep, play.last = Preparation(), None


def _rebuilt(play: Play, event: CoupRebuilt) -> None:
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


def _surplus(play: Play, event: SurplusCardKept) -> None:
    if event.from_layout:
        play.stock.set_aside(event.card)
    else:
        play.stock.draw(event.card, to="aside")


def _burned(play: Play, event: CardBurnedByMistake) -> None:
    play.stock.draw(event.card, to="rack")


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.held_round:
        play.held_round = 0
    if event.round == play.round:
        malfunction.round_voided(play)
        if play.stage == DEALING:
            play.stage, play.window = SETTLED, False


EVOLVE: Folds = {
    **layout.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    **malfunction.EVOLVE,
    **tokens.EVOLVE,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.BettingClosed: sets(stage=DEALING),
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
    DeckChecked: only_logged,
    ManualShuffleOrdered: sets(manual_shuffle=True),
    CardsDropped: sets(dropped=True),
    CardsCollected: sets(dropped=False),
    PatronsPermitted: files("patrons", "sharing", by="box"),
    CombinationApproved: _approved,
    CombinationRevoked: _revoked,
    e.NoMoreBetsCalled: sets(called=True),
    RestrictionSignPutUp: sets(restriction_sign=True),
    SuperSevensRestricted: sets(restricted=True),
    RestrictionLifted: _lifted,
    NotificationSent: _notified,
    e.NoBetCoupAgreed: adds("patron", "no_bet_agreed"),
    NoBetCoupsDue: takes(no_bet_due="coups", no_bet_clause="clause"),
    e.NoBetCoupBegun: _no_bet_begun,
    CoupBecameNoBet: sets(no_bet=True),
    CardsExposed: _exposed,
    CountsAnnounced: sets(announced=True),
    e.KeptCardUsed: _kept_used,
    e.RackReturned: _rack_returned,
    DisplayEntered: files("result", "display", by="round"),
    e.CoupHeld: takes(held_round="round"),
    CoupRebuilt: _rebuilt,
    e.WithdrawalOffered: _offered,
    e.WagersKept: adds("patron", "answered"),
    WithdrawalClosed: sets(window=False),
    SurplusCardKept: _surplus,
    FaceUpCardFound: only_logged,
    CardBurnedByMistake: _burned,
    CardCheckOrdered: sets(card_check="ordered"),
    CardsComplete: sets(card_check=""),
    FaultyCardsFound: only_logged,
    DeviceEmptied: _emptied,
    DecksVerified: sets(card_check=""),
    NotificationOwed: _owed,
    DeviceVoided: _unloaded,
    ConductLogged: only_logged,
    e.CasinoExclusionRecorded: only_logged,
    **devices.EVOLVE,
    e.ComplaintAdvised: only_logged,
}
