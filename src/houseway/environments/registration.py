"""The names under which Gymnasium makes the environments: `houseway/Blackjack-v0` and others."""

from __future__ import annotations

from importlib.util import find_spec

import gymnasium

from houseway.games import editions, latest, slugs

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
