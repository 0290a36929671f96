"""The state of a roulette table, and how each fact changes it. No judgement is made here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.wheel import POSITIONS
from houseway.games import events as e
from houseway.games import house, layout
from houseway.games.edition import Citing, citing
from houseway.games.folds import Folds, adds, only_logged, sets
from houseway.games.layout import Layout, end_round
from houseway.games.limits import Limits
from houseway.games.stages import BEFORE_SPIN
from houseway.games.stages import BETWEEN as BETWEEN
from houseway.games.stages import SPINNING as SPINNING
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.rules import RULES, Options, Rules
from houseway.rulebook.document import Clause

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


def _ball_taken(play: Play, event: v.BallTakenAsApproved) -> None:
    play.balls.add(event.ball)
    play.ball = event.ball


def _ball_approved(play: Play, event: v.BallChangeApproved) -> None:
    play.ball_approved = event.ball, event.by


def _ball_changed(play: Play, event: v.BallChanged) -> None:
    play.ball, play.ball_approved = event.ball, None


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round = BETTING, event.round
    play.dolly = None


def _spin_voided(play: Play, event: v.SpinVoided) -> None:
    play.stage, play.void_spin = BETTING, event.clause


def _dolly(play: Play, event: v.DollyPlaced) -> None:
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


def _marked(play: Play, event: v.MaximumMarkerPlaced) -> None:
    play.markers.append((event.patron, int(event.on)))


def _unmarked(play: Play, event: v.MaximumMarkerRemoved) -> None:
    play.markers.remove((event.patron, int(event.on)))


def _issued(play: Play, event: v.ColourChipsIssued) -> None:
    play.colours[event.patron] = ColourChips(event.colour, event.amount)


def _redeemed(play: Play, event: v.ColourChipsRedeemed) -> None:
    del play.colours[event.patron]


EVOLVE: Folds = {
    **layout.EVOLVE,
    **house.EVOLVE,
    v.BallRegistered: adds("ball", "balls"),
    v.BallTakenAsApproved: _ball_taken,
    v.BallChangeApproved: _ball_approved,
    v.BallChanged: _ball_changed,
    e.BettingOpened: _opened,
    v.BallSpun: sets(stage=SPINNING, three_turns=False, void_spin=None),
    v.SpinVoided: _spin_voided,
    e.BettingClosed: sets(stage=CLOSED),
    v.ThreeTurnsConfirmed: sets(three_turns=True),
    e.ResultAnnounced: sets(stage=RESTED),
    v.DollyPlaced: _dolly,
    e.RoundEnded: _ended,
    e.RoundVoided: _voided,
    e.WagerVoided: _taken_off,
    v.MaximumMarkerPlaced: _marked,
    v.MaximumMarkerRemoved: _unmarked,
    v.ColourChipsRequired: adds("patron", "colour_required"),
    v.ColourChipsIssued: _issued,
    v.ColourChipsRedeemed: _redeemed,
    v.MarkerButtonPlaced: only_logged,
}
