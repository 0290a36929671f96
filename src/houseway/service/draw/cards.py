"""Playing cards with a jumbo index: 52 faces, a back, and a card whose face nobody may know.

A card is 64 by 90. Rank and suit stand large in the corner that shows when cards overlap, and the
four suits differ in shape, so that no colour is needed to read them.
"""

from __future__ import annotations

from houseway.equipment.cards import DECK, Card, colour, rank, suit
from houseway.games.felt import FACE_DOWN
from houseway.service.draw import words
from houseway.service.draw.svg import el, path, rect, text, title, use
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.text import Text

WIDTH, HEIGHT = 64, 90

# Suits in a square of 100, and the crowns of the court cards in 100 by 60.
# fmt: off
SUITS = {
    "c": "M29 25a21 21 0 1 1 42 0a21 21 0 1 1-42 0zM5 58a21 21 0 1 1 42 0a21 21 0 1 1-42 0z"
         "M53 58a21 21 0 1 1 42 0a21 21 0 1 1-42 0zM44 38h12v24c1 18 6 30 13 35H31"
         "c7-5 12-17 13-35z",
    "d": "M50 1Q66 28 91 50Q66 72 50 99Q34 72 9 50Q34 28 50 1z",
    "h": "M50 95C20 68 3 50 3 29C3 14 14 5 26 5C38 5 46 13 50 23C54 13 62 5 74 5"
         "C86 5 97 14 97 29C97 50 80 68 50 95z",
    "s": "M50 3C62 26 96 42 96 66C96 80 86 88 75 88C66 88 58 83 54 75C55 86 59 93 67 98H33"
         "C41 93 45 86 46 75C42 83 34 88 25 88C14 88 4 80 4 66C4 42 38 26 50 3z",
}
CROWNS = {
    "J": "M8 56L22 10L50 38L78 10L92 56z",
    "Q": "M6 56L2 14L26 34L38 6L50 32L62 6L74 34L98 14L94 56z",
    "K": "M6 56L6 20L28 36L44 18V10H36V2H44V-6H56V2H64V10H56V18L72 36L94 20V56z",
}
# fmt: on
_INDEX = {"T": "10"}


def symbols() -> str:
    """The definitions that cards need, once in a drawing."""
    return "".join(
        el("symbol", f'<path d="{shape}"/>', id=f"hw-suit-{each}", viewBox="0 0 100 100")
        for each, shape in SUITS.items()
    )


def card(code: str) -> str:
    """A card at the origin: a code of `equipment.cards`, or `FACE_DOWN`."""
    return back() if code == FACE_DOWN else face(Card(code))


@keep_drawn()
def face(code: Card) -> str:
    if code not in DECK:
        raise ValueError(f"{code!r} is not a card")
    ranked, suited = rank(code), suit(code)
    inside = [
        title(words.card(code)),
        rect(0, 0, WIDTH, HEIGHT, "card-face", rx=6),
        text(4, 33, _INDEX.get(ranked, ranked), "card-rank ten" if ranked == "T" else "card-rank"),
        use(f"hw-suit-{suited}", 6, 39, 20),
        use(f"hw-suit-{suited}", 25, 49, 36),
    ]
    if ranked in CROWNS:
        inside.append(
            el(
                "path",
                d=CROWNS[ranked],
                class_="card-crown",
                transform="translate(34 25) scale(.25)",
            )
        )
    return el("g", *inside, class_=f"card {colour(code)}", data_card=code)


@keep_drawn()
def back() -> str:
    """The back that all cards share."""
    return el(
        "g",
        title(Text("a card face down")),
        rect(0, 0, WIDTH, HEIGHT, "card-face", rx=6),
        rect(5, 5, WIDTH - 10, HEIGHT - 10, "card-back", rx=4),
        path(_lattice(), "card-lattice"),
        class_="card down",
    )


def _lattice() -> str:
    """Crossing lines inside the border of the back."""
    lines = []
    for start in range(-70, 60, 10):
        low, high = max(0, -start), min(80, 54 - start)
        if high > low:
            lines.append(f"M{5 + start + low} {5 + low}l{high - low} {high - low}")
            lines.append(f"M{59 - start - low} {5 + low}l{low - high} {high - low}")
    return "".join(lines)


def printed(count: str) -> str:
    """A card that is only a picture on the cloth, of no suit."""
    return el(
        "g",
        title(Text("the {count} printed on the layout", count=count)),
        rect(0, 0, WIDTH, HEIGHT, "card-printed", rx=6),
        text(WIDTH / 2, 64, count, "card-printed-rank"),
        class_="printed",
    )


def spoken(code: str) -> str:
    """A card or tile in words, for anyone who listens."""
    return words.card(code)
