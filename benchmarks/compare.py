"""Compare the engine of this checkout with another's, game by game, in one run.

    python -m benchmarks.compare ../houseway-before casino-war
    python -m benchmarks.compare --sum ../houseway-before

With `--sum` commands are not listed one by one. The other checkout runs with its own `.venv` if it
has one, and with that of this checkout otherwise. Each plays the same seeded rounds in
a process of its own, and the two take turns. Every command counts with its least time over all
turns: what else the machine does can only make a command slower, so little of it remains.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import msgspec

ROUNDS, TURNS = 120, 25
_HERE = Path(__file__).resolve().parents[1]


class Checkout:
    """A process that plays the rounds of one game again whenever it is asked."""

    def __init__(self, folder: Path, slug: str) -> None:
        own = folder / ".venv" / "bin" / "python"
        python = own if own.exists() else Path(sys.executable)
        code = "import sys; sys.path.insert(0, sys.argv[1]); import compare; compare.play_turns()"
        self._process = subprocess.Popen(
            [str(python), "-c", code, str(_HERE / "benchmarks"), slug],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def turn(self) -> dict[str, float]:
        """Play one turn: microseconds for each round so far, by command."""
        process: Any = self._process
        process.stdin.write("again\n")
        process.stdin.flush()
        answer: dict[str, float] = json.loads(process.stdout.readline())
        return answer

    def close(self) -> None:
        self._process.communicate()


def play_turns() -> None:
    """Play the rounds once for every line of the input; write the least times after each."""
    sys.path.insert(0, str(Path.cwd()))
    from benchmarks.engine import make_orders

    made = make_orders(sys.argv[2], ROUNDS)
    least = [sys.maxsize] * len(made.orders)
    gc.disable()
    for _ in sys.stdin:
        _play(made, least)
        gc.collect()
        by_command: dict[str, float] = {}
        for (command, _by), time in zip(made.orders, least, strict=True):
            name = type(command).__name__
            by_command[name] = by_command.get(name, 0.0) + time / 1_000 / ROUNDS
        print(json.dumps(by_command), flush=True)


def _play(made: Any, least: list[int]) -> None:
    play, encode = made.game.begin(made.setup), msgspec.json.Encoder().encode
    decide, evolve = made.game.decide, made.game.evolve
    for place, (command, by) in enumerate(made.orders):
        begun = perf_counter_ns()
        for event in decide(play, command, by).events:
            evolve(play, event)
            encode(event)
        least[place] = min(least[place], perf_counter_ns() - begun)


def compare(other: Path, slug: str, *, each_command: bool) -> None:
    before, now = Checkout(other, slug), Checkout(_HERE, slug)
    for _ in range(TURNS):
        old, new = before.turn(), now.turn()
    before.close()
    now.close()
    _print(slug, sum(old.values()), sum(new.values()))
    commands = sorted(new, key=lambda each: old.get(each, 0.0) - new[each])
    for name in commands if each_command else ():
        _print(f"  {name}", old.get(name, 0.0), new[name])


def _print(name: str, old: float, new: float) -> None:
    print(f"{name:30}{old:10.1f}{new:10.1f}{old / new:8.2f}")


def main() -> None:
    from benchmarks.load.__main__ import checkout
    from houseway.games import slugs

    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare")
    parser.add_argument("other", type=checkout, help="another checkout")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sum", action="store_true", help="one line for each game")
    asked = parser.parse_args()
    print("{:30}{:>10}{:>10}{:>8}".format("microseconds a round", "before", "now", "times"))
    for slug in asked.games or slugs():
        compare(asked.other.resolve(), slug, each_command=not asked.sum)


if __name__ == "__main__":
    main()
