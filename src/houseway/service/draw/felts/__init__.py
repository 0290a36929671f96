"""Nine layouts, one file each. `plan_of` gives the one that a document and its options call for.

A game from another package brings a module `layout` of its own, or is drawn as plain areas.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from houseway.games import game, module_in
from houseway.games.limits import Limits
from houseway.service.draw.felts.side_areas import with_side_areas
from houseway.service.draw.plan import Plan
from houseway.service.texts.language import keep_drawn


@keep_drawn(maxsize=256)
def plan_of(edition: str, options: Any, *, tall: bool = False) -> Plan:
    """The layout of an edition's game under these options; drawn once."""
    name = module_in(__name__, game(edition), outside="layout")
    module = import_module(name if find_spec(name) else f"{__name__}.areas")
    plan: Plan = module.plan(game(edition), options, tall=tall)
    return with_side_areas(plan, game(edition), options)


def limits_of(edition: str, limits: Limits, wager: str) -> tuple[int, int]:
    """The least and the most that the sign allows on a wager."""
    line = game(edition).line_of(limits, wager)
    return line.minimum, line.maximum
