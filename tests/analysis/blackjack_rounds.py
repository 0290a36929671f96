"""Every round of a few cards, dealt through the live engine by a way to play written in words.

A shoe here has a few cards of two or three ranks. The table has its full decks; which cards come,
and how likely, is the test's own affair. Choices are asked of the table of decisions that a patron
would have in hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.game import Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_blackjack import GAME
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.play import complete, destination, turn
from houseway.games.tournament_blackjack.rules import RULES, Options
from houseway.games.tournament_blackjack.state import Hand, Play
from houseway.rulebook.roles import Role

STAKE = 10_00
ORDERS = {"S": v.Stand, "H": v.Hit, "D": v.Double, "P": v.Split}
Cards = list[str]
Choose = Callable[[Cards, str, bool], str]  # own ranks, the open card's, may it be split: an act


def table() -> Play:
    play: Play = GAME.begin(Setup(Options(decks=8), RULES.limits))
    for order in (TakeAsPrepared(), c.OpenBetting()):
        GAME.do(play, order)
    GAME.do(play, c.PlaceWager("Ana", "blackjack", STAKE), Role.PATRON)
    GAME.do(play, c.CallNoMoreBets())
    return play


def a_card(play: Play, rank: str) -> Card:
    """One of this rank that the table still has."""
    cards = (Card(f"{rank}{suit}") for suit in "shdc")
    return next(card for card in cards if play.stock.out.get(card, 0) < play.stock.decks)


def mean_gain(ranks: dict[str, int], choose: Choose, ups: str = "A23456789TJQK") -> Fraction:
    """What rounds with these open cards add to the average gain for each unit first staked."""
    found = _go_on(table(), Counter(ranks), Fraction(1), choose, ups)
    return sum((chance * gain for gain, chance in found), Fraction(0))


def _go_on(
    play: Play, left: Counter[str], chance: Fraction, choose: Choose, ups: str
) -> Iterator[tuple[Fraction, Fraction]]:
    """The gain of every round that can come of this one, with its chance."""
    if play.dealer and play.dealer[0][0] not in ups:
        return
    while not complete(play) and destination(play) is None:
        _decide(play, left, choose)
    if complete(play):
        GAME.do(play, c.SettleWagers())
        lines = play.layout.settlements
        gained = sum(line.paid - line.collected for line in lines)
        yield Fraction(gained, STAKE), chance
        return
    total = left.total()
    for rank, number in left.items():
        if number:
            further = deepcopy(play)
            GAME.do(further, c.DealCard(a_card(further, rank)))
            share = chance * Fraction(number, total)
            yield from _go_on(further, left - Counter({rank: 1}), share, choose, ups)


def _decide(play: Play, left: Counter[str], choose: Choose) -> None:
    if not play.interim_over:
        if (
            even_money(left)
            and play.dealer[0][0] == "A"
            and RULES.is_blackjack(play.hands[0].cards)
        ):
            GAME.do(play, v.TakeEvenMoney("Ana"), Role.PATRON)
        if not complete(play):
            GAME.do(play, v.SettleInterim())
        return
    hand = turn(play)
    assert hand is not None
    act = choose([card[0] for card in hand.cards], play.dealer[0][0], splittable(play, hand))
    GAME.do(play, ORDERS[act]("Ana"), Role.PATRON)


def even_money(left: Counter[str]) -> bool:
    """Tournament Blackjack 8.1(b): one for sure, or three halves unless a ten comes."""
    tens = sum(left[rank] for rank in "TJQK")
    return 2 * left.total() > 3 * (left.total() - tens)


def splittable(play: Play, hand: Hand) -> bool:
    return len(hand.cards) == 2 and len(play.hands) < 4
