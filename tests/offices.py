"""Who decides at a table, typed by hand (readings A-01 and G11), for tests that open one."""

from __future__ import annotations

from houseway.rulebook.roles import Role


def decider(slug: str) -> Role:
    """The Tournament Director in the five sets of 2002, a supervisor everywhere else."""
    directed = slug.startswith("tournament-")
    return Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
