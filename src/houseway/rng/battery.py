"""The nine tests that the Australian and New Zealand standard names, on outcomes of equal chance.

Each takes outcomes `0 .. kinds - 1`. Where a test needs few kinds, outcomes are put into classes
whose chances are known exactly; where it needs numbers that are never equal, several outcomes are
read as the digits of one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import NamedTuple

# How likely a figure is by chance alone.

_SMALL = 1e-300
_STEPS = 10_000
FEWEST = 5  # expected in a cell, for its share of chi-square to be what it should


class Verdict(NamedTuple):
    """What one test says: `p` is the chance of a figure at least this far out."""

    test: str
    p: float
    detail: str


def chi_square(test: str, counts: Sequence[int], expected: Sequence[float]) -> Verdict:
    """Counts against what chance gives; cells that expect fewer than five are put together."""
    seen, wanted = _gathered(counts, expected)
    figure = sum((c - e) ** 2 / e for c, e in zip(seen, wanted, strict=True))
    freedom = len(seen) - 1
    return Verdict(test, tail(figure, freedom), f"chi-square {figure:.1f} on {freedom}")


def _gathered(counts: Sequence[int], expected: Sequence[float]) -> tuple[list[int], list[float]]:
    seen: list[int] = []
    wanted: list[float] = []
    for count, each in sorted(zip(counts, expected, strict=True), key=lambda pair: -pair[1]):
        if wanted and wanted[-1] < FEWEST:
            seen[-1] += count
            wanted[-1] += each
        else:
            seen.append(count)
            wanted.append(each)
    if len(wanted) > 1 and wanted[-1] < FEWEST:
        seen[-2:], wanted[-2:] = [sum(seen[-2:])], [sum(wanted[-2:])]
    if len(seen) < 2:
        raise ValueError("too few outcomes for this test: take more")
    return seen, wanted


def normal(test: str, z: float, detail: str) -> Verdict:
    """A figure that is normal by chance, counted in its standard deviations; both tails."""
    return Verdict(test, math.erfc(abs(z) / math.sqrt(2)), f"{detail}, z {z:+.2f}")


def tail(figure: float, freedom: int) -> float:
    """The chance that a chi-square figure of so many degrees of freedom is at least so large."""
    a, x = freedom / 2, figure / 2
    if x <= 0:
        return 1.0
    log_front = a * math.log(x) - x - math.lgamma(a)
    if x < a + 1:
        return 1.0 - math.exp(log_front) * _series(a, x)
    return math.exp(log_front) * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function but for its front, as a sum."""
    term = total = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The upper one, as a continued fraction worked forwards."""
    b = x + 1 - a
    c, d = 1 / _SMALL, 1 / b
    total = d
    for step in range(1, _STEPS):
        numerator = -step * (step - a)
        b += 2
        d = 1 / _held(numerator * d + b)
        c = _held(b + numerator / c)
        total *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return total


def _held(value: float) -> float:
    return value if abs(value) > _SMALL else _SMALL


CONFIDENCE = 0.99  # of all tests together
_POKER = 5
_LONGEST_GAP = 20
_LONGEST_RUN = 6
_ORDER = 4  # how many numbers stand in one order


class Outcomes(NamedTuple):
    """What a source gave: so many kinds, each as likely as any other."""

    source: str
    kinds: int
    values: Sequence[int]


class Classes(NamedTuple):
    """The outcomes in a few classes, and the chance of each."""

    values: list[int]
    chances: list[Fraction]


def classes(outcomes: Outcomes, most: int) -> Classes:
    """At most so many classes of neighbouring outcomes, as even as they can be."""
    kinds = outcomes.kinds
    many = min(most, kinds)
    of = [value * many // kinds for value in range(kinds)]
    sizes = Counter(of)
    chances = [Fraction(sizes[each], kinds) for each in range(many)]
    return Classes([of[value] for value in outcomes.values], chances)


def numbers(outcomes: Outcomes) -> list[int]:
    """Outcomes read together as digits, until two numbers are hardly ever equal."""
    digits = math.ceil(40 / math.log2(outcomes.kinds))
    made = []
    for at in range(0, len(outcomes.values) - digits + 1, digits):
        number = 0
        for value in outcomes.values[at : at + digits]:
            number = number * outcomes.kinds + value
        made.append(number)
    return made


def frequency(outcomes: Outcomes) -> Verdict:
    """As many in the lower half as in the upper; an outcome in the middle counts for neither."""
    half, odd = divmod(outcomes.kinds, 2)
    low = sum(1 for value in outcomes.values if value < half)
    high = sum(1 for value in outcomes.values if value >= half + odd)
    z = (high - low) / math.sqrt(high + low)
    return normal("frequency", z, f"{low} low, {high} high")


def equidistribution(outcomes: Outcomes) -> Verdict:
    """Every outcome as often as every other."""
    counts = Counter(outcomes.values)
    expected = [len(outcomes.values) / outcomes.kinds] * outcomes.kinds
    return chi_square("chi-square", [counts[each] for each in range(outcomes.kinds)], expected)


def serial(outcomes: Outcomes) -> Verdict:
    """Every pair of classes that follow each other as often as chance has it."""
    made = classes(outcomes, 16)
    pairs = Counter(zip(made.values[::2], made.values[1::2], strict=False))
    total = len(made.values) // 2
    cells = [(a, b) for a in range(len(made.chances)) for b in range(len(made.chances))]
    expected = [total * float(made.chances[a] * made.chances[b]) for a, b in cells]
    return chi_square("serial", [pairs[cell] for cell in cells], expected)


def gap(outcomes: Outcomes) -> Verdict:
    """How long it takes until the first of three classes comes again."""
    made = classes(outcomes, 3)
    chance, lengths, waited, begun = made.chances[0], Counter[int](), 0, False
    for value in made.values:
        if value:
            waited += 1
            continue
        if begun:
            lengths[min(waited, _LONGEST_GAP)] += 1
        waited, begun = 0, True
    total = lengths.total()
    exact = [chance * (1 - chance) ** length for length in range(_LONGEST_GAP)]
    exact.append((1 - chance) ** _LONGEST_GAP)
    counts = [lengths[length] for length in range(_LONGEST_GAP + 1)]
    return chi_square("gap", counts, [total * float(each) for each in exact])


def poker(outcomes: Outcomes) -> Verdict:
    """Of five in a row, how many classes there are."""
    made = classes(outcomes, 8)
    hands = [made.values[at : at + _POKER] for at in range(0, len(made.values) - 4, _POKER)]
    counts = Counter(len(set(hand)) for hand in hands)
    chances = distinct(tuple(made.chances), _POKER)
    expected = [len(hands) * float(each) for each in chances[1:]]
    return chi_square("poker", [counts[many] for many in range(1, len(chances))], expected)


def coupon_collector(outcomes: Outcomes) -> Verdict:
    """How many outcomes it takes until all of five classes have come."""
    made = classes(outcomes, 5)
    longest = 40
    lengths, seen, taken = Counter[int](), set[int](), 0
    for value in made.values:
        seen.add(value)
        taken += 1
        if len(seen) == len(made.chances):
            lengths[min(taken, longest)] += 1
            seen, taken = set(), 0
    done = [collected(tuple(made.chances), many) for many in range(longest)]
    fewest = len(made.chances)
    exact = [done[many] - done[many - 1] for many in range(fewest, longest)] + [1 - done[-1]]
    total = lengths.total()
    counts = [lengths[many] for many in range(fewest, longest + 1)]
    return chi_square("coupon collector", counts, [total * float(each) for each in exact])


def permutation(outcomes: Outcomes) -> Verdict:
    """Four numbers in a row in every order alike."""
    made = numbers(outcomes)
    counts: Counter[tuple[int, ...]] = Counter()
    for at in range(0, len(made) - _ORDER + 1, _ORDER):
        four = made[at : at + _ORDER]
        counts[tuple(sorted(range(_ORDER), key=four.__getitem__))] += 1
    orders = list(permutations(range(_ORDER)))
    expected = [counts.total() / len(orders)] * len(orders)
    return chi_square("permutation", [counts[each] for each in orders], expected)


def run(outcomes: Outcomes) -> Verdict:
    """How long numbers go on rising; the one that breaks a run belongs to none."""
    lengths: Counter[int] = Counter()
    length, before, broke = 0, -1, False
    for number in numbers(outcomes):
        if broke:
            length, broke = 1, False
        elif number > before:
            length += 1
        else:
            lengths[min(length, _LONGEST_RUN)] += 1
            broke = True
        before = number
    exact = [1 / math.factorial(many) - 1 / math.factorial(many + 1) for many in range(1, 6)]
    exact.append(1 / math.factorial(_LONGEST_RUN))
    counts = [lengths[many] for many in range(1, _LONGEST_RUN + 1)]
    return chi_square("run", counts, [lengths.total() * each for each in exact])


def spectral(outcomes: Outcomes) -> Verdict:
    """No rhythm: one in twenty of the peaks in the spectrum of highs and lows is above its line."""
    import numpy as np  # here alone: it takes longer to load than the tests take to run

    half = outcomes.kinds // 2
    signs = np.array([1.0 if value >= outcomes.kinds - half else -1.0 for value in outcomes.values
                      if value < half or value >= outcomes.kinds - half])  # fmt: skip
    peaks = np.abs(np.fft.rfft(signs))[1 : len(signs) // 2]
    line = math.sqrt(len(signs) * math.log(20))
    below, wanted = int((peaks < line).sum()), 0.95 * len(peaks)
    z = (below - wanted) / math.sqrt(len(signs) * 0.95 * 0.05 / 4)
    return normal("spectral", z, f"{below} of {len(peaks)} peaks below the line")


TESTS: tuple[Callable[[Outcomes], Verdict], ...] = (
    equidistribution, frequency, gap, poker, coupon_collector, permutation, run, spectral, serial,
)  # fmt: skip


def battery(outcomes: Outcomes) -> Iterator[Verdict]:
    for test in TESTS:
        yield test(outcomes)


def limit(verdicts: int) -> float:
    """Below which chance a verdict fails, so that all together keep the confidence."""
    return (1 - CONFIDENCE) / verdicts


@cache
def distinct(chances: tuple[Fraction, ...], draws: int) -> tuple[Fraction, ...]:
    """The chance that so many draws show 0, 1, 2 ... classes."""
    return tuple(
        sum(
            _exactly(chances, draws, seen)
            for seen in _subsets(len(chances))
            if seen.bit_count() == many
        )
        or Fraction(0)
        for many in range(min(draws, len(chances)) + 1)
    )


def _subsets(many: int) -> range:
    return range(1 << many)


@cache
def _exactly(chances: tuple[Fraction, ...], draws: int, seen: int) -> Fraction:
    """The chance that the draws show these classes, every one of them and no other."""
    total, part = Fraction(0), seen
    while True:
        weight = sum((each for at, each in enumerate(chances) if part >> at & 1), Fraction(0))
        odd = (seen.bit_count() - part.bit_count()) % 2
        total += -(weight**draws) if odd else weight**draws
        if not part:
            return total
        part = (part - 1) & seen


@cache
def collected(chances: tuple[Fraction, ...], draws: int) -> Fraction:
    """The chance that so many draws have shown every class."""
    return _exactly(chances, draws, (1 << len(chances)) - 1)
