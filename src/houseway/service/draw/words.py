"""Words on the felt as texts of the pages: wagers, hands, cards, tiles, and what is called.

The games name these things; `every_word` lists the names for translators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from houseway.equipment import cards, tiles, wheel
from houseway.games import game, slugs
from houseway.games.felt import FACE_DOWN
from houseway.service.texts.text import Listed, Term, Text, term

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
