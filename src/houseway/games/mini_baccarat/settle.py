"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.games import baccarat
from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.layout import Key
from houseway.games.limits import at_risk, handed_back
from houseway.games.mini_baccarat import rules
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.mini_baccarat.state import Play


def settle_hands(play: Play, result: str, on_six: bool) -> list[Settlement]:
    """Every wager on Player, Banker and Tie: the losers first, then the others."""
    verdicts = play.rules.verdicts[play.options.settlement, result, on_six]
    lost: list[Settlement] = []
    lines: list[Settlement] = []
    for key, stake in play.layout.wagers.items():
        met = verdicts[key[2]]
        if met.odds:
            lines.append(_won(play, key, stake, met.odds, met.clauses))
        elif met.verdict == "loses":
            lost.append(_lost(play, key, stake, met.clauses))
        else:
            patron, box, wager = key
            lines.append(WagerStoodOff(patron, wager, box, stake, 0, 0, stake, met.clauses))
    return lost + lines


def settle_pairs(play: Play) -> list[Settlement]:
    """Mini Baccarat 9.9: before any third card, the losers are collected, then the winners paid.

    Mini Baccarat 9.8 and 9.6: by the first two cards of the wager's own hand. Mini Baccarat 8.7
    reads more loosely, and section 9 prevails over it (Mini Baccarat 9.1).
    """
    lost: list[Settlement] = []
    won: list[Settlement] = []
    for key, stake in play.layout.wagers.items():
        wager = key[2]
        if wager not in rules.PAIR_WAGERS:
            continue
        first, second = play.known(rules.PAIR_WAGERS[wager])[:2]
        kind = rules.pair_kind(play.options.pairs, first, second)
        if kind is None:
            why: tuple[Clause, ...] = (
                play.rules.pair_loses[wager],
                play.cite("8.7(b)"),
                play.cite("9.9(a)"),
            )
            lost.append(_lost(play, key, stake, why))
        else:
            pays = play.rules.pair_odds[play.options.pairs][kind]
            method = play.rules.pair_method[play.options.settlement, kind]
            why = (
                play.rules.pair_wins[wager],
                play.cite("8.7(a)"),
                pays.clause,
                method,
                play.cite("9.9(b)"),
            )
            won.append(_won(play, key, stake, pays.odds, why))
    return lost + won


def _won(play: Play, key: Key, stake: int, odds: Odds, clauses: tuple[Clause, ...]) -> WagerPaid:
    patron, box, wager = key
    risk = at_risk(play.limits, play.rules.limit_rules, patron, wager, stake)
    why = clauses if risk == stake else (*clauses, *_handed_back(play, key, stake))
    return WagerPaid(patron, wager, box, stake, payable(play, odds, risk), 0, stake, why)


def payable(play: Play, odds: Odds, risk: int) -> int:
    """Reading MB3: the exact winnings, rounded up to what the table's chips can pay."""
    exact = -(-risk * odds.pays * (100 - odds.less_percent) // (odds.for_each * 100))
    return play.chips.next_payable(exact)


def _lost(play: Play, key: Key, stake: int, clauses: tuple[Clause, ...]) -> WagerCollected:
    patron, box, wager = key
    risk = at_risk(play.limits, play.rules.limit_rules, patron, wager, stake)
    why = clauses if risk == stake else (*clauses, *_handed_back(play, key, stake))
    return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)


def _handed_back(play: Play, key: Key, stake: int) -> tuple[Clause, ...]:
    patron, _, wager = key
    return handed_back(play.limits, play.rules.limit_rules, patron=patron, wager=wager, stake=stake)


def considered(play: Play) -> tuple[Tried, ...]:
    """What each outcome would do to the wagers on the layout; one outcome applies."""
    result = play.rules.tableau.winner(*play.open_hands)
    return baccarat.considered(play.rules.outcomes, {key[2] for key in play.layout.wagers}, result)
