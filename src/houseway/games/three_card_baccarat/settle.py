"""Who wins, who loses, and what is paid at Three Card Baccarat."""

from __future__ import annotations

from houseway.games.events import (
    AnySettlement,
    ResultAnnounced,
    WagerCollected,
    WagerPaid,
    WagerStoodOff,
)
from houseway.games.layout import Key
from houseway.games.three_card_baccarat.rules import (
    BANKER,
    BANKER_TOTAL,
    HAND,
    LOSES,
    PLAYER,
    PLAYER_ON_SIX,
    STANDS_OFF,
    THREE_PICTURES,
    TIE,
    TOTAL_OF,
    WINS,
)
from houseway.games.three_card_baccarat.state import Play, hand_name, hands_shown
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds, Pays
from houseway.rulebook.ruling import Tried

_ORDER_OF_SETTLEMENT = {WagerCollected: 0, WagerPaid: 1, WagerStoodOff: 2}


def verdict(play: Play, wager: str, box: int) -> tuple[str, Clause]:
    """What the hands do to one wager.

    Three Card Baccarat 1.1 tie: of order, not of points alone (reading 3C-03). Three picture cards
    count zero, so Banker's total 0 wins with them (reading 3C-17).
    """
    rules, banker = play.rules, play.known(BANKER)
    if wager == PLAYER:
        return rules.on_player(rules.order_of(play.known(box)), rules.order_of(banker))
    if wager == TIE:
        wins = rules.order_of(play.known(box)) == rules.order_of(banker)
        return (WINS if wins else LOSES), play.cite("5.1.2")
    if wager == THREE_PICTURES:
        return (WINS if rules.pictures(banker) == HAND else LOSES), play.cite("5.1.3")
    wins = rules.points(banker) == TOTAL_OF[wager]
    return (WINS if wins else LOSES), play.cite("5.1.4")


def settle_coup(play: Play) -> list[AnySettlement]:
    """Three Card Baccarat 9.10: losers, winners, stand offs, from the far right (3C-20)."""
    staked = play.tokens.staked
    lines = [
        settle_wager(play, key, stake, staked[key].single_use if key in staked else 0)
        for key, stake in play.layout.wagers.items()
    ]
    return sorted(lines, key=lambda line: (_ORDER_OF_SETTLEMENT[type(line)], -line.box))


def settle_wager(play: Play, key: Key, stake: int, single_use: int) -> AnySettlement:
    """`single_use` is what of the stake is tokens that are collected even from a winner."""
    patron, box, wager = key
    result, clause = verdict(play, wager, box)
    risk = min(stake, play.coup_limits.maximum_of(patron, wager))
    above = () if risk == stake else (play.cite("6.3"),)
    if result == LOSES:
        why = (clause, *above) if above else (clause,)
        return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)
    if result == STANDS_OFF:
        why = (clause, play.cite("1.1 stand off"))
        return WagerStoodOff(patron, wager, box, stake, 0, 0, stake, why)
    pays = odds_of(play, wager, box)
    paid, exact = payable(play, pays.odds, risk)
    rounded = () if exact else (play.cite("5.11"),)
    why = (clause, pays.clause, *rounded, *above)
    return WagerPaid(patron, wager, box, stake, paid, single_use, stake - single_use, why)


def odds_of(play: Play, wager: str, box: int) -> Pays[str]:
    """Three Card Baccarat 11.1 or 11.2: the line of the variant that pays this wager."""
    table = play.rules.odds[play.coup_variant]
    if wager in TOTAL_OF:
        return table[BANKER_TOTAL]
    on_six = wager == PLAYER and play.rules.points(play.known(box)) == 6
    return table[PLAYER_ON_SIX] if on_six and PLAYER_ON_SIX in table else table[wager]


def payable(play: Play, odds: Odds, risk: int) -> tuple[int, bool]:
    """Three Card Baccarat 5.11: up to what the table's chips can pay (A-05), and whether exact."""
    winnings, exact = odds.cents(risk)
    paid = play.chips.next_payable(winnings)
    return paid, exact and paid == winnings


def announcement(play: Play) -> ResultAnnounced:
    """Three Card Baccarat 9.8: the Banker hand declared, every hand with its cards."""
    hands = {hand_name(box): " ".join(play.known(box)) for box in hands_shown(play)}
    banker = play.rules.value_text(play.known(BANKER))
    return ResultAnnounced(f"banker {banker}", hands, play.cite("9.8"))


def tried(play: Play) -> tuple[Tried, ...]:
    """Every Player hand compared with the Banker hand, for anyone who asks why."""
    against = play.rules.value_text(play.known(BANKER))
    return tuple(
        Tried(
            play.cite("7.2 Table"),
            f"{hand_name(box)}: {play.rules.value_text(play.known(box))} against banker {against}",
        )
        for box in hands_shown(play)
        if box != BANKER
    )
