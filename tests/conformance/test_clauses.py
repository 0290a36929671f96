"""Every enforced clause is exercised by a case of the kit, or a reason says why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.conformance.cases import LEVELS
from houseway.conformance.files import ROUNDS, Cited, cases_for, enforced, listed, reasons
from houseway.conformance.making import make, make_directed
from houseway.conformance.playing import written
from houseway.conformance.stream_cases import has_level
from houseway.games import game, slugs

STRETCH = 50  # cases of each level between two looks at what is still missing


def missing_after(slug: str, rounds: int) -> tuple[set[str], frozenset[str]]:
    """What no case has cited, and what one has, until nothing is missing or all were played."""
    found = game(slug)
    wanted: set[str] = {
        found.cite(each) for each in enforced(found.cite) if each not in reasons(found.cite)
    }
    cited = Cited()
    levels = [level for level in LEVELS if has_level(found, level)]
    for level in levels:
        for each in make_directed(found, level):
            cited.add(each.answer)
    for begin in range(1, rounds + 1, STRETCH):
        if wanted <= cited.clauses:
            break
        for level in levels:
            first, last = (1 + cases_for(level, at) for at in (begin - 1, begin + STRETCH - 1))
            for each in make(found, level, seed="1", numbers=range(first, last)):
                cited.add(each.answer)
    return set(wanted - cited.clauses), cited.clauses


@pytest.mark.share(1)
@pytest.mark.parametrize("slug", slugs())
def test_every_enforced_clause_is_exercised_or_says_why_not(slug: str) -> None:
    missing, cited = missing_after(slug, ROUNDS)
    assert missing == set()
    cite = game(slug).cite
    assert not {number for number in listed(slug) if cite(number) in cited}


def test_every_reason_is_about_a_clause_that_is_enforced() -> None:
    for slug in slugs():
        assert set(listed(slug)) <= set(enforced(game(slug).cite))


@pytest.mark.parametrize("slug", slugs())
def test_no_clause_of_a_tournament_or_promotion_is_left_out(slug: str) -> None:
    """A clause that a tournament or promotion asks is in a case, unless no ruling can cite it."""
    cite = game(slug).cite
    asked = set(_strings([cite.slots.get(part, {}) for part in ("tournament", "promotion")]))
    assert not asked & set(listed(slug))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def test_every_directed_case_is_of_a_game_and_differs_from_the_others() -> None:
    assert {each.game for each in written()} <= set(slugs())
    assert len({(each.game, each.level, each.why) for each in written()}) == len(written())
