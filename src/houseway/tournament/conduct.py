"""What is known about a session while it is played: its tables, the round at each, who is there.

Stakes are whole units; what somebody holds may end in a half, where half of a stake is paid. At
every table, what was issued is what people there hold and what the table has won (which is below
nothing where it has lost), and what was found missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from houseway.games.fields import Held
from houseway.rulebook.document import Clause

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
