"""Round after round: from what someone holds, with whole weights, to what he holds next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping

from houseway.analysis.sessions.stakes import CannotPlay

MOST_ROUNDS = 100_000
MOST_STEPS = 80_000_000  # gains added to amounts: about half a minute
EXACT_BITS = 16_384  # weights longer than this are cut, and what was cut is told
KEPT_BITS = 256

Weights = dict[int, int]
Gains = Mapping[int, int]


def rounds_text(rounds: int) -> str:
    return f"{rounds:,} round{'' if rounds == 1 else 's'}"


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CannotPlay(f"{rounds:,} rounds: from 1 to {MOST_ROUNDS:,} can be reckoned")


def too_many_amounts(what: str) -> CannotPlay:
    return CannotPlay(f"{what} to go on: ask for fewer rounds, or have them dealt")


def played(
    start: int, rounds: int, weight: int, gains_from: Callable[[int, int], Gains | None]
) -> Iterator[tuple[Weights, int]]:
    """The weights of amounts after each round, and what they weigh in all.

    `gains_from(amount, left)` has the gains of the next round from an amount, with so many rounds
    left to play; none for who plays no more. The gains of a round weigh `weight` together.
    """
    check_rounds(rounds)
    held, total, steps = {start: 1}, 1, 0
    for left in range(rounds, 0, -1):
        held, done = _round(held, left, weight, gains_from)
        total *= weight
        steps += done
        if steps > MOST_STEPS:
            raise too_many_amounts(f"after {rounds - left + 1:,} rounds there are too many amounts")
        held, total = _cut(held, total)
        yield held, total


def at_the_end(states: Iterator[tuple[Weights, int]]) -> tuple[Weights, int]:
    """The weights after the last round."""
    return deque(states, maxlen=1).pop()


def _round(
    held: Weights, left: int, weight: int, gains_from: Callable[[int, int], Gains | None]
) -> tuple[Weights, int]:
    """The next weights, and how many steps they took."""
    after: Weights = {}
    steps = 0
    for amount, ways in held.items():
        gains = gains_from(amount, left)
        if gains is None:
            after[amount] = after.get(amount, 0) + ways * weight
            continue
        steps += len(gains)
        for gain, times in gains.items():
            reached = amount + gain
            after[reached] = after.get(reached, 0) + ways * times
    return after, steps


def _cut(held: Weights, total: int) -> tuple[Weights, int]:
    """Weights of a length that can be handled: cut down, while the total is cut up.

    A chance can so only become too low, and together they miss what the weights lack of the total.
    """
    if total.bit_length() <= EXACT_BITS:
        return held, total
    by = total.bit_length() - KEPT_BITS
    cut = {amount: ways >> by for amount, ways in held.items()}
    return {amount: ways for amount, ways in cut.items() if ways}, -(-total >> by)
