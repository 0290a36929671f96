"""What is known about one table, and the shape of the orders that are the table's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Union

import msgspec
from msgspec import Struct

from houseway.equipment.seeds import mix_of
from houseway.games import game, machine
from houseway.games.commands import Command
from houseway.games.game import Awaits, Game
from houseway.games.house import at_rest, no_round
from houseway.games.machine import May
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import HOUSE as HOUSE
from houseway.rulebook.roles import Role, Signature, under_a_director
from houseway.rulebook.ruling import Refused
from houseway.table.vocabulary import ApprovalRecorded, CardsStored, CommencementEntered, SignPutUp

UNOPENED, OPEN, CLOSED = "unopened", "open", "closed"  # the stages of a table's life
IDLE = ("open", "shuffle", "check", "cut", "cutting card", "burn", "no-bet coup")


class Notification(Struct):
    """Something that an office outside the table must be told, or was."""

    to: str
    about: str
    due_us: int
    clause: Clause | None
    means: str = ""
    sent: Signature | None = None


class Correction(Struct):
    """`order` is carried out once a second person has confirmed it; `outcome` says how it ended."""

    order: str
    reason: str
    asked: Signature
    outcome: str = ""  # confirmed, dropped
    by: Signature | None = None
    number: int = 0


class Alert(Struct):
    """Something that someone in charge must have seen; `over`: its cause has passed."""

    kind: str
    about: str
    text: str
    clause: Clause | None
    at_us: int  # 0 where the fact itself has no time
    round: int
    over: bool = False
    acknowledged: Signature | None = None
    number: int = 0


@dataclass(slots=True)
class Money:
    """What is on record of the float tray and the drop box; None: nobody counted the float."""

    float_in: int | None = None
    filled: int = 0
    credited: int = 0
    counted_out: int = 0  # what the tray should have held when the table closed
    difference: int = 0  # what was found beyond that, or below it
    dropped: int = 0


@dataclass(slots=True)
class Table:
    """What is known about one table. `play` is the state of its game once it is open."""

    slug: str = ""
    edition: str = ""
    play: Any = None
    closed: bool = False
    refusals: int = 0
    virtual: bool = False
    practice: int = 0  # cents of practice chips a patron may take in a day; 0: a table for money
    practised: dict[str, tuple[int, int]] = field(default_factory=dict)  # patron: day, cents taken
    chips_asked: dict[str, int] = field(default_factory=dict)  # cents, until staff have answered
    betting_seconds: int = 0  # of the betting clock; 0: none
    finished: set[str] = field(default_factory=set)  # who needs no more time in this round
    root: str = ""  # of the chain in use
    links: int = 0  # secrets of the chain that are not revealed yet
    commitment: str = ""  # of the secret in use; empty before a chain is published
    scheme: int = 1  # how its numbers are drawn
    drawn: int = 0  # faces named since it was committed to
    shares: dict[str, str] = field(default_factory=dict)  # of patrons at the table, as given
    shares_in_effect: dict[str, str] = field(default_factory=dict)  # in this round
    next_source: str = ""  # of the public value that the next secrets will wait for
    source: str = ""  # of the public value of the secret in use
    public_value: str = ""  # once two persons have read it
    public_read: tuple[str, Signature] | None = None  # what one person read
    stopped: str = ""  # why the house cannot go on dealing
    signs: dict[str, SignPutUp] = field(default_factory=dict)
    hours: tuple[int, int, int, Clause] | None = None  # opens, closes, minutes east, clause
    playing: set[str] = field(default_factory=set)  # who has wagered in this sitting and not left
    commencements: dict[str, CommencementEntered] = field(default_factory=dict)  # by edition
    approvals: dict[str, dict[str, ApprovalRecorded]] = field(default_factory=dict)
    equipment: dict[str, str] = field(default_factory=dict)  # the register: kind by identifier
    stored: dict[str, CardsStored] = field(default_factory=dict)  # sets of cards in storage
    released: set[str] = field(default_factory=set)  # sets taken out of it and not yet loaded
    money: Money = field(default_factory=Money)
    checked_after: str = ""  # who checked the cards once gaming was over
    staffed: bool = False  # the table has a list of its staff: nobody else gives orders here
    staff: dict[str, Role] = field(default_factory=dict)
    dealer: str = ""  # who is in
    disputes: dict[int, dict[str, Signature]] = field(default_factory=dict)  # by number and step
    signed: dict[str, list[str]] = field(default_factory=dict)  # persons, by step of two persons
    # Of what is done with, the latest are listed; the log has the rest.
    notifications: list[Notification] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    corrections_asked: int = 0
    alerts: list[Alert] = field(default_factory=list)
    alerts_raised: int = 0

    @property
    def game(self) -> Game:
        return game(self.edition)

    @property
    def mix(self) -> bytes:
        """What the patrons and the public add to the numbers of the secret in use."""
        return mix_of(self.commitment, self.public_value, self.shares_in_effect)

    @property
    def stage(self) -> str:
        if self.play is None:
            return UNOPENED
        return CLOSED if self.closed else OPEN


def drop_oldest(listed: list[Any], done: Callable[[Any], bool], most: int) -> None:
    """Take the oldest entries that are done with off a list that has more than `most` of them."""
    over = sum(map(done, listed)) - most
    for each in [each for each in listed if done(each)][: max(0, over)]:
        listed.remove(each)


class Part(machine.Part[Table, Table]):
    """What one module of this package answers for; a slot finds its clause from the table."""

    usual = (OPEN,)


def roles_at(may: May, found: Game | None) -> frozenset[Role]:
    """Who may at a table of this game (reading G11); of none, the casino supervisor's way."""
    return under_a_director(may.roles) if found and found.table.directed else may.roles


def is_between_rounds(play: Any, awaited: Awaits) -> bool:
    """Return whether the last round is over and no other has begun.

    What is awaited does not say so alone: cards are also shuffled or counted in the middle of a
    round, and a round that is over can wait for a ruling.
    """
    return at_rest(play) and awaited.what in IDLE


def round_under_way(table: Table, clause: Clause | None = None) -> Refused | None:
    """A round begun is finished before the table itself changes. Betting alone begins none."""
    awaited = table.game.awaits(table.play)
    nobody_wagers = awaited.what == "wagers" and no_round(table.play)
    if nobody_wagers or is_between_rounds(table.play, awaited):
        return None
    return Refused("round_under_way", clause, f"a round begun is finished: {awaited.sentence}")


def correction_open(table: Table) -> Refused | None:
    """A table does not close over a correction that nobody has answered."""
    for each in table.corrections:
        if not each.outcome:
            waits = f"correction {each.number} waits for its second person"
            return Refused("correction_open", None, waits)
    return None


@cache
def order_decoder(edition: str) -> msgspec.json.Decoder[Command]:
    """What reads a command of a game that was written down for later."""
    return msgspec.json.Decoder(Union[tuple(game(edition).orders)])  # noqa: UP007


def correction(table: Table, number: int) -> Correction | None:
    """Return a correction by its number; None if there is none, or it was answered long ago."""
    return next((each for each in table.corrections if each.number == number), None)
