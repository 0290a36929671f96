"""The orders and facts about rounds, turns, stakes, pass cards, forms, and what is not allowed."""

from __future__ import annotations

from typing import Literal

from houseway.games.events import Event
from houseway.games.fields import (
    BoxNumber,
    Number,
    OptionalWager,
    StoredHeld,
    StoredMoment,
    StoredUnits,
    TableName,
    Text,
    Units,
    WagerName,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.tournament.vocabulary import SessionCommand

Cause = Literal["absence", "contravention", "no wager", "enlarging", "hiding", "any breach"]
Breach = Literal["chips out of sight", "hiding chips", "exchange of chips", "advice", "other"]

# Rounds


class OpenRound(SessionCommand, frozen=True):
    session: Number
    table: TableName
    sentence = "open a round at table {table}"
    console = "in place"


class CloseBetting(SessionCommand, frozen=True):
    session: Number
    table: TableName
    sentence = "no more bets at table {table}"
    console = "in place"


class DeclareRoundVoid(SessionCommand, frozen=True):
    """The round counts for nothing: void, or one in which the rules allow no wagers."""

    session: Number
    table: TableName
    reason: Text
    misdeal: bool = False
    sentence = "the round at table {table} does not count: {reason:words}"
    title = "Declare a round void"


class RoundBegun(Event, frozen=True):
    """`marker` is the box that wagers first, 0 without an order; `order` names everybody.

    `marked` is the clause by which the marker lies there.
    """

    session: int
    table: str
    round: int
    minimum: StoredUnits
    maximum: StoredUnits
    marker: int
    order: tuple[int, ...]
    at_us: StoredMoment
    clause: Clause
    marked: Clause | None = None


class NoMoreBets(Event, frozen=True):
    """`announcing`: undisclosed wagers come next."""

    session: int
    table: str
    announcing: bool
    clause: Clause


class BettingReopened(Event, frozen=True):
    session: int
    table: str
    clause: Clause


class RoundDeclaredVoid(Event, frozen=True):
    """`stays` is the clause by which the marker stays where it is, whatever was staked."""

    session: int
    table: str
    reason: str
    by: Signature
    clause: Clause
    stays: Clause | None = None


# Turns and stakes


class CallPatron(SessionCommand, frozen=True):
    session: Number
    entry: Number
    sentence = "call entry {entry:number} to wager"
    console = "in place"


class ConfirmNoStake(SessionCommand, frozen=True):
    """Someone who is present has staked nothing."""

    session: Number
    entry: Number
    sentence = "entry {entry:number} has staked nothing"


class PlaceStake(SessionCommand, frozen=True):
    """All that one player stakes in this round; again, in the own turn, instead of the earlier.

    `wagers` names each wager and its amount where there are several; `on` where there is one.
    """

    session: Number
    entry: Number
    amount: Units
    on: OptionalWager = ""
    box: BoxNumber = 0
    wagers: tuple[tuple[WagerName, Units], ...] = ()
    sentence = "entry {entry:number} stakes {amount:number}"
    title = "Place a stake"
    console = "in place"


class LearnStake(SessionCommand, frozen=True):
    """What one player has on the layout of a Houseway table; nobody gives this by hand.

    `wagers` are the amounts that count and `risk` the most they can lose; `offered` is all that
    lies there, `box` the one used. `by_house`: staff have returned or taken a part of it.
    """

    session: Number
    entry: Number
    wagers: tuple[tuple[WagerName, Units], ...]
    offered: Units
    risk: Units
    box: BoxNumber = 0
    by_house: bool = False
    sentence = "entry {entry:number} has {offered:number} on the layout"


class LearnReopening(SessionCommand, frozen=True):
    """A Houseway table takes wagers again in the same round; nobody gives this by hand."""

    session: Number
    table: TableName
    sentence = "betting is open again at table {table}"


class FindStake(SessionCommand, frozen=True):
    """What really lies on the layout, found once betting is closed."""

    session: Number
    entry: Number
    amount: Units
    sentence = "entry {entry:number} is found with {amount:number}"
    title = "Another stake is found"


class VoidStake(SessionCommand, frozen=True):
    """A stake made out of turn again is declared void."""

    session: Number
    entry: Number
    sentence = "void the stake of entry {entry:number}"


class ReportTimeUp(SessionCommand, frozen=True):
    session: Number
    entry: Number
    sentence = "the time of entry {entry:number} is up"


class PlayPassCard(SessionCommand, frozen=True):
    session: Number
    entry: Number
    sentence = "entry {entry:number} plays a pass card"
    console = "in place"


class AwaitDecision(SessionCommand, frozen=True):
    """The table waits for this player to decide: to hit or stand, to bet or fold, to set tiles."""

    session: Number
    entry: Number
    sentence = "entry {entry:number} is to decide"
    title = "Wait for a decision"
    only_with = "sessions.out_of_time"


class DirectHand(SessionCommand, frozen=True):
    """What happens to a hand that was not decided in time, under the rules."""

    session: Number
    entry: Number
    sentence = "direct the hand of entry {entry:number}, whose time to decide is up"
    title = "Direct a hand not decided in time"
    only_with = "sessions.out_of_time"


class DecisionAwaited(Event, frozen=True):
    session: int
    table: str
    entry: int
    at_us: int
    clause: Clause


class DecisionOverdue(Event, frozen=True):
    """Dealer and Director are told; nothing happens by itself (reading TP15)."""

    session: int
    table: str
    entry: int
    seconds: int
    clause: Clause


class HandDirected(Event, frozen=True):
    """`how`: folded, set the house way, played as the hand of an absent player."""

    session: int
    table: str
    entry: int
    how: str
    by: Signature
    clause: Clause


class TurnOpened(Event, frozen=True):
    session: int
    table: str
    entry: int
    at_us: StoredMoment
    clause: Clause


class NoStakeConfirmed(Event, frozen=True):
    """`due`: the document leaves no choice, the player is to be disqualified."""

    session: int
    table: str
    entry: int
    due: bool
    clause: Clause


class StakePlaced(Event, frozen=True):
    """`amount` is what counts of it; `offered` what was put down."""

    session: int
    table: str
    entry: int
    amount: StoredUnits
    offered: StoredUnits
    on: str
    locked: bool
    clause: Clause
    admits = ("entry",)


class StakeLaid(Event, frozen=True):
    """What one player has on the layout of a Houseway table; no wagers: all was taken back.

    `risk` is the most that they can lose. `locked`: nothing of it is changed any more.
    """

    session: int
    table: str
    entry: int
    wagers: tuple[tuple[str, int], ...]
    offered: int
    risk: int
    locked: bool
    clause: Clause


class OutOfTurn(Event, frozen=True):
    """Advice to someone who staked out of turn; `times` in this session."""

    session: int
    table: str
    entry: int
    times: int
    clause: Clause


class RiskAdvised(Event, frozen=True):
    session: int
    table: str
    entry: int
    risk: StoredUnits
    minimum: StoredUnits
    clause: Clause


class StakeCorrected(Event, frozen=True):
    """`why`: to the maximum, made up to the minimum, to the last whole unit."""

    session: int
    table: str
    entry: int
    amount: StoredUnits
    why: str
    clause: Clause


class StakeVoided(Event, frozen=True):
    session: int
    table: str
    entry: int
    amount: StoredUnits
    clause: Clause


class TimeRanOut(Event, frozen=True):
    """`restricted`: only the minimum may still be staked."""

    session: int
    table: str
    entry: int
    restricted: bool
    clause: Clause


class PassCardPlayed(Event, frozen=True):
    session: int
    table: str
    entry: int
    left: int
    clause: Clause


# Absence, infringements, disqualification, disputes


class DeductMinimum(SessionCommand, frozen=True):
    """Deduct the minimum of an entrant who is absent in this round."""

    session: Number
    entry: Number
    sentence = "deduct the minimum from entry {entry:number}"
    title = "Deduct the minimum of a late arrival"
    only_with = "sessions.late_deduction"


class Disqualify(SessionCommand, frozen=True):
    """Remove an entrant from the session and the tournament. Describe what was found."""

    session: Number
    entry: Number
    cause: Cause
    facts: Text
    sentence = "disqualify entry {entry:number}: {facts:words}"


class LogInfringement(SessionCommand, frozen=True):
    session: Number
    entry: Number
    breach: Breach
    facts: Text
    sentence = "log an infringement by entry {entry:number}: {facts:words}"
    title = "Log an infringement"


class DisputeRound(SessionCommand, frozen=True):
    """A dispute at a table; the game there waits for the decision."""

    session: Number
    entry: Number
    claim: Text
    sentence = "entry {entry:number} disputes: {claim:words}"
    title = "Dispute a round"


class DecideRoundDispute(SessionCommand, frozen=True):
    session: Number
    table: TableName
    decision: Text
    sentence = "decide the dispute at table {table}: {decision:words}"
    title = "Decide a dispute"


class MinimumDeducted(Event, frozen=True):
    session: int
    table: str
    entry: int
    amount: StoredHeld
    times: int
    by: Signature
    clause: Clause


class InfringementLogged(Event, frozen=True):
    session: int
    entry: int
    breach: str
    facts: str
    by: Signature
    clause: Clause


class RoundDisputed(Event, frozen=True):
    session: int
    table: str
    entry: int
    claim: str
    by: Signature
    clause: Clause


class RoundDisputeDecided(Event, frozen=True):
    session: int
    table: str
    decision: str
    by: Signature
    clause: Clause


# The orders and facts about undisclosed wagers and the forms on which they are written.

Outcome = Literal["won", "lost", "stood off"]


class HandInForm(SessionCommand, frozen=True):
    """An undisclosed wager as written: what it is on, and how much; either may be left blank."""

    session: Number
    entry: Number
    on: OptionalWager
    amount: Units
    sentence = "entry {entry:number} hands in a form"
    console = "in place"


class PassForm(SessionCommand, frozen=True):
    """The form has been examined, and its indicator is placed."""

    session: Number
    entry: Number
    sentence = "pass the form of entry {entry:number}"
    console = "in place"


class ReturnForm(SessionCommand, frozen=True):
    session: Number
    entry: Number
    reason: Text
    sentence = "return the form of entry {entry:number}: {reason:words}"
    only_with = "wagering.undisclosed"


class AnnounceForm(SessionCommand, frozen=True):
    session: Number
    entry: Number
    sentence = "announce the form of entry {entry:number}"
    console = "in place"


class PlaceAnnounced(SessionCommand, frozen=True):
    """The chips of an announced wager are on the layout."""

    session: Number
    entry: Number
    sentence = "entry {entry:number} places the announced wager"
    console = "in place"


class FindForm(SessionCommand, frozen=True):
    """After the coup: what the form really says, and what became of the wager as announced.

    `pays` is what the winning wager pays to one, as two numbers: 9 to 5 is (9, 5).
    """

    session: Number
    entry: Number
    on: OptionalWager
    amount: Units
    outcome: Outcome
    pays: tuple[Number, Number] = (1, 1)
    sentence = "find the form of entry {entry:number} at {amount:number}"
    title = "A form says something else"
    only_with = "wagering.undisclosed"


class AskForForm(SessionCommand, frozen=True):
    """A tournament player asks to see the form of another."""

    session: Number
    entry: Number
    of: Number
    sentence = "entry {entry:number} asks for the form of {of:number}"
    title = "Ask for a form"
    only_with = "wagering.undisclosed"


class FormHandedIn(Event, frozen=True):
    """Nobody but its owner and the supervisor may see `on` and `amount` until it is announced."""

    session: int
    table: str
    entry: int
    on: str
    amount: StoredUnits
    held: StoredUnits
    clause: Clause
    admits = ("entry",)


class FormPassed(Event, frozen=True):
    session: int
    table: str
    entry: int
    by: Signature
    clause: Clause


class FormReturned(Event, frozen=True):
    session: int
    table: str
    entry: int
    reason: str
    by: Signature
    clause: Clause


class FormAnnounced(Event, frozen=True):
    session: int
    table: str
    entry: int
    on: str
    amount: StoredUnits
    by: Signature
    clause: Clause


class AnnouncedPlaced(Event, frozen=True):
    session: int
    table: str
    entry: int
    clause: Clause


class FormCorrected(Event, frozen=True):
    """`deemed` is what the wager counts for; `chips` what its owner is given, or gives back."""

    session: int
    table: str
    entry: int
    deemed: StoredUnits
    chips: StoredUnits
    by: Signature
    clause: Clause


class FormShown(Event, frozen=True):
    session: int
    table: str
    entry: int
    of: int
    clause: Clause
