"""What lies on the felt, as one viewer may see it: the shape that every game fills.

No role opens a card. Everybody sees a face once the rules have it lie open; before that only the
patron who may look at the hand does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from houseway.equipment.stock import Stock
from houseway.games.base_commands import Command
from houseway.games.limits import Limits

FACE_DOWN = "??"  # a card or tile whose face this viewer may not know
KEPT = "kept"  # the place of cards set aside for a later round


class Hand(Struct, frozen=True):
    """Cards or tiles in one named place.

    `cards` are codes of `equipment` ("As", "5-6") or `FACE_DOWN`; `total` is what the dealer would
    call ("7", "7 or 17", "two pairs"), empty while this viewer may not know it; `note` says what
    the rules say of the hand (natural, bust, folded, to draw).
    """

    name: str  # player, banker, dealer, box 3, box 3 high, ...
    cards: tuple[str, ...] = ()
    box: int = 0
    patron: str = ""
    total: str = ""
    note: str = ""


class Felt(Struct, frozen=True):
    """Everything that lies there apart from chips: hands, and what a wheel or dice show.

    `seats` is the box of each patron who has one; `notes` says of a patron what all can see
    (sitting out, absent).
    """

    hands: tuple[Hand, ...] = ()
    pocket: str = ""  # roulette: where the ball came to rest
    dice: tuple[int, ...] = ()
    result: str = ""
    seats: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


class Spot(Struct, frozen=True):
    """A place on the layout where a patron can put a wager, and what the sign says for it.

    `step`: what one chip of the patron's is worth where only that colour may lie; 0: any chip.
    `like`: the same for spots that are ruled on alike, with the same limits, while nothing of the
    patron's lies there; empty where each is ruled on by itself. Of spots with a box only a refusal
    is alike, such as that of every box while betting is closed.
    """

    wager: str
    box: int
    minimum: int
    maximum: int
    step: int = 0
    like: str = ""


def faces(cards: Iterable[str | None]) -> tuple[str, ...]:
    """Cards as anybody sees them: those that nobody has seen lie face down."""
    return tuple(card or FACE_DOWN for card in cards)


def covered(cards: Iterable[str | None]) -> tuple[str, ...]:
    """As many backs as there are cards."""
    return tuple(FACE_DOWN for _ in cards)


def kept(stock: Stock) -> tuple[Hand, ...]:
    """The cards set aside for a later round, seen or not."""
    return (Hand(KEPT, faces(stock.aside)),) if stock.aside else ()


def notes_of(said: str, patrons: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(sorted(patrons), said)


def spot(
    limits: Limits, patron: str, wager: str, box: int = 0, *, step: int = 0, like: str = ""
) -> Spot:
    """A spot with the amounts that the sign gives this patron for the wager."""
    least, most = limits.minimum_of(wager, patron), limits.maximum_of(patron, wager)
    return Spot(wager, box, least, most, step, like)


# What a program that learns a game is shown and may do: the shape that a game with choices fills.

Offered = Sequence[Command]  # the commands among which a patron chooses now
Find = Callable[[Offered, type[Command]], Command | None]


def first_of(offered: Offered, kind: type[Command]) -> Command | None:
    """The command of a kind, where it is offered."""
    return next((each for each in offered if isinstance(each, kind)), None)


class Choice(NamedTuple):
    """One thing to choose: its name, the kind of command, and which one of that kind it is."""

    name: str
    kind: type[Command]
    find: Find = first_of


class FeltFact(NamedTuple):
    """A number that is read off the felt: zero or more, and below `values`."""

    name: str
    values: int


def _nothing(rules: Any, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    return (0,)


class Learning(Struct, frozen=True):
    """What a patron may choose during a round, and the facts on which the choice may rest.

    `stake`: the wager that is placed before each round; empty where wagers are all there is to
    choose. `read` gives the facts, from the rules, the felt, the name of the hand in play and what
    is offered. `hands`: how many hands one box can have. `house`: how many hands lie apart from
    them. `cards`: how many cards or tiles a hand can have.
    """

    stake: str = ""
    choices: tuple[Choice, ...] = ()
    facts: tuple[FeltFact, ...] = (FeltFact("nothing", 1),)
    read: Callable[[Any, Felt, str, Offered], tuple[int, ...]] = _nothing
    hands: int = 1
    house: int = 2
    cards: int = 3
