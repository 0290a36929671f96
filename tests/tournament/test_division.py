"""Prizes by place and their division, to the cent (reading TP19)."""

from __future__ import annotations

import random

import pytest

from houseway.tournament.terms import Breakdown, divided, prizes

HALVES = Breakdown(hundredths=(5000, 3000, 2000))
ODD = Breakdown(hundredths=(3333, 3333, 3334))


# The pool in cents, how many took part, and what each place gets, worked by hand.
@pytest.mark.parametrize(
    ("table", "pool", "players", "wanted"),
    [
        (HALVES, 10_000, 3, [5000, 3000, 2000]),
        (HALVES, 10_001, 3, [5001, 3000, 2000]),  # 5000.5, 3000.3, 2000.2; a cent to the first
        (HALVES, 7, 3, [4, 2, 1]),  # 3.5, 2.1, 1.4 are 3, 2, 1; the seventh cent to the first
        (ODD, 100, 3, [34, 33, 33]),  # 33.33, 33.33, 33.34
        (HALVES, 10_000, 5, [5000, 3000, 2000, 0, 0]),
        (HALVES, 10_000, 2, [7000, 3000]),  # nobody is third: its 20 % go to the first
        (HALVES, 10_000, 1, [10_000]),
        (HALVES, 0, 3, [0, 0, 0]),
        (Breakdown(amounts=(600, 300, 100)), 1000, 3, [600, 300, 100]),
        (Breakdown(amounts=(600, 300), rest_to=1), 1000, 3, [700, 300, 0]),
        (Breakdown(amounts=(600, 300), rest_to=2), 1000, 3, [600, 400, 0]),
    ],
)
def test_the_breakdown_makes_prizes_of_the_pool(
    table: Breakdown, pool: int, players: int, wanted: list[int]
) -> None:
    """Tournament Canberra Poker 15.2(h), 15.20: shares are rounded down, the first has the rest."""
    assert prizes(table, pool, players) == wanted


# Prizes of 300, 100 and nothing for three who are out together: 133.33 each and a cent over.
@pytest.mark.parametrize(
    ("amount", "entries", "wanted"),
    [
        (40_000, (7, 3, 5), {3: 13_334, 5: 13_333, 7: 13_333}),
        (40_001, (7, 3, 5), {3: 13_334, 5: 13_334, 7: 13_333}),
        (40_002, (7, 3, 5), {3: 13_334, 5: 13_334, 7: 13_334}),
        (1, (2, 1), {1: 1, 2: 0}),
        (500, (4,), {4: 500}),
        (0, (1, 2), {1: 0, 2: 0}),
    ],
)
def test_a_shared_prize_is_divided_equally(
    amount: int, entries: tuple[int, ...], wanted: dict[int, int]
) -> None:
    """Tournament Pai Gow 17.22: equal shares, cents left over in the order of entry."""
    assert divided(amount, entries) == wanted


@pytest.mark.parametrize("seed", range(200))
def test_nothing_is_left_over(seed: int) -> None:
    """Mini Baccarat 15.21: every cent of any pool is somebody's, whatever the table."""
    chance = random.Random(seed)
    places = chance.randint(1, 12)
    cuts = sorted(chance.randint(0, 10_000) for _ in range(places - 1))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 10_000], strict=True)]
    pool, players = chance.randint(0, 10**9), chance.randint(1, 40)
    table = prizes(Breakdown(hundredths=tuple(shares)), pool, players)

    assert sum(table) == pool
    assert min(table) >= 0
    assert len(table) == players
