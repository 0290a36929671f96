"""Every row of odds, irregularity clause and next step is asked by a drill, or says why not."""

from __future__ import annotations

from collections import Counter

import pytest

from houseway.games import find, slugs
from houseway.training.coverage import IRREGULARITY, asked, asks, unasked, wanted
from houseway.training.generate import drill

IRREGULARITY_CLAUSES = 116  # of the nine documents


def test_everything_is_asked_or_has_a_reason() -> None:
    every = {each for slug in slugs() for each in wanted(find(slug))}
    assert asked().keys() | unasked().keys() == every
    assert not asked().keys() & unasked().keys()
    assert all(reason.endswith(".") for reason in unasked().values())
    assert Counter(each.sort for each in every)[IRREGULARITY] == IRREGULARITY_CLAUSES


@pytest.mark.parametrize("slug", slugs())
def test_the_drills_that_are_named_ask_it(slug: str) -> None:
    game = find(slug)
    named: dict[tuple[str, str], set[object]] = {}
    for each, by in asked().items():
        if each.slug == slug:
            named.setdefault((by.kind, by.seed), set()).add(each)
    for (kind, seed), expected in named.items():
        made = drill(game, kind, seed)
        assert expected <= set(asks(made, game)), f"{kind} {seed}"
