"""The orders and facts that only Mini Baccarat has."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import IrregularityCommand, RoundCommand, WagerCommand
from houseway.games.commands import AgreeNoBetCoup, by_two_persons
from houseway.games.fields import Count, PatronName, PersonName, Word
from houseway.rulebook.document import Clause


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
