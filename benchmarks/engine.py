"""The live engine: whole rounds through decide and evolve, every event encoded to JSON.

Orders are made beforehand by a seeded table and then given again while the clock runs, so that
only the engine is measured: who may, the ruling, the events applied, each encoded. Replay decodes
the same events from JSON and applies them.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

import msgspec

from houseway.driving import PRACTICE, next_command
from houseway.games import game
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Game, Setup
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted


class Orders(NamedTuple):
    game: Game
    setup: Setup
    orders: list[tuple[Command, Role]]
    rounds: int


def make_orders(slug: str, rounds: int, seed: int = 1) -> Orders:
    """Rounds of a game as its practice patrons play them."""
    found, chance = game(slug), random.Random(seed)
    setup = Setup(found.options(), found.limits)
    play: Any = found.begin(setup)
    orders: list[tuple[Command, Role]] = []
    while play.round <= rounds:
        order = next_command(found, play, PRACTICE, chance.randrange)
        ruling = found.decide(play, *order)
        if isinstance(ruling, Accepted):
            orders.append(order)
            for event in ruling.events:
                found.evolve(play, event)
    return Orders(found, setup, orders, rounds)


class Speed(NamedTuple):
    """Per CPU-second."""

    rounds: float
    events: float
    replayed: float


def measure(made: Orders) -> Speed:
    """Record the rounds once and replay them once."""
    log: list[bytes] = []
    kinds = _kinds(made)
    spent = _timed(lambda: _record(made, log))
    again = _timed(lambda: _replay(made, log, kinds))
    return Speed(made.rounds / spent, len(log) / spent, len(log) / again)


def _kinds(made: Orders) -> list[type[Event]]:
    """The kind of every event, for the replay; on the way the engine gets warm."""
    play: Any = made.game.begin(made.setup)
    return [type(event) for order in made.orders for event in made.game.do(play, *order)]


def _record(made: Orders, log: list[bytes]) -> None:
    play: Any = made.game.begin(made.setup)
    decide, evolve, encode = made.game.decide, made.game.evolve, msgspec.json.Encoder().encode
    for command, by in made.orders:
        ruling = decide(play, command, by)
        if not isinstance(ruling, Accepted):
            raise RuntimeError(f"{command} was accepted before and is refused now: {ruling}")
        for event in ruling.events:
            evolve(play, event)
            log.append(encode(event))


def _replay(made: Orders, log: list[bytes], kinds: list[type[Event]]) -> None:
    play: Any = made.game.begin(made.setup)
    evolve = made.game.evolve
    decoders = {kind: msgspec.json.Decoder(kind).decode for kind in set(kinds)}
    for text, kind in zip(log, kinds, strict=True):
        evolve(play, decoders[kind](text))


def _timed(work: Callable[[], None]) -> float:
    gc.collect()
    begun = process_time()
    work()
    return process_time() - begun
