"""The orders that several games share, each with the sentence by which a person gives it.

A sentence is what a record (`.hwr`) writes and what the terminal reads. `{name}` stands for a
field: one word, or what its form says (`money`, `card`, `cards`, `number`, `words`, `names`). What
stands in square brackets may be left out. Orders of one game alone are in that game's folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.games.fields import (
    BoxNumber,
    Cents,
    Count,
    Number,
    OptionalPatron,
    PatronName,
    PersonName,
    RoundNumber,
    Text,
    WagerName,
    Word,
)


class Command(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """An order: verb, then noun. It changes nothing by itself.

    `hidden` names the fields that a stored refusal leaves empty: a secret that came too early.
    """

    sentence: ClassVar[str] = ""
    hidden: ClassVar[tuple[str, ...]] = ()


_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")


@cache
def forms_of(kind: type[Command]) -> Mapping[str, str]:
    """The form in which each field of an order is written; "word" where none is named."""
    return {name: form or "word" for name, form in _FIELD.findall(kind.sentence)}


# People and chips


class JoinTable(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} joins"


class LeaveTable(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} leaves"


class BringChips(Command, frozen=True):
    """From now on this patron's chips are counted, and a wager above them is refused."""

    patron: PatronName
    amount: Cents
    sentence: ClassVar[str] = "{patron} brings {amount:money}"


# Preparing the cards


class CheckCards(Command, frozen=True):
    sentence: ClassVar[str] = "check the cards"


class ShuffleCards(Command, frozen=True):
    sentence: ClassVar[str] = "shuffle"


class LoadPreshuffledCards(Command, frozen=True):
    sentence: ClassVar[str] = "load pre-shuffled cards"


class AskRiffle(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} asks for a riffle"


class ApproveRiffle(Command, frozen=True):
    sentence: ClassVar[str] = "approve the riffle"


class RiffleCards(Command, frozen=True):
    sentence: ClassVar[str] = "riffle"


class DeclineCut(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} declines the cut"


class CutCards(Command, frozen=True):
    """Cut with `position` cards in front; by a patron, or by the office that gives the order."""

    position: Count
    patron: OptionalPatron = ""
    sentence: ClassVar[str] = "cut at {position:number}[ by {patron}]"


class PlaceCuttingCard(Command, frozen=True):
    behind: Count
    sentence: ClassVar[str] = "place the cutting card {behind:number} from the back"


class BurnCard(Command, frozen=True):
    """Burn the next card: shown when the card is named, unseen when it is not."""

    card: Card | None = None
    sentence: ClassVar[str] = "burn[ {card:card}]"


class OrderShuffle(Command, frozen=True):
    sentence: ClassVar[str] = "order a shuffle"


class ReplaceCards(Command, frozen=True):
    """Replace all the cards, or the ones named by others of the same face."""

    cards: tuple[Card, ...] = ()
    sentence: ClassVar[str] = "replace the cards[ {cards:cards}]"


class ReportCuttingCard(Command, frozen=True):
    sentence: ClassVar[str] = "the cutting card appears"


# Wagers


class OpenBetting(Command, frozen=True):
    sentence: ClassVar[str] = "open betting"


class PlaceWager(Command, frozen=True):
    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence: ClassVar[str] = (
        "{patron} wagers {amount:money} on {wager:words}[ in box {box:number}]"
    )


class ChangeWager(Command, frozen=True):
    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence: ClassVar[str] = (
        "{patron} changes {wager:words} to {amount:money}[ in box {box:number}]"
    )


class MoveWager(Command, frozen=True):
    patron: PatronName
    wager: WagerName
    onto: WagerName
    box: BoxNumber = 0
    sentence: ClassVar[str] = "{patron} moves {wager:words} onto {onto:words}[ in box {box:number}]"


class WithdrawWager(Command, frozen=True):
    patron: PatronName
    wager: WagerName
    box: BoxNumber = 0
    sentence: ClassVar[str] = "{patron} withdraws {wager:words}[ in box {box:number}]"


class FindWager(Command, frozen=True):
    """What really lies on the layout, found after betting closed."""

    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence: ClassVar[str] = (
        "{patron} is found with {amount:money} on {wager:words}[ in box {box:number}]"
    )


class CallNoMoreBets(Command, frozen=True):
    sentence: ClassVar[str] = "no more bets"


# The round


class DealCard(Command, frozen=True):
    """The next card of the round: named when dealt face up, unnamed when dealt face down."""

    card: Card | None = None
    sentence: ClassVar[str] = "deal[ {card:card}]"


class SettleWagers(Command, frozen=True):
    sentence: ClassVar[str] = "settle"


class CollectCards(Command, frozen=True):
    sentence: ClassVar[str] = "collect the cards"


# What the general provisions of every document let the house do


class InvalidateOutcome(Command, frozen=True):
    """Strike out a result; stakes go back, but for the patrons named in `withhold`."""

    cause: Text
    withhold: tuple[PatronName, ...] = ()
    sentence: ClassVar[str] = (
        "invalidate the outcome because of {cause:words}[ withholding {withhold:names}]"
    )


class VoidRound(Command, frozen=True):
    """Stakes go back; `withhold` names those whose stake stays, where the document leaves it so."""

    reason: Text
    withhold: tuple[PatronName, ...] = ()
    sentence: ClassVar[str] = "void the round: {reason:words}[ withholding {withhold:names}]"


class LogBreach(Command, frozen=True):
    person: PersonName
    what: Text
    sentence: ClassVar[str] = "log a breach by {person}: {what:words}"


class VoidWagers(Command, frozen=True):
    """Void every wager of a patron who has broken the rules."""

    patron: PatronName
    sentence: ClassVar[str] = "void the wagers of {patron}"


class ExcludePatron(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "exclude {patron}"


class ReadmitPatron(Command, frozen=True):
    """An exclusion from the game is lifted."""

    patron: PatronName
    sentence: ClassVar[str] = "readmit {patron}"


class VacateSeat(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "require {patron} to vacate the seat"


class RaiseDispute(Command, frozen=True):
    patron: PatronName
    claim: Text
    sentence: ClassVar[str] = "{patron} disputes: {claim:words}"


class DecideDispute(Command, frozen=True):
    dispute: Number
    decision: Text
    sentence: ClassVar[str] = "decide dispute {dispute:number}: {decision:words}"


class AskReview(Command, frozen=True):
    dispute: Number
    sentence: ClassVar[str] = "ask for a review of dispute {dispute:number}"


class RecordReview(Command, frozen=True):
    dispute: Number
    outcome: Text
    sentence: ClassVar[str] = "the review of dispute {dispute:number} says: {outcome:words}"


# Calls and irregularities that several documents have


class AgreeNoBetCoup(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} agrees to a no-bet coup"


class AuthoriseVoid(Command, frozen=True):
    sentence: ClassVar[str] = "authorise the void"


class ConfirmReplacement(Command, frozen=True):
    sentence: ClassVar[str] = "confirm the check of the replacement cards"


class ExcludeFromCasino(Command, frozen=True):
    """Excluded from the casino by an order made outside this software; `order` refers to it."""

    patron: PatronName
    order: Text
    sentence: ClassVar[str] = "exclude {patron} from the casino by order {order:words}"


class KeepWagers(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} keeps the wagers"


class RebuildRound(Command, frozen=True):
    """The cards of the round in the order they left the shoe; `??` for one not yet seen."""

    cards: tuple[Card | None, ...]
    sentence: ClassVar[str] = "rebuild the round from {cards:cards}"


class ReportCardToPlayer(Command, frozen=True):
    """A card was drawn to the Player hand in error; named if it was seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "a card is drawn to player in error[: {card:card}]"


class ReportExcessCard(Command, frozen=True):
    """A card came out of the shoe that no hand was due; named if it was seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "a card is drawn in excess[: {card:card}]"


class ReportFaceUpCard(Command, frozen=True):
    """The next card of the device lies face up, or has been exposed before its time."""

    card: Card
    sentence: ClassVar[str] = "a card is found face up: {card:card}"


class ReportForeignCard(Command, frozen=True):
    what: Text
    sentence: ClassVar[str] = "a foreign card is found: {what:words}"


class ReportLaterError(Command, frozen=True):
    """An error in an earlier round, found after the next one had begun."""

    round: RoundNumber
    sentence: ClassVar[str] = "an error is found in round {round:number}"


class ReturnRack(Command, frozen=True):
    sentence: ClassVar[str] = "return the rack to the device"


class RevealHand(Command, frozen=True):
    """Turn up the unseen cards of a hand: the dealer, or the patron who exposes it."""

    hand: Word
    cards: tuple[Card, ...]
    patron: OptionalPatron = ""
    sentence: ClassVar[str] = "expose the {hand} hand {cards:cards}[ by {patron}]"


class UseKeptCard(Command, frozen=True):
    """The card kept from before is the next; it is named if it had not been seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "use the kept card[ {card:card}]"


class VoidForCollusion(Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "void the round for collusion by {patron}"
