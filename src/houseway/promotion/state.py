"""What is known about one promotion, and the shape of its orders."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from msgspec import Struct

from houseway.games import game, machine
from houseway.games.table_rules import PromotionRules
from houseway.promotion.terms import ELECTRONIC, Conditions, Prize
from houseway.promotion.vocabulary import Approval, Clauses, Payment
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PROMOTERS, Role, Signature, at_least
from houseway.rulebook.ruling import Refused
from houseway.table.days import DAY_US, MINUTE_US, day_text

NEW, PREPARING, RUNNING, OVER = "new", "preparing", "running", "over"  # a promotion's life
LIVE = (PREPARING, RUNNING)
HOUR_US = 60 * MINUTE_US
OPERATORS = PROMOTERS | at_least(Role.GAMING_MANAGER)  # who decides for the casino operator

POSTPONED, CANCELLED = "postponed", "cancelled"  # what became of a compromised promotion or draw
DRAWN, REDRAWN, CLAIMED, AWARDED, VOID = "drawn", "redrawn", "claimed", "awarded", "void"
SHARED = 2  # the scheme of a draw that mixes in values from outside the house
CHAINED = 3  # and of one whose redraws have a secret and a public value of their own
SEED_WANTED = "seed_not_here"  # the refusal of an order that lacks only what the house adds
OPEN, REFUSED = "open", "refused"  # how a claim stands, besides AWARDED

Found = TypeVar("Found")


class Version(Struct, frozen=True):
    """The conditions as they once stood; after the commencement with the Authority's approval."""

    conditions: Conditions
    by: Signature
    approval: Approval | None = None


class Attempt(Struct, frozen=True):
    method: str
    detail: str
    reached: bool
    by: Signature


@dataclass(slots=True)
class Entries:
    """Who entered, in order; the tickets of the n-th run up to `ends[n]`, numbered from 1."""

    people: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=dict)  # tables, up to which version
    first: Signature | None = None  # when the first entry was taken

    @property
    def tickets(self) -> int:
        return self.ends[-1] if self.ends else 0

    def owner(self, ticket: int) -> str:
        return self.people[bisect_left(self.ends, ticket)]


@dataclass(slots=True)
class Winner:
    number: int
    unit: int
    ticket: int
    person: str
    drawn: Signature
    status: str = DRAWN
    attempts: list[Attempt] = field(default_factory=list)
    cash_offered: int = 0
    instead_of: int = 0
    reason: str = ""
    witnesses: tuple[str, ...] = ()


class SetAside(Struct, frozen=True):
    """A commitment whose value was not revealed, and why nobody waited any longer."""

    person: str
    commitment: str
    reason: str
    by: Signature


@dataclass(slots=True)
class Share:
    """The value of the scrutineer or the second person; empty until it is revealed."""

    commitment: str = ""
    committed: Signature | None = None
    value: str = ""
    revealed: Signature | None = None


@dataclass(slots=True)
class Public:
    """The public value as it was recorded, and whether the scrutineer has confirmed it."""

    value: str = ""
    source: str = ""
    recorded: Signature | None = None
    confirmed: Signature | None = None


@dataclass(slots=True)
class Draw:
    """`used` is how many numbers of the seed's stream were taken."""

    digest: str = ""
    sealed: Signature | None = None
    commitment: str = ""
    committed: Signature | None = None
    seed: str = ""
    word: str = ""
    used: int = 0
    scrutineer: str = ""
    dispensed: str = ""
    second: str = ""
    share: Share = field(default_factory=Share)
    public: Public = field(default_factory=Public)
    set_aside: list[SetAside] = field(default_factory=list)
    completed: Signature | None = None
    unawarded: int = 0
    signed: Signature | None = None
    published: Signature | None = None
    published_where: str = ""
    cancelled: bool = False
    again: list[Again] = field(default_factory=list)

    @property
    def latest_seed(self) -> str:
        """The secret revealed last, which commits the house to the one that follows."""
        return next((each.seed for each in reversed(self.again) if each.seed), self.seed)

    @property
    def pending(self) -> Again | None:
        """The prize that waits to be drawn again."""
        return self.again[-1] if self.again and not self.again[-1].drawn else None

    @property
    def awaited(self) -> Public:
        """The public value of the draw, or of the prize that is drawn again."""
        return self.pending.public if self.pending else self.public

    @property
    def second_person(self) -> str:
        """Who commits a value besides the house: the scrutineer, or the person named for it."""
        return self.scrutineer or self.second


@dataclass(slots=True)
class Again:
    """A prize to be drawn again: by the next secret, and a public value that is known later."""

    winner: int
    reason: str
    asked: Signature
    at_us: int  # when the public value is known
    public: Public = field(default_factory=Public)
    seed: str = ""
    drawn: Signature | None = None


@dataclass(slots=True)
class Claim:
    number: int
    person: str
    winner: int
    prize: str
    value: int
    cash_instead: bool
    payments: tuple[Payment, ...]
    made: Signature
    status: str = OPEN
    reason: str = ""
    kept: str = ""
    ended: Signature | None = None
    told: Signature | None = None
    asked: Signature | None = None  # who would refuse it; another person does


@dataclass(slots=True)
class Dispute:
    number: int
    person: str
    about: str
    raised: Signature
    decision: str = ""
    satisfied: bool = False
    decided: Signature | None = None
    advised: Signature | None = None


@dataclass(slots=True)
class Compromise:
    """`ended`: validated. Cancelling has no end."""

    what: str
    remedy: str
    reason: str
    found: Signature
    notified: Signature | None = None
    ended: Signature | None = None


@dataclass(slots=True)
class Promotion:
    """What is known about one promotion."""

    name: str = ""
    documents: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    award: str = ""
    scheme: int = 1  # how an electronic draw finds its winners
    registered: Signature | None = None
    refusals: int = 0
    prescribed: tuple[str, ...] = ()
    versions: list[Version] = field(default_factory=list)
    published: int = 0  # the version that is readily available
    published_where: tuple[str, ...] = ()
    materials: dict[str, str] = field(default_factory=dict)
    notified: int = 0  # the version that the Authority has
    notified_us: int = 0
    started: Signature | None = None
    closed: Signature | None = None
    entries: Entries = field(default_factory=Entries)
    draw: Draw = field(default_factory=Draw)
    winners: list[Winner] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    compromises: list[Compromise] = field(default_factory=list)

    @property
    def slug(self) -> str:
        """The document named first."""
        return self.documents[0] if self.documents else ""

    @property
    def edition(self) -> str:
        """The edition of the document named first."""
        return self.editions[0] if self.editions else ""

    @property
    def life(self) -> str:
        if not self.documents:
            return NEW
        if self.closed:
            return OVER
        return RUNNING if self.started else PREPARING

    @property
    def rules(self) -> tuple[PromotionRules, ...]:
        """What each document says, in the order in which they were named."""
        found = [game(edition).promotion for edition in self.editions]
        return tuple(each for each in found if each is not None)

    @property
    def version(self) -> int:
        return len(self.versions)

    @property
    def shared(self) -> bool:
        """Whether values from outside the house are mixed into the draw: scheme 2, electronic."""
        return self.scheme >= SHARED and self.conditions.method == ELECTRONIC

    @property
    def public_us(self) -> int:
        """When the public value that is waited for is known."""
        pending = self.draw.pending
        return pending.at_us if pending else self.conditions.public.at_us

    @property
    def conditions(self) -> Conditions:
        return self.versions[-1].conditions if self.versions else Conditions()

    def clauses(self, of: Callable[[PromotionRules], Clause]) -> Clauses:
        """The clause of each document that answers."""
        return tuple(map(of, self.rules))

    def strictest(self, by: Callable[[PromotionRules], Any]) -> PromotionRules:
        """The document that asks the most (reading A-20); of several alike, the first named."""
        return max(self.rules, key=by)

    def prize_of(self, winner: Winner) -> Prize:
        return self.conditions.units[winner.unit]


class Part(machine.Part[Promotion, PromotionRules]):
    """What one module of this package answers for."""

    usual = LIVE


def numbered(found: list[Found], number: int, what: str) -> Found | Refused:
    """The one of that number; they are numbered from 1."""
    if 0 < number <= len(found):
        return found[number - 1]
    return Refused(f"no_such_{what}", None, f"there is no {what} {number} among the {len(found)}")


def time_text(at_us: int) -> str:
    """`2026-11-15 18:00 UTC`; seconds where there are any, for a deadline is met to the second."""
    day, rest = divmod(at_us, DAY_US)
    hours, rest = divmod(rest, HOUR_US)
    minutes, rest = divmod(rest, MINUTE_US)
    seconds = f":{rest // 1_000_000:02}" if rest >= 1_000_000 else ""
    return f"{day_text(day)} {hours:02}:{minutes:02}{seconds} UTC"


# The tickets of one person, and whether their name and address are still needed.


def runs_of(entries: Entries, person: str) -> Iterator[tuple[int, int]]:
    """The tickets of one person: the first and the last of each entry."""
    at = -1
    for _ in range(entries.people.count(person)):
        at = entries.people.index(person, at + 1)
        yield (entries.ends[at - 1] if at else 0) + 1, entries.ends[at]


def still_needed(promotion: Promotion, person: str) -> Refused | None:
    """The refusal to erase someone whom the promotion must still be able to reach."""
    return next(_needed(promotion, person), None)


def _needed(promotion: Promotion, person: str) -> Iterator[Refused]:
    if not promotion.documents:
        return
    rules, draw = promotion.rules[0], promotion.draw
    code = "still_needed"
    waits = draw.completed is None and not draw.cancelled and promotion.life != OVER
    if waits and person in promotion.entries.people:
        sentence = f"they have entered {promotion.name}, and its draw has not been made"
        yield Refused(code, rules.notification.clause, sentence)
    for winner in promotion.winners:
        waits = promotion.life != OVER and winner.status in (DRAWN, CLAIMED)
        if winner.person == person and waits:
            prize = promotion.prize_of(winner).name
            sentence = f"they have won {prize} in {promotion.name}, and it is not handed over"
            yield Refused(code, rules.notification.clause, sentence)
    for claim in promotion.claims:
        owed = claim.status == OPEN or (claim.status == REFUSED and claim.told is None)
        if claim.person == person and owed:
            sentence = f"claim {claim.number} of theirs in {promotion.name} is not answered"
            yield Refused(code, rules.claims.refusal, sentence)
    for dispute in promotion.disputes:
        open_still = not (dispute.satisfied or dispute.advised)
        if dispute.person == person and open_still:
            sentence = f"dispute {dispute.number} of theirs in {promotion.name} is not settled"
            yield Refused(code, rules.dispute, sentence)
