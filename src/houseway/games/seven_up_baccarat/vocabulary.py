"""The orders and facts that only 7-Up Baccarat has."""

from __future__ import annotations

from typing import ClassVar

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import BoxNumber, Count, OptionalText, PatronName, Text, WagerName
from houseway.rulebook.document import Clause

# Cards and loading


class LoadFactoryCards(c.Command, frozen=True):
    """Cards that the maker has shuffled."""

    sentence: ClassVar[str] = "load factory pre-shuffled cards"


class OrderManualShuffle(c.Command, frozen=True):
    sentence: ClassVar[str] = "order a manual shuffle"


class RecordDeckCheck(c.Command, frozen=True):
    """A check before use: by the dealer, a casino supervisor or a deck-checking device."""

    means: Text
    sentence: ClassVar[str] = "the decks are checked by {means:words}"


class ReportDroppedCards(c.Command, frozen=True):
    sentence: ClassVar[str] = "cards were dropped"


class ConfirmCollected(c.Command, frozen=True):
    """All cards have been found again: so many."""

    count: Count
    sentence: ClassVar[str] = "all {count:number} cards are collected"


class DeckChecked(e.Event, frozen=True):
    means: str
    clause: Clause


class ManualShuffleOrdered(e.Event, frozen=True):
    clause: Clause


class CardsDropped(e.Event, frozen=True):
    clause: Clause


class CardsCollected(e.Event, frozen=True):
    count: int
    clause: Clause


# Wagers


class PermitPatrons(c.Command, frozen=True):
    """How many patrons may wager on one playing area."""

    patrons: Count
    box: BoxNumber
    sentence: ClassVar[str] = "permit {patrons:number} patrons in box {box:number}"


class ApproveCombination(c.Command, frozen=True):
    """Let a patron wager on both hands: for this coup, or `scope` "until revoked"."""

    combination: Text
    patron: PatronName
    scope: OptionalText = ""
    sentence: ClassVar[str] = "approve {combination:words} for {patron}[ {scope:words}]"


class RevokeCombination(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "revoke the approval of {patron}"


class ReduceWagers(c.Command, frozen=True):
    sentence: ClassVar[str] = "reduce the wagers pro rata"


class RefuseWager(c.Command, frozen=True):
    patron: PatronName
    wager: WagerName
    reason: Text
    box: BoxNumber = 0
    sentence: ClassVar[str] = (
        "refuse {patron} {wager:words}[ in box {box:number}] because {reason:words}"
    )


class PutUpRestrictionSign(c.Command, frozen=True):
    sentence: ClassVar[str] = "put up the sign of the restriction"


class RestrictSuperSevens(c.Command, frozen=True):
    sentence: ClassVar[str] = "restrict the super 7's"


class LiftRestriction(c.Command, frozen=True):
    sentence: ClassVar[str] = "lift the restriction"


class Notify(c.Command, frozen=True):
    """A notification has been sent: to Surveillance or an inspector, about what."""

    to: Text
    about: Text
    sentence: ClassVar[str] = "notify {to} of {about:words}"


class PatronsPermitted(e.Event, frozen=True):
    patrons: int
    box: int
    clause: Clause


class CombinationApproved(e.Event, frozen=True):
    patron: str
    combination: str
    standing: bool
    clause: Clause


class CombinationRevoked(e.Event, frozen=True):
    patron: str
    clause: Clause


class RestrictionSignPutUp(e.Event, frozen=True):
    clause: Clause


class SuperSevensRestricted(e.Event, frozen=True):
    clause: Clause


class RestrictionLifted(e.Event, frozen=True):
    clause: Clause


class NotificationSent(e.Event, frozen=True):
    to: str
    about: str
    clause: Clause


# The coup


class PermitNoBetCoups(c.Command, frozen=True):
    coups: Count = 1
    sentence: ClassVar[str] = "permit no-bet coups[: {coups:number}]"


class BeginNoBetCoup(c.Command, frozen=True):
    sentence: ClassVar[str] = "begin the no-bet coup"


class ExposeCards(c.Command, frozen=True):
    """Turn up every card that lies face down, in the order they were dealt."""

    cards: tuple[Card, ...]
    sentence: ClassVar[str] = "expose {cards:cards}"


class AnnounceCounts(c.Command, frozen=True):
    sentence: ClassVar[str] = "announce the counts"


class EnterDisplay(c.Command, frozen=True):
    """What the results display shows for the last coup, rightly or wrongly."""

    result: Text
    sentence: ClassVar[str] = "the display shows {result:words}"


class NoBetCoupsDue(e.Event, frozen=True):
    """So many more coups are to be dealt that nobody may wager on."""

    coups: int
    clause: Clause


class CoupBecameNoBet(e.Event, frozen=True):
    clause: Clause


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
