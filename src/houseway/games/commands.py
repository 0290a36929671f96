"""The commands that several games share, each with the sentence by which a person gives it.

A sentence is what a record (`.hwr`) writes and what the terminal reads. `{name}` stands for a
field: one word, or what its form says (`money`, `card`, `cards`, `number`, `words`, `names`). What
stands in square brackets may be left out. Commands of one game alone are in that game's folder.
"""

from __future__ import annotations

from types import MappingProxyType

from houseway.equipment.cards import Card
from houseway.games.base_commands import Command as Command
from houseway.games.base_commands import (
    DisputeCommand,
    IrregularityCommand,
    PeopleCommand,
    PreparingCommand,
    ProvisionCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.base_commands import by_two_persons as by_two_persons
from houseway.games.base_commands import forms_of as forms_of
from houseway.games.base_commands import required_fields as required_fields
from houseway.games.fields import (
    BoxNumber,
    Cents,
    Count,
    Number,
    OptionalPatron,
    OptionalText,
    OptionalWord,
    PatronName,
    PersonName,
    RoundNumber,
    Text,
    WagerName,
    Word,
)

# People and chips


class JoinTable(PeopleCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} joins"
    title = "Enter a patron"
    own_title = "Join the table"


class LeaveTable(PeopleCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} leaves"
    own_title = "Leave the table"


class BringChips(PeopleCommand, frozen=True):
    """From now on this patron's chips are counted, and a wager above them is refused."""

    patron: PatronName
    amount: Cents
    sentence = "{patron} brings {amount:money}"
    title = "A patron brings chips"
    own_title = "Bring chips"


# Preparing the cards


class CheckCards(PreparingCommand, frozen=True):
    """Check every card. Enter what the check found, such as a missing card, and how many cards were
    counted."""

    finding: OptionalText = ""
    counted: Count = 0
    sentence = "check the cards[, {counted:number} counted][ and find {finding:words}]"


class CheckByDevice(PreparingCommand, frozen=True):
    finding: OptionalText = ""
    counted: Count = 0
    sentence = (
        "check the cards with the deck-checking device[, {counted:number} counted]"
        "[ and find {finding:words}]"
    )


class ShuffleCards(PreparingCommand, frozen=True):
    sentence = "shuffle"


class LoadPreshuffledCards(PreparingCommand, frozen=True):
    sentence = "load pre-shuffled cards"
    call = "Load pre-shuffled cards"
    call_when = "awaited"
    key = "l"


class AskRiffle(PreparingCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} asks for a riffle"
    own_title = "Ask for a riffle"


class ApproveRiffle(PreparingCommand, frozen=True):
    sentence = "approve the riffle"


class RiffleCards(PreparingCommand, frozen=True):
    sentence = "riffle"


class DeclineCut(PreparingCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} declines the cut"
    own_title = "Decline the cut"


class CutCards(PreparingCommand, frozen=True):
    """Cut with `position` cards in front; by a patron, or by the office that gives the order."""

    position: Count
    patron: OptionalPatron = ""
    sentence = "cut at {position:number}[ by {patron}]"
    labels = MappingProxyType({"position": "Cards in front of the cut"})
    own_title = "Cut the cards"


class PlaceCuttingCard(PreparingCommand, frozen=True):
    behind: Count
    sentence = "place the cutting card {behind:number} from the back"
    title = "Place the cutting card"
    labels = MappingProxyType({"behind": "Cards behind the cutting card"})


class BurnCard(PreparingCommand, frozen=True):
    """Burn the next card: shown when the card is named, unseen when it is not."""

    card: Card | None = None
    sentence = "burn[ {card:card}]"
    bare_title = "Burn unseen"
    reported_by = "shoe"


class OrderShuffle(PreparingCommand, frozen=True):
    reason: OptionalText = ""
    sentence = "order a shuffle[ because {reason:words}]"


class ReplaceCards(PreparingCommand, frozen=True):
    """Replace all the cards, or the ones named by others of the same face."""

    cards: tuple[Card, ...] = ()
    sentence = "replace the cards[ {cards:cards}]"


class ReportCuttingCard(PreparingCommand, frozen=True):
    sentence = "the cutting card appears"
    call = "Cutting card"
    call_when = "playing"
    key = "y"
    reported_by = "shoe"


# Wagers


class OpenBetting(RoundCommand, frozen=True):
    sentence = "open betting"
    call = "Place your bets"
    call_when = "awaited"
    key = "o"


class PlaceWager(WagerCommand, frozen=True):
    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence = "{patron} wagers {amount:money} on {wager:words}[ in box {box:number}]"
    own_title = "Place a wager"
    entered_elsewhere = True


class ChangeWager(WagerCommand, frozen=True):
    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence = "{patron} changes {wager:words} to {amount:money}[ in box {box:number}]"
    title = "A patron changes a wager"
    own_title = "Change a wager"
    entered_elsewhere = True


class MoveWager(WagerCommand, frozen=True):
    patron: PatronName
    wager: WagerName
    onto: WagerName
    box: BoxNumber = 0
    sentence = "{patron} moves {wager:words} onto {onto:words}[ in box {box:number}]"
    title = "A patron moves a wager"
    own_title = "Move a wager"
    entered_elsewhere = True


class WithdrawWager(WagerCommand, frozen=True):
    patron: PatronName
    wager: WagerName
    box: BoxNumber = 0
    sentence = "{patron} withdraws {wager:words}[ in box {box:number}]"
    title = "A patron withdraws a wager"
    own_title = "Withdraw a wager"
    key = "t"
    entered_elsewhere = True
    weight = 1


class FindWager(WagerCommand, frozen=True):
    """What really lies on the layout, found after betting closed."""

    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence = "{patron} is found with {amount:money} on {wager:words}[ in box {box:number}]"
    title = "A wager is found on the layout"
    entered_elsewhere = True


class CallNoMoreBets(RoundCommand, frozen=True):
    sentence = "no more bets"
    call = "No more bets"
    key = "n"


# The round


class DealCard(RoundCommand, frozen=True):
    """The next card of the round: named when dealt face up, unnamed when dealt face down."""

    card: Card | None = None
    sentence = "deal[ {card:card}]"
    bare_title = "Deal face down"
    reported_by = "shoe"


class SettleWagers(RoundCommand, frozen=True):
    sentence = "settle"


class CollectCards(RoundCommand, frozen=True):
    sentence = "collect the cards"


# What the general provisions of every document let the house do


class InvalidateOutcome(ProvisionCommand, frozen=True):
    """Cancel a result on a ground of the rules. Stakes go back.

    The stakes of persons whom you name for fraud may be withheld where the rules allow it.
    """

    ground: Word
    what: Text
    persons: tuple[PersonName, ...] = ()
    withhold: tuple[PatronName, ...] = ()
    sentence = (
        "invalidate the outcome because of {ground:words}[ by {persons:names}]: {what:words}"
        "[ withholding {withhold:names}]"
    )
    title = "Invalidate the outcome"


class LogBreach(ProvisionCommand, frozen=True):
    """Enter the number of the clause on conduct; leave it empty for any other rule."""

    person: PersonName
    what: Text
    category: OptionalWord = ""
    sentence = "log a breach by {person}[ of {category}]: {what:words}"
    title = "Log a breach"


class LogDeviceBreach(ProvisionCommand, frozen=True):
    """A device that can record, project or analyse, in someone's use or possession.

    `capacity` is what the person was there as: patron, spectator, off duty, or an agent, employee
    or inspector on duty.
    """

    person: PersonName
    device: Text
    capacity: OptionalWord = ""
    sentence = "log a prohibited device with {person}[ as {capacity:words}]: {device:words}"
    title = "Log a prohibited device"


class RecordDetention(ProvisionCommand, frozen=True):
    person: PersonName
    sentence = "{person} is detained"


class RecordHandover(ProvisionCommand, frozen=True):
    """Say whether an inspector or a police officer takes over, and name the person."""

    person: PersonName
    to: Word
    name: Word
    title = "A person is handed over to an officer"
    sentence = "{person} is handed over to {to:words}, {name:words}"
    listed = MappingProxyType({"to": ("an inspector", "a police officer")})


class VoidWagers(ProvisionCommand, frozen=True):
    """Void every wager of a patron who has broken the rules."""

    patron: PatronName
    sentence = "void the wagers of {patron}"


class ExcludePatron(PeopleCommand, frozen=True):
    patron: PatronName
    sentence = "exclude {patron}"


class ReadmitPatron(ProvisionCommand, frozen=True):
    """An exclusion from the game is lifted."""

    patron: PatronName
    sentence = "readmit {patron}"


class VacateSeat(PeopleCommand, frozen=True):
    patron: PatronName
    sentence = "require {patron} to vacate the seat"
    title = "Require a seat to be vacated"


class RaiseDispute(DisputeCommand, frozen=True):
    patron: PatronName
    claim: Text
    sentence = "{patron} disputes: {claim:words}"
    title = "Enter a patron's dispute"
    own_title = "Dispute"


class DecideDispute(DisputeCommand, frozen=True):
    dispute: Number
    decision: Text
    sentence = "decide dispute {dispute:number}: {decision:words}"


class AskReview(DisputeCommand, frozen=True):
    dispute: Number
    sentence = "ask for a review of dispute {dispute:number}"
    title = "Ask for a review"


class RecordReview(DisputeCommand, frozen=True):
    dispute: Number
    outcome: Text
    sentence = "the review of dispute {dispute:number} says: {outcome:words}"
    title = "Record the review of a dispute"


# Calls and irregularities that several documents have


class AgreeNoBetCoup(RoundCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} agrees to a no-bet coup"
    own_title = "Agree to a no-bet coup: one round without bets"


class AuthoriseVoid(IrregularityCommand, frozen=True):
    sentence = "authorise the void"


class ConfirmReplacement(PreparingCommand, frozen=True):
    sentence = "confirm the check of the replacement cards"


class ExcludeFromCasino(PeopleCommand, frozen=True):
    """Record an exclusion from the casino. Enter the reference of the order."""

    patron: PatronName
    order: Text
    sentence = "exclude {patron} from the casino by order {order:words}"


class KeepWagers(IrregularityCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} keeps the wagers"
    own_title = "Keep the wagers"
    cautious = True


class RebuildRound(IrregularityCommand, frozen=True):
    """The cards of the round in the order they left the shoe; `??` for one not yet seen."""

    cards: tuple[Card | None, ...]
    sentence = "rebuild the round from {cards:cards}"


class ReportCardToPlayer(IrregularityCommand, frozen=True):
    """A card was drawn to the Player hand in error; named if it was seen."""

    card: Card | None = None
    sentence = "a card is drawn to player in error[: {card:card}]"


class ReportExcessCard(IrregularityCommand, frozen=True):
    """A card came out of the shoe that no hand was due; named if it was seen."""

    card: Card | None = None
    sentence = "a card is drawn in excess[: {card:card}]"


class ReportFaceUpCard(IrregularityCommand, frozen=True):
    """The next card of the device lies face up, or has been exposed before its time."""

    card: Card
    sentence = "a card is found face up: {card:card}"


class ReportForeignCard(IrregularityCommand, frozen=True):
    what: Text
    sentence = "a foreign card is found: {what:words}"


class ReportLaterError(IrregularityCommand, frozen=True):
    """An error in an earlier round, found after the next one had begun."""

    round: RoundNumber
    sentence = "an error is found in round {round:number}"
    title = "An error is found in an earlier round"


class ReturnRack(RoundCommand, frozen=True):
    sentence = "return the rack to the device"


class RevealHand(RoundCommand, frozen=True):
    """Turn up the unseen cards of a hand: the dealer, or the patron who exposes it."""

    hand: Word
    cards: tuple[Card, ...]
    patron: OptionalPatron = ""
    sentence = "expose the {hand} hand {cards:cards}[ by {patron}]"
    own_title = "Reveal the hand"


class UseKeptCard(RoundCommand, frozen=True):
    """The card kept from before is the next; it is named if it had not been seen."""

    card: Card | None = None
    sentence = "use the kept card[ {card:card}]"


class VoidForCollusion(IrregularityCommand, frozen=True):
    patron: PatronName
    sentence = "void the round for collusion by {patron}"


by_two_persons(
    ReplaceCards, ConfirmReplacement, apart=((ConfirmReplacement, ConfirmReplacement),),
    what="two persons each confirm the check before the next round",
)  # fmt: skip
by_two_persons(
    AskRiffle, ApproveRiffle, RiffleCards,
    apart=((AskRiffle, ApproveRiffle), (ApproveRiffle, RiffleCards)),
    what="a patron asks, a supervisor approves, the dealer riffles",
)  # fmt: skip
