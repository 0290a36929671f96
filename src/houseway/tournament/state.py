"""What is known about one tournament, and the shape of its orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from houseway.games import game, machine
from houseway.games.fields import Held, StoredBox, StoredHeld, StoredTable, StoredUnits
from houseway.games.game import Game
from houseway.games.tournament_rules import TournamentRules
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature
from houseway.rulebook.ruling import Refused
from houseway.tournament.conduct import Conduct
from houseway.tournament.terms import Conditions, Stage

NEW, LIVE, OVER = "new", "live", "over"  # the stages of a tournament's life

# How an entry stands.
RESERVE, ENTERED, WITHDRAWN, FORFEITED = "reserve", "entered", "withdrawn", "forfeited"
ELIMINATED, DISQUALIFIED, EXCLUDED = "eliminated", "disqualified", "excluded"
OUT = (WITHDRAWN, FORFEITED, ELIMINATED, DISQUALIFIED, EXCLUDED)

# How a session stands, in this order. Play-off rounds among the level put it back to RUNNING.
PLANNED, DRAFTED, PUBLISHED, RUNNING = "planned", "drafted", "published", "running"
ENDED, COUNTED, CONFIRMED = "ended", "counted", "confirmed"

# In place of a count among additional rounds: someone is put out, and the others stay.
PUT_OUT, STAYED = -2, -1

# Accounts beside those of the entrants (`entrant 7`); all together are always nothing. What the
# operator keeps of the fees has one of its own (Mini Baccarat terms: Tournament Commission).
POOL, COMMISSION, OPERATOR, BUY_INS = "prize pool", "commission", "operator", "buy-ins"


@dataclass(slots=True)
class Entry:
    """One entrant, under a number given in order of registration.

    `person` is who it is by a document of identity, `name` what is called out; a substitute takes
    over the entry, and who had it before is in `formerly`. A reserve admitted in someone's place
    has that entry's number in `instead_of`.
    """

    number: int
    person: str
    name: str
    status: str = ENTERED
    version: int = 0  # of the conditions that the entrant was shown
    subject_to_approval: bool = False
    fees: int = 0  # how many were paid: the entry, and each time bought back in
    paid: int = 0
    commission: int = 0
    refunded: int = 0
    form: str = ""
    agreement: str = ""
    instead_of: int = 0
    formerly: tuple[tuple[str, str], ...] = ()  # person and name
    out_by: Clause | None = None  # the clause by which the entrant is out
    kept_chips: Held = 0  # value on record of someone disqualified who keeps it (reading 7U-22)


class Out(Struct, frozen=True):
    """How someone left a session: after which round, with what left, and who was removed first.

    `stake`: the last wager; `order`: chips collected first have the lowest. `how` is one of OUT.
    """

    entry: int
    round: int
    how: str
    clause: Clause
    chips: StoredHeld = 0
    stake: StoredUnits = 0
    order: int = 0


class Seat(Struct, frozen=True, order=True):
    table: StoredTable
    box: StoredBox


@dataclass(slots=True)
class Session:
    """One session: all tables of one stage that are played at one time.

    `round` is that of each table. `chips` is what everybody who is still in holds. `outs` is in
    the order in which people left. `counts` is what was counted at the end, before `chips` is set
    by its confirmation. Of those who are counted with nothing, `emptied` keeps the last stake, in
    the order in which their chips were collected.
    """

    number: int
    stage: int  # which of the conditions' stages, from 0
    phase: str = PLANNED
    starts_us: int = 0
    players: list[int] = field(default_factory=list)
    seats: dict[int, Seat] = field(default_factory=dict)
    conduct: Conduct = field(default_factory=Conduct)
    chips: dict[int, Held] = field(default_factory=dict)
    round: dict[str, int] = field(default_factory=dict)
    outs: list[Out] = field(default_factory=list)
    modes: dict[str, str] = field(default_factory=dict)  # table to conducted or counted
    counts: dict[int, Held] = field(default_factory=dict)
    counted_by: Signature | None = None
    emptied: list[tuple[int, int]] = field(default_factory=list)  # entry and stake, as collected
    playing_on: list[int] = field(default_factory=list)  # the level, while they play for an order
    play_off: str = ""  # the table where they play; "" where only its counts are on record
    resumes: str = COUNTED  # the phase to which it returns when they have played
    play_offs: dict[int, list[Held]] = field(default_factory=dict)  # counts after each such round
    ranking: dict[int, tuple[int, int]] = field(default_factory=dict)  # first and last of a share
    advancing: list[int] = field(default_factory=list)
    points: dict[int, tuple[int, int]] = field(default_factory=dict)  # a fraction, exactly


class Award(Struct, frozen=True):
    """A prize: the places that share it, the cents, goods; `paid` once it was handed over."""

    entry: int
    first: int
    last: int
    amount: int
    clause: Clause
    goods: tuple[str, ...] = ()
    paid: Signature | None = None


@dataclass(slots=True)
class Clearance:
    """What has happened to one version of the conditions."""

    approval: Signature | None = None
    reference: str = ""
    published: Signature | None = None
    notified: Signature | None = None


@dataclass(slots=True)
class Action:
    """What one person did last, as the facts it made, so that it can be taken back."""

    order: str
    by: Signature
    length: int
    facts: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class Tournament:
    """What is known about one tournament."""

    slug: str = ""
    edition: str = ""
    title: str = ""
    root: str = ""  # of the chain of secrets from which the house draws for seats
    commitment: str = ""  # the hash of the next of them
    refusals: int = 0
    directors: dict[str, str] = field(default_factory=dict)  # person to licence, "" where none
    assistants: dict[str, str] = field(default_factory=dict)  # person to scope
    conditions: Conditions = field(default_factory=Conditions)
    version: int = 0  # of the conditions
    clearance: Clearance = field(default_factory=Clearance)
    before: tuple[Conditions, Clearance] | None = None  # the version that the last draft replaced
    commission_approved: tuple[int, int, str] | None = None  # cents, hundredths, reference
    entries: dict[int, Entry] = field(default_factory=dict)
    registered: int = 0  # the highest number given; an entry taken back leaves its own unused
    entries_open: bool = False
    opened_under: int = 0  # the version of the conditions under which the entries opened
    entries_closed: bool = False
    received: int = 0  # entries, when they were closed
    accounts: dict[str, int] = field(default_factory=dict)
    goods: list[tuple[int, str]] = field(default_factory=list)  # the place, and what it gets
    sessions: list[Session] = field(default_factory=list)
    begun: bool = False  # the first session has
    places: dict[int, tuple[int, int]] = field(default_factory=dict)  # first and last of a share
    awards: dict[int, Award] = field(default_factory=dict)
    session_awards: dict[tuple[int, int], Award] = field(default_factory=dict)  # session and entry
    cancelled: str = ""
    closed: bool = False
    actions: dict[str, Action] = field(default_factory=dict)  # by person
    acting: str = ""

    @property
    def game(self) -> Game:
        return game(self.edition)

    @property
    def rules(self) -> TournamentRules:
        found = self.game.tournament
        if found is None:
            raise ValueError(f"{self.slug} has no tournaments")
        return found

    @property
    def life(self) -> str:
        if not self.slug:
            return NEW
        return OVER if self.closed or self.cancelled else LIVE

    def stage_of(self, session: Session) -> Stage:
        return self.conditions.stages[session.stage]

    def session(self, number: int) -> Session | None:
        """The session of that number; they are numbered from 1."""
        return self.sessions[number - 1] if 0 < number <= len(self.sessions) else None

    def who(self, number: int) -> str:
        """An entrant for people: `Ana (entry 3)`."""
        return f"{self.entries[number].name} (entry {number})"


class Part(machine.Part[Tournament, TournamentRules]):
    """What one module of this package answers for.

    Where the document has no clause in a command's slot, the command does not exist there.
    """

    usual = (LIVE,)


def unknown_entry(tournament: Tournament, number: int) -> Refused | None:
    if number in tournament.entries:
        return None
    entered = len(tournament.entries)
    return Refused("no_such_entry", None, f"there is no entry {number} among the {entered}")


def unknown_session(tournament: Tournament, number: int) -> Refused | None:
    if tournament.session(number) is not None:
        return None
    planned = len(tournament.sessions)
    return Refused("no_such_session", None, f"there is no session {number} among the {planned}")
