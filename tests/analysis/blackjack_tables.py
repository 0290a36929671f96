"""Whole tables of blackjack played live, by ways to play in words.

A round is dealt from a list of cards, box by box, through the live engine. What each box earned,
and how many cards were used, is what a kernel has to come to from the same cards.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houseway.analysis import decision_tables
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.game import Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_blackjack import GAME
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.play import complete, destination, pairs_due, turn
from houseway.games.tournament_blackjack.rules import RULES, Options
from houseway.games.tournament_blackjack.state import Play
from houseway.rulebook.roles import Role
from tests.analysis.blackjack_rounds import ORDERS, STAKE, Cards, Choose, splittable
from tests.analysis.test_blackjack import as_the_dealer, total

PATRONS = ("Ana", "Ben", "Chen", "Dora", "Eli")


class Against(NamedTuple):
    """What every box does when the dealer shows an ace."""

    insures: bool = True
    even_money: bool = False


class Live(NamedTuple):
    """What a round came to: the gain of each box for a unit, its insurance and its pairs, and the
    cards used."""

    boxes: list[Fraction]
    insurance: Fraction | None
    pairs: list[Fraction]
    used: int


@cache
def marks() -> dict[tuple[str, str, str], str]:
    """The printed tables for six decks: table, row, open card."""
    return {
        (table.name, row[0], up): mark
        for table in decision_tables("tournament-blackjack")[:3]
        for row in table.rows
        for up, mark in zip(table.head[1:], row[1:], strict=True)
    }


def ten(rank: str) -> str:
    return "T" if rank in "JQK" else rank


def by_the_tables(cards: Cards, up: str, may_split: bool) -> str:
    """What a patron does who has the printed tables in hand."""
    first, own, shown = len(cards) == 2, [ten(each) for each in cards], ten(up)
    if first and may_split and marks().get(("pairs", " ".join(own), shown)) == "P":
        return "P"
    points, soft = total(own)
    mark = marks()["soft totals" if soft else "hard totals", str(points), shown]
    return mark[0] if first or mark in "SH" else "S" if mark == "Ds" else "H"


def never_bust(cards: Cards, up: str, may_split: bool) -> str:
    """The same, but nothing is drawn to a hard total that a ten would take past 21."""
    act = by_the_tables(cards, up, may_split)
    points, soft = total(cards)
    return "S" if act in "HD" and not soft and points > 11 else act


WAYS: dict[str, Choose] = {
    "best by totals": by_the_tables,
    "mimic the dealer": as_the_dealer,
    "never bust": never_bust,
}


def played(
    cards: list[Card], ways: list[str], against: Against, *, decks: int = 6, pairs: bool = False
) -> Live:
    """One round through the live engine, every box by its way."""
    play: Play = GAME.begin(Setup(Options(decks=decks, pairs=_pairs(pairs)), RULES.limits))  # type: ignore[arg-type]
    for order in (TakeAsPrepared(), c.OpenBetting()):
        GAME.do(play, order)
    for patron in PATRONS[: len(ways)]:
        GAME.do(play, c.PlaceWager(patron, "blackjack", STAKE), Role.PATRON)
        if pairs:
            GAME.do(play, c.PlaceWager(patron, "perfect pairs", STAKE), Role.PATRON)
    GAME.do(play, c.CallNoMoreBets())
    coming = iter(cards)
    used = 0
    while not complete(play):
        if destination(play) is not None:
            GAME.do(play, c.DealCard(next(coming)))
            used += 1
        else:
            _decide(play, ways, against)
    GAME.do(play, c.SettleWagers())
    GAME.check(play)
    return Live(
        [
            _gain(play, patron, lambda name: name == "blackjack" or "hand" in name)
            for patron in PATRONS[: len(ways)]
        ],
        _insurance(play),
        [
            _gain(play, patron, lambda name: name == "perfect pairs")
            for patron in PATRONS[: len(ways)]
        ],
        used,
    )


def _pairs(offered: bool) -> str:
    return "perfect" if offered else "none"


def _gain(play: Play, patron: str, of: Callable[[str], bool]) -> Fraction:
    lines = [each for each in play.layout.settlements if each.patron == patron and of(each.wager)]
    return Fraction(sum(line.paid - line.collected for line in lines), STAKE)


def _insurance(play: Play) -> Fraction | None:
    lines = [each for each in play.layout.settlements if each.wager == "insurance"]
    gains = {Fraction(each.paid - each.collected, each.stake) for each in lines}
    assert len(gains) <= 1
    return gains.pop() if gains else None


def _decide(play: Play, ways: list[str], against: Against) -> None:
    if pairs_due(play):
        GAME.do(play, v.SettlePerfectPairs())
        return
    if not play.interim_over:
        _interim(play, against)
        return
    hand = turn(play)
    assert hand is not None
    own = [card[0] for card in hand.cards]
    choose = WAYS[ways[PATRONS.index(hand.patron)]]
    formed = [each for each in play.hands if each.box == hand.box]
    may_split = splittable(play, hand) if len(ways) == 1 else len(own) == 2 and len(formed) < 4
    GAME.do(play, ORDERS[choose(own, play.dealer[0][0], may_split)](hand.patron), Role.PATRON)


def _interim(play: Play, against: Against) -> None:
    """Insurance of every box, or even money for those that may have it; then the interim ends."""
    if play.dealer[0][0] == "A":
        for hand in list(play.hands):
            if against.even_money and RULES.is_blackjack(hand.cards):
                GAME.do(play, v.TakeEvenMoney(hand.patron), Role.PATRON)
            elif against.insures:
                GAME.do(play, v.Insure(hand.patron), Role.PATRON)
    if not complete(play):
        GAME.do(play, v.SettleInterim())
