"""The orders and facts that only Tournament Blackjack has."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import IrregularityCommand, RoundCommand, WagerCommand
from houseway.games.fields import BoxNumber, Cents, PatronName, StoredCents, Text, Word
from houseway.rulebook.document import Clause

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
