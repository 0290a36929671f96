"""Which stakes win, and what they are paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.equipment.wheel import POSITIONS, WHEEL, Position
from houseway.games.events import Settlement, WagerCollected, WagerPaid
from houseway.games.layout import Key
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
    loses: tuple[Clause, ...] = (play.cite("7.3(b)" if result == 0 else "7.1"),)
    wins_by = play.cite("7.3(a)" if result == 0 else "7.1")
    limits, rules = play.limits, play.rules
    limit_rules = rules.limit_rules
    lost: list[Settlement] = []
    won: list[Settlement] = []
    for (patron, box, wager), stake in sorted(play.layout.wagers.items(), key=_along_the_layout):
        position = POSITIONS[wager]
        sign = rules.limits_at(limits, position) if limits.lines else limits
        risk = at_risk(sign, limit_rules, patron, wager, stake)
        over: tuple[Clause, ...] = ()
        if risk != stake:
            over = handed_back(sign, limit_rules, patron=patron, wager=wager, stake=stake)
        if result in position.numbers:
            pays = rules.odds[position.kind]
            paid = risk * pays.odds.pays // pays.odds.for_each  # all of 6.1 is so many to one
            why = (wins_by, pays.clause, *over)
            won.append(WagerPaid(patron, wager, box, stake, paid, 0, stake, why))
        else:
            why = loses + over
            lost.append(WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why))
    return lost + won


def _along_the_layout(wager: tuple[Key, int]) -> int:
    return _ORDER[wager[0][2]]


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
