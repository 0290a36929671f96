"""The orders and facts about undisclosed wagers and the forms on which they are written."""

from __future__ import annotations

from typing import Literal

from houseway.games.events import Event
from houseway.games.fields import Number, OptionalWager, StoredUnits, Text, Units
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature
from houseway.tournament.groups import SessionCommand

Outcome = Literal["won", "lost", "stood off"]


class HandInForm(SessionCommand, frozen=True):
    """An undisclosed wager as written: what it is on, and how much; either may be left blank."""

    session: Number
    entry: Number
    on: OptionalWager
    amount: Units
    sentence = "entry {entry:number} hands in a form"
    console = "in place"


class PassForm(SessionCommand, frozen=True):
    """The form has been examined, and its indicator is placed."""

    session: Number
    entry: Number
    sentence = "pass the form of entry {entry:number}"
    console = "in place"


class ReturnForm(SessionCommand, frozen=True):
    session: Number
    entry: Number
    reason: Text
    sentence = "return the form of entry {entry:number}: {reason:words}"
    only_with = "wagering.undisclosed"


class AnnounceForm(SessionCommand, frozen=True):
    session: Number
    entry: Number
    sentence = "announce the form of entry {entry:number}"
    console = "in place"


class PlaceAnnounced(SessionCommand, frozen=True):
    """The chips of an announced wager are on the layout."""

    session: Number
    entry: Number
    sentence = "entry {entry:number} places the announced wager"
    console = "in place"


class FindForm(SessionCommand, frozen=True):
    """After the coup: what the form really says, and what became of the wager as announced.

    `pays` is what the winning wager pays to one, as two numbers: 9 to 5 is (9, 5).
    """

    session: Number
    entry: Number
    on: OptionalWager
    amount: Units
    outcome: Outcome
    pays: tuple[Number, Number] = (1, 1)
    sentence = "find the form of entry {entry:number} at {amount:number}"
    title = "A form says something else"
    only_with = "wagering.undisclosed"


class AskForForm(SessionCommand, frozen=True):
    """A tournament player asks to see the form of another."""

    session: Number
    entry: Number
    of: Number
    sentence = "entry {entry:number} asks for the form of {of:number}"
    title = "Ask for a form"
    only_with = "wagering.undisclosed"


class FormHandedIn(Event, frozen=True):
    """Nobody but its owner and the supervisor may see `on` and `amount` until it is announced."""

    session: int
    table: str
    entry: int
    on: str
    amount: StoredUnits
    held: StoredUnits
    clause: Clause
    admits = ("entry",)


class FormPassed(Event, frozen=True):
    session: int
    table: str
    entry: int
    by: Signature
    clause: Clause


class FormReturned(Event, frozen=True):
    session: int
    table: str
    entry: int
    reason: str
    by: Signature
    clause: Clause


class FormAnnounced(Event, frozen=True):
    session: int
    table: str
    entry: int
    on: str
    amount: StoredUnits
    by: Signature
    clause: Clause


class AnnouncedPlaced(Event, frozen=True):
    session: int
    table: str
    entry: int
    clause: Clause


class FormCorrected(Event, frozen=True):
    """`deemed` is what the wager counts for; `chips` what its owner is given, or gives back."""

    session: int
    table: str
    entry: int
    deemed: StoredUnits
    chips: StoredUnits
    by: Signature
    clause: Clause


class FormShown(Event, frozen=True):
    session: int
    table: str
    entry: int
    of: int
    clause: Clause
