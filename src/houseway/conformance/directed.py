"""Directed cases: what chance brings too seldom, written as a record writes it.

`directed.toml` has those of a round. A case has steps, each a sentence of a record, or it has the
faces that come to light, in order; then simulated people play a round in which just these come.
`directed_streams.toml` has those of a whole table, tournament or promotion (`stream_cases`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.conformance.cases import Level
from houseway.conformance.playing import Table
from houseway.equipment.cards import DECK
from houseway.equipment.chips import ChipSet
from houseway.games.game import Game, Pick, Setup
from houseway.games.limits import Line
from houseway.games.options import read_setup
from houseway.records.session import Session
from houseway.rulebook.parsing import toml_as

TRIES = 400  # rounds of simulated people until one takes just the faces of a case
FEW = 20  # a choice among fewer is never one of a card, a tile or a number of the wheel


class DirectedCase(Struct, frozen=True, forbid_unknown_fields=True):
    """One directed case; `why` says what it is for.

    Of a tournament or a promotion: `conditions` differ from the plain ones, `entrants` enter, and
    `until` is what must be awaited before the steps are given. A table is opened first, unless
    `until` is "open".
    """

    why: str
    game: str = ""
    games: tuple[str, ...] = ()  # instead of one game: the same case under each of them
    level: Level = "settle"
    steps: tuple[str, ...] = ()
    faces: str = ""
    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}  # in cents
    lines: dict[str, Line] = {}
    chips: tuple[int, ...] = ()
    prepared: bool = True
    conditions: dict[str, Any] = {}
    entrants: int = 4
    until: str = ""


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[DirectedCase, ...]


class NotPlayed(Exception):
    """A directed case cannot be played as it is written: our own mistake."""


@cache
def written() -> tuple[DirectedCase, ...]:
    found: list[DirectedCase] = []
    for name in ("directed.toml", "directed_streams.toml"):
        text = (files(__package__) / name).read_text(encoding="utf-8")
        found += toml_as(text, _Written).case
    return tuple(replace(each, game=slug) for each in found for slug in each.games or (each.game,))


def directed(found: Game, level: Level) -> Iterator[DirectedCase]:
    """The directed cases of one level of a game."""
    return (each for each in written() if (each.game, each.level) == (found.slug, level))


def setup_by(found: Game, case: DirectedCase) -> Setup:
    setup = read_setup(found, case.options, **case.limits, lines=case.lines or found.limits.lines)
    return replace(setup, chips=ChipSet(case.chips)) if case.chips else setup


def played(found: Game, case: DirectedCase) -> Table:
    """A directed case that has steps, played; steps that go without saying come with them."""
    setup = setup_by(found, case)
    session, table = Session(found, setup), Table(found, setup, prepared=case.prepared)
    if case.prepared:
        session.prepare()
    begun = len(session.steps)
    for text in case.steps:
        session.write(text)
    for step in session.steps[begun:]:
        ruling = table.rule(step.command, step.by)
        table.give(step.command, step.by, ruling, tell=case.level != "settle")
    return table


def scripted(case: DirectedCase, chance: random.Random) -> tuple[Pick, Counter[str]]:
    """A source of choices that brings the faces of a case; what is left of them is counted."""
    coming, left = list(case.faces.split()), Counter(case.faces.split())
    out: Counter[str] = Counter()

    def pick(below: int) -> int:
        if below < FEW:
            return chance.randrange(below)
        if not coming:
            left["one too many"] += 1
            return chance.randrange(below)
        face = coming.pop(0)
        left[face] -= 1
        decks = (below + out.total()) // len(DECK)
        place = sum(decks - out[card] for card in DECK[: DECK.index(face)])
        out[face] += 1
        return place

    return pick, left
