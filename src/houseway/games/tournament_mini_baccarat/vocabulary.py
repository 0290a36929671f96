"""The orders and facts that only Tournament Mini-Baccarat has."""

from __future__ import annotations

from typing import ClassVar

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import OptionalPatron, PatronName, PersonName, RoundNumber, Text, Word
from houseway.rulebook.document import Clause


class ConfirmNoWager(c.Command, frozen=True):
    """A patron who must wager does not: the betting may close, and the log keeps it."""

    patron: PatronName
    sentence: ClassVar[str] = "confirm that {patron} does not wager"


class RevealHand(c.Command, frozen=True):
    """Turn up the unseen cards of a hand: the dealer, or the patron who exposes it."""

    hand: Word
    cards: tuple[Card, ...]
    patron: OptionalPatron = ""
    sentence: ClassVar[str] = "expose the {hand} hand {cards:cards}[ by {patron}]"


class LetExpose(c.Command, frozen=True):
    """The Director names who exposes a hand of this round: a patron, or `dealer`."""

    person: PersonName
    hand: Word
    sentence: ClassVar[str] = "let {person} expose the {hand} hand"


class BeginNonBettingRound(c.Command, frozen=True):
    sentence: ClassVar[str] = "begin a non-betting round"


class UseKeptCard(c.Command, frozen=True):
    """The card drawn in excess opens the round; it is named if it had not been seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "use the kept card[ {card:card}]"


class ConfirmReplacement(c.Command, frozen=True):
    sentence: ClassVar[str] = "confirm the check of the replacement cards"


class BoxTaken(e.Event, frozen=True):
    """From now on the numbered box belongs to this patron."""

    patron: str
    box: int
    clause: Clause


class NoWagerConfirmed(e.Event, frozen=True):
    patron: str
    clause: Clause


class NonBettingRoundBegun(e.RoundOpened, frozen=True):
    """A round that nobody may wager on."""


class ExposerNamed(e.Event, frozen=True):
    hand: str
    person: str
    clause: Clause


class HandExposed(e.Event, frozen=True):
    """`box` is that of the patron who turned the cards, 0 for the dealer."""

    hand: str
    cards: tuple[Card, ...]
    by: str
    box: int
    clause: Clause


class KeptCardUsed(e.Event, frozen=True):
    card: Card | None
    to: str
    clause: Clause


class LastRoundCalled(e.Event, frozen=True):
    clause: Clause


class ReplacementChecked(e.Event, frozen=True):
    by: str
    clause: Clause


# When something goes wrong


class ReportCardToPlayer(c.Command, frozen=True):
    """A card was drawn to the Player hand in error; named if it was seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "a card is drawn to player in error[: {card:card}]"


class ReportExcessCard(c.Command, frozen=True):
    """A card came out of the shoe that no hand was due; named if it was seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "a card is drawn in excess[: {card:card}]"


class ReportWrongSequence(c.Command, frozen=True):
    sentence: ClassVar[str] = "cards were drawn out of sequence"


class RebuildRound(c.Command, frozen=True):
    """The cards of the round in the order they left the shoe; `??` for one not yet seen."""

    cards: tuple[Card | None, ...]
    sentence: ClassVar[str] = "rebuild the round from {cards:cards}"


class AuthoriseVoid(c.Command, frozen=True):
    sentence: ClassVar[str] = "authorise the void"


class ReportLaterError(c.Command, frozen=True):
    """An error in a round whose cards are in the discard rack already."""

    round: RoundNumber
    sentence: ClassVar[str] = "an error is found in round {round:number}"


class VoidEarlierRound(c.Command, frozen=True):
    """The Director's decision on an error found later, where the round is not to stand."""

    round: RoundNumber
    reason: Text
    sentence: ClassVar[str] = "void round {round:number}: {reason:words}"


class ExcessCardKept(e.Event, frozen=True):
    """The card opens the next round. `from_layout`: it lay with the cards of this round."""

    card: Card | None
    from_layout: bool
    clause: Clause


class RoundHeld(e.Event, frozen=True):
    round: int
    clause: Clause


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them.

    `turned` lay unseen on the layout; `drawn` had left the shoe and were not on record.
    """

    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    turned: tuple[Card, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause


class LaterErrorFound(e.Event, frozen=True):
    """The round stands until the Director has decided the dispute of that number."""

    round: int
    dispute: int
    clause: Clause
