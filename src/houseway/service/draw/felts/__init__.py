"""Nine layouts, one file each. `plan_of` gives the one that a document and its options call for.

A game from another package brings a module `layout` of its own, or is drawn as plain areas.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from houseway.games import game, module_in
from houseway.games.felt import Spot as Place
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.rulebook.odds import Odds
from houseway.service.draw.plan import Cell, Offer, Plan, Spot, offers
from houseway.service.draw.svg import rect, text
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.text import Text

# Areas for the side wagers that an edition adds: a strip of panels below any layout.

AREA = (176, 92)  # one panel at full size
GAP, EDGE = 10, 40
HEADING = 34  # room for the title of the strip
LONGEST = 22  # letters of a name that fit into a panel


def with_side_areas(plan: Plan, game: Game, options: Any) -> Plan:
    """Return the plan with an area for each spot of a side wager; without any, as it is."""
    sides = {each.name: each.title for each in getattr(game.rules, "side_wagers", ())}
    if not sides:
        return plan
    table = game.begin(Setup(options, game.limits))
    names = list(sides)
    places = sorted(  # boxes are counted from the dealer's left, the right of the person who looks
        (place for place in game.spots(table, "") if place.wager in sides),
        key=lambda place: (names.index(place.wager), -place.box),
    )
    cells = _cells(plan, len(places))
    below = round(cells[-1].y + AREA[1] * cells[-1].scale + EDGE)
    pays, best = offers(game, options), _best(game)
    spots, printed = [], [_strip(plan, below)]
    for cell, place in zip(cells, places, strict=True):
        spots.append(_spot(cell, place, sides[place.wager], pays[place.wager]))
        odds = pays[place.wager].brief or Text("up to {odds}", odds=best[place.wager])
        printed += _print(cell, place, sides[place.wager], odds)
    return replace(
        plan,
        height=below,
        ground=plan.ground + printed[0],
        spots=(*plan.spots, *spots),
        over=plan.over + "".join(printed[1:]),
    )


def _best(game: Game) -> dict[str, Odds]:
    """The highest odds of each side wager."""
    return {
        each.name: max((row.odds for row in each.rows if row.odds), key=lambda odds: odds.exact)
        for each in game.rules.side_wagers
    }


def _cells(plan: Plan, count: int) -> list[Cell]:
    """Panels in rows from the left, as wide as a row allows."""
    width = plan.width - 2 * EDGE
    across = min(count, max(1, int((width + GAP) // (AREA[0] * 0.8 + GAP))))
    scale = min(1.25, (width - (across - 1) * GAP) / (across * AREA[0]))
    step_x, step_y = AREA[0] * scale + GAP, AREA[1] * scale + GAP
    left = (plan.width - across * step_x + GAP) / 2
    top = plan.height + HEADING
    return [
        Cell(place, left + place % across * step_x, top + place // across * step_y, scale)
        for place in range(count)
    ]


def _strip(plan: Plan, below: int) -> str:
    high = below - plan.height - 12
    cloth = rect(16, plan.height - 4, plan.width - 32, high, "baize", rx=24)
    line = rect(24, plan.height + 4, plan.width - 48, high - 16, "gold-line", rx=18)
    return cloth + line + text(plan.width / 2, plan.height + 26, Text("SIDE WAGERS"), "print")


def _spot(cell: Cell, place: Place, title: str, offer: Offer) -> Spot:
    wide, high = AREA[0] * cell.scale, AREA[1] * cell.scale
    name = title
    shape = rect(cell.x, cell.y, wide, high, "area", rx=10)
    return Spot(place.wager, place.box, name, offer.full, shape, cell.at(30, 70), (20, 0),
                scale=0.8)  # fmt: skip


def _print(cell: Cell, place: Place, title: str, odds: str) -> list[str]:
    middle = AREA[0] / 2
    name = f"{title.upper()} · {place.box}" if place.box else title.upper()
    size = "print" if len(name) <= LONGEST else "print fine"
    return [
        text(*cell.at(middle, 26), name, size),
        text(*cell.at(middle, 46), odds.upper(), "print"),
    ]


@keep_drawn(maxsize=256)
def plan_of(edition: str, options: Any, *, tall: bool = False) -> Plan:
    """The layout of an edition's game under these options; drawn once."""
    name = module_in(__name__, game(edition), outside="layout")
    module = import_module(name if find_spec(name) else f"{__name__}.cloth")
    plan: Plan = module.plan(game(edition), options, tall=tall)
    return with_side_areas(plan, game(edition), options)


def limits_of(edition: str, limits: Limits, wager: str) -> tuple[int, int]:
    """The least and the most that the sign allows on a wager."""
    line = game(edition).line_of(limits, wager)
    return line.minimum, line.maximum
