"""SVG text from data: one element helper that escapes, and nothing that a strict page would refuse.

Looks are classes of `felt.css`; an element takes no style and no script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from houseway.equipment import cards, tiles, wheel
from houseway.games import game, slugs
from houseway.games.felt import FACE_DOWN
from houseway.service.texts.language import shown
from houseway.service.texts.text import Listed, Term, Text, term

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_A_NAME = re.compile("[^A-Za-z0-9]+")


_READ = frozenset({"aria-label"})  # attributes that people hear


class NotAllowedInline(ValueError):
    """An attribute that the content security policy forbids."""


def safe(content: object) -> str:
    """Text as it may stand between tags or in an attribute."""
    return escape(_NOT_XML.sub("", str(content)))


def words(content: object) -> str:
    """What people read, in the language of the house."""
    return safe(shown(content))


def number(value: float) -> str:
    """A coordinate: to a tenth, without a needless zero."""
    return f"{value:.1f}".removesuffix(".0")


def el(tag: str, /, *inside: str, **attributes: object) -> str:
    """An element. `inside` is SVG already; attributes are escaped, and those of None left out.

    A name in Python becomes its attribute: `class_` is class, `data_wager` data-wager.
    """
    parts = [f"<{tag}"]
    for key, value in attributes.items():
        if value is None:
            continue
        name = key.rstrip("_").replace("_", "-")
        if name == "style" or name.startswith("on"):
            raise NotAllowedInline(f"{tag} with {name}: looks are classes, behaviour is a script")
        if isinstance(value, float):
            written = number(value)
        else:
            written = words(value) if name in _READ else safe(value)
        parts.append(f' {name}="{written}"')
    body = "".join(inside)
    return "".join(parts) + (f">{body}</{tag}>" if body else "/>")


def text(x: float, y: float, content: object, class_: str, **attributes: object) -> str:
    return el("text", words(content), x=float(x), y=float(y), class_=class_, **attributes)


def title(content: object) -> str:
    """What a pointer, a finger or a screen reader is told of the element around it."""
    return f"<title>{words(content)}</title>"


def group(*inside: str, class_: str | None = None, **attributes: object) -> str:
    return el("g", *inside, class_=class_, **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1, **attributes: object) -> str:
    """A group moved to a place."""
    moved = f"translate({number(x)} {number(y)})"
    if scale != 1:
        moved += f" scale({scale:.3g})"
    return el("g", *inside, **attributes, transform=moved)


def rect(x: float, y: float, width: float, height: float, class_: str, rx: float = 0) -> str:
    return el(
        "rect",
        x=float(x),
        y=float(y),
        width=float(width),
        height=float(height),
        rx=float(rx) if rx else None,
        class_=class_,
    )


def circle(x: float, y: float, radius: float, class_: str) -> str:
    return el("circle", cx=float(x), cy=float(y), r=float(radius), class_=class_)


def path(d: str, class_: str) -> str:
    return el("path", d=d, class_=class_)


def use(name: str, x: float, y: float, size: float | None = None, class_: str | None = None) -> str:
    """A thing drawn once in the definitions, put somewhere; `size` for a symbol."""
    square = float(size) if size else None
    return el(
        "use", href=f"#{name}", x=float(x), y=float(y), width=square, height=square, class_=class_
    )


def slug(name: str) -> str:
    """A name as an id or a class may hold it: `box 3 high` is box-3-high."""
    return _NOT_A_NAME.sub("-", name).strip("-").lower()


# Words on the felt as texts of the pages: wagers, hands, cards, tiles, and what is called.

_BOX = re.compile(r"box (\d+)(?: (.+))?")
_SPLIT = re.compile(r"hand (\d+)")
_MARKER = re.compile(r"marker on (\d+)")
DOWN = Text("face down")
# What games note of a hand or of a place, in their modules `felt`.
NOTES = (
    "absent", "bet", "bust", "conceded", "does not play", "doubled", "folded", "may be called void",
    "natural", "no ante this round", "no bet", "no wager this round", "plays", "sitting out",
    "split", "stands", "to draw", "to play", "void",
)  # fmt: skip
MET = ("won", "lost", "stood off", "void", "withdrawn", "forfeited")
COLOURS = ("red", "black", "green")
_PLACES = ("box {box}", "box {box}, hand {hand}", "box {box}, {part}", "marker on {total}")
HANDS = ("player", "banker", "dealer", "house", "kept", "high", "low")


@cache
def hand(name: str) -> Term:
    """The name of a place for cards or tiles: `box 3 high`."""
    found = _BOX.fullmatch(name)
    if not found:
        return Term(name)
    if not found[2]:
        return Term("box {box}", box=found[1])
    if split := _SPLIT.fullmatch(found[2]):
        return Term("box {box}, hand {hand}", box=found[1], hand=split[1])
    return Term("box {box}, {part}", box=found[1], part=Term(found[2]))


def card(code: str) -> Term:
    """A card or tile in words."""
    if code == FACE_DOWN:
        return Term(DOWN.message)
    return Term(cards.name(cards.Card(code)) if code in cards.DECK else code)


# The rules say that a wager stands off; people at a table call it a push.
_PUSH = {"stands off": "push", "stands off in the war": "push in the war"}


@cache
def noted(note: str) -> Listed:
    """What a game notes of a hand or of a place."""
    return Listed(_noted(each) for each in note.split(", "))


def _noted(note: str) -> Term:
    if found := _MARKER.fullmatch(note):
        return Term("marker on {total}", total=found[1])
    return Term(_PUSH.get(note, note))


def every_word() -> Iterator[str]:
    """Every message that the functions above look up for a game of this house."""
    for slug in slugs():
        for options in _each_option(slug):
            for line in game(slug).wagers(options):
                rest = line.outcome.removeprefix(line.wager).strip()
                told = (line.wager, line.outcome, rest)
                yield from (term(each).message for each in told if each)
    yield from (term(each.name).message for each in wheel.POSITIONS.values())
    yield from wheel.SECTIONS
    yield from (cards.name(each) for each in cards.DECK)
    yield from (each.name for each in tiles.LINES)
    yield from (*HANDS, *NOTES, *MET, *COLOURS, *_PLACES, *_PUSH.values(), DOWN.message)


def _each_option(slug: str) -> Iterator[Any]:
    """The usual options of a game, then with each choice of one of them."""
    usual = game(slug).options()
    yield usual
    for name, hint in get_type_hints(game(slug).options).items():
        if get_origin(hint) is Literal:
            yield from (replace(usual, **{name: value}) for value in get_args(hint))
