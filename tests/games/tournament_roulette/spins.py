"""Scenarios of roulette, with a short form for a spin that goes well.

`17 comes` stands for three steps: a spin against the wheel, three turns, the ball at rest in 17.
No more bets goes without saying before the turns are confirmed.
"""

import re

from tests.games.scenarios import Scenario, read_scenarios

_COMES = r"""\1spin the wheel clockwise and the ball anticlockwise
\1the ball has made three turns
\1the ball rests in \2"""


def scenarios(*texts: str) -> list[Scenario]:
    """Every scenario of the texts, the short form written out."""
    written = (re.sub(r"(?m)^( +)(\d+) comes", _COMES, text) for text in texts)
    return [each for text in written for each in read_scenarios(text)]
