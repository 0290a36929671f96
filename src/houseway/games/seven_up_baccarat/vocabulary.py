"""The orders and facts that only 7-Up Baccarat has."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import (
    ApprovalCommand,
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    SettingCommand,
    WagerCommand,
)
from houseway.games.commands import AgreeNoBetCoup, by_two_persons
from houseway.games.fields import BoxNumber, Count, OptionalText, PatronName, Text, WagerName
from houseway.rulebook.document import Clause

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
