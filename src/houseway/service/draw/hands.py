"""Hands on the felt: cards or tiles at their places, what the dealer calls, who is awaited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.games.felt import Hand
from houseway.service.draw import cards, tiles, words
from houseway.service.draw.chips import lammer
from houseway.service.draw.plan import HandPlace, Plan
from houseway.service.draw.svg import at, el, group, rect, slug, text, title
from houseway.service.result_text import total_text
from houseway.service.texts.text import Listed, Term, Text

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
        "" if own else text(place.x, place.y - 6, words.hand(seen.name).upper(), "board-name"),
        _called(seen, middle, place.y + fan.high, place.width, f"{key}-{slug(seen.name)}", order),
        group(lammer(*marker, Text("WIN"), words.noted(seen.note)), class_="landed")
        if marker
        else "",
        class_="hand",
        data_hand=seen.name,
        role="img",
        aria_label=_said(seen),
    )


def _lying(seen: Hand, place: HandPlace, fan: _Fan, key: str, order: int) -> Iterator[str]:
    """The cards one by one. Each is keyed by place and face, so that only a new one is dealt."""
    draw = tiles.tile if place.tiles else cards.card
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
    wide, high = (tiles.WIDTH, tiles.HEIGHT) if place.tiles else (cards.WIDTH, cards.HEIGHT)
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
    note = words.noted(seen.note) if seen.note else ""
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
    note = words.noted(seen.note) if seen.note else ""
    return Listed((each for each in (_held(seen), seen.total, note) if each), "; ")


def _held(seen: Hand) -> Text:
    lying = Listed(words.card(each) for each in seen.cards) or Term("no cards")
    named = words.hand(seen.name)
    if seen.patron:
        return Text("{hand} of {patron}: {cards}", hand=named, patron=seen.patron, cards=lying)
    return Text("{hand}: {cards}", hand=named, cards=lying)


def awaited(to: str, plan: Plan) -> str:
    """A frame around the hand that is waited for."""
    place = plan.hands.get(to)
    if place is None:
        return ""
    high = (tiles.HEIGHT if place.tiles else cards.HEIGHT) * place.scale
    return rect(place.x - 8, place.y - 8, place.width + 16, high + 16, "awaited", rx=10)
