"""What a program that learns a game is shown and may do: the shape that a game with choices fills.

Facts are small numbers that a patron can read off the felt, so that a table of them is a way to
play. They are read from a `Felt`, which has no face that the patron may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.games.base_commands import Command
from houseway.games.felt import Felt

Offered = Sequence[Command]  # the commands among which a patron chooses now
Find = Callable[[Offered, type[Command]], Command | None]


def first_of(offered: Offered, kind: type[Command]) -> Command | None:
    """The command of a kind, where it is offered."""
    return next((each for each in offered if isinstance(each, kind)), None)


class Choice(NamedTuple):
    """One thing to choose: its name, the kind of command, and which one of that kind it is."""

    name: str
    kind: type[Command]
    find: Find = first_of


class FeltFact(NamedTuple):
    """A number that is read off the felt: zero or more, and below `values`."""

    name: str
    values: int


def _nothing(rules: Any, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    return (0,)


class Learning(Struct, frozen=True):
    """What a patron may choose during a round, and the facts on which the choice may rest.

    `stake`: the wager that is placed before each round; empty where wagers are all there is to
    choose. `read` gives the facts, from the rules, the felt, the name of the hand in play and what
    is offered. `hands`: how many hands one box can have. `house`: how many hands lie apart from
    them. `cards`: how many cards or tiles a hand can have.
    """

    stake: str = ""
    choices: tuple[Choice, ...] = ()
    facts: tuple[FeltFact, ...] = (FeltFact("nothing", 1),)
    read: Callable[[Any, Felt, str, Offered], tuple[int, ...]] = _nothing
    hands: int = 1
    house: int = 2
    cards: int = 3
