"""Which stakes win, and what they are paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.equipment.wheel import POSITIONS, WHEEL, Position
from houseway.games.events import Settlement, WagerCollected, WagerPaid
from houseway.games.limits import at_risk, handed_back
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.tournament_roulette.rules import Rules
    from houseway.games.tournament_roulette.state import Play

_ORDER = {name: place for place, name in enumerate(POSITIONS)}


def wins(position: Position, result: int) -> bool:
    """Tournament American Roulette 7.1: the number is wagered on, alone or with others."""
    return result in position.numbers


def settle(play: Play, result: int) -> list[Settlement]:
    """Every stake by its position (7.2): the losers first, then the winners along the layout."""
    lines = [
        _line(play, result, patron, box, POSITIONS[wager], stake)
        for (patron, box, wager), stake in play.layout.wagers.items()
    ]
    return sorted(lines, key=lambda line: (isinstance(line, WagerPaid), _ORDER[line.wager]))


def _line(
    play: Play, result: int, patron: str, box: int, position: Position, stake: int
) -> Settlement:
    limits = play.rules.limits_at(play.limits, position)
    risk = at_risk(limits, play.rules.limit_rules, patron=patron, wager=position.name, stake=stake)
    over: tuple[Clause, ...] = ()
    if risk != stake:
        over = handed_back(
            limits, play.rules.limit_rules, patron=patron, wager=position.name, stake=stake
        )
    if not wins(position, result):
        why = (play.cite("7.3(b)") if result == 0 else play.cite("7.1"), *over)
        return WagerCollected(patron, position.name, box, stake, 0, risk, stake - risk, why)
    pays = play.rules.odds[position.kind]
    why = (play.cite("7.3(a)") if result == 0 else play.cite("7.1"), pays.clause, *over)
    paid = risk * pays.odds.pays // pays.odds.for_each  # every line of 6.1 is so many to one
    return WagerPaid(patron, position.name, box, stake, paid, 0, stake, why)


def tried(play: Play) -> tuple[Tried, ...]:
    """The clauses looked at before the settlement."""
    if play.dolly is None:
        return ()
    zero = play.dolly == 0
    return (
        Tried(
            play.cite("7.3"), "the result is zero" if zero else f"{play.dolly} is not zero", zero
        ),
        Tried(play.cite("6.1"), "winners are paid by the table of odds"),
    )


def risk(rules: Rules, options: Any, stakes: Mapping[str, int]) -> int:
    """Tournament American Roulette 12.13, readings TP10 and RO8: the largest net loss that any of
    the 37 results can bring."""
    positions = [(POSITIONS[wager], stake) for wager, stake in stakes.items()]
    losses = [sum(_loss(rules, *each, result) for each in positions) for result in WHEEL]
    return max(0, *losses)


def _loss(rules: Rules, position: Position, stake: int, result: int) -> int:
    if not wins(position, result):
        return stake
    odds = rules.odds[position.kind].odds
    return -(stake * odds.pays // odds.for_each)
