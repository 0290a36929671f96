"""The orders and facts that only Tournament American Roulette has."""

from __future__ import annotations

from typing import Annotated, ClassVar

from houseway.equipment.faces import FACE
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import Cents, Count, Number, PatronName, Reference, Text, WagerName, Word
from houseway.rulebook.document import Clause

# The ball


class RegisterBall(c.Command, frozen=True):
    """Put a ball on the list: its diameter in millimetres, what it is made of, its approval."""

    ball: Reference
    diameter: Word
    material: Text
    approval: Reference
    sentence: ClassVar[str] = (
        "register ball {ball} of {diameter} mm in {material:words} approved as {approval:words}"
    )


class ApproveBallChange(c.Command, frozen=True):
    ball: Reference
    sentence: ClassVar[str] = "approve a change to ball {ball}"


class ChangeBall(c.Command, frozen=True):
    ball: Reference
    sentence: ClassVar[str] = "change to ball {ball}"


class TakeBallAsApproved(c.Command, frozen=True):
    """A record that does not tell of the ball takes an approved one as in use."""

    sentence: ClassVar[str] = "an approved ball is in use"


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


class LiftDolly(c.Command, frozen=True):
    """Take the dolly off the layout: a round begins, and wagers may be placed."""

    sentence: ClassVar[str] = "lift the dolly"


class SpinBall(c.Command, frozen=True):
    """Each direction is clockwise or anticlockwise, seen from above."""

    wheel: Reference
    ball: Reference
    sentence: ClassVar[str] = "spin the wheel {wheel} and the ball {ball}"


class ConfirmThreeTurns(c.Command, frozen=True):
    """The dealer has seen three full turns around the track."""

    sentence: ClassVar[str] = "the ball has made three turns"


class ReportResult(c.Command, frozen=True):
    number: Annotated[Number, FACE]
    sentence: ClassVar[str] = "the ball rests in {number:number}"


class BallSpun(e.Event, frozen=True):
    wheel: str
    ball: str
    clause: Clause


class ThreeTurnsConfirmed(e.Event, frozen=True):
    clause: Clause


class DollyPlaced(e.Event, frozen=True):
    """`on` is the winning number."""

    on: Annotated[str, FACE]
    clause: Clause


# A spin without a result


class CallNoSpin(c.Command, frozen=True):
    sentence: ClassVar[str] = "no spin"


class ReportVoidSpin(c.Command, frozen=True):
    cause: Text
    sentence: ClassVar[str] = "the spin is void: {cause:words}"


class SpinVoided(e.Event, frozen=True):
    """Stakes are released: they stay, change or go, and the ball is spun again."""

    cause: str
    clause: Clause


# The race track and the maximum marker


class PlaySection(c.Command, frozen=True):
    """A section of the race track; `amount` is for each piece."""

    patron: PatronName
    section: Word
    amount: Cents
    sentence: ClassVar[str] = "{patron} plays {section:words} for {amount:money} a piece"


class PlayNeighbours(c.Command, frozen=True):
    patron: PatronName
    number: Number
    amount: Cents
    sentence: ClassVar[str] = (
        "{patron} plays the neighbours of {number:number} for {amount:money} a piece"
    )


class AskMaximum(c.Command, frozen=True):
    """The maximum on a number and on every combination of it."""

    patron: PatronName
    number: Number
    sentence: ClassVar[str] = "{patron} asks for the maximum on {number:number}"


class TakeBackMaximum(c.Command, frozen=True):
    patron: PatronName
    number: Number
    sentence: ClassVar[str] = "{patron} takes back the maximum on {number:number}"


class MaximumMarkerPlaced(e.Event, frozen=True):
    """One marker on the layout, its twin with `amount` in chips on the perimeter of the wheel."""

    patron: str
    on: str
    amount: int
    clause: Clause


class MaximumMarkerRemoved(e.Event, frozen=True):
    patron: str
    on: str
    clause: Clause


# Colour chips


class RequireColourChips(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "require {patron} to use colour chips"


class IssueColourChips(c.Command, frozen=True):
    """`amount` is what one chip is worth; left out, it is the table minimum."""

    patron: PatronName
    colour: Word
    amount: Cents = 0
    sentence: ClassVar[str] = "issue {colour} chips to {patron}[ worth {amount:money}]"


class RedeemColourChips(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "redeem the colour chips of {patron}"


class WagerColourChips(c.Command, frozen=True):
    patron: PatronName
    count: Count
    wager: WagerName
    sentence: ClassVar[str] = "{patron} wagers {count:number} colour chips on {wager:words}"


class ColourChipsRequired(e.Event, frozen=True):
    patron: str
    clause: Clause


class ColourChipsIssued(e.Event, frozen=True):
    patron: str
    colour: str
    amount: int
    clause: Clause


class MarkerButtonPlaced(e.Event, frozen=True):
    """Shows what a chip of the colour is worth, because it is more than the table minimum."""

    colour: str
    amount: int
    clause: Clause


class ColourChipsRedeemed(e.Event, frozen=True):
    patron: str
    colour: str
    clause: Clause
