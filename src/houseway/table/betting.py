"""The betting clock: how long the house takes wagers, and which patrons need no more time.

The clock rules on nothing. Betting closes when the dealer calls it, by the clause of the game; the
clock says at the table when that call is due. A new chip gives more time, so that nobody is cut off
by placing one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from houseway.games import events as e
from houseway.games.base_commands import SettingCommand, WagerCommand
from houseway.games.commands import PlaceWager
from houseway.games.fields import Count, PatronName
from houseway.games.machine import Given
from houseway.rulebook.roles import PATRONS, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.state import Part, Table

SECOND_US = 1_000_000
LAST_CALL_SECONDS = 5  # before the end of betting
MORE_SECONDS = 5  # that a new chip leaves at least
LONGEST_TIMES = 2  # the clock: further chips of the same patron give no time beyond
MOST_SECONDS = 600

part = Part()


class SetBettingClock(SettingCommand, frozen=True):
    """Seconds for wagers in each round; 0 means no clock, and the dealer calls."""

    seconds: Count
    sentence = "set the betting clock to {seconds:number} seconds"
    title = "Set the betting clock"


class FinishBetting(WagerCommand, frozen=True):
    """A patron has placed all wagers for this round and needs no more time."""

    patron: PatronName
    sentence = "{patron} has finished betting"
    title = "Finish betting"
    own_title = "I'm done"
    console = "in place"


class BettingClockSet(e.Event, frozen=True):
    seconds: int


class BettingFinished(e.Event, frozen=True):
    patron: str


@part.decides(SetBettingClock, by=SUPERVISORS)
def _set(table: Table, command: SetBettingClock, given: Given) -> Ruling:
    if not 0 <= command.seconds <= MOST_SECONDS:
        return Refused("not_a_time", None, f"a betting clock has 0 to {MOST_SECONDS} seconds")
    return Accepted((BettingClockSet(command.seconds),))


@part.decides(FinishBetting, by=PATRONS)
def _finish(table: Table, command: FinishBetting, given: Given) -> Ruling:
    if given.actor != command.patron:
        return Refused("not_your_own", None, "a patron speaks for the patron's own wagers")
    if command.patron not in table.play.layout.idle_rounds:
        return Refused("not_at_table", None, f"{command.patron} has not joined this table")
    if not takes_wagers(table):
        return Refused("round_not_betting", None, "betting is closed")
    if command.patron in table.finished:
        return Refused("betting_finished", None, f"{command.patron} has finished already")
    return Accepted((BettingFinished(command.patron),))


def takes_wagers(table: Table) -> bool:
    """Whether wagers are taken now."""
    return not table.closed and PlaceWager in table.game.awaits(table.play).commands


@part.folds(BettingClockSet)
def _was_set(table: Table, event: BettingClockSet) -> None:
    table.betting_seconds = event.seconds


@part.folds(BettingFinished)
def _was_finished(table: Table, event: BettingFinished) -> None:
    table.finished.add(event.patron)


def note(table: Table, event: e.Event) -> None:
    """A new round begins for everybody; a further chip says that its patron is not done."""
    if isinstance(event, e.RoundOpened):
        table.finished.clear()
    elif isinstance(event, e.WagerPlaced | e.WagerChanged | e.WagerMoved):
        table.finished.discard(event.patron)


@dataclass(slots=True)
class BettingTimes:
    """When betting opened and when chips were placed: a fold of a table's events."""

    opened_us: int = 0
    first_us: int = 0  # the latest chip that was the first of its patron in this round
    chip_us: int = 0  # the latest chip
    staked: set[str] = field(default_factory=set)

    def take(self, event: e.Event, at_us: int) -> None:
        if isinstance(event, e.RoundOpened):
            self.opened_us, self.first_us, self.chip_us, self.staked = at_us, 0, 0, set()
        elif isinstance(event, e.WagerPlaced | e.WagerChanged | e.WagerMoved):
            self.chip_us = at_us
            if event.patron not in self.staked:
                self.staked.add(event.patron)
                self.first_us = at_us

    def until_us(self, seconds: int) -> int:
        """When the call is due. A patron's first chip always leaves some time after it."""
        more = MORE_SECONDS * SECOND_US
        latest = self.opened_us + LONGEST_TIMES * seconds * SECOND_US
        return max(
            self.opened_us + seconds * SECOND_US,
            self.first_us + more,
            min(self.chip_us + more, latest),
        )
