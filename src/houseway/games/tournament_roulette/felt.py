"""What lies on the felt at Tournament American Roulette, and where a patron can put a wager."""

from __future__ import annotations

from math import lcm

from houseway.equipment.wheel import INSIDE, POSITIONS, WHEEL, Position, colour
from houseway.games import commands as c
from houseway.games.felt import Felt, Spot, spot
from houseway.games.layout import Key
from houseway.games.side_wagers.facts import FLAG, NUMBER, Fact, Facts, Round, one_of
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


# The facts of a spin of roulette that a side wager may ask for.

_COLOURS = tuple(dict.fromkeys(colour(number) for number in WHEEL))
_DOZEN, _COLUMNS = 12, 3


def _live(play: Play, key: Key) -> Round:
    return Round(play.rules, number=play.dolly or 0)


FACTS = Facts(
    facts=(
        Fact("number", NUMBER, lambda each: each.number),
        Fact("colour", one_of(*_COLOURS), lambda each: colour(each.number)),
        Fact("even", FLAG, lambda each: each.number > 0 and each.number % 2 == 0),
        Fact("odd", FLAG, lambda each: each.number % 2 == 1),
        Fact("dozen", NUMBER, lambda each: -(-each.number // _DOZEN)),
        Fact("column", NUMBER, lambda each: (each.number - 1) % _COLUMNS + 1 if each.number else 0),
        Fact("street", NUMBER, lambda each: -(-each.number // _COLUMNS)),
        Fact("last_digit", NUMBER, lambda each: each.number % 10),
    ),
    numbers=tuple(sorted(WHEEL)),
    live=_live,
    betting=lambda play: (
        play.betting_open
    ),  # Tournament American Roulette 5.3: wagers are placed until no more bets.
    until="5.3",
    settles=frozenset({c.SettleWagers}),
)
