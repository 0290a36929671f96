"""Sessions: what many rounds of one wager come to, in money.

    session(...)             the result of so many rounds of one stake, exactly
    dealt_session(...)       the same from rounds that the kernels deal, shoe and all
    risk_of_ruin(...)        how likely a bankroll is gone, or a goal is reached, round by round
    chip_spread(...)         what simple players of a tournament hold after so many rounds

Amounts are whole cents and chances are fractions of whole weights until they are printed.

A sum of rounds is exact where one round tells nothing of the next: a wheel, or cards and tiles that
are all shuffled before every round. Rounds of one shoe are not like that. They are then taken as if
each came from a full, freshly shuffled source, the result says so, and `dealt_session` shows what
difference the shoe makes.
"""

from houseway.analysis.sessions.chips import (
    ChipSpread,
    PlayersChips,
    Ruin,
    chip_spread,
    risk_of_ruin,
)
from houseway.analysis.sessions.rounds import (
    CannotPlay,
    Distribution,
    Session,
    Stakes,
    dealt_session,
    independent,
    session,
    stakes,
)

__all__ = [
    "CannotPlay",
    "ChipSpread",
    "Distribution",
    "PlayersChips",
    "Ruin",
    "Session",
    "Stakes",
    "chip_spread",
    "dealt_session",
    "independent",
    "risk_of_ruin",
    "session",
    "stakes",
]
