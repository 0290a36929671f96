"""Who decides at a table, typed by hand (readings A-01 and G11), for tests that open one."""

from __future__ import annotations

from typing import Any

from houseway.rulebook.roles import Role
from houseway.table.opening import simulated
from houseway.table.vocabulary import OpenTable


def decider(slug: str) -> Role:
    """The Tournament Director in the five sets of 2002, a supervisor everywhere else."""
    directed = slug.startswith("tournament-")
    return Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR


def opening_of(slug: str, *arguments: Any, **fields: Any) -> OpenTable:
    """Open a table under a document that was published on the day it was made."""
    return simulated(OpenTable(slug, *arguments, **fields))
