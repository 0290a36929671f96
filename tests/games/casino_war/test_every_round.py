"""Every distinct round of one playing area through the live engine, counted exactly.

Suits decide nothing (Casino War 3.2), so a round is told by its ranks: 13 x 13 first cards, and for
the ties both choices, and 13 x 13 additional cards after the choice of war. Each is weighed by the
number of ways its ranks leave six decks in order.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from houseway.equipment.cards import RANKS, Card
from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games import game
from houseway.games.casino_war import state as v
from houseway.games.casino_war.rules import INITIAL, TIE, WAR, Options
from houseway.games.events import RESULT_OF, Settlement
from houseway.games.game import Setup

GAME = game("casino-war")
COPIES = 24  # of each rank among six decks
STAKE = dollars(10)

Round = tuple[tuple[str, str, int], ...]  # wager, result and the patron's gain, in order
Outcomes = Counter[Round]


def ways(ranks: str) -> int:
    """In how many ways these ranks leave six decks, one after the other."""
    held = dict.fromkeys(RANKS, COPIES)
    count = 1
    for rank in ranks:
        count *= held[rank]
        held[rank] -= 1
    return count


def play_round(ranks: str, choice: str) -> Round:
    """One round of one box through decide and evolve, with an Initial and a Tie Wager."""
    play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", INITIAL, STAKE, 1))
    GAME.do(play, c.PlaceWager("Ana", TIE, STAKE, 1))
    lines: list[Settlement] = []
    orders: list[c.Command] = [c.DealCard(Card(f"{rank}s")) for rank in ranks]
    orders[2:2] = [c.SettleWagers()]
    if ranks[0] != ranks[1]:
        orders.append(c.SettleWagers())
    elif choice == "surrender":
        orders.append(v.Surrender("Ana", 1))
    else:
        orders.insert(3, v.GoToWar("Ana", 1))
        orders.append(c.SettleWagers())
    for order in (*orders, c.CollectCards()):
        lines += [event for event in GAME.do(play, order) if isinstance(event, Settlement)]
        GAME.check(play)
    assert not play.layout.wagers
    return tuple((line.wager, RESULT_OF[type(line)], line.paid - line.collected) for line in lines)


@cache
def first_cards() -> Outcomes:
    """All 13 x 13 first cards; a tied hand surrenders."""
    counted: Outcomes = Counter()
    for first, dealers in product(RANKS, repeat=2):
        counted[play_round(first + dealers, "surrender")] += ways(first + dealers)
    return counted


@cache
def wars() -> Outcomes:
    """All wars: 13 ties, and after each 13 x 13 additional cards."""
    counted: Outcomes = Counter()
    for tied, second, dealers in product(RANKS, repeat=3):
        ranks = tied + tied + second + dealers
        counted[play_round(ranks, "war")] += ways(ranks)
    return counted


def independent_first_cards() -> dict[str, int]:
    """The same by pairing 312 numbered cards, never asking the engine."""
    heights = [number % 13 for number in range(312)]
    tally = Counter(heights)
    higher = sum(tally[a] * tally[b] for a in tally for b in tally if a > b)
    equal = sum(count * (count - 1) for count in tally.values())
    return {"higher": higher, "lower": 312 * 311 - higher - equal, "equal": equal}


def test_the_first_cards_win_lose_and_tie_as_often_as_counted() -> None:
    """Casino War 5.1.1.1, 5.1.1.2, 5.1.1.3, 5.1.3.1 and 5.1.3.2: all 97,032 pairs of cards."""
    expected = independent_first_cards()
    assert first_cards() == {
        ((TIE, "lost", -10_00), (INITIAL, "won", 10_00)): expected["higher"],
        ((TIE, "lost", -10_00), (INITIAL, "lost", -10_00)): expected["lower"],
        ((TIE, "won", 100_00), (INITIAL, "lost", -5_00)): expected["equal"],
    }
    assert first_cards().total() == 312 * 311


def test_two_cards_of_six_decks_tie_23_times_in_311() -> None:
    """Casino War 3.1: six decks. After any card, 23 of the 311 left share its rank."""
    tied = sum(n for lines, n in first_cards().items() if lines[0][1] == "won")
    assert Fraction(tied, first_cards().total()) == Fraction(23, 311)


def independent_wars() -> dict[str, int]:
    """Four cards in order, the first two of one rank, by how the other two compare."""
    counted = {"higher": 0, "equal": 0, "lower": 0}
    for tied in range(13):
        left = [22 if height == tied else 24 for height in range(13)]
        for mine, dealers in product(range(13), repeat=2):
            pairs = left[mine] * (left[dealers] - (mine == dealers))
            case = "higher" if mine > dealers else "equal" if mine == dealers else "lower"
            counted[case] += 24 * 23 * pairs
    return counted


def test_wars_are_won_tied_and_lost_as_often_as_counted() -> None:
    """Casino War 5.1.1.5, 5.1.1.6, 5.1.2.1, 5.1.2.2, 10.1, 10.2 and 10.3: all wars of six decks."""
    expected = independent_wars()
    tie = (TIE, "won", 100_00)
    assert wars() == {
        (tie, (WAR, "won", 10_00), (INITIAL, "stood off", 0)): expected["higher"],
        (tie, (WAR, "won", 20_00), (INITIAL, "stood off", 0)): expected["equal"],
        (tie, (WAR, "lost", -10_00), (INITIAL, "lost", -10_00)): expected["lower"],
    }
    assert wars().total() == 312 * 23 * 310 * 309


def test_what_the_wagers_cost_exactly() -> None:
    """Casino War 8.1.2, 8.2.2, 10.1 and 10.2: expectation of each way to play, per unit staked.

    By hand: a Tie Wager earns (10 x 23 - 288) / 311. A surrendering patron loses half a unit on
    each tie and is otherwise even. War costs (the wars lost x 2 - won - 2 x equal) on top of ties.
    """
    total = 312 * 311

    def gain(outcomes: Outcomes, *wagers: str) -> int:
        return sum(
            n * sum(gained for wager, _, gained in lines if wager in wagers)
            for lines, n in outcomes.items()
        )

    assert Fraction(gain(first_cards(), TIE), total * STAKE) == Fraction(-58, 311)
    assert Fraction(gain(first_cards(), INITIAL), total * STAKE) == Fraction(-23, 622)
    war = independent_wars()
    by_hand = Fraction(war["higher"] + 2 * war["equal"] - 2 * war["lower"], sum(war.values()))
    gone_to_war = Fraction(gain(wars(), INITIAL, WAR), wars().total() * STAKE)
    assert gone_to_war == by_hand
    assert Fraction(23, 311) * gone_to_war > Fraction(-23, 622)  # war is cheaper than surrender
