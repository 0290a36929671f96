"""Playing cards with a jumbo index: 52 faces, a back, and a card whose face nobody may know.

A card is 64 by 90. Rank and suit stand large in the corner that shows when cards overlap, and the
four suits differ in shape, so that no colour is needed to read them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.equipment.cards import DECK, Card, colour, rank, suit
from houseway.games.felt import FACE_DOWN, Hand
from houseway.service.draw import svg, tiles
from houseway.service.draw.chips import lammer
from houseway.service.draw.plan import HandPlace, Plan
from houseway.service.draw.svg import at, el, group, path, rect, slug, text, title, use
from houseway.service.result_text import total_text
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.text import Listed, Term, Text

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
        title(svg.card(code)),
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
    return svg.card(code)


# Hands on the felt: cards or tiles at their places, what the dealer calls, who is awaited.

_GAP = 5
_SHOWS = 0.5  # how much of a card must show beside the next one: its index
_LETTER = 9.0
_LEAST = 110  # a board may be this wide whatever the room


def hands(lying: tuple[Hand, ...], plan: Plan, key: str) -> Iterator[tuple[str, str]]:
    """All hands by name, each at its place; a first hand moves over once it has been split."""
    second = {each.name.rpartition(" hand ")[0] for each in lying}
    for i, each in enumerate(lying):
        split = bool(plan.split_as) and each.name in second
        yield each.name, _hand(each, plan, key, i, split=split)


def _hand(seen: Hand, plan: Plan, key: str, order: int, *, split: bool) -> str:
    """One hand, with what is called of it; one without a place of its own has its name over it."""
    own = plan.hands.get(f"{seen.name} {plan.split_as}" if split else seen.name)
    place = own or HandPlace(*plan.spare, 120, 0.6)
    fan = _fan(place, len(seen.cards))
    middle = place.x + (fan.step * max(0, len(seen.cards) - 1) + fan.wide) / 2
    marker = plan.markers.get(seen.note)
    return el(
        "g",
        *_lying(seen, place, fan, f"{key}-{slug(seen.name)}", order),
        "" if own else text(place.x, place.y - 6, svg.hand(seen.name).upper(), "board-name"),
        _called(seen, middle, place.y + fan.high, place.width, f"{key}-{slug(seen.name)}", order),
        group(lammer(*marker, Text("WIN"), svg.noted(seen.note)), class_="landed")
        if marker
        else "",
        class_="hand",
        data_hand=seen.name,
        role="img",
        aria_label=_said(seen),
    )


def _lying(seen: Hand, place: HandPlace, fan: _Fan, key: str, order: int) -> Iterator[str]:
    """The cards one by one. Each is keyed by place and face, so that only a new one is dealt."""
    draw = tiles.tile if place.tiles else card
    for i, code in enumerate(seen.cards):
        dealt = el("g", draw(code), class_=f"dealt after-{min(i + order, 9)}")
        face = slug(code) or "down"
        yield at(place.x + i * fan.step, place.y, dealt, scale=fan.scale, id=f"{key}-{i}-{face}")


class _Fan(NamedTuple):
    """How cards lie in their place: how large each is, and how far the next one lies from it."""

    scale: float
    wide: float
    high: float
    step: float


def _fan(place: HandPlace, count: int) -> _Fan:
    """Side by side where there is room; else overlapping, and smaller before an index hides."""
    wide, high = (tiles.WIDTH, tiles.HEIGHT) if place.tiles else (WIDTH, HEIGHT)
    more = max(0, count - 1)
    scale = min(place.scale, place.width / (wide * (1 + _SHOWS * more)))
    step = (wide + _GAP) * scale
    if more:
        step = min(step, (place.width - wide * scale) / more)
    return _Fan(scale, wide * scale, high * scale, step)


def _called(seen: Hand, x: float, y: float, room: float, key: str, order: int) -> str:
    """The total and what the rules say of the hand, on a small board over its lower edge.

    What is too long for one line of the room is said in two. It is keyed by what it says, so that
    a new total appears, and does so once its card has landed.
    """
    note = svg.noted(seen.note) if seen.note else ""
    said = [each for each in (total_text(seen.total), note) if each]
    if not said:
        return ""
    told = Listed(said, " · ")
    lines = [told] if len(told) * _LETTER + 18 <= max(room, _LEAST) else said
    wide = max(30, max(map(len, lines)) * _LETTER + 18)
    top = y - 14 - 19 * (len(lines) - 1)
    return el(
        "g",
        title(told),
        rect(x - wide / 2, top, wide, 26 + 19 * (len(lines) - 1), "call-board", rx=13),
        *(text(x, top + 19 + 19 * i, line, "call-text") for i, line in enumerate(lines)),
        class_=f"call after-{min(len(seen.cards) - 1 + order, 9)}",
        id=f"{key}-call-{slug(told)}",
    )


def _said(seen: Hand) -> str:
    note = svg.noted(seen.note) if seen.note else ""
    return Listed((each for each in (_held(seen), seen.total, note) if each), "; ")


def _held(seen: Hand) -> Text:
    lying = Listed(svg.card(each) for each in seen.cards) or Term("no cards")
    named = svg.hand(seen.name)
    if seen.patron:
        return Text("{hand} of {patron}: {cards}", hand=named, patron=seen.patron, cards=lying)
    return Text("{hand}: {cards}", hand=named, cards=lying)


def awaited(to: str, plan: Plan) -> str:
    """A frame around the hand that is waited for."""
    place = plan.hands.get(to)
    if place is None:
        return ""
    high = (tiles.HEIGHT if place.tiles else HEIGHT) * place.scale
    return rect(place.x - 8, place.y - 8, place.width + 16, high + 16, "awaited", rx=10)
