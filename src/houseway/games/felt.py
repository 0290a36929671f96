"""What lies on the felt, as one viewer may see it: the shape that every game fills.

No role opens a card. Everybody sees a face once the rules have it lie open; before that only the
patron who may look at the hand does.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from houseway.equipment.stock import Stock
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
