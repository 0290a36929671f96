"""What is known about one tournament, and the shape of its orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.games import game, machine
from houseway.games.fields import Held, StoredBox, StoredHeld, StoredTable, StoredUnits
from houseway.games.game import Game
from houseway.games.table_rules import TournamentRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.rulebook.ruling import Refused
from houseway.tournament.terms import Conditions, Stage

# What is known about a session while it is played: its tables, the round at each, who is there.

UNIT = 100  # cents on the layout of a table for one unit of tournament chips
BETTING, ANNOUNCING, PLAYING = "betting", "announcing", "playing"  # a round, in this order


class Form(Struct, frozen=True):
    """An undisclosed wager as written; `held`: what its owner held when it was handed in.

    `passed`: the supervisor has examined it, and its indicator lies before the owner.
    """

    on: str
    amount: int
    held: int
    passed: bool = False
    announced: bool = False
    placed: bool = False

    def examined_again(self) -> Form:
        return replace(self, passed=False)


@dataclass(slots=True)
class Round:
    """One round at one table. A stake is all that someone has on the layout in it."""

    number: int
    minimum: int
    maximum: int
    order: tuple[int, ...]  # everybody, from the holder of the marker on; or by box
    began_us: int = 0
    seconds: int = 0  # for a wager; 0 without a limit
    phase: str = BETTING
    called: int = 0
    called_us: int = 0
    ended: set[int] = field(default_factory=set)  # whose turn has ended
    stakes: dict[int, int] = field(default_factory=dict)
    locked: set[int] = field(default_factory=set)
    doubtful: set[int] = field(default_factory=set)  # out of turn again: may be declared void
    passed: set[int] = field(default_factory=set)
    nothing: set[int] = field(default_factory=set)  # confirmed to have staked nothing
    absent: set[int] = field(default_factory=set)  # the minimum was deducted instead
    restricted: set[int] = field(default_factory=set)  # to the minimum, time having run out
    forms: dict[int, Form] = field(default_factory=dict)
    laid: dict[int, dict[str, int]] = field(default_factory=dict)  # at a Houseway table, by wager
    risks: dict[int, int] = field(default_factory=dict)  # the most that those wagers can lose
    decision_seconds: int = 0  # 0 without a limit
    deciding: dict[int, int] = field(default_factory=dict)  # who is waited for, and since when
    overdue: set[int] = field(default_factory=set)  # whose time to decide is up
    directed: dict[int, str] = field(default_factory=dict)  # hands as the Director directs them
    let_through: set[int] = field(default_factory=set)  # who risks too little in it, and may once

    def settled(self, entry: int) -> bool:
        """Whether the dealer need not wait for this one any more."""
        return (
            entry in self.stakes
            or entry in self.passed
            or entry in self.nothing
            or entry in self.absent
            or entry in self.forms
        )

    @property
    def staked(self) -> dict[int, int]:
        """What everybody had at stake, openly and in writing."""
        written = {entry: form.amount for entry, form in self.forms.items()}
        both = self.stakes.keys() | written.keys()
        return {e: self.stakes.get(e, 0) + written.get(e, 0) for e in both}

    @property
    def turn(self) -> int:
        """Whom the dealer calls next; 0 when everybody has been."""
        for entry in self.order:
            if entry not in self.ended and entry != self.called and not self.settled(entry):
                return entry
        return 0


@dataclass(slots=True)
class Floor:
    """One table of a session. `forms` and `stakes` are those of the coup before.

    `among`: those who play additional rounds here, with all the chips that they `brought`; nobody
    while the session itself is played.
    """

    boxes: tuple[int, ...]
    round: Round | None = None
    marker: int = 0  # the box it lies at
    marker_moves: bool = False  # stakes were placed since it came there
    won: Held = 0
    missing: int = 0
    ended: bool = False
    counted: bool = False
    kept_rounds: bool = False  # rounds are kept here, so that counts follow from them
    shoes: int = 0
    dispute: str = ""
    disputed_by: int = 0
    forms: dict[int, Form] = field(default_factory=dict)
    stakes: dict[int, int] = field(default_factory=dict)
    collected: tuple[int, ...] = ()
    emptied: dict[int, int] = field(default_factory=dict)  # with nothing left: the last stake
    limits: tuple[int, int] = (0, 0)  # of the coup before
    among: tuple[int, ...] = ()
    brought: Held = 0
    inventory: dict[int, int] = field(default_factory=dict)  # how many chips of each value
    returned: dict[int, int] = field(default_factory=dict)
    unreported: tuple[tuple[int, int], ...] = ()  # missing chips: value and quantity

    def forms_done(self) -> None:
        """Once every announced wager is placed, or its owner is out, the first card may come."""
        round = self.round
        if round and round.phase == ANNOUNCING and all(f.placed for f in round.forms.values()):
            round.phase, self.forms = PLAYING, {}

    def play_on(self, chips: dict[int, Held]) -> None:
        """The next additional round is played here among these, with these chips."""
        self.among, self.brought = tuple(chips), sum(chips.values())
        self.ended, self.round, self.won, self.missing = False, None, 0, 0

    def played_on(self) -> None:
        """Their order is settled."""
        self.among, self.brought, self.round, self.ended = (), 0, None, True

    def conclude(self) -> None:
        """Pass cards are collected; forms stay to be examined until the next first card.

        The marker moves on after a round in which someone staked, or played a pass card.
        """
        round, self.round = self.round, None
        if round is None:
            return
        self.marker_moves = bool(round.stakes or round.forms or round.passed)
        self.forms = round.forms
        self.limits = (round.minimum, round.maximum)
        self.stakes = round.staked


@dataclass(slots=True)
class Conduct:
    """What happens around the rounds of one session."""

    floors: dict[str, Floor] = field(default_factory=dict)
    drafts: int = 0
    present: set[int] = field(default_factory=set)
    bought_in: set[int] = field(default_factory=set)
    issued: dict[int, tuple[str, Held]] = field(default_factory=dict)  # at which table, how many
    started_us: int = 0
    paused_us: int = 0  # time spent in breaks
    break_until_us: int = 0
    announced: set[int] = field(default_factory=set)  # rounds whose limits have been announced
    seconds: int = 0  # in which a wager is to be made; 0 without a limit
    decision_seconds: int = 0
    direction: str = ""  # about the pace, the last one given
    pass_cards: dict[int, int] = field(default_factory=dict)
    forms_used: dict[int, int] = field(default_factory=dict)
    deductions: dict[int, int] = field(default_factory=dict)
    out_of_turn: dict[int, int] = field(default_factory=dict)
    advised: set[int] = field(default_factory=set)  # that they risked less than the minimum
    due: dict[int, Clause] = field(default_factory=dict)  # to be disqualified, no choice left
    untold: set[int] = field(default_factory=set)  # that the session starts at another time


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
