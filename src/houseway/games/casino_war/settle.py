"""Who wins, who loses, and what is paid: ties, Initial Wagers, surrenders and wars."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.games import tokens
from houseway.games.casino_war.rules import (
    DEALER,
    EQUAL,
    INITIAL,
    LOSES,
    TIE,
    WAR,
    WAR_ON_EQUAL,
    WINS,
)
from houseway.games.events import AnySettlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.casino_war.state import Play


def standing(play: Play, box: int) -> str:
    """How the first card of a box ranks against the dealer's first card."""
    return play.rules.compare(play.hands[box][0], play.hands[DEALER][0])


def standing_in_war(play: Play, box: int) -> str:
    """How the additional cards rank."""
    return play.rules.compare(play.hands[box][1], play.hands[DEALER][1])


def boxes_with(play: Play, wager: str) -> list[int]:
    """The boxes that hold such a wager, from the dealer's left."""
    wagers = play.layout.wagers
    return [box for box, patron in play.areas.items() if (patron, box, wager) in wagers]


def is_staked(play: Play, wager: str) -> bool:
    """Does any box hold such a wager?"""
    wagers = play.layout.wagers
    for box, patron in play.areas.items():  # noqa: SIM110  # asked for every card: a plain loop
        if (patron, box, wager) in wagers:
            return True
    return False


def decided(play: Play) -> list[int]:
    """The boxes whose Initial Wager has been won or lost by the first cards."""
    value, hands = play.rules.value, play.hands
    dealers = hands.get(DEALER)
    if not dealers:
        return []
    wagers, drawn = play.layout.wagers, value[dealers[0]]
    return [
        box
        for box, patron in play.areas.items()
        if (patron, box, INITIAL) in wagers and value[hands[box][0]] != drawn
    ]


def settle_ties(play: Play) -> list[AnySettlement]:
    """Casino War 8.1: from the dealer's right."""
    return [_by_first_cards(play, box, TIE) for box in reversed(boxes_with(play, TIE))]


def settle_initials(play: Play, boxes: list[int]) -> list[AnySettlement]:
    """Casino War 8.2: from the dealer's right, those that are `decided` (reading CW-01)."""
    return [_by_first_cards(play, box, INITIAL) for box in reversed(boxes)]


def _by_first_cards(play: Play, box: int, wager: str) -> AnySettlement:
    verdict, clauses = play.rules.first_cards[wager, standing(play, box)]
    return _by_verdict(play, box, wager, verdict, clauses, wager)


def _by_verdict(
    play: Play, box: int, wager: str, verdict: str, clauses: tuple[Clause, ...], case: str
) -> AnySettlement:
    """Settle a wager as the tables say; a winning one is paid by the odds of `case`."""
    if verdict == WINS:
        return _won(play, box, wager, case, clauses)
    if verdict == LOSES:
        return _lost(play, box, wager, clauses)
    return _stood_off(play, box, wager, clauses)


def settle_wars(play: Play) -> list[AnySettlement]:
    """Casino War 10. It names no direction: the one of 8.2, from the dealer's right."""
    lines: list[AnySettlement] = []
    for box in reversed(boxes_with(play, WAR)):
        result = standing_in_war(play, box)
        case = WAR_ON_EQUAL if result == EQUAL else WAR
        for wager in (WAR, INITIAL):
            verdict, clauses = play.rules.additional_cards[wager, result]
            lines.append(_by_verdict(play, box, wager, verdict, clauses, case))
    return lines


def surrendered(play: Play, box: int, *clauses: Clause) -> WagerCollected:
    """Half is paid, rounded up to chips, the Initial Wager collected (readings CW-08, CW-27).

    Chips of the stake itself are the half, so `returned` is what the patron gets of them. Tokens
    are collected whole, and what of the half they were is paid in chips.
    """
    stake, risk = play.stake(box, INITIAL), at_risk(play, box, INITIAL)
    exact = Fraction(risk, play.rules.surrendered_share)
    half = min(play.chips.next_payable(exact), risk)
    rounded = () if half == exact else (play.cite("5.10"),)
    why = (*clauses, *_limits(play, play.areas[box], INITIAL, stake, risk), *rounded)
    kept = risk - half
    in_tokens = min(tokens.staked(play, (play.areas[box], box, INITIAL)).total, risk)
    taken = max(kept, in_tokens)
    return WagerCollected(
        play.areas[box], INITIAL, box, stake, taken - kept, taken, stake - taken, why
    )


def at_risk(play: Play, box: int, wager: str) -> int:
    """Casino War 6.2 and 6.3: what lies there, but never more than the maximum.

    The War Wager was placed equal to the Initial Wager as it is settled, so no limit is put on it
    again (reading CW-06).
    """
    return _good(play, play.areas.get(box, ""), wager, play.stake(box, wager))


def _good(play: Play, patron: str, wager: str, stake: int) -> int:
    if wager == WAR:
        return stake
    maximum = play.limits.maximum_of(patron, wager)
    return stake if stake <= maximum else maximum


def _limits(play: Play, patron: str, wager: str, stake: int, risk: int) -> tuple[Clause, ...]:
    """The clauses that speak when a stake is found outside the limits while settling."""
    if risk < stake:
        return (play.cite("6.3"), play.cite("11.18.2"))
    below = wager != WAR and stake < play.limits.minimum_of(wager, patron)
    return (play.cite("6.2"), play.cite("11.18.1")) if below else ()


def _won(play: Play, box: int, wager: str, case: str, clauses: tuple[Clause, ...]) -> WagerPaid:
    patron = play.areas[box]
    key = patron, box, wager
    stake = play.layout.wagers.get(key, 0)
    risk = _good(play, patron, wager, stake)
    pays = play.rules.odds[case]
    winnings, exact = pays.odds.cents(risk)
    paid = play.chips.next_payable(winnings)
    why = clauses + _limits(play, patron, wager, stake, risk)
    if not exact or paid != winnings:
        why += (play.cite("5.10"),)
    gone = tokens.staked(play, key).single_use
    return WagerPaid(patron, wager, box, stake, paid, gone, stake - gone, why)


def _lost(play: Play, box: int, wager: str, clauses: tuple[Clause, ...]) -> WagerCollected:
    patron = play.areas[box]
    stake = play.layout.wagers.get((patron, box, wager), 0)
    risk = _good(play, patron, wager, stake)
    why = clauses + _limits(play, patron, wager, stake, risk)
    return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)


def _stood_off(play: Play, box: int, wager: str, clauses: tuple[Clause, ...]) -> WagerStoodOff:
    stake = play.stake(box, wager)
    return WagerStoodOff(play.areas[box], wager, box, stake, 0, 0, stake, clauses)


def tried(play: Play, boxes: Iterable[int]) -> tuple[Tried, ...]:
    """What the first cards say, box by box, for anyone who asks why."""
    dealers = play.hands[DEALER][0]
    looked = []
    for box in boxes:
        card, result = play.hands[box][0], standing(play, box)
        clause = (
            play.cite("5.7") if result == EQUAL else play.rules.first_cards[INITIAL, result][1][0]
        )
        looked.append(Tried(clause, f"box {box}: {card} is {result} to the dealer's {dealers}"))
    return tuple(looked)
