"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

from houseway.games import baccarat
from houseway.games.events import Settlement
from houseway.games.mini_baccarat.rules import PAIR_WAGERS, Rules, pair_kind
from houseway.games.settling import Verdict, collected, paid, settle_by
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

if TYPE_CHECKING:
    from houseway.games.mini_baccarat.state import Play


def settle_hands(play: Play, result: str, on_six: bool) -> list[Settlement]:
    """Every wager on Player, Banker and Tie: the losers first, then the others."""
    verdicts = play.rules.verdicts[play.options.settlement, result, on_six]
    return settle_by(play, verdicts, play.layout.wagers.items())


def settle_pairs(play: Play) -> list[Settlement]:
    """Mini Baccarat 9.9: before any third card, the losers are collected, then the winners paid.

    Mini Baccarat 9.8 and 9.6: by the first two cards of the wager's own hand. Mini Baccarat 8.7
    reads more loosely, and section 9 prevails over it (Mini Baccarat 9.1).
    """
    rules, cite, option = play.rules, play.cite, play.options.pairs
    lost: list[Settlement] = []
    won: list[Settlement] = []
    for key, stake in play.layout.wagers.items():
        wager = key[2]
        if wager not in PAIR_WAGERS:
            continue
        kind = pair_kind(option, *play.known(PAIR_WAGERS[wager])[:2])
        if kind is None:
            why: tuple[Clause, ...] = (rules.pair_loses[wager], cite("8.7(b)"), cite("9.9(a)"))
            lost.append(collected(play, key, stake, why))
        else:
            pays = rules.pair_odds[option][kind]
            method = rules.pair_method[play.options.settlement, kind]
            why = (rules.pair_wins[wager], cite("8.7(a)"), pays.clause, method, cite("9.9(b)"))
            won.append(paid(play, key, stake, pays.odds, why))
    return lost + won


def considered(play: Play) -> tuple[Tried, ...]:
    """What each outcome would do to the wagers on the layout; one outcome applies."""
    result = play.rules.tableau.winner(*play.open_hands())
    return baccarat.considered(play.rules.outcomes, {key[2] for key in play.layout.wagers}, result)


def risk(rules: Rules, options: Any, stakes: Mapping[str, int]) -> int:
    """Mini Baccarat 15.14, reading TP10: the largest net loss over all results, in whole units.

    Any pair can lose whichever hand wins, so those stakes are at risk beside the hands.
    """
    pairs = sum(stake for wager, stake in stakes.items() if wager in PAIR_WAGERS)
    hands = {wager: stake for wager, stake in stakes.items() if wager not in PAIR_WAGERS}
    worst = max(
        sum((_loss(verdicts[wager], stake) for wager, stake in hands.items()), Fraction())
        for (method, _, _), verdicts in rules.verdicts.items()
        if method == options.settlement
    )
    return pairs + max(0, floor(worst))


def _loss(met: Verdict, stake: int) -> Fraction:
    if met.odds:
        return -Fraction(met.odds.winnings(stake))
    return Fraction(stake if met.verdict == "loses" else 0)
