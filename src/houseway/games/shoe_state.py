"""How far the cards of a shoe or device are, and what a document says about preparing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Struct

from houseway.equipment.stock import Stock
from houseway.games import events as e
from houseway.games.base_commands import PreparingCommand
from houseway.games.fields import Count
from houseway.games.house import at_rest
from houseway.games.layout import Folds, Layout, sets, takes
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Refused


@dataclass(slots=True)
class Preparation:
    """How far the cards are. `behind` is the place of the cutting card, counted from the back."""

    checked: bool = False
    shuffled: str = ""  # "", "by hand", "pre-shuffled"
    riffle: str = ""  # "", "asked", "approved", "done"
    declined: list[str] = field(default_factory=list)
    cut: bool = False
    behind: int = -1
    burned: bool = False
    still_to_burn: int = 0
    to_burn: int = 0  # cards that the first burned card told to burn after it
    cutting_card_out: bool = False


class HasCards(Protocol):
    layout: Layout
    stock: Stock
    prep: Preparation
    round: int


class ShoeRules(Struct, frozen=True):
    """The clauses and numbers of one document. A step whose clause is None is not taken."""

    shuffle: Clause
    check: Clause | None = None
    checker: Clause | None = None  # a deck-checking device may make the check
    complete: Clause | None = None  # how many cards the game is played with
    preshuffled: Clause | None = None
    riffle: Clause | None = None
    riffle_on_request: bool = False  # asked for, it is done: nobody has to approve it
    cut: Clause | None = None
    cut_offer: Clause | None = None
    cut_margin: int = 0
    cutters: frozenset[Role] = SUPERVISORS  # who cuts when no patron does
    offered: Callable[[Any], tuple[str, ...]] = lambda play: tuple(play.layout.idle_rounds)
    in_order: bool = False  # only the first of `offered` who has not declined may cut
    cutting_card: Clause | None = None
    behind: tuple[int, int] = (0, 0)
    burn: Callable[[Any], Clause] | None = None
    burn_shown: Callable[[Any], bool] = lambda play: False
    burn_more: Clause | None = None
    burn_value: dict[str, int] = {}
    burn_omitted: Clause | None = None
    may_burn: Callable[[Any], bool] = lambda play: False  # beside between rounds
    appears: Clause | None = None  # what follows when the cutting card comes out
    order_shuffle: Clause | None = None
    uses_shoe: Callable[[Any], bool] = lambda play: True  # false: a device, which is not cut
    between_rounds: Callable[[Any], bool] = at_rest
    held_up: Callable[[Any], Refused | None] = lambda play: None  # by a device that has failed


class ReportBurnOmitted(PreparingCommand, frozen=True):
    sentence = "the burn was forgotten"
    call = "The burn was forgotten"
    key = "f"


class TakeAsPrepared(PreparingCommand, frozen=True):
    """A record that begins in the middle of a shoe takes its preparation as done."""

    sentence = "the cards are prepared[, {cards_left:number} left]"
    cards_left: Count = 0  # 0: all of them
    call = "The cards are prepared"
    key = "z"


class CardsTakenAsPrepared(e.Event, frozen=True):
    """`cards_left` of the cards are still to be dealt, the others in the rack; 0: all are."""

    clause: Clause
    cards_left: int = 0


class BurnOmitted(e.Ruled, frozen=True): ...


class ShuffleDue(e.Ruled, frozen=True):
    """The cards are spent: nothing more is dealt before they are shuffled."""


def _shuffled(play: HasCards, event: e.CardsShuffled) -> None:
    if event.kind == "riffle":
        play.prep.riffle = "done"
        return
    play.stock.reload()
    play.prep = Preparation(checked=play.prep.checked, shuffled=event.kind)


def _taken_as_prepared(play: HasCards, event: CardsTakenAsPrepared) -> None:
    play.prep = Preparation(checked=True, shuffled="by hand", cut=True, behind=0, burned=True)
    if event.cards_left:
        while play.stock.source > event.cards_left:
            play.stock.draw(None, to="rack")


def _declined(play: HasCards, event: e.CutDeclined) -> None:
    play.prep.declined.append(event.patron)


def _burned(play: HasCards, event: e.CardBurned) -> None:
    if not play.prep.burned:
        play.prep.to_burn = event.still_to_burn
    play.prep.burned = True
    play.prep.still_to_burn = event.still_to_burn
    play.stock.draw(event.card, to="rack")


def _shuffle_due(play: HasCards, event: ShuffleDue | e.ShuffleOrdered) -> None:
    play.prep = Preparation(checked=play.prep.checked)


EVOLVE: Folds = {
    e.CardsChecked: sets("prep", checked=True),
    e.CardsShuffled: _shuffled,
    e.RiffleAsked: sets("prep", riffle="asked"),
    e.RiffleApproved: sets("prep", riffle="approved"),
    e.CutDeclined: _declined,
    e.CardsCut: sets("prep", cut=True),
    e.CuttingCardPlaced: takes("prep", behind="behind"),
    e.CardBurned: _burned,
    BurnOmitted: sets("prep", burned=True, still_to_burn=0),
    CardsTakenAsPrepared: _taken_as_prepared,
    e.CuttingCardAppeared: sets("prep", cutting_card_out=True),
    ShuffleDue: _shuffle_due,
    e.ShuffleOrdered: _shuffle_due,
}
