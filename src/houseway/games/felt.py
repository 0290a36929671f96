"""What lies on the felt, as one viewer may see it: the shape that every game fills."""

from __future__ import annotations

from msgspec import Struct

FACE_DOWN = "??"  # a card or tile whose face this viewer may not know


class Hand(Struct, frozen=True):
    """Cards or tiles in one named place.

    `cards` are codes of `equipment` ("As", "teen-6") or `FACE_DOWN`; `total` is what the dealer
    would call ("7", "soft 17", "pair of nines"), empty while nobody may know it; `note` says what
    the rules say of the hand (natural, bust, no game, to draw).
    """

    name: str  # player, banker, dealer, box 3, box 3 high, ...
    cards: tuple[str, ...] = ()
    box: int = 0
    patron: str = ""
    total: str = ""
    note: str = ""


class Felt(Struct, frozen=True):
    """Everything that lies there apart from chips: hands, and what a wheel or dice show."""

    hands: tuple[Hand, ...] = ()
    pocket: str = ""  # roulette: where the ball came to rest
    dice: tuple[int, ...] = ()
    result: str = ""
