"""What lies on the felt at Tournament American Roulette, and where a patron can put a wager."""

from __future__ import annotations

from math import lcm

from houseway.equipment.wheel import INSIDE, POSITIONS, Position, colour
from houseway.games.felt import Felt, Spot, spot
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette.state import Play


def felt(play: Play, patron: str) -> Felt:
    """terms: Dolly. It stays on the winning number until the next round begins."""
    notes = {who: f"{chips.colour} chips" for who, chips in play.colours.items()}
    if play.dolly is None:
        return Felt(notes=notes)
    number = play.dolly
    return Felt(pocket=str(number), result=f"{number} {colour(number)}", notes=notes)


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Tournament American Roulette 4.3: every position that the layout offers."""
    found = []
    for position in POSITIONS.values():
        if rules.offered(play.options, position):
            limits = play.rules.limits_at(play.limits, position)
            like = position.kind if play.betting_open else play.stage
            step = lcm(_chip(play, patron, position), limits.multiple or 1)
            found.append(spot(limits, patron, position.name, step=step, like=like))
    return tuple(found)


def _chip(play: Play, patron: str, position: Position) -> int:
    """Tournament American Roulette 4.6: a patron who must use colour chips uses whole ones."""
    required = patron in play.colour_required and position.kind in INSIDE
    return play.colours[patron].worth if required and patron in play.colours else 1
