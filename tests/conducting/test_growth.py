"""A tournament and the table that serves it do not grow with the rounds of a session."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.store import codec
from tests.conducting.casino import HEAT, SLUGS, STREAM, TABLE, Casino
from tests.table.test_growth import leaves

FEW, MANY = 6, 24  # rounds
LONG = msgspec.structs.replace(HEAT, chips=5_000, rounds=MANY + 10)


def size(casino: Casino) -> tuple[int, int]:
    """Of the tournament and of its table: how many values each state has in it."""
    tournament = msgspec.to_builtins(casino.runner.tournament(STREAM))
    table = msgspec.msgpack.decode(codec.encode_state(casino.runner.table(TABLE)), strict=False)
    return leaves(tournament), leaves(table)


@pytest.mark.parametrize("slug", SLUGS)
def test_neither_grows_with_the_rounds_of_a_session(slug: str, tmp_path: Path) -> None:
    """Everybody stakes the minimum of every round, so that only the cards differ."""
    casino = Casino(tmp_path, slug).started(LONG)
    sizes = []
    for _ in range(MANY):
        casino.coup()
        sizes.append(size(casino))
    tournament, table = zip(*sizes, strict=True)
    assert max(tournament[FEW:]) <= max(tournament[:FEW]) + len(casino.chips)
    assert max(table[FEW:]) < 1.5 * max(table[:FEW])
    casino.log.close()
