"""Print the engine's speed for each game, and its ratios to the peers of the same run."""

from __future__ import annotations

import sys
from statistics import median

from benchmarks.engine import Speed, make_orders, measure
from houseway.games import FOLDERS

RUNS = 3
ROUNDS = 400


def main() -> None:
    hands, pushes = _peers()
    print(f"PokerKit: {hands:,.0f} heads-up hands per CPU-second")
    print(f"python-chess: {pushes:,.0f} pushes per CPU-second\n")
    head = ("game", "rounds/s", "x PokerKit", "events/s", "x chess", "replay/record")
    print("{:28}{:>12}{:>12}{:>12}{:>10}{:>15}".format(*head))
    for slug in sys.argv[1:] or FOLDERS:
        speed = _median(slug)
        print(
            f"{slug:28}{speed.rounds:12,.0f}{speed.rounds / hands:12.1f}{speed.events:12,.0f}"
            f"{speed.events / pushes:10.2f}{speed.replayed / speed.events:15.2f}"
        )


def _median(slug: str) -> Speed:
    made = make_orders(slug, ROUNDS)
    runs = [measure(made) for _ in range(RUNS)]
    return Speed(*(median(each) for each in zip(*runs, strict=True)))


def _peers() -> tuple[float, float]:
    try:
        from benchmarks.peers import chess_pushes, pokerkit_hands

        hands = median(pokerkit_hands(60) for _ in range(RUNS))
        return hands, median(chess_pushes(30_000) for _ in range(RUNS))
    except ImportError as missing:
        raise SystemExit(f"the peers are not installed ({missing}); run make bench") from missing


if __name__ == "__main__":
    main()
