"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.equipment.cards import Card
from houseway.equipment.chips import ChipSet
from houseway.games.baccarat import winner
from houseway.games.events import AnySettlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.layout import Key
from houseway.games.limits import Limits
from houseway.games.settling import Verdict
from houseway.games.seven_up_baccarat.rules import (
    BANKER,
    HANDS,
    NOT_SEVEN,
    PLAYER,
    PLAYING_AREA,
    SEVEN,
    SUPER_SEVENS,
    TIE,
    Rules,
)
from houseway.rulebook.odds import Odds

_SPOT_ORDER = {PLAYER: 0, BANKER: 0, TIE: 1, SUPER_SEVENS: 2}


def hands_text(player: list[Card], banker: list[Card]) -> dict[str, str]:
    return {PLAYER: " ".join(("(7)", *player)), BANKER: " ".join(banker)}


def settle(
    rules: Rules,
    wagers: Mapping[Key, int],
    player: list[Card],
    banker: list[Card],
    limits: Limits,
    chips: ChipSet,
    single_use: Mapping[Key, int],
    *,
    tournament: bool = False,
) -> list[AnySettlement]:
    """7-Up Baccarat 11.1: all losers are collected, then all winners paid.

    Each from the dealer's far right, the highest box (reading 7U-13). `single_use` is what of a
    stake lies there in tokens that are collected even from a winner.
    """
    cite, within = rules.citing, risks(wagers, limits, chips)
    at_risk = whole_units(within, limits) if tournament else within
    counts = rules.player_count(player), rules.banker_count(banker)
    result, case = winner(*counts), SEVEN if max(counts) == 7 else NOT_SEVEN
    lost: list[AnySettlement] = []
    won: list[AnySettlement] = []
    stood_off: list[AnySettlement] = []
    for key in _from_the_right(wagers):
        patron, box, wager = key
        stake, risk = wagers[key], at_risk[key]
        if wager == SUPER_SEVENS:
            judged = _on_sevens(rules, rules.sevens([*player, *banker]))
        else:
            judged = rules.verdicts[wager, result, case]
        why = judged.clauses
        if risk != stake:
            why += () if within[key] == stake else (cite("6.5"),)
            why += () if within[key] == risk else (cite("15.6.14"),)
        if judged.odds is not None:
            paid, exact = _winnings(judged.odds, risk, chips)
            why = why if exact else (*why, cite("5.7"))
            kept = single_use.get(key, 0)
            won.append(WagerPaid(patron, wager, box, stake, paid, kept, stake - kept, why))
        elif judged.verdict == "loses":
            lost.append(WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why))
        else:
            stood_off.append(WagerStoodOff(patron, wager, box, stake, 0, 0, stake, judged.clauses))
    return [*lost, *won, *stood_off]


def _from_the_right(wagers: Iterable[Key]) -> list[Key]:
    """Highest box first; in a box the hands, Tie, Super 7's; otherwise as they were placed."""
    return sorted(wagers, key=lambda key: (-key[1], _SPOT_ORDER[key[2]]))


def _on_sevens(rules: Rules, number: int) -> Verdict:
    """Return what becomes of a Super 7's wager, by the number of sevens."""
    cite = rules.citing
    if number not in rules.super_sevens_odds:
        return Verdict("loses", None, (cite("5.1.4"), cite("11.1.1")))
    pays = rules.super_sevens_odds[number]
    return Verdict("wins", pays.odds, (cite("5.1.4"), cite("11.1.3"), pays.clause))


def _winnings(odds: Odds, risk: int, chips: ChipSet) -> tuple[int, bool]:
    """7-Up Baccarat 5.7, reading A-05: up to what the table's chips can pay; whether exact."""
    winnings, exact = odds.cents(risk)
    paid = chips.next_payable(winnings)
    return paid, exact and paid == winnings


def risks(wagers: Mapping[Key, int], limits: Limits, chips: ChipSet) -> dict[Key, int]:
    """7-Up Baccarat 6.5: no stake beyond its maximum, then no area beyond its own (7U-33)."""
    at_risk = {key: min(stake, maximum(limits, key[0], key[2])) for key, stake in wagers.items()}
    for box, most in area_excesses(at_risk, limits):
        at_risk |= pro_rata(hand_wagers(at_risk, box), most, unit(limits, chips))
    return at_risk


def whole_units(at_risk: Mapping[Key, int], limits: Limits) -> dict[Key, int]:
    """7-Up Baccarat 15.6.14, reading 7U-21: good to the last whole unit of the minimum."""
    return {key: _whole(risk, limits, key) for key, risk in at_risk.items()}


def _whole(risk: int, limits: Limits, key: Key) -> int:
    """A unit is the patron's minimum; a Super 7's wager has its own amount (10.1)."""
    unit = limits.minimum_of(key[2], key[0])
    return risk if key[2] == SUPER_SEVENS or risk < unit else risk - risk % unit


def maximum(limits: Limits, patron: str, wager: str) -> int:
    """A personal limit is for the hands and Tie; a Super 7's wager has its own amount (10.1)."""
    if wager == SUPER_SEVENS:
        line = limits.lines.get(SUPER_SEVENS)
        return line.maximum if line else 0
    return limits.maximum_of(patron, wager)


# Totals against the limits of the sign: 7-Up Baccarat 6.2 and 6.5, reading 7U-11


def unit(limits: Limits, chips: ChipSet) -> int:
    return limits.multiple or chips.smallest


def hand_wagers(wagers: Mapping[Key, int], box: int) -> dict[Key, int]:
    """What lies on the hands in one playing area; Tie and Super 7's have areas of their own."""
    return {key: stake for key, stake in wagers.items() if key[1] == box and key[2] in HANDS}


def area_excesses(wagers: Mapping[Key, int], limits: Limits) -> list[tuple[int, int]]:
    """The playing areas whose total is above the maximum for an area, with that maximum."""
    line = limits.lines.get(PLAYING_AREA)
    if line is None:
        return []
    totals: dict[int, int] = {}
    for (_, box, wager), stake in wagers.items():
        if wager in HANDS:
            totals[box] = totals.get(box, 0) + stake
    most = line.maximum
    return sorted((box, most) for box, total in totals.items() if total > most)


def heavier_side(wagers: Mapping[Key, int], limits: Limits) -> tuple[str, int] | None:
    """The hand whose total is too far above the other's, and what it may come to."""
    if limits.differential is None:
        return None
    totals = dict.fromkeys(HANDS, 0)
    for (_, _, wager), stake in wagers.items():
        if wager in HANDS:
            totals[wager] += stake
    heavier = PLAYER if totals[PLAYER] > totals[BANKER] else BANKER
    most = min(totals.values()) + limits.differential
    return (heavier, most) if totals[heavier] > most else None


def pro_rata(stakes: Mapping[Key, int], target: int, unit: int) -> dict[Key, int]:
    """Each stake's share of `target`, in whole units and no more than the target together.

    Units left over go to the largest remainders, then to the lower box, then to the earlier wager.
    """
    total = sum(stakes.values())
    shares = {key: stake * target // (total * unit) * unit for key, stake in stakes.items()}
    left = (target - sum(shares.values())) // unit

    def remainder(key: Key) -> tuple[int, int]:
        return (shares[key] * total - stakes[key] * target, key[1])

    for key in sorted(stakes, key=remainder):
        if left > 0 and shares[key] + unit <= stakes[key]:
            shares[key] += unit
            left -= 1
    return shares
