"""Many wheels of Tournament American Roulette: stakes on the layout, then a spin."""

from __future__ import annotations

import numpy as np

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.pile import whole
from houseway.analysis.kernels.loops.staking import Stakes, staking_loop
from houseway.analysis.kernels.loops.xoshiro import below
from houseway.analysis.kernels.steps.tournament_roulette import RouletteSteps


@inlined
def _spin(
    stakes: Stakes,
    rows: Bytes,
    drawn: Bytes,
    table: int,
    left: int,
    rules: RouletteSteps,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, Word, Word, Word, Word]:
    """The pocket of the ball; in a test the one that is noted."""
    if rules.given:
        return whole(drawn[table, 1]), left, a, b, c, d
    pocket, a, b, c, d = below(np.uint64(rules.pockets), a, b, c, d)
    return whole(pocket), left, a, b, c, d


fill = staking_loop(_spin)
