"""The orders and facts that only Tournament American Roulette has."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated

from houseway.equipment.faces import FACE
from houseway.games import events as e
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.commands import by_two_persons
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
from houseway.games.tournament_roulette.rules import DIRECTIONS, SECTION_WAGERS
from houseway.rulebook.document import Clause

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
