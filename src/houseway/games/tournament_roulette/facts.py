"""The facts of a spin of roulette that a side wager may ask for."""

from __future__ import annotations

from houseway.equipment.wheel import WHEEL, colour
from houseway.games import commands as c
from houseway.games.layout import Key
from houseway.games.side_wagers.facts import FLAG, NUMBER, Fact, Facts, Round, one_of
from houseway.games.tournament_roulette.state import Play

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
