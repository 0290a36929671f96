"""Nine layouts, one file each. `plan_of` gives the one that a document and its options call for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from houseway.games import game, module_in
from houseway.games.limits import Limits
from houseway.service.draw.plan import Plan


@lru_cache(maxsize=256)
def plan_of(edition: str, options: Any, *, tall: bool = False) -> Plan:
    """The layout of an edition's game under these options; drawn once."""
    module = import_module(module_in(__name__, game(edition), outside="layout"))
    plan: Plan = module.plan(game(edition), options, tall=tall)
    return plan


def limits_of(edition: str, limits: Limits, wager: str) -> tuple[int, int]:
    """The least and the most that the sign allows on a wager."""
    line = game(edition).line_of(limits, wager)
    return line.minimum, line.maximum
