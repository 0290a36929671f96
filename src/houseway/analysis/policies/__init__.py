"""What a way to play gains exactly, where it is given as a table: facts of a decision to a choice.

Each game with something to decide has one module here, with the name of its own folder:

    value_of(data, policy, pay)   what a round gains on average for each unit of the first stake
    best(data, pay)               the policy of which no change of any one choice gains

The facts are those of `Game.learning`, and a choice is the name of one of its choices. Every round
comes from a full, freshly shuffled source.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from houseway.analysis import CannotAnalyse
from houseway.analysis.figures import Pay
from houseway.games import game, module_in

Facts = tuple[int, ...]
Policy = Mapping[Facts, str]


class Policies(Protocol):
    """What a module of this package offers."""

    def value_of(self, data: Any, policy: Policy, pay: Pay) -> Fraction: ...

    def best(self, data: Any, pay: Pay) -> dict[Facts, str]: ...


def policies_of(name: str) -> Policies:
    """The module of the game of an edition or slug."""
    where = module_in("houseway.analysis.policies", game(name), outside="policies")
    if not find_spec(where):
        raise CannotAnalyse(f"{name} has nothing to decide once the wagers are placed")
    module: Any = import_module(where)
    policies: Policies = module
    return policies


def chosen(policy: Policy, facts: Facts, allowed: Mapping[str, Any]) -> str:
    """What a policy chooses, if the rules allow it there."""
    try:
        choice = policy[facts]
    except KeyError:
        raise CannotAnalyse(f"the policy has no choice for {facts}") from None
    if choice not in allowed:
        raise CannotAnalyse(f"the policy chooses {choice} at {facts}: {', '.join(allowed)} may be")
    return choice
