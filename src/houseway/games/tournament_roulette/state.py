"""The state of a roulette table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, ClassVar, NamedTuple

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.tiles import FACE
from houseway.equipment.wheel import POSITIONS
from houseway.games import events as e
from houseway.games import house, layout
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.commands import by_two_persons
from houseway.games.edition import Citing, citing
from houseway.games.fields import (
    Cents,
    Count,
    Number,
    PatronName,
    PocketNumber,
    Reference,
    StoredCents,
    Text,
    WagerName,
    Word,
)
from houseway.games.house import BEFORE_SPIN
from houseway.games.house import BETWEEN as BETWEEN
from houseway.games.house import SPINNING as SPINNING
from houseway.games.layout import Folds, Layout, adds, end_round, only_logged, sets
from houseway.games.limits import Limits
from houseway.games.tournament_roulette.rules import (
    DIRECTIONS,
    RULES,
    SECTION_WAGERS,
    Options,
    Rules,
)
from houseway.rulebook.document import Clause

# The orders and facts that only Tournament American Roulette has.

# The ball


class RegisterBall(PreparingCommand, frozen=True):
    """Put a ball on the list: its diameter in millimetres, what it is made of, its approval."""

    ball: Reference
    diameter: Word
    material: Text
    approval: Reference
    sentence = (
        "register ball {ball} of {diameter} mm in {material:words} approved as {approval:words}"
    )
    title = "Register an approved ball"


class ApproveBallChange(PreparingCommand, frozen=True):
    ball: Reference
    sentence = "approve a change to ball {ball}"
    title = "Approve a change of ball"


class ChangeBall(PreparingCommand, frozen=True):
    ball: Reference
    sentence = "change to ball {ball}"
    title = "Change the ball"


class TakeBallAsApproved(PreparingCommand, frozen=True):
    """A record that does not tell of the ball takes an approved one as in use."""

    sentence = "an approved ball is in use"
    call = "An approved ball is in use"
    key = "z"


class BallTakenAsApproved(e.Event, frozen=True):
    ball: str
    clause: Clause


class BallRegistered(e.Event, frozen=True):
    ball: str
    diameter: str
    material: str
    approval: str
    clause: Clause


class BallChangeApproved(e.Event, frozen=True):
    ball: str
    by: str
    clause: Clause


class BallChanged(e.Event, frozen=True):
    before: str
    ball: str
    approved_by: str
    clause: Clause


# The round


class LiftDolly(RoundCommand, frozen=True):
    """Take the dolly off the layout: a round begins, and wagers may be placed."""

    sentence = "lift the dolly"
    call = "Place your bets: lift the dolly"
    call_when = "awaited"
    key = "o"


class SpinBall(RoundCommand, frozen=True):
    """Each direction is clockwise or anticlockwise, seen from above."""

    wheel: Reference
    ball: Reference
    sentence = "spin the wheel {wheel} and the ball {ball}"
    title = "Spin the wheel and the ball"
    ways = (DIRECTIONS, DIRECTIONS[::-1])
    reported_by = "wheel"


class ConfirmThreeTurns(RoundCommand, frozen=True):
    """The dealer has seen three full turns around the track."""

    sentence = "the ball has made three turns"
    reported_by = "wheel"


class ReportResult(RoundCommand, frozen=True):
    number: Annotated[PocketNumber, FACE]
    sentence = "the ball rests in {number:number}"
    title = "The ball rests in a number"
    reported_by = "wheel"


class BallSpun(e.Event, frozen=True):
    wheel: str
    ball: str
    clause: Clause


class ThreeTurnsConfirmed(e.Ruled, frozen=True): ...


class DollyPlaced(e.Event, frozen=True):
    """`on` is the winning number."""

    on: Annotated[str, FACE]
    clause: Clause


# A spin without a result


class CallNoSpin(IrregularityCommand, frozen=True):
    sentence = "no spin"
    call = "No spin"
    key = "x"


class ReportVoidSpin(IrregularityCommand, frozen=True):
    cause: Text
    sentence = "the spin is void: {cause:words}"
    reported_by = "wheel"


class SpinVoided(e.Event, frozen=True):
    """Stakes are released: they stay, change or go, and the ball is spun again."""

    cause: str
    clause: Clause
    aborts = True


# The race track and the maximum marker


class PlaySection(WagerCommand, frozen=True):
    """A section of the race track. The amount is for each piece."""

    patron: PatronName
    section: Word
    amount: Cents
    sentence = "{patron} plays {section:words} for {amount:money} a piece"
    title = "A patron plays a section"
    own_title = "Play a section of the race track"
    listed = MappingProxyType({"section": tuple(each.name for each in SECTION_WAGERS)})
    entered_elsewhere = True


class PlayNeighbours(WagerCommand, frozen=True):
    patron: PatronName
    number: Number
    amount: Cents
    sentence = "{patron} plays the neighbours of {number:number} for {amount:money} a piece"
    title = "A patron plays the neighbours of a number"
    own_title = "Play a number and its neighbours"
    entered_elsewhere = True


class AskMaximum(WagerCommand, frozen=True):
    """The maximum on a number and on every combination of it."""

    patron: PatronName
    number: Number
    sentence = "{patron} asks for the maximum on {number:number}"
    own_title = "Ask for the maximum on a number"
    entered_elsewhere = True


class TakeBackMaximum(WagerCommand, frozen=True):
    patron: PatronName
    number: Number
    sentence = "{patron} takes back the maximum on {number:number}"
    own_title = "Take back the maximum on a number"
    entered_elsewhere = True


class MaximumMarkerPlaced(e.Event, frozen=True):
    """One marker on the layout, its twin with `amount` in chips on the perimeter of the wheel."""

    patron: str
    on: str
    amount: StoredCents
    clause: Clause


class MaximumMarkerRemoved(e.Event, frozen=True):
    patron: str
    on: str
    clause: Clause


# Colour chips


class RequireColourChips(WagerCommand, frozen=True):
    patron: PatronName
    sentence = "require {patron} to use colour chips"


class IssueColourChips(WagerCommand, frozen=True):
    """Enter what one chip is worth; empty means the table minimum."""

    patron: PatronName
    colour: Word
    amount: Cents = 0
    sentence = "issue {colour} chips to {patron}[ worth {amount:money}]"
    title = "Issue colour chips to a patron"


class RedeemColourChips(WagerCommand, frozen=True):
    patron: PatronName
    sentence = "redeem the colour chips of {patron}"


class WagerColourChips(WagerCommand, frozen=True):
    patron: PatronName
    count: Count
    wager: WagerName
    sentence = "{patron} wagers {count:number} colour chips on {wager:words}"
    title = "A patron wagers colour chips"
    own_title = "Wager colour chips"
    entered_elsewhere = True


class ColourChipsRequired(e.RuledOnPatron, frozen=True): ...


class ColourChipsIssued(e.Event, frozen=True):
    patron: str
    colour: str
    amount: StoredCents
    clause: Clause


class MarkerButtonPlaced(e.Event, frozen=True):
    """Shows what a chip of the colour is worth, because it is more than the table minimum."""

    colour: str
    amount: StoredCents
    clause: Clause


class ColourChipsRedeemed(e.Event, frozen=True):
    patron: str
    colour: str
    clause: Clause


by_two_persons(
    ApproveBallChange, ChangeBall, apart=((ApproveBallChange, ChangeBall),),
    what="the Director approves, the dealer changes the ball",
)  # fmt: skip

# The phases of a round: betting goes on while the ball spins, until NO MORE BETS.
BETTING, CLOSED, RESTED = BEFORE_SPIN, "no more bets", "the ball at rest"


class ColourChips(NamedTuple):
    """A patron's colour, and what one chip of it is worth."""

    colour: str
    worth: int


@dataclass(slots=True)
class Play:
    """A table: its ball, its wagers, and the round under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    balls: set[str] = field(default_factory=set)  # those registered
    ball: str = ""  # the one in use
    ball_approved: tuple[str, str] | None = None  # the ball to change to, and who approved it
    three_turns: bool = False
    void_spin: Clause | None = None  # why the last spin of this round had no result
    dolly: int | None = None  # on the winning number, until the next round begins
    # Tournament American Roulette terms: Maximum Marker: whose it is, and on which number.
    markers: list[tuple[str, int]] = field(default_factory=list)
    colours: dict[str, ColourChips] = field(default_factory=dict)
    colour_required: set[str] = field(default_factory=set)
    rules: ClassVar[Rules] = RULES  # of the edition the table was opened under
    cite: ClassVar[Citing] = citing(RULES)

    @property
    def betting_open(self) -> bool:
        return self.stage in (BETTING, SPINNING)

    @property
    def ball_spinning(self) -> bool:
        return self.stage in (SPINNING, CLOSED)


def _ball_taken(play: Play, event: BallTakenAsApproved) -> None:
    play.balls.add(event.ball)
    play.ball = event.ball


def _ball_approved(play: Play, event: BallChangeApproved) -> None:
    play.ball_approved = event.ball, event.by


def _ball_changed(play: Play, event: BallChanged) -> None:
    play.ball, play.ball_approved = event.ball, None


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round = BETTING, event.round
    play.dolly = None


def _spin_voided(play: Play, event: SpinVoided) -> None:
    play.stage, play.void_spin = BETTING, event.clause


def _dolly(play: Play, event: DollyPlaced) -> None:
    play.dolly = int(event.on)


def _ended(play: Play, event: e.RoundEnded) -> None:
    _over(play, event.round, counts=True)


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if play.stage != BETWEEN:
        _over(play, event.round, counts=False)


def _over(play: Play, number: int, *, counts: bool) -> None:
    end_round(play.layout, number=number, counts=counts)
    play.stage, play.markers, play.void_spin = BETWEEN, [], None


def _taken_off(play: Play, event: e.Settlement) -> None:
    """A stake that is gone before the result takes the marker that stood for it along."""
    layout.EVOLVE[type(event)](play, event)
    if event.wager not in POSITIONS:  # a side wager has no marker
        return
    numbers = POSITIONS[event.wager].numbers
    play.markers = [
        (patron, number)
        for patron, number in play.markers
        if patron != event.patron or number not in numbers
    ]


def _marked(play: Play, event: MaximumMarkerPlaced) -> None:
    play.markers.append((event.patron, int(event.on)))


def _unmarked(play: Play, event: MaximumMarkerRemoved) -> None:
    play.markers.remove((event.patron, int(event.on)))


def _issued(play: Play, event: ColourChipsIssued) -> None:
    play.colours[event.patron] = ColourChips(event.colour, event.amount)


def _redeemed(play: Play, event: ColourChipsRedeemed) -> None:
    del play.colours[event.patron]


EVOLVE: Folds = {
    **layout.EVOLVE,
    **house.EVOLVE,
    BallRegistered: adds("ball", "balls"),
    BallTakenAsApproved: _ball_taken,
    BallChangeApproved: _ball_approved,
    BallChanged: _ball_changed,
    e.BettingOpened: _opened,
    BallSpun: sets(stage=SPINNING, three_turns=False, void_spin=None),
    SpinVoided: _spin_voided,
    e.BettingClosed: sets(stage=CLOSED),
    ThreeTurnsConfirmed: sets(three_turns=True),
    e.ResultAnnounced: sets(stage=RESTED),
    DollyPlaced: _dolly,
    e.RoundEnded: _ended,
    e.RoundVoided: _voided,
    e.WagerVoided: _taken_off,
    MaximumMarkerPlaced: _marked,
    MaximumMarkerRemoved: _unmarked,
    ColourChipsRequired: adds("patron", "colour_required"),
    ColourChipsIssued: _issued,
    ColourChipsRedeemed: _redeemed,
    MarkerButtonPlaced: only_logged,
}
