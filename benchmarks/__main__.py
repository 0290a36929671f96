"""Print the engine's speed for each game, and its ratios to the peers of the same run.

Peers and game take turns, so that whatever else the machine does falls on all of them; every figure
is the median of the turns, and so is every ratio.
"""

from __future__ import annotations

import sys
from statistics import median
from typing import NamedTuple

from benchmarks.engine import Orders, Speed, make_orders, measure
from houseway.games import slugs

TURNS = 7
ROUNDS = 2_000


class Turn(NamedTuple):
    hands: float
    pushes: float
    speed: Speed


def main() -> None:
    head = ("game", "rounds/s", "x PokerKit", "events/s", "x chess", "replay/record")
    print("{:28}{:>12}{:>12}{:>12}{:>10}{:>15}".format(*head))
    turns: list[Turn] = []
    for slug in sys.argv[1:] or slugs():
        made = make_orders(slug, ROUNDS)
        these = [_turn(made) for _ in range(TURNS)]
        _print(slug, these)
        turns += these
    print(f"\nPokerKit: {median(each.hands for each in turns):,.0f} heads-up hands per CPU-second")
    print(f"python-chess: {median(each.pushes for each in turns):,.0f} pushes per CPU-second")


def _print(slug: str, turns: list[Turn]) -> None:
    rounds = median(each.speed.rounds for each in turns)
    events = median(each.speed.events for each in turns)
    by_hands = median(each.speed.rounds / each.hands for each in turns)
    by_pushes = median(each.speed.events / each.pushes for each in turns)
    replay = median(each.speed.replayed / each.speed.events for each in turns)
    print(f"{slug:28}{rounds:12,.0f}{by_hands:12.1f}{events:12,.0f}{by_pushes:10.2f}{replay:15.2f}")


def _turn(made: Orders) -> Turn:
    try:
        from benchmarks.peers import chess_pushes, pokerkit_hands

        return Turn(pokerkit_hands(30), chess_pushes(15_000), measure(made))
    except ImportError as missing:
        raise SystemExit(f"the peers are not installed ({missing}); run make bench") from missing


if __name__ == "__main__":
    main()
