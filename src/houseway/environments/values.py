"""The exact value of a way to play, so that the regret of a learned one is a number.

A policy is a table: the `facts` of an observation to the number or the name of an action. Values
are what a round gains on average for each unit of the first stake, from a full and freshly shuffled
source, as fractions. They hold for an environment whose rounds each begin so, such as blackjack
from an automated shoe; cards that are gone from a shoe move them a little.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, NamedTuple

import gymnasium

from houseway.analysis import CannotAnalyse, analyse, approved
from houseway.analysis.figures import EXACTLY, InChips, Pay
from houseway.analysis.policies import Facts, policies_of
from houseway.environments.table import DEAL
from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games import editions, find, latest, name_of, slugs
from houseway.games.game import Game
from houseway.games.options import read_options

# The names under which Gymnasium makes the environments: `houseway/Blackjack-v0` and others.

NAMESPACE, VERSION = "houseway", 0
_OF_A_TOURNAMENT = "tournament-"
_MANY = "houseway.environments.many_tables:ManyTablesEnv"


def environment_id(slug: str) -> str:
    """The name of the environment of a game: `tournament-blackjack` is `houseway/Blackjack-v0`."""
    short = slug.removeprefix(_OF_A_TOURNAMENT)
    name = slug if short in slugs() else short
    return f"{NAMESPACE}/{''.join(map(str.capitalize, name.split('-')))}-v{VERSION}"


def environment_ids() -> dict[str, str]:
    """The games by the names of their environments."""
    return {environment_id(slug): slug for slug in slugs()}


def register() -> None:
    """Register every game that can be played, once."""
    for name, slug in environment_ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="houseway.environments.table:TableEnv",
                vector_entry_point=_MANY if is_compiled(slug) else None,
                kwargs={"game": slug},
            )


def is_compiled(slug: str) -> bool:
    """Whether a game is compiled action by action, for `gymnasium.make_vec`."""
    folder = editions()[latest(slug)].module.rpartition(".")[2]
    return find_spec(f"houseway.analysis.kernels.steps.{folder}") is not None


TabularPolicy = Mapping[Facts, Any]  # the number or the name of an action


class Optimum(NamedTuple):
    """The best policy by the facts of the environment, and its value."""

    policy: dict[Facts, str]
    value: Fraction


def value_of(
    policy: TabularPolicy, environment: str, *, unit_cents: int = 0, **options: Any
) -> Fraction:
    """What a policy gains in a round on average, for each unit staked first.

    `environment` is the name of one, such as `houseway/Blackjack-v0`. With `unit_cents` winnings
    are those of such a stake in chips, where the document rounds them or has a maximum.
    """
    game = _game(environment)
    names, data = _by_name(game, policy), approved(name_of(game), read_options(game, options))
    return policies_of(name_of(game)).value_of(data, names, _pay(unit_cents))


def optimum(environment: str, *, unit_cents: int = 0, **options: Any) -> Optimum:
    """The policy of which no change of any one choice gains, and what it gains."""
    game = _game(environment)
    policy, value = _optimum(name_of(game), read_options(game, options), unit_cents)
    return Optimum(dict(policy), value)


def regret(
    policy: TabularPolicy, environment: str, *, unit_cents: int = 0, **options: Any
) -> Fraction:
    """How much less than the optimum a policy gains in a round, for each unit staked first."""
    best = optimum(environment, unit_cents=unit_cents, **options).value
    return best - value_of(policy, environment, unit_cents=unit_cents, **options)


def value_of_stakes(
    stakes: Mapping[str, int], environment: str, *, unit_cents: int = 0, **options: Any
) -> Fraction:
    """What a round gains on average with so many units on each wager; all else is left to chance.

    For the environments in which wagers are all there is to choose.
    """
    game = _game(environment)
    chosen, pay = read_options(game, options), _pay(unit_cents)
    figures = analyse(name_of(game), options=chosen, pay=pay)
    return sum(
        (-units * figures.wager(wager).edge for wager, units in stakes.items()),
        Fraction(0),
    )


def _game(environment: str) -> Game:
    slug = environment_ids().get(environment)
    if slug is None:
        known = ", ".join(environment_ids())
        raise CannotAnalyse(f"{environment} is no environment; these are: {known}")
    return find(slug)


@lru_cache(maxsize=4)  # counting takes seconds
def _optimum(name: str, options: Any, unit_cents: int) -> Optimum:
    policies, data, pay = policies_of(name), approved(name, options), _pay(unit_cents)
    policy = policies.best(data, pay)
    return Optimum(policy, policies.value_of(data, policy, pay))


def _pay(unit_cents: int) -> Pay:
    return InChips(unit_cents, STANDARD_CHIPS) if unit_cents else EXACTLY


def _by_name(game: Game, policy: TabularPolicy) -> dict[Facts, str]:
    """Actions by their names, and facts as plain numbers."""
    names = (DEAL, *(choice.name for choice in game.learning.choices))
    return {
        tuple(map(int, facts)): action if isinstance(action, str) else names[int(action)]
        for facts, action in policy.items()
    }
