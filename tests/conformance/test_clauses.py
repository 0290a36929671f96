"""Every enforced clause is exercised by a case of the kit, or a reason says why it cannot be."""

from __future__ import annotations

import pytest

from houseway.conformance.cases import LEVELS
from houseway.conformance.directed import written
from houseway.conformance.kit import ROUNDS
from houseway.conformance.making import make, make_directed
from houseway.conformance.reach import clauses_in, enforced, listed, reasons
from houseway.games import game, slugs

STRETCH = 50  # cases of each level between two looks at what is still missing


def missing_after(slug: str, rounds: int) -> tuple[set[str], set[str]]:
    """What no case has cited, and what one has, until nothing is missing or all were played."""
    found = game(slug)
    wanted: set[str] = {
        found.cite(each) for each in enforced(found.cite) if each not in reasons(found.cite)
    }
    cited: set[str] = set()
    for level in LEVELS:
        for each in make_directed(found, level):
            cited.update(clauses_in(each.answer))
    for begin in range(1, rounds + 1, STRETCH):
        if wanted <= cited:
            break
        for level in LEVELS:
            for each in make(found, level, seed="1", numbers=range(begin, begin + STRETCH)):
                cited.update(clauses_in(each.answer))
    return wanted - cited, cited


@pytest.mark.parametrize("slug", slugs())
def test_every_enforced_clause_is_exercised_or_says_why_not(slug: str) -> None:
    missing, cited = missing_after(slug, ROUNDS)
    assert missing == set()
    cite = game(slug).cite
    assert not {number for number in listed(slug) if cite(number) in cited}


def test_every_reason_is_about_a_clause_that_is_enforced() -> None:
    for slug in slugs():
        assert set(listed(slug)) <= set(enforced(game(slug).cite))


def test_every_directed_case_is_of_a_game_and_differs_from_the_others() -> None:
    assert {each.game for each in written()} <= set(slugs())
    assert len({(each.game, each.why) for each in written()}) == len(written())
