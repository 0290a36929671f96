"""Nine layouts, one file each. `plan_of` gives the one that a document and its options call for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from houseway.equipment.wheel import POSITIONS
from houseway.games import FOLDERS, game
from houseway.games.limits import Limits
from houseway.games.tournament_roulette.rules import limits_at
from houseway.service.draw.plan import Plan


@lru_cache(maxsize=256)
def plan_of(slug: str, options: Any, *, tall: bool = False) -> Plan:
    """The layout of a game under these options; drawn once."""
    module = import_module(f"houseway.service.draw.felts.{FOLDERS[slug]}")
    plan: Plan = module.plan(game(slug), options, tall=tall)
    return plan


def limits_of(slug: str, limits: Limits, wager: str) -> tuple[int, int]:
    """The least and the most that the sign allows on a wager."""
    if slug == "tournament-roulette":
        limits = limits_at(limits, POSITIONS[wager])
        return limits.minimum, limits.maximum
    line = limits.line_of(wager)
    return line.minimum, line.maximum
