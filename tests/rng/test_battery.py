"""The tests of chance: right about known figures, content with good sources, sharp on bad ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, product

import pytest

from houseway.cli.rng import app
from houseway.rng import battery as b
from houseway.rng.battery import (
    Outcomes,
    Verdict,
    battery,
    chi_square,
    collected,
    distinct,
    normal,
    tail,
)
from houseway.rng.sources import SOURCES, collect, written

# Published upper points of the chi-square distribution: figure, degrees of freedom, chance.
POINTS = [
    (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (18.307, 10, 0.05), (23.209, 10, 0.01),
    (43.773, 30, 0.05), (124.342, 100, 0.05), (70.065, 100, 0.99), (2.558, 10, 0.99),
]  # fmt: skip


@pytest.mark.parametrize(("figure", "freedom", "chance"), POINTS)
def test_the_tail_is_the_published_one(figure: float, freedom: int, chance: float) -> None:
    assert tail(figure, freedom) == pytest.approx(chance, abs=1e-4)


def test_a_normal_figure_has_its_two_tails() -> None:
    assert normal("", 1.959964, "").p == pytest.approx(0.05, abs=1e-6)
    assert normal("", -2.575829, "").p == pytest.approx(0.01, abs=1e-6)


def test_small_cells_are_put_together() -> None:
    """Expected 20, 3, 2: the last two make one of five, so one degree of freedom is left."""
    found = chi_square("", [20, 1, 4], [20.0, 3.0, 2.0])
    assert found.detail == "chi-square 0.0 on 1"
    with pytest.raises(ValueError, match="too few"):
        chi_square("", [3], [3.0])


def test_chances_of_classes_are_those_of_a_count_by_hand() -> None:
    """All 4 x 4 x 4 throws of three of four alike: 4 show one, 36 two, 24 three."""
    quarters = (Fraction(1, 4),) * 4
    throws = [len(set(each)) for each in product(range(4), repeat=3)]
    assert distinct(quarters, 3) == tuple(Fraction(throws.count(many), 64) for many in range(4))
    uneven = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    every = sum(
        (uneven[x] * uneven[y] * uneven[z] * uneven[w] for x, y, z, w in product(range(3), repeat=4)
         if {x, y, z, w} == {0, 1, 2}),
        Fraction(0),
    )  # fmt: skip
    assert collected(uneven, 4) == every


@pytest.mark.parametrize("name", SOURCES)
def test_the_sources_of_live_tables_pass(name: str) -> None:
    """With a limit that a good source misses once in a hundred million runs of this test."""
    for verdict in battery(collect(name, 4_000)):
        assert verdict.p > 1e-9, verdict


def outcomes(values: list[int], kinds: int = 10) -> Outcomes:
    return Outcomes("made", kinds, values)


def _good(count: int = 20_000, kinds: int = 10) -> list[int]:
    chance = random.Random(11)
    return [chance.randrange(kinds) for _ in range(count)]


def _one_too_often() -> list[int]:
    chance = random.Random(1)
    return [0 if chance.random() < 0.02 else value for value in _good()]


def _too_high() -> list[int]:
    return [max(value, 5) if at % 20 == 0 else value for at, value in enumerate(_good())]


def _never_twice() -> list[int]:
    """The lowest third never comes twice in a row."""
    made: list[int] = []
    for value in _good():
        made.append(value if value > 3 or not made or made[-1] > 3 else 9 - value)
    return made


def _after_each_other() -> list[int]:
    """What follows leans to what was before."""
    chance, made = random.Random(2), [0]
    for value in _good():
        made.append(made[-1] if chance.random() < 0.1 else value)
    return made


def _in_turn() -> list[int]:
    return [at % 10 for at in range(20_000)]


def _rising() -> list[int]:
    """Sorted in pieces of sixty."""
    values = _good()
    pieces = [values[at : at + 60] for at in range(0, len(values), 60)]
    return [value for piece in pieces for value in sorted(piece)]


def _rhythm() -> list[int]:
    """Every seventh is high."""
    return [9 if at % 7 == 0 else value for at, value in enumerate(_good())]


BAD: list[tuple[Callable[[Outcomes], Verdict], Callable[[], list[int]]]] = [
    (b.equidistribution, _one_too_often),
    (b.frequency, _too_high),
    (b.gap, _never_twice),
    (b.poker, _after_each_other),
    (b.coupon_collector, _in_turn),
    (b.permutation, _rising),
    (b.run, _rising),
    (b.spectral, _rhythm),
    (b.serial, _after_each_other),
]


@pytest.mark.parametrize(("test", "made"), BAD, ids=[test.__name__ for test, _ in BAD])
def test_a_bad_source_fails_and_a_good_one_does_not(
    test: Callable[[Outcomes], Verdict], made: Callable[[], list[int]]
) -> None:
    assert test(outcomes(made())).p < b.limit(len(b.TESTS))
    assert test(outcomes(_good())).p > b.limit(len(b.TESTS))


def test_the_verdicts_of_good_sources_are_themselves_spread_evenly() -> None:
    """A test that is always content would say nothing: over 100 sources each p falls anywhere."""
    chance = random.Random(4)
    for test in b.TESTS:
        found = [test(outcomes([chance.randrange(10) for _ in range(2_000)])).p for _ in range(100)]
        low = sum(1 for p in found if p < 0.5)
        assert 30 <= low <= 70, test.__name__  # 50 expected, four standard deviations are 20
        assert min(found) < 0.1
        assert max(found) > 0.9


@pytest.mark.parametrize("name", SOURCES)
def test_outcomes_are_written_block_by_block(name: str) -> None:
    """A battery reads for hours: nothing is gathered first, and 0 has no end."""
    for count in (3, 41):
        content = b"".join(written(name, count, 20))
        assert len(content if name == "raw" else content.split()) == count
    first, second = islice(written(name, 0, 20), 2)
    for block in (first, second):
        assert len(block if name == "raw" else block.split()) == 20
    assert first != second


def test_the_command_collects_and_tests(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert app(["collect", "--final", "dice", "--count", "50"], result_action="return_value") == 0
    thrown = capsysbinary.readouterr().out.split()
    assert len(thrown) == 50
    assert set(thrown) <= {b"0", b"1", b"2", b"3", b"4", b"5"}
    assert app(["collect", "--raw", "--count", "64"], result_action="return_value") == 0
    assert len(capsysbinary.readouterr().out) == 64
    assert app(["collect", "--raw", "--count", "-1"], result_action="return_value") == 2
    assert app(["collect"], result_action="return_value") == 2
    assert b"expected --raw, or --final" in capsysbinary.readouterr().err
    assert app(["test", "coins"], result_action="return_value") == 2
    assert app(["test", "dice", "--count", "10"], result_action="return_value") == 2
    assert b"take more" in capsysbinary.readouterr().err
