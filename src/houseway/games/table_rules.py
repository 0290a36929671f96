"""Which clauses of a document answer the questions of a table's life, and with what numbers.

The table itself is written once, above the games; a document that says nothing leaves a slot empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from msgspec import Struct, field

from houseway.games.commands import Command
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role


class RaiseRules(Struct, frozen=True):
    """How a minimum may rise: by a sign that has stood long enough, or at once for newcomers."""

    by_sign: Clause
    at_once: Clause
    marker: Clause
    left: Clause
    protected: Clause
    two_limits: Clause
    newcomers: Clause


class Instrument(Struct, frozen=True):
    """What brought the document into force: who approved it, and from which day it holds.

    It holds from `days_after` the day on which it was published or notified, which the operator
    enters. `compulsory`: the document states that day as its commencement, so no table opens before
    it was entered. `approver` is the office that signed, where the document names one.
    """

    approval: Clause
    commencement: Clause
    days_after: int = 0
    compulsory: bool = False
    approver: str = ""
    register: Clause | None = None
    revocation: Clause | None = None


class ByOptions(Struct, frozen=True):
    """A clause that holds by the options of the table, or None.

    `unless`: it does not hold where that has been approved. `only`: it holds where an option has
    that value. Without either it always holds.
    """

    clause: Clause | None = None
    unless: str = ""
    only: tuple[str, str] | None = None

    def __call__(self, options: Any) -> Clause | None:
        if self.only and getattr(options, self.only[0]) != self.only[1]:
            return None
        return None if self.unless and self.unless in options.approved else self.clause


NOTHING_SAID = ByOptions()  # the document keeps it from nobody


class MoneyRules(Struct, frozen=True):
    """Where a document speaks of the float tray, the drop box, and chips that are only issued.

    `issued_only` is asked with the options of the table.
    """

    float_tray: Clause | None = None
    drop_box: Clause | None = None
    issued_only: ByOptions = NOTHING_SAID


class EquipmentRules(Struct, frozen=True):
    """The clauses by which equipment is known by its identifier.

    `source`: what the cards are dealt from. `check`: the cards that are checked. `storage`: sets
    of cards, secured until they are required. `second`: the device that stands in for another.
    `secured`: pre-shuffled cards must have been in storage before they are loaded.
    """

    source: Clause
    check: Clause
    storage: Clause
    second: Clause
    secured: bool = False


class SecondCheck(Struct, frozen=True):
    """The check of every card or tile after gaming; `dealer_only` where it names nobody else."""

    clause: Clause
    dealer_only: bool = True


class SignedChange(Struct, frozen=True):
    """A change that a sign has announced for its full time, unless everybody concerned agrees.

    `order` makes the change; `subject` is what the sign, and the game's notice, are about; `says`
    is what the sign must state, given the order; `agreed` is asked of the play.
    """

    order: type[Command]
    subject: str
    clause: Clause
    says: Callable[[Any], str]
    agreed: Callable[[Any], bool]


# Reading G15: a patron's screen lists past results only where this has been approved for a table.
RESULTS_DISPLAY = "results display"


class TableRules(Struct, frozen=True, kw_only=True):
    """`notice_minutes`: how long a sign must have stood before what it says may happen.

    `dealer`: one dealer runs the table at a time. `directed`: what a casino supervisor decides
    elsewhere is the Tournament Director's here (reading G11). `reviewer`: a dispute is reviewed by
    another person of higher rank (reading A-02). `personal_sign`: a personal limit has its sign.
    `chips_in_sight`: the clause by which everybody sees how many chips each patron has.
    `results_withheld`: given the options, the clause by which a patron's screen shows no list of
    past results. `approvals` says by which clause each thing needs an approval on record. `changes`
    are those that a sign announces.
    """

    dealer: Clause | None = None
    directed: Clause | None = None
    reviewer: Clause | None = None
    personal_sign: Clause | None = None
    hours: Clause | None = None
    close: Clause | None = None
    raising: RaiseRules | None = None
    notice_minutes: int = 0
    instrument: Instrument | None = None
    approvals: dict[str, Clause] = field(default_factory=dict)
    money: MoneyRules = MoneyRules()
    second_check: SecondCheck | None = None
    equipment: EquipmentRules | None = None
    chips_in_sight: ByOptions = NOTHING_SAID
    results_withheld: ByOptions = NOTHING_SAID
    changes: tuple[SignedChange, ...] = ()


# Which clauses of a document answer the questions of a promotional prize, and with what figures.

# What the terms and conditions must say, by key, as a question to the person who writes them.
TERMS = {
    "manner": "how the prize is awarded",
    "award": "when and where the prize is awarded",
    "eligibility": "who is eligible: characteristics, criteria, requirements",
    "wager": 'the minimum or compulsory wager, or "none"',
    "nature": "what the prize is, with any qualification, reservation or guarantee",
    "closing": "the closing date and time for entries",
    "event": "the place, date and time of the promotion",
    "claiming": "how a prize is claimed, and whether entrants must be present",
    "notification": "how the winner is notified",
    "publication": "how the results are published",
    "prizes": "the prizes, their values and the conditions on receiving or using them",
}

# What must be said besides of a prize of these kinds, by key.
APPLIANCE, VEHICLE, TRAVEL, REAL_ESTATE = "appliance", "vehicle", "travel", "real estate"
DETAILS = {
    APPLIANCE: ("make", "model", "accessories"),
    VEHICLE: ("make", "model", "accessories", "on-road costs"),
    TRAVEL: ("persons", "included", "restrictions", "spending money"),
    REAL_ESTATE: ("dwelling", "plans", "contract", "easements", "location", "included"),
}

# What no prize may consist of or include, by key; liquor above a measure, listed items besides.
TOBACCO: Final = "tobacco"
FIREARM: Final = "firearm"
WEAPON: Final = "prohibited weapon"
LIQUOR: Final = "liquor"
PRESCRIBED: Final = "prescribed"
Excluded = Literal["tobacco", "firearm", "prohibited weapon", "liquor", "prescribed"]
EXCLUDED: tuple[Excluded, ...] = get_args(Excluded)

# How a winner may be notified.
FACE_TO_FACE, MAIL, TELEPHONE, EMAIL = "face-to-face", "mail", "telephone", "e-mail"


class ScrutineerRules(Struct, frozen=True):
    """`required`: a draw of a prize above the value must be overseen; otherwise it may be."""

    clause: Clause
    required: bool
    above: int = 10_000_00


class CashAlternativeRules(Struct, frozen=True):
    """`in_terms`: the option can be given only where the terms state it."""

    clause: Clause
    in_terms: bool


class Exclusions(Struct, frozen=True):
    """What a prize may not be, item by item; up to so much liquor is allowed."""

    items: dict[Excluded, Clause]
    liquor_above_ml: int = 20_000


class KindRules(Struct, frozen=True):
    """What the terms must say of a prize of one kind."""

    details: dict[str, Clause]


class NotificationRules(Struct, frozen=True):
    """How soon after the draw a winner who need not be present is notified (A-21), and how."""

    clause: Clause
    methods: dict[str, Clause]
    hours: int = 48


class AuthorityRules(Struct, frozen=True):
    """How long before the commencement the Authority has the full details; 0: before it."""

    clause: Clause
    amendment: Clause
    hours: int


class ClaimRules(Struct, frozen=True):
    """A patron refused a prize is told why; refused claims above a value are kept."""

    refusal: Clause
    kept: Clause
    kept_above: int = 100_00


class PromotionRules(Struct, frozen=True, kw_only=True):
    """One document's promotional prizes. Every threshold is exceeded, not met (reading A-20)."""

    prize: Clause
    offer: Clause
    scrutineer: ScrutineerRules
    cash_alternative: CashAlternativeRules
    payment: Clause
    payment_above: int = 10_000_00
    excluded: Exclusions
    published: Clause
    conditions: Clause
    terms: dict[str, Clause]
    kinds: dict[str, KindRules]
    notification: NotificationRules
    authority: AuthorityRules
    claims: ClaimRules
    dispute: Clause
    integrity: Clause

    def __post_init__(self) -> None:
        """Every question of every list is answered by a clause, and nothing else is."""
        wanted = {kind: set(details) for kind, details in DETAILS.items()}
        found = {kind: set(rules.details) for kind, rules in self.kinds.items()}
        if set(self.terms) != set(TERMS) or found != wanted:
            raise ValueError(f"{self.conditions}: not every term has its clause")
        if set(self.excluded.items) != set(EXCLUDED):
            raise ValueError(f"{self.conditions}: not every excluded item has its clause")
        if set(self.notification.methods) != {FACE_TO_FACE, MAIL, TELEPHONE, EMAIL}:
            raise ValueError(f"{self.notification.clause}: not every method has its clause")


# Which clauses of a document answer the questions of a tournament, and with what numbers.

# What two people level on chips at the end of a session do, and what those do who go out together.
ADDITIONAL_ROUNDS, PLAY_OFF, SHARE, BY_CONDITIONS = "rounds", "play-off", "share", "conditions"
LEFTOVERS = "leftovers"  # more residual chips, then the larger stake, then whose were taken last

Direction = Literal["clockwise", "anticlockwise", "none"]
Late = Literal["at commencement", "at the starting time", "by measure"]


class Item(Struct, frozen=True):
    """One thing that the conditions say: its key, the clause that asks, and the question.

    `may_be_none`: the clause asks only where it applies, so "none" is an answer too. `in_words`:
    figures alone do not answer it.
    """

    key: str
    clause: Clause
    asks: str
    may_be_none: bool = False
    in_words: bool = False


class DirectionRules(Struct, frozen=True, kw_only=True):
    """Who is in charge: nominated by whom; whether several people hold the one office."""

    nomination: Clause
    nominators: frozenset[Role]
    operators: frozenset[Role]  # who acts for the casino operator in fees, prizes and cancellation
    operator: Clause | None = None  # that these acts are the operator's
    licence: Clause | None = None  # the one in charge holds a licence, which is on record
    shared_office: Clause | None = None
    assistants: Clause | None = None


class ConditionRules(Struct, frozen=True, kw_only=True):
    """What the conditions must say, and what must have happened to them before what."""

    wanted: Clause
    items: tuple[Item, ...]
    approval: Clause | None = None  # an Inspector's, before the first session
    before_entries: Clause | None = None  # complete, published and notified before the first entry
    publication: Clause | None = None
    notification: Clause | None = None
    copy_for_each: Clause | None = None
    fixed: Clause | None = None  # once the first session has begun nothing of it is changed


class EntryRules(Struct, frozen=True, kw_only=True):
    """Who may enter, how often, and who may come in another's place."""

    one_only: Clause
    number: Clause  # the minimum and the maximum of entrants
    buy_back: Clause | None = None
    agreement: Clause | None = None
    completed_form: Clause | None = None
    eligibility: Clause | None = None
    refuse_any: Clause | None = None
    criteria: Clause | None = None
    withdrawal: Clause | None = None  # a period in which one may withdraw without penalty
    groups: Clause | None = None
    reserve: Clause | None = None
    own_first_session: bool = False  # a reserve comes in the entrant's first, not the tournament's
    substitute: Clause | None = None


class FeeRules(Struct, frozen=True, kw_only=True):
    """Fees, what the operator keeps of them, and when they go back."""

    fee: Clause
    pool: Clause
    refund: Clause  # no refund, but for what it names
    cancellation: Clause
    commission: Clause | None = None
    cap_percent: int | None = None
    approved_amount: bool = False  # at most what the Commission approved, of the total
    additions: Clause | None = None
    guarantee: Clause | None = None
    absence_refund: Clause | None = None


class SessionRules(Struct, frozen=True, kw_only=True):
    """Seats, starting times, breaks, and how a session ends."""

    ballot: Clause
    players_per_table: Clause
    late: Clause
    late_when: Late
    boxes: tuple[int, int] = (1, 9)  # the first and the last that patrons are seated at
    drawn: bool = True  # by lot; where not, the one in charge chooses the method
    late_deduction: Clause | None = None
    deductions: int = 0  # at most so many
    late_cancelled: Clause | None = None
    start_change: Clause | None = None
    measure: Clause | None = None  # a number of rounds or of shoes, and never a time
    breaks: Clause | None = None
    pace: Clause | None = None
    out_of_time: Clause | None = None  # what the Director may direct of a hand not decided in time
    out_of_time_says: str = ""
    out_of_time_by: str = ""  # the command at the table that does so
    exclusive_tables: Clause | None = None
    tables: Clause | None = None
    sit_and_go: Clause | None = None  # sessions are played while others enter (reading TP31)
    early_end: Clause | None = None
    early_end_settled: Clause | None = None
    early_end_agreed: Clause | None = None
    inventory: Clause | None = None
    buy_in: Clause | None = None
    bought: Clause | None = None  # what a buy-in is: money turned into chips before a session
    equal_chips: Clause | None = None
    may_carry: bool = True  # chips may be carried on from the session before (reading TP9)
    chips_returned: Clause | None = None


class FormRules(Struct, frozen=True, kw_only=True):
    """An undisclosed wager on its form, step by step, and what a faulty form counts for."""

    sealed: Clause  # nobody else at the table knows what it says until betting is closed
    steps: Clause  # all of them, before the first card
    number: Clause  # how many the conditions give everybody
    written: Clause
    within: Clause
    combined: Clause  # with an open wager, not more than is held
    examined: Clause
    responsible: Clause  # players answer for their own forms
    announced: Clause
    closed: Clause  # nothing changes from the first announcement on
    below: Clause
    above: Clause
    beyond: Clause
    blank: Clause
    shown: Clause


class WageringRules(Struct, frozen=True, kw_only=True):
    """What everybody must stake, in which order, and what happens to those who do not."""

    minimum: Clause
    maximum: Clause  # what lies above it is neither paid nor collected
    elimination: Clause
    in_sight: Clause
    no_exchange: Clause
    no_advice: Clause
    marker: Clause | None = None
    marker_moves: Clause | None = None  # where it lies, and that it moves on after every round
    marker_stays: Clause | None = None  # after a misdeal, which cancels the attempt
    direction: Direction = "none"
    only_if_conditions_say: Clause | None = None
    out_of_turn: Clause | None = None
    out_of_turn_stands: bool = True
    turn: Clause | None = None
    locked: Clause | None = None
    own_box: Clause | None = None
    time_limit: Clause | None = None
    late_minimum: Clause | None = None
    multiples: Clause | None = None
    limit_changes: Clause | None = None
    pass_cards: Clause | None = None
    pass_instead: Clause | None = None  # in place of a wager, never beside one
    undisclosed: FormRules | None = None
    hiding: Clause | None = None
    enlarging: Clause | None = None
    contravention: Clause | None = None
    exclusion: Clause | None = None
    any_breach: Clause | None = None
    dispute: Clause | None = None
    count_any_time: Clause | None = None


class RankingRules(Struct, frozen=True, kw_only=True):
    """Counts, places, and what separates those who are level."""

    count: Clause
    places: Clause
    level: Clause  # level on chips when a session ends
    level_by: str
    together: Clause  # out in the same round
    together_by: str
    advancing: Clause
    not_at_zero: Clause | None = None
    points: Clause | None = None
    points_shared: Clause | None = None


class PrizeRules(Struct, frozen=True, kw_only=True):
    """The breakdown, that all of the pool is returned, and the division among those who tie."""

    breakdown: Clause
    returned: Clause
    awarded: Clause
    shared: Clause
    played_off: Clause | None = None


class TournamentRules(Struct, frozen=True, kw_only=True):
    """One document's tournament, question by question."""

    direction: DirectionRules
    conditions: ConditionRules
    entry: EntryRules
    fees: FeeRules
    sessions: SessionRules
    wagering: WageringRules
    ranking: RankingRules
    prizes: PrizeRules
