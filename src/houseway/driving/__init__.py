"""One driver for simulated people: what a table awaits, who gives it, and how they choose.

Practice patrons, guests of a demonstration, bots of a tournament, the people of a soak run, tests
and benchmarks all move a table on by `next_command`; a `Policy` says in what they differ.
`driving.tournaments` moves the table of a session on in the same way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.game import Awaits, Game, Pick
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Ruling

Choose = Callable[[Awaits, Pick], Command]


class Deed(NamedTuple):
    """A command, the role in which it is given, and who gives it."""

    command: Command
    by: Role
    actor: str


def evenly(awaited: Awaits, pick: Pick) -> Command:
    return awaited.choices[pick(len(awaited.choices))]


def by_weight(awaited: Awaits, pick: Pick) -> Command:
    """As often as the commands declare; what nobody would choose only where nothing else is."""
    likely = [each for each in awaited.choices for _ in range(each.weight)]
    among = likely or list(awaited.choices)
    return among[pick(len(among))]


def with_care(awaited: Awaits, pick: Pick) -> Command:
    """What risks nothing further, for a person who does not answer."""
    return next((each for each in awaited.choices if each.cautious), awaited.choices[-1])


class Policy(NamedTuple):
    """How simulated people choose, and out of how many times they close the wagers once.

    They close them by the awaited command; with 0 only where the practice patrons would.
    """

    choose: Choose
    closes_one_in: int = 0


PRACTICE = Policy(evenly)
SOAK = Policy(evenly, closes_one_in=10)
GUEST = Policy(by_weight, closes_one_in=1)
ABSENT = Policy(with_care, closes_one_in=1)


def first_accepted(deeds: Iterable[Deed], decide: Callable[[Deed], Ruling]) -> Deed | None:
    """The first that the rules accept now, or None."""
    return next((each for each in deeds if isinstance(decide(each), Accepted)), None)


def next_command(
    game: Game, play: Any, policy: Policy, pick: Pick, awaited: Awaits | None = None
) -> tuple[Command, Role]:
    """The command that moves a table on, and the role in which it is given.

    `awaited`: what the table awaits, where the caller knows it already.
    """
    awaited = awaited or game.awaits(play)
    if awaited.choices:
        command = policy.choose(awaited, pick)
    elif awaited.command is not None and _is_time(awaited, policy, pick):
        command = awaited.command
    else:
        return game.supply(play, awaited, pick)
    return command, game.giver(command, awaited.who)


def closing(game: Game, awaited: Awaits) -> Command:
    """What a dealer does when no more wagers come: the call, or the first card."""
    called = c.CallNoMoreBets() if c.CallNoMoreBets in game.orders else c.DealCard()
    return awaited.command or called


def _is_time(awaited: Awaits, policy: Policy, pick: Pick) -> bool:
    if awaited.what != "wagers" or policy.closes_one_in == 1:
        return True
    return policy.closes_one_in > 1 and pick(policy.closes_one_in) == 0


# Whole numbers below another one, from a generator that its caller has seeded.


def below(chance: random.Random) -> Pick:
    """The same numbers as `chance.randrange`, for one positive number, in a single call."""
    bits = chance.getrandbits

    def pick(end: int) -> int:
        if end < 1:
            raise ValueError("there is nothing to choose from")
        size = end.bit_length()
        number = bits(size)
        while number >= end:
            number = bits(size)
        return number

    return pick
