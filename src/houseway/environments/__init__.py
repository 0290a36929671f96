"""Gymnasium and PettingZoo environments: the games as programs learn them, by their real rules.

Importing this package registers them, so that `gymnasium.make("houseway/Blackjack-v0")` works.
Needs `houseway[rl]`.
"""

from __future__ import annotations

from houseway.extras import explaining

with explaining():
    from houseway.environments.many_tables import ManyTablesEnv
    from houseway.environments.table import TableEnv
    from houseway.environments.values import (
        Optimum,
        TabularPolicy,
        environment_id,
        environment_ids,
        optimum,
        register,
        regret,
        value_of,
        value_of_stakes,
    )

register()

__all__ = [
    "ManyTablesEnv", "Optimum", "TableEnv", "TabularPolicy", "environment_id", "environment_ids",
    "optimum", "regret", "value_of", "value_of_stakes",
]  # fmt: skip
