"""The orders and facts that only Tournament Mini-Baccarat has."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import IrregularityCommand, RoundCommand, WagerCommand
from houseway.games.fields import PatronName, PersonName, RoundNumber, Text, Word
from houseway.rulebook.document import Clause


class ConfirmNoWager(WagerCommand, frozen=True):
    """A patron who must wager does not: the betting may close, and the log keeps it."""

    patron: PatronName
    sentence = "confirm that {patron} does not wager"
    sits_out = "not_wagering"


class LetExpose(RoundCommand, frozen=True):
    """The Director names who exposes a hand of this round: a patron, or `dealer`."""

    person: PersonName
    hand: Word
    sentence = "let {person} expose the {hand} hand"


class BeginNonBettingRound(RoundCommand, frozen=True):
    sentence = "begin a non-betting round"


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


# When something goes wrong


class ReportWrongSequence(IrregularityCommand, frozen=True):
    sentence = "cards were drawn out of sequence"


class VoidEarlierRound(IrregularityCommand, frozen=True):
    """The Director's decision on an error found later, where the round is not to stand."""

    round: RoundNumber
    reason: Text
    sentence = "void round {round:number}: {reason:words}"
    title = "Void an earlier round"


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them.

    `turned` lay unseen on the layout; `drawn` had left the shoe and were not on record.
    """

    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    turned: tuple[Card, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause
    ends = (("held", ""),)


class LaterErrorFound(e.Event, frozen=True):
    """The round stands until the Director has decided the dispute of that number."""

    round: int
    dispute: int
    clause: Clause
