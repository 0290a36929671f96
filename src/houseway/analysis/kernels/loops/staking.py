"""Wagers of one table inside the loops: placed one unit at a time, shown, and settled."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes
from houseway.analysis.kernels.loops.pile import whole
from houseway.analysis.kernels.steps.staking import Staking
from houseway.analysis.kernels.steps.terms import DEAL

Stakes = NDArray[np.int32]


@njit(cache=True, nogil=True, inline="always")
def _pattern(stakes: Stakes, staking: Staking) -> int:
    """Which of the watched areas have a stake."""
    pattern = 0
    for area in range(staking.watched):
        pattern |= (stakes[area] > 0) << area
    return pattern


@njit(cache=True, nogil=True, inline="always")
def _anything(stakes: Stakes) -> bool:
    found = False
    for area in range(len(stakes)):
        found |= stakes[area] > 0
    return found


@njit(cache=True, nogil=True, inline="always")
def _why(stakes: Stakes, area: int, pattern: int, staking: Staking) -> int:
    """Why one unit more is refused on an area, or zero."""
    together: int = whole(staking.refusals[area, pattern])
    if together or not staking.above[area]:
        return together
    above: int = whole(staking.above[area])
    return above if stakes[area] + staking.unit > staking.most[area] else 0


@njit(cache=True, nogil=True, inline="always")
def wager(stakes: Stakes, action: int, staking: Staking) -> int:
    """Do what an action says about wagers; why it is refused, or zero.

    To deal is refused where the rules want a wager; otherwise the caller deals.
    """
    if action == DEAL:
        return staking.none if staking.none and not _anything(stakes) else 0
    why = _why(stakes, action - 1, _pattern(stakes, staking), staking)
    if not why:
        stakes[action - 1] += staking.unit
    return why


@njit(cache=True, nogil=True, inline="always")
def settle(stakes: Stakes, case: int, staking: Staking) -> int:
    """What a round of this case gains in cents; the stakes are taken off."""
    gain: int = whole(0)
    for area in range(len(stakes)):
        if stakes[area]:
            at_risk = min(whole(stakes[area]), staking.most[area])
            gain += at_risk // staking.unit * staking.gains[case, area]
            stakes[area] = 0
    return gain


@njit(cache=True, nogil=True, inline="always")
def show(stakes: Stakes, mask: Bytes, action: int, staking: Staking) -> None:
    """The actions that are accepted now. Where no action changes them they are shown once."""
    if action >= 0 and not staking.none and not staking.above[0]:
        return
    mask[DEAL] = not staking.none or _anything(stakes)
    pattern = _pattern(stakes, staking)
    for area in range(len(stakes)):
        mask[area + 1] = not _why(stakes, area, pattern, staking)
