"""The orders and facts of entries and the draw; people are named by reference alone."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from houseway.games.events import Event
from houseway.games.fields import (
    LIST_MOST,
    Cents,
    DocumentName,
    Hex,
    Moment,
    Number,
    OptionalText,
    OptionalWager,
    PatronName,
    PersonName,
    Reference,
    StoredMoment,
    TableName,
    Text,
    Version,
    Word,
)
from houseway.promotion.terms import DrawCommand, EntriesCommand
from houseway.promotion.vocabulary import Clauses
from houseway.rulebook.roles import Signature

# Entries


class Entrant(Struct, frozen=True):
    """Who enters, with how many tickets, after which wager, and what was checked."""

    person: Reference
    tickets: Number = 1
    wagered: Cents = 0
    meets: tuple[Text, ...] = ()


class EnterPatron(EntriesCommand, frozen=True):
    """One patron, entered by staff who have checked what the terms ask."""

    person: Reference
    tickets: Number = 1
    wagered: Cents = 0
    meets: tuple[Text, ...] = ()
    sentence = (
        "enter {person} with {tickets:number} tickets[ for a wager of {wagered:money}]"
        "[ having checked {meets:names}]"
    )
    title = "Enter a person"


class EnterList(EntriesCommand, frozen=True):
    """Import entries from a file: the whole list or none of it."""

    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=LIST_MOST)]
    source: Text
    sentence = "enter the list of {source:words}"
    title = "Enter a list"


class Played(Struct, frozen=True):
    """Something that happened at a table: its version in the table's log, and what it was."""

    version: Version
    at_us: Moment
    event: Word
    person: PatronName
    wager: OptionalWager = ""
    stake: Cents = 0


class CountPlay(EntriesCommand, frozen=True):
    """Give the tickets that play at a table has earned, up to a version of its log."""

    table: TableName
    document: DocumentName
    up_to: Version
    plays: Annotated[tuple[Played, ...], Meta(max_length=LIST_MOST)]
    sentence = "count the play of {table} up to {up_to:number}"
    title = "Count the play of a table"


class SealEntries(EntriesCommand, frozen=True):
    """Close the list permanently. Its hash is published before the draw."""

    sentence = "seal the entries"


class EntriesTaken(Event, frozen=True):
    """`rows` are references and how many tickets each got, in order, from ticket `first` on."""

    first: int
    rows: tuple[tuple[str, int], ...]
    source: str
    by: Signature
    clauses: Clauses
    table: str = ""
    up_to: int = 0
    admits = ("rows",)


class EntriesSealed(Event, frozen=True):
    digest: str
    entries: int
    tickets: int
    by: Signature
    clauses: Clauses


# The draw


class NameScrutineer(DrawCommand, frozen=True):
    person: PersonName
    sentence = "name {person} as scrutineer"
    title = "Name a scrutineer"


class DispenseWithScrutineer(DrawCommand, frozen=True):
    """Decide, where the document leaves it open, that nobody oversees the draw."""

    reason: Text
    sentence = "dispense with a scrutineer because {reason:words}"


class NameSecondPerson(DrawCommand, frozen=True):
    """Name the person who commits a value where no scrutineer oversees an electronic draw."""

    person: PersonName
    sentence = "name {person} as second person"
    title = "Name a second person"


class CommitSeed(DrawCommand, frozen=True):
    """Publish the hash of the house's seed, for a draw of scheme 1; the house adds the hash."""

    commitment: Hex = ""
    sentence = "commit to a seed"


class CommitShare(DrawCommand, frozen=True):
    """Publish the SHA-256 of the scrutineer's, or the second person's, own secret value."""

    commitment: Hex
    sentence = "commit to the value behind {commitment}"
    title = "Commit to a value"


class RecordPublicValue(DrawCommand, frozen=True):
    """Record the public value that the conditions name, and where it was read."""

    value: Text
    source: Text
    sentence = "record the public value {value:words} as read in {source:words}"
    title = "Record the public value"


class ConfirmPublicValue(DrawCommand, frozen=True):
    """Confirm the public value: the scrutineer has looked it up and enters it again."""

    value: Text
    sentence = "confirm the public value {value:words}"


class RevealShare(DrawCommand, frozen=True):
    """Reveal the value behind the commitment of the scrutineer or the second person."""

    share: Hex
    hidden = ("share",)
    sentence = "reveal the value {share}"


class SetShareAside(DrawCommand, frozen=True):
    """Give up waiting for a value that is withheld or lost; someone else is named afterwards."""

    reason: Text
    sentence = "set the committed value aside because {reason:words}"


class DrawWinners(DrawCommand, frozen=True):
    """Reveal the house's seed and compute every winner; the house adds the seed.

    `word` is one that was called out in public, for a draw of scheme 1.
    """

    seed: Hex = ""
    word: OptionalText = ""
    hidden = ("seed",)
    sentence = "draw the winners[ with the word {word}]"


class RecordTicket(DrawCommand, frozen=True):
    """The ticket that came out for the next prize, before witnesses."""

    ticket: Number
    witnesses: tuple[PersonName, ...]
    sentence = "record ticket {ticket:number} before {witnesses:names}"
    title = "Record a ticket"


class RedrawPrize(DrawCommand, frozen=True):
    """Draw a prize again for a reason that the terms give; for a barrel, with its ticket.

    In an electronic draw one person asks for it. A public value of a later moment is then recorded
    and confirmed, and another person draws; the house adds its next secret.
    """

    winner: Number
    reason: Text
    ticket: Number = 0
    witnesses: tuple[PersonName, ...] = ()
    seed: Hex = ""
    hidden = ("seed",)
    sentence = (
        "redraw the prize of winner {winner:number} as {reason}"
        "[ with ticket {ticket:number} before {witnesses:names}]"
    )
    title = "Redraw a prize"


class SignDraw(DrawCommand, frozen=True):
    """The scrutineer signs the draw."""

    sentence = "sign the draw"


class PublishResults(DrawCommand, frozen=True):
    where: Text
    sentence = "publish the results by {where:words}"


class ScrutineerNamed(Event, frozen=True):
    person: str
    by: Signature
    clauses: Clauses


class ScrutineerDispensedWith(Event, frozen=True):
    reason: str
    by: Signature
    clauses: Clauses


class SeedCommitted(Event, frozen=True):
    commitment: str
    by: Signature
    clauses: Clauses


class SecondPersonNamed(Event, frozen=True):
    person: str
    by: Signature
    clauses: Clauses


class ShareCommitted(Event, frozen=True):
    commitment: str
    by: Signature
    clauses: Clauses


class ShareSetAside(Event, frozen=True):
    """`person` had committed to `commitment` and did not reveal the value."""

    person: str
    commitment: str
    reason: str
    by: Signature
    clauses: Clauses


class PublicValueRecorded(Event, frozen=True):
    value: str
    source: str
    by: Signature
    clauses: Clauses


class PublicValueConfirmed(Event, frozen=True):
    by: Signature
    clauses: Clauses


class ShareRevealed(Event, frozen=True):
    share: str
    by: Signature
    clauses: Clauses


class SeedRevealed(Event, frozen=True):
    seed: str
    word: str
    by: Signature
    clauses: Clauses


class WinnerDrawn(Event, frozen=True):
    """`unit` is which of the prizes; `used` how many numbers of the seed's stream it took so far.

    `instead_of` is the winner whose prize was drawn again, and `reason` why.
    """

    winner: int
    unit: int
    ticket: int
    person: str
    by: Signature
    clauses: Clauses
    used: int = 0
    witnesses: tuple[str, ...] = ()
    instead_of: int = 0
    reason: str = ""


class RedrawAsked(Event, frozen=True):
    """`at_us`: the public value of that moment, or the first after it, decides with the secret."""

    winner: int
    reason: str
    at_us: StoredMoment
    by: Signature
    clauses: Clauses


class DrawCompleted(Event, frozen=True):
    """`unawarded` prizes are left over because there are no more tickets."""

    unawarded: int
    by: Signature
    clauses: Clauses


class DrawSigned(Event, frozen=True):
    by: Signature
    clauses: Clauses


class ResultsPublished(Event, frozen=True):
    where: str
    by: Signature
    clauses: Clauses
