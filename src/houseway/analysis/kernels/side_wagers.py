"""Side wagers of an amended edition in the kernels: joint tallies of what their facts look at.

Games of Player and Banker from a shoe are tallied by totals on two cards, the next two cards and
kinds of pair, from which facts of values follow. Spins of a wheel are tallied by number already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.compiled import run
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels import two_hands
from houseway.analysis.kernels.cards import Long, Words
from houseway.analysis.kernels.counted_shoes import CELLS, rounds_by_cell
from houseway.analysis.kernels.two_hands import CARDS_OF_A_ROUND, CASES, KINDS, Tables
from houseway.games.game import Game
from houseway.games.side_wagers.facts import VALUE, Round
from houseway.games.side_wagers.wager import SideRow, SideWager

_KINDS = KINDS * KINDS


class WithSides(NamedTuple):
    """A kernel that tallies what side wagers need as well."""

    deal: Callable[[Any, int], Long]
    figures: Callable[[Long], tuple[WagerFigures, ...]]


def with_sides(found: Game, rules: Any, module: Any, data: Any, tables: Any) -> WithSides | None:
    """The kernel of a game with the side wagers that it can tally; None where there is none."""
    sides: Sequence[SideWager] = getattr(rules, "side_wagers", ())
    if not sides or found.facts is None:
        return None
    if found.facts.numbers:
        spins = _decided(sides, [Round(rules, number=number) for number in data.pockets])
        return WithSides(
            lambda state, many: module.deal(state, many, *tables),
            lambda counts: (
                *module.figures(data, counts),
                *(_figures(side, rows, counts) for side, rows in spins),
            ),
        )
    on_values = [each for each in sides if all(fact.level == VALUE for fact in each.facts)]
    if module.deal is not two_hands.deal or not on_values:
        return None
    cells = _decided(on_values, rounds_by_cell(found.facts, rules))
    return WithSides(
        lambda state, many: deal(state, many, tables),
        lambda counts: (
            *module.figures(data, by_case(counts, tables)),
            *(_figures(side, rows, by_cell(counts)) for side, rows in cells),
        ),
    )


def deal(state: Words, rounds: int, tables: Tables) -> Long:
    """So many rounds, shoe after shoe, by cell and kinds of pair."""
    counts = np.zeros(CELLS * _KINDS, np.int64)
    shoe = np.zeros(len(tables.cards) + CARDS_OF_A_ROUND, np.uint8)
    run(
        "two_hands_cells", counts, tables.cards.copy(), shoe, state, rounds, tables.two,
        tables.value, tables.ends, tables.burned, tables.margin, tables.behind,
    )  # fmt: skip
    return counts


def by_cell(counts: Long) -> Long:
    found: Long = counts.reshape(CELLS, _KINDS).sum(axis=1)
    return found


def by_case(counts: Long, tables: Tables) -> Long:
    """The rounds by the cases of the game's own kernel."""
    totals = np.zeros((CASES // _KINDS, _KINDS), np.int64)
    np.add.at(totals, tables.ends >> 3, counts.reshape(CELLS, _KINDS))
    return totals.reshape(-1)


Rows = list[SideRow | None]


def _decided(sides: Sequence[SideWager], rounds: Sequence[Round]) -> list[tuple[SideWager, Rows]]:
    """For each wager the row that decides each round, worked out once."""
    return [(side, [side.row_of(played) for played in rounds]) for side in sides]


def _figures(side: SideWager, rows: Rows, counts: Long) -> WagerFigures:
    tally = Tally(side.name, side.clause, EXACTLY)
    for row, weight in zip(rows, counts.tolist(), strict=True):
        if row is None:
            tally.lost("loses", weight, side.loses)
        elif row.odds is None:
            tally.stood_off(row.name, weight, row.clause)
        else:
            tally.won(row.name, weight, row.odds, row.clause)
    return tally.figures()
