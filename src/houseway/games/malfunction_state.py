"""The state of a failed shuffling device, and the clauses that a document has for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from houseway.equipment.cards import Card
from houseway.equipment.stock import Stock
from houseway.games import malfunction_vocabulary as v
from houseway.games.folds import Folds, sets
from houseway.games.layout import Layout
from houseway.rulebook.document import Clause

Phase = Literal["", "disadvantage", "device", "transfer", "offer", "moving", "replacing"]
Area = tuple[str, int]  # patron and box

DISADVANTAGE, NO_DISADVANTAGE = "disadvantage", "no disadvantage"
DEVICE, NO_DEVICE = "device at hand", "no device at hand"
PRACTICABLE, NOT_PRACTICABLE = "transfer practicable", "transfer not practicable"

# Each question a supervisor is asked, with its two answers.
QUESTIONS: dict[Phase, tuple[str, str]] = {
    "disadvantage": (NO_DISADVANTAGE, DISADVANTAGE),
    "device": (DEVICE, NO_DEVICE),
    "transfer": (PRACTICABLE, NOT_PRACTICABLE),
}


class Malfunction(Struct):
    """How far a malfunction has been dealt with; no `phase`: the device works.

    `then` is what follows once the cards are moved: nothing in particular ("next round"), the same
    round from another device ("same round") or from a card shoe ("shoe").
    """

    phase: Phase = ""
    then: Literal["next round", "same round", "shoe"] = "next round"
    damaged: list[Card] = field(default_factory=list)
    stayed: set[Area] = field(default_factory=set)  # areas whose patron has left the wager in


class Offer(Struct, frozen=True):
    """The clauses of a document that lets patrons choose when there is no other device."""

    choice: Clause
    replaced: Clause
    shuffled: Clause
    finished: Clause


class MalfunctionRules(Struct, frozen=True):
    """The clauses of one document, and what differs between the games."""

    applies: Clause
    device_in_use: Clause
    card_dealt: Clause
    no_disadvantage: Clause
    device_at_hand: Clause
    practicable: Clause
    transferred: Clause  # no card damaged
    damage: Clause  # some cards damaged:
    removed: Clause  # they are taken out of play
    remainder: Clause  # the others are moved
    replaced: Clause
    continued: Clause
    disadvantage: Clause  # void, stakes back
    no_device: Clause  # what follows without another device: the offer, or void
    uses_device: Callable[[Any], bool]
    under_way: Callable[[Any], bool]  # a card of the round is out, and it is not settled
    offer: Offer | None = None


class HasDevice(Protocol):
    layout: Layout
    stock: Stock
    round: int
    malfunction: Malfunction


def _reported(play: HasDevice, event: v.MalfunctionReported) -> None:
    then: Literal["same round", "next round"] = "same round" if event.under_way else "next round"
    play.malfunction = Malfunction("disadvantage" if event.under_way else "moving", then)


def _answered(play: HasDevice, event: v.MalfunctionAnswered) -> None:
    state = play.malfunction
    following: dict[str, Phase] = {
        NO_DISADVANTAGE: "device",
        DEVICE: "transfer",
        PRACTICABLE: "moving",
    }
    if event.answer in following:
        state.phase = following[event.answer]
    else:
        state.phase, state.then = "moving", "next round"  # unless an offer follows


def _left(play: HasDevice, event: v.WagerLeft) -> None:
    play.malfunction.stayed.add((event.patron, event.box))


def _closed(play: HasDevice, event: v.OfferClosed) -> None:
    play.malfunction.phase = "moving"
    play.malfunction.then = "shoe" if event.areas else "next round"


def _removed(play: HasDevice, event: v.DamagedCardsRemoved) -> None:
    play.malfunction.damaged += event.cards


def _replaced(play: HasDevice, event: v.DamagedCardsReplaced) -> None:
    play.malfunction.damaged = []


def round_voided(play: HasDevice) -> None:
    """The round is void, for this or another reason: only the cards are left to be moved."""
    state = play.malfunction
    if state.phase not in ("", "replacing"):
        state.phase = "moving"
    state.then = "next round"


def _works(play: HasDevice, event: v.GameContinued | v.ShoeModeBegan) -> None:
    play.malfunction = Malfunction()


EVOLVE: Folds = {
    v.MalfunctionReported: _reported,
    v.MalfunctionAnswered: _answered,
    v.ReturnOffered: sets("malfunction", phase="offer"),
    v.WagerLeft: _left,
    v.OfferClosed: _closed,
    v.DamagedCardsRemoved: _removed,
    v.CardsTransferred: sets("malfunction", phase="replacing"),
    v.DamagedCardsReplaced: _replaced,
    v.GameContinued: _works,
    v.ShoeModeBegan: _works,
}
