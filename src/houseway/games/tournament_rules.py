"""Which clauses of a document answer the questions of a tournament, and with what numbers.

The tournament itself is written once, above the games. A document that says nothing about a
question leaves the slot empty, and the order that would need it is refused there.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role

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
