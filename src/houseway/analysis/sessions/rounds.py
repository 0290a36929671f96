"""Round after round: from what someone holds, with whole weights, to what he holds next."""

from __future__ import annotations

import decimal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import ceil, gcd
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from houseway.analysis import analyse, module_of
from houseway.analysis.dealing import state_of
from houseway.analysis.figures import EXACTLY, InChips, Pay, WagerFigures, percent_text, root_text
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text
from houseway.games import game

if TYPE_CHECKING:
    from houseway.analysis.dealing import Long


# Amounts of money with whole weights, and what can be asked of them.


class Distribution(Struct, frozen=True):
    """Amounts in cents, the least first, and how much each weighs of `total`.

    The weights are all of `total`, or less by what was rounded off them: every chance is then at
    most `rounded_off` too low.
    """

    amounts: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def rounded_off(self) -> Fraction:
        return 1 - Fraction(sum(self.weights), self.total)

    def chance(self, amount: int) -> Fraction:
        """That it is this amount."""
        found = dict(zip(self.amounts, self.weights, strict=True))
        return Fraction(found.get(amount, 0), self.total)

    def at_most(self, amount: int) -> Fraction:
        return self._sum(lambda each: each <= amount)

    def at_least(self, amount: int) -> Fraction:
        return self._sum(lambda each: each >= amount)

    def below(self, amount: int) -> Fraction:
        return self._sum(lambda each: each < amount)

    def above(self, amount: int) -> Fraction:
        return self._sum(lambda each: each > amount)

    def quantile(self, share: Fraction) -> int:
        """The least amount that is not passed with at least this chance."""
        if not 0 < share <= 1:
            raise ValueError(f"a share of {share}: expected one above zero and at most one")
        wanted = share * sum(self.weights)
        for amount, reached in zip(self.amounts, accumulate(self.weights), strict=True):
            if reached >= wanted:
                return amount
        return self.amounts[-1]

    @property
    def mean(self) -> Fraction:
        """Cents on average."""
        return self._mean(1)

    @property
    def variance(self) -> Fraction:
        return self._mean(2) - self.mean**2

    def standard_deviation(self, places: int = 2) -> str:
        """In dollars, as a decimal rounded once."""
        return root_text(self.variance / 10_000, places)

    def _sum(self, wanted: Callable[[int], bool]) -> Fraction:
        pairs = zip(self.amounts, self.weights, strict=True)
        return Fraction(sum(weight for amount, weight in pairs if wanted(amount)), self.total)

    def _mean(self, power: int) -> Fraction:
        pairs = zip(self.amounts, self.weights, strict=True)
        return Fraction(sum(amount**power * weight for amount, weight in pairs), sum(self.weights))


def distribution(weights: Mapping[int, int], total: int | None = None) -> Distribution:
    """From weights by amount; amounts that weigh nothing are left out."""
    kept = sorted((amount, weight) for amount, weight in weights.items() if weight)
    amounts, held = zip(*kept, strict=True)
    return Distribution(amounts, held, sum(held) if total is None else total)


# One wager at one stake: what a round of it gains, in whole cents.


class CannotPlay(ValueError):
    """These rounds cannot be computed; the message says why."""


class Stakes(Struct, frozen=True):
    """A wager with its first stake in cents.

    `gains` has the weight of each gain of a round. `needed` is the most that a round can put at
    risk, later wagers included.
    """

    game: str
    wager: str
    stake: int
    gains: dict[int, int]
    needed: int

    @property
    def total(self) -> int:
        return sum(self.gains.values())


def stakes(
    slug: str, wager: str, stake: int, *, options: Any = None, chips: ChipSet = STANDARD_CHIPS
) -> Stakes:
    """A wager by its name in the analysis (`banker`; `initial, go to war`), paid in chips.

    Where the document rounds winnings up to what chips can pay, these chips do.
    """
    pays = pay_of(slug, stake, chips)
    figures = analyse(slug, options=options, pay=pays).wager(wager)
    return of_figures(slug, figures, stake)


def pay_of(slug: str, stake: int, chips: ChipSet) -> Pay:
    if stake <= 0:
        raise CannotPlay(f"a stake of {dollar_text(stake)}: expected more than nothing")
    return EXACTLY if module_of(slug).ROUNDS_BY is None else InChips(stake, chips)


def of_figures(slug: str, figures: WagerFigures, stake: int) -> Stakes:
    """A round's gains, from the wager's outcomes."""
    most = max(each.staked for each in figures.outcomes)
    return Stakes(slug, figures.name, stake, gains_of(figures, stake), ceil(most * stake))


def gains_of(figures: WagerFigures, stake: int) -> dict[int, int]:
    """By gain in cents of a round: its weight, made as small as it can be."""
    if not figures.by_round:
        raise CannotPlay(
            f"{figures.name} is counted hand by hand, so that the spread of a round is not known"
        )
    gains: dict[int, int] = {}
    for each in figures.outcomes:
        if each.weight:
            gain = whole_cents(each.pays, stake)
            gains[gain] = gains.get(gain, 0) + each.weight
    return _reduced(gains)


def whole_cents(pays: Fraction, stake: int) -> int:
    gain = pays * stake
    if gain.denominator != 1:
        raise CannotPlay(
            f"{pays} times {dollar_text(stake)} is no whole number of cents: choose another stake"
        )
    return gain.numerator


def _reduced(gains: Mapping[int, int]) -> dict[int, int]:
    common = gcd(*gains.values())
    return {gain: weight // common for gain, weight in gains.items()}


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


# The sum of many rounds that tell nothing of each other.

MOST_DIGITS = 100_000_000  # of all weights of a sum together: some seconds, some hundred megabytes
_EXACTLY = decimal.Context(
    prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
)


class _Sum(Struct, frozen=True):
    """Weights of `least`, `least + step` and so on, and the total that they are parts of."""

    least: int
    weights: list[int]
    total: int


def sum_of(gains: Gains, rounds: int) -> tuple[Weights, int]:
    """The weights of what so many rounds gain together, and what they weigh in all.

    Exact as long as the total has at most `EXACT_BITS`. Beyond that weights are rounded down and
    totals up, so that a chance can only become too low.
    """
    check_rounds(rounds)
    step = gcd(*(gain - min(gains) for gain in gains)) or 1
    one = _on_grid(gains, step)
    halvings = 0
    while rounds >> halvings > 1 and _bits(one, rounds >> halvings) > EXACT_BITS:
        halvings += 1
    found = _power(one, rounds >> halvings)
    for place in range(halvings - 1, -1, -1):
        found = _square(_sums_cut(found, step))
        if rounds >> place & 1:
            found = _with_one_more(found, one)
    if halvings:
        found = _sums_cut(found, step)
    amounts = range(found.least, found.least + step * len(found.weights), step)
    return {a: ways for a, ways in zip(amounts, found.weights, strict=True) if ways}, found.total


def _on_grid(gains: Gains, step: int) -> _Sum:
    least = min(gains)
    weights = [gains.get(each, 0) for each in range(least, max(gains) + 1, step)]
    return _Sum(least, weights, sum(weights))


def _bits(one: _Sum, rounds: int) -> int:
    return (one.total.bit_length()) * rounds


def _power(one: _Sum, rounds: int) -> _Sum:
    """Every coefficient from those before it, exactly.

    Of q = p^n the derivative gives p q' = n p' q, and its coefficients the recurrence below.
    """
    span = (len(one.weights) - 1) * rounds
    _check(span + 1, _bits(one, rounds))
    first = one.weights[0]
    terms = [(i, weight) for i, weight in enumerate(one.weights) if i and weight]
    ways = [first**rounds]
    for place in range(1, span + 1):
        before = sum(
            (i * (rounds + 1) - place) * weight * ways[place - i]
            for i, weight in terms
            if i <= place
        )
        ways.append(before // (place * first))
    return _Sum(one.least * rounds, ways, one.total**rounds)


def _square(half: _Sum) -> _Sum:
    """All products of weights in one multiplication: each weight is a row of digits of one number.

    `decimal` multiplies long numbers in almost linear time, and its context forbids rounding.
    """
    total = half.total**2
    _check(2 * len(half.weights), total.bit_length())
    digits = len(str(total))
    row = "".join(f"{weight:0{digits}d}" for weight in half.weights)
    long = _EXACTLY.create_decimal(row)
    places = 2 * len(half.weights) - 1
    product = f"{_EXACTLY.multiply(long, long):f}".rjust(places * digits, "0")
    weights = [int(product[at : at + digits]) for at in range(0, len(product), digits)]
    return _Sum(2 * half.least, weights, total)


def _with_one_more(found: _Sum, one: _Sum) -> _Sum:
    weights = [0] * (len(found.weights) + len(one.weights) - 1)
    for shift, times in enumerate(one.weights):
        if times:
            for place, ways in enumerate(found.weights, start=shift):
                weights[place] += ways * times
    return _Sum(found.least + one.least, weights, found.total * one.total)


def _sums_cut(found: _Sum, step: int) -> _Sum:
    """Weights of `KEPT_BITS` at most, without the ends that weigh nothing any more."""
    by = max(0, found.total.bit_length() - KEPT_BITS)
    weights = [ways >> by for ways in found.weights]
    first = next(place for place, ways in enumerate(weights) if ways)
    last = next(place for place in range(len(weights) - 1, -1, -1) if weights[place])
    return _Sum(found.least + step * first, weights[first : last + 1], -(-found.total >> by))


def _check(amounts: int, bits: int) -> None:
    if amounts * bits * 3 > MOST_DIGITS * 10:
        raise too_many_amounts(f"{amounts:,} amounts are too many")


# The result of a session: so many rounds of one wager at one stake.

AS_IF_FRESH = "as if every round came from a full, freshly shuffled source"
Road = Literal["exact", "fresh", "dealt"]
MOST_SESSIONS = 10_000_000
_TOGETHER = 2_000  # sessions dealt before their gains are added up


class Session(Struct, frozen=True):
    """What so many rounds gain. `road` is how that is known, `because` says it in words.

    exact: a sum of rounds that tell nothing of each other. fresh: the same sum for a game whose
    rounds do, as if each were the first. dealt: so many sessions dealt by the kernels, shoe and
    all. The gain is the patron's, in cents; of dealt sessions the weights are sessions.
    """

    game: str
    wager: str
    stake: int
    rounds: int
    road: Road
    because: str
    gain: Distribution

    @property
    def ahead(self) -> Fraction:
        return self.gain.above(0)

    @property
    def even(self) -> Fraction:
        return self.gain.chance(0)

    @property
    def behind(self) -> Fraction:
        return self.gain.below(0)

    def __repr__(self) -> str:
        ends = (("ahead", self.ahead), ("even", self.even), ("behind", self.behind))
        chances = ", ".join(f"{name} {percent_text(chance)}" for name, chance in ends)
        return f"<Session of {self.rounds:,} rounds, {self.wager} of {self.game}: {chances}>"

    def _repr_svg_(self) -> str:
        from houseway.analysis.plots import session_plot

        return session_plot(self).svg()


def independent(slug: str) -> bool:
    """Does one round of this game tell nothing of the next?"""
    return bool(game(slug).fresh)


def why(slug: str) -> str:
    """Why rounds of this game may be added up."""
    return game(slug).fresh or AS_IF_FRESH


def session(
    slug: str,
    wager: str,
    *,
    stake: int,
    rounds: int,
    options: Any = None,
    chips: ChipSet = STANDARD_CHIPS,
) -> Session:
    """The result of a session by adding up the exact outcomes of its rounds."""
    asked = stakes(slug, wager, stake, options=options, chips=chips)
    road: Road = "exact" if independent(slug) else "fresh"
    return Session(
        slug, wager, stake, rounds, road, why(slug), distribution(*sum_of(asked.gains, rounds))
    )


def dealt_session(
    slug: str,
    wager: str,
    *,
    stake: int,
    rounds: int,
    sessions: int = 100_000,
    seed: int = 1,
    options: Any = None,
    chips: ChipSet = STANDARD_CHIPS,
) -> Session:
    """So many sessions dealt, each from a source of its own, freshly made ready."""
    if not 1 <= sessions <= MOST_SESSIONS:
        raise CannotPlay(f"{sessions:,} sessions: from 1 to {MOST_SESSIONS:,} can be dealt")
    chosen = game(slug).options() if options is None else options
    figures = analyse(slug, options=chosen, pay=pay_of(slug, stake, chips)).wager(wager)
    dealt = _Dealt(slug, chosen, figures, stake)
    gains: dict[int, int] = {}
    for first in range(0, sessions, _TOGETHER):
        for gain in dealt.gains(range(first, min(first + _TOGETHER, sessions)), rounds, seed):
            gains[gain] = gains.get(gain, 0) + 1
    dealt.check()
    because = f"{sessions:,} sessions from seed {seed}, each from a fresh source"
    return Session(slug, wager, stake, rounds, "dealt", because, distribution(gains))


class _Dealt:
    """Sessions dealt by a game's kernel, and what each case of it gains."""

    def __init__(self, slug: str, options: Any, paid: WagerFigures, stake: int) -> None:
        from houseway.analysis.dealing import prepare

        self._dealing = prepare(slug, options)
        self._paid = {each.name: each.pays for each in paid.outcomes}
        self._wager, self._stake = paid.name, stake
        self._gain: dict[int, int] = {}
        self._exactly: dict[int, Fraction] = {}
        self._all: Long | None = None

    def gains(self, numbers: range, rounds: int, seed: int) -> list[int]:
        """What each of these sessions gains, in cents."""
        import numpy as np

        counts = np.array(
            [
                self._dealing.deal(np.array(state_of(seed, number), np.uint64), rounds)
                for number in numbers
            ]
        )
        together = counts.sum(axis=0)
        self._all = together if self._all is None else self._all + together
        by_case = np.zeros(len(together), np.int64)
        for case in np.flatnonzero(together).tolist():
            by_case[case] = self._gain_of(case, len(together))
        found: list[int] = (counts @ by_case).tolist()
        return found

    def _gain_of(self, case: int, cases: int) -> int:
        """What a round of one case gains, hand by hand, as it is paid; of another box, nothing."""
        import numpy as np

        if case not in self._gain:
            one = np.zeros(cases, np.int64)
            one[case] = 1
            figures = self._figures(one)
            hands = [each for each in figures.outcomes if each.weight] if figures else []
            if figures and figures.total != 1:
                raise CannotPlay(f"the kernel does not tell single rounds of {self._wager} apart")
            if any(each.name not in self._paid for each in hands):
                raise CannotPlay(f"what {self._wager} gains depends on more than the round itself")
            self._exactly[case] = sum((each.pays * each.weight for each in hands), Fraction(0))
            self._gain[case] = sum(
                whole_cents(self._paid[each.name], self._stake) * each.weight for each in hands
            )
        return self._gain[case]

    def _figures(self, counts: Long) -> WagerFigures | None:
        """What these rounds say of the wager; nothing where it was not wagered in any of them."""
        for each in self._dealing.figures(counts):
            if each.name == self._wager and each.total:
                return each
        return None

    def check(self) -> None:
        """Raise unless the rounds, case by case, come to what the kernel's own figures say."""
        figures = None if self._all is None else self._figures(self._all)
        if self._all is None or figures is None:
            raise CannotPlay(f"{self._wager} was not wagered in any round dealt")
        gained = sum(
            (pays * int(self._all[case]) for case, pays in self._exactly.items()), Fraction(0)
        )
        if gained != -figures.edge * figures.total:
            raise CannotPlay(f"what {self._wager} gains depends on more than the round itself")
