"""Situations that chance brings too seldom, written as a record writes them: `scripted.toml`.

A script plays steps at a table, each a sentence of a record. The last one is asked about, or, for
the kind `next`, what comes after all of them. Its drill has the seed `script:NAME`. The engine
answers as in every drill.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from houseway.games.game import Game
from houseway.games.options import read_setup
from houseway.records.session import Session
from houseway.rulebook.parsing import toml_as
from houseway.training.asking import Scene
from houseway.training.walk import Moment, Walk

PREFIX = "script:"
LONGEST = 3_000  # steps of an evening
NEXT = "next"  # the kind that asks what comes after the steps


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """One situation. `prepared`: the cards are; `cards_left`: so many of them, 0 for all."""

    game: str
    kind: str
    name: str
    steps: tuple[str, ...]
    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}  # in cents
    prepared: bool = True
    cards_left: int = 0
    until: str = ""  # after the steps practice patrons play on until this clause names what is next
    chance: int = 0  # which of their evenings

    @property
    def seed(self) -> str:
        return PREFIX + self.name


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    script: tuple[Script, ...]


class NotPlayed(ValueError):
    """A script cannot be played as it is written: our own mistake."""


@cache
def scripts() -> tuple[Script, ...]:
    text = (files(__package__) / "scripted.toml").read_text(encoding="utf-8")
    return toml_as(text, _Written).script


def script_of(game: Game, kind: str, seed: str) -> Script | None:
    """The script that a seed names, if it names one of this game and kind."""
    named = (each for each in scripts() if (each.game, each.kind) == (game.slug, kind))
    return next((each for each in named if each.seed == seed), None)


def scene_of(game: Game, script: Script) -> Scene:
    """The table of a script, with the moment that is asked about."""
    seed = f"{script.seed}/{script.chance}"
    walk = Walk(game, seed, _session(game, script), cards_left=script.cards_left)
    walk.prepared = script.prepared
    *before, last = script.steps
    for text in (*before, last) if script.kind == NEXT else before:
        _play(walk.session, script, text)
    if script.until:
        _play_on(walk, script)
    return Scene(walk, _following(walk) if script.kind == NEXT else _asked(walk, script, last))


def _session(game: Game, script: Script) -> Session:
    session = Session(game, read_setup(game, script.options, **script.limits))
    if script.prepared:
        session.prepare(script.cards_left)
    return session


def _play(session: Session, script: Script, text: str) -> None:
    refused = session.write(text)
    if refused:
        raise NotPlayed(f"{script.game} {script.name}: {text}: {refused.detail}")


def _play_on(walk: Walk, script: Script) -> None:
    wanted = walk.game.cite(script.until)
    for _ in range(LONGEST):
        if walk.session.awaited.clause == wanted:
            return
        moment = walk.next()
        if moment is None:
            break
        walk.do(moment)
    raise NotPlayed(f"{script.game} {script.name}: the evening does not come to {wanted}")


def _following(walk: Walk) -> Moment:
    """What is awaited now; nothing is given yet."""
    awaited = walk.session.awaited
    command = awaited.command or walk.session.steps[-1].command
    return Moment(awaited, command, walk.session.giver(awaited), ())


def _asked(walk: Walk, script: Script, text: str) -> Moment:
    ((command, by),) = walk.session.read(text)
    ruling = walk.session.rule(command, by)
    return Moment(walk.session.awaited, command, by, getattr(ruling, "events", ()))
