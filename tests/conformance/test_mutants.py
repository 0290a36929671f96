"""Every single-cell mutant of every table of a settlement is caught by a case of the kit."""

from __future__ import annotations

import pytest

from houseway.games import game, slugs
from houseway.rulebook.odds import Paytable
from tests.conformance.catching import catcher, catches, noted_cases, notes
from tests.conformance.tables import TABLES, mutants, unreachable

FEWEST = {  # cells of the approved tables, counted in the documents
    "mini-baccarat": 8 + 88 + 13 + 9 + 8 + 4,  # draws, values, verdicts, odds of hands and pairs
    "tournament-mini-baccarat": 8 + 88 + 13 + 9 + 3,
    "seven-up-baccarat": 10 + 88 + 13 + 9 + 6 + 5,  # rows 8 and 9 of Banker cannot be reached
    "tournament-roulette": 13,
    "tournament-blackjack": 13,
}


@pytest.mark.share(1)
@pytest.mark.parametrize("slug", slugs())
def test_every_single_cell_mutant_is_caught(slug: str) -> None:
    cases, noted, counted = noted_cases(slug), notes(), 0
    for mutant in mutants(slug):
        if unreachable(slug, mutant):
            continue
        counted += 1
        first = cases.get(noted.get((slug, mutant.table, mutant.place), ""))
        caught = first is not None and catches(first, mutant.game)
        assert caught or catcher(slug, mutant.game), f"{mutant.table} {mutant.place} is not caught"
    assert counted >= FEWEST.get(slug, 10)


@pytest.mark.parametrize("slug", slugs())
def test_every_pay_table_and_grid_of_the_rules_is_among_them(slug: str) -> None:
    rules = game(slug).rules
    for name in rules.__struct_fields__:
        held = getattr(rules, name)
        grid = isinstance(held, dict) and set(held.values()) == {"D", "S"}
        if isinstance(held, Paytable) or grid:
            assert name in TABLES[slug]


@pytest.mark.parametrize("slug", slugs())
def test_the_approved_rules_answer_the_noted_cases_alike(slug: str) -> None:
    assert not any(catches(each, game(slug)) for each in noted_cases(slug).values())
