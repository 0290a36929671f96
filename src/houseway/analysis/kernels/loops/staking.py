"""The loop of the games in which wagers are all there is to choose.

A game gives it one function, which deals a round. Wagers are placed one unit at a time, shown and
settled here. Arrays are reached by table and place: a view of one row would cost more than a step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long, Word, Words
from houseway.analysis.kernels.loops.pile import whole
from houseway.analysis.kernels.steps.staking import AREAS, STAKED, Staking
from houseway.analysis.kernels.steps.terms import DEAL, PILE

Stakes = NDArray[np.int32]
_TOO_MANY = 255  # areas with a stake: they are not noted one by one
# Given the stakes, the rows and where cards are noted, the table and its cards left, the rules and
# the state of chance: the case of a round, the cards left after it and the state of chance.
Deal = Callable[..., tuple[int, int, Word, Word, Word, Word]]


def staking_loop(deal: Deal) -> Any:
    """The loop that takes one action at each table of a game."""

    @njit(nogil=True)
    def fill(
        stakes: Stakes,
        mask: Bytes,
        shown: Stakes,
        marks: Bytes,
        gained: Long,
        over: Bytes,
        refused: Bytes,
        drawn: Bytes,
        rows: Bytes,
        left: Long,
        chance: Words,
        actions: Long,
        rules: Any,
    ) -> None:
        """One action at each table; a number below zero only shows the table.

        `shown` and `marks` become copies of the stakes and the mask, unless they are empty.
        """
        a, b, c, d = chance[0], chance[1], chance[2], chance[3]
        for table in range(len(rows)):
            action = actions[table]
            gained[table], over[table], refused[table] = 0, 0, 0
            if action > DEAL:
                refused[table] = _wager(stakes, mask, rows, table, action - 1, rules.staking)
            elif action < DEAL:
                _clear(mask, table, rules.staking)
            elif rules.staking.none and not rows[table, STAKED]:
                refused[table] = rules.staking.none
            else:
                case, there, a, b, c, d = deal(
                    stakes, rows, drawn, table, left[table], rules, a, b, c, d
                )
                left[table], over[table] = there, 1
                gained[table] = _settle(stakes, mask, rows, table, case, rules.staking)
                if rules.staking.watched:
                    _clear(mask, table, rules.staking)
            if len(shown):
                _copy(stakes, shown, table)
                _copy(mask, marks, table)
        chance[0], chance[1], chance[2], chance[3] = a, b, c, d

    return fill


@njit(cache=True, nogil=True, inline="always")
def _copy(rows: Any, copies: Any, table: int) -> None:
    """Copy the row of a table; done at once after its action, while the row is in the cache."""
    for place in range(rows.shape[1]):
        copies[table, place] = rows[table, place]


@njit(cache=True, nogil=True, inline="always")
def _pattern(stakes: Stakes, table: int, staking: Staking) -> int:
    """Which of the watched areas have a stake."""
    pattern = 0
    for area in range(staking.watched):
        pattern |= (stakes[table, area] > 0) << area
    return pattern


@njit(cache=True, nogil=True, inline="always")
def _why(stakes: Stakes, table: int, area: int, pattern: int, staking: Staking) -> int:
    """Why one unit more is refused on an area, or zero."""
    together: int = whole(staking.refusals[area, pattern])
    if together or not staking.above[area]:
        return together
    above: int = whole(staking.above[area])
    return above if stakes[table, area] + staking.unit > staking.most[area] else 0


@njit(cache=True, nogil=True, inline="always")
def _wager(
    stakes: Stakes, mask: Bytes, rows: Bytes, table: int, area: int, staking: Staking
) -> int:
    """Stake a unit more on an area; why it is refused, or zero."""
    pattern = _pattern(stakes, table, staking)
    why = _why(stakes, table, area, pattern, staking)
    if why:
        return why
    first = stakes[table, area] == 0
    stakes[table, area] += staking.unit
    if first:
        _note(rows, table, area)
    if staking.changes:
        mask[table, DEAL] = 1
        mask[table, area + 1] = not _why(stakes, table, area, pattern, staking)
        if first and area < staking.watched:  # it bears on what else is accepted
            pattern = _pattern(stakes, table, staking)
            for other in range(stakes.shape[1]):
                mask[table, other + 1] = not _why(stakes, table, other, pattern, staking)
    return 0


@njit(cache=True, nogil=True, inline="always")
def _note(rows: Bytes, table: int, area: int) -> None:
    """Note in the row of a table that an area has a stake, as long as there is room."""
    many = whole(rows[table, STAKED])
    if AREAS + many < PILE:
        rows[table, AREAS + many] = area
        rows[table, STAKED] = many + 1
    else:
        rows[table, STAKED] = _TOO_MANY


@njit(cache=True, nogil=True, inline="always")
def _settle(
    stakes: Stakes, mask: Bytes, rows: Bytes, table: int, case: int, staking: Staking
) -> int:
    """What a round of this case gains in cents; the stakes are taken off, and what they changed in
    the mask of their own areas."""
    gain: int = whole(0)
    noted = rows[table, STAKED] != _TOO_MANY
    for place in range(rows[table, STAKED] if noted else stakes.shape[1]):
        area = whole(rows[table, AREAS + place]) if noted else place
        at_risk = min(whole(stakes[table, area]), staking.most[area])
        gain += at_risk // staking.unit * staking.gains[case, area]
        stakes[table, area] = 0
        mask[table, area + 1] = staking.empty[area + 1]
    mask[table, DEAL] = staking.empty[DEAL]
    rows[table, STAKED] = 0
    return gain


@njit(cache=True, nogil=True, inline="always")
def _clear(mask: Bytes, table: int, staking: Staking) -> None:
    """The actions that are accepted on an empty layout."""
    for action in range(len(staking.empty)):
        mask[table, action] = staking.empty[action]
