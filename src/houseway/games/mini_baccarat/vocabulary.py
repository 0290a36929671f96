"""The orders and facts that only Mini Baccarat has."""

from __future__ import annotations

from typing import ClassVar

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import Count, PatronName, PersonName, Word
from houseway.rulebook.document import Clause


class DeliverHand(c.Command, frozen=True):
    hand: Word
    patron: PatronName
    sentence: ClassVar[str] = "deliver the {hand} hand to {patron}"


class SettlePairs(c.Command, frozen=True):
    sentence: ClassVar[str] = "settle the pairs"


class ApproveBothHands(c.Command, frozen=True):
    """Let a patron wager on Banker and Player together, for this round or several."""

    patron: PatronName
    rounds: Count = 1
    sentence: ClassVar[str] = "approve both hands for {patron}[ for {rounds:number} rounds]"


class AskNoBetCoup(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} asks for a no-bet coup"


class DirectNoBetCoup(c.Command, frozen=True):
    sentence: ClassVar[str] = "direct a no-bet coup"


class HandDelivered(e.Event, frozen=True):
    hand: str
    patron: str
    clause: Clause


class HandExposed(e.Event, frozen=True):
    hand: str
    cards: tuple[Card, ...]
    by: str
    clause: Clause


class PairsSettled(e.Event, frozen=True):
    clause: Clause


class BothHandsApproved(e.Event, frozen=True):
    patron: str
    rounds: int
    clause: Clause


class NoBetCoupAsked(e.Event, frozen=True):
    patron: str
    clause: Clause


# When something goes wrong


class ReportPlacementError(c.Command, frozen=True):
    sentence: ClassVar[str] = "cards were placed wrongly"


class ResumeRound(c.Command, frozen=True):
    sentence: ClassVar[str] = "resume the round"


class PermitChanges(c.Command, frozen=True):
    sentence: ClassVar[str] = "permit changes of wagers"


class EndChanges(c.Command, frozen=True):
    sentence: ClassVar[str] = "end changes of wagers"


class ReportWrongExposure(c.Command, frozen=True):
    hand: Word
    person: PersonName
    sentence: ClassVar[str] = "the {hand} hand was exposed wrongly by {person}"


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them; `drawn` are cards not on record before."""

    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause


class WindowClosed(e.Event, frozen=True):
    clause: Clause


class ChangesPermitted(e.Event, frozen=True):
    clause: Clause


class RoundBecameNoBet(e.Event, frozen=True):
    clause: Clause


class WrongExposureFound(e.Event, frozen=True):
    hand: str
    person: str
    clause: Clause
