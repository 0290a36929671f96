"""A breach of a rule on conduct is logged under the clause that it breaks."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import slugs
from houseway.rulebook.document import document
from houseway.rulebook.ruling import Accepted, Refused
from houseway.rulebook.shown import conduct
from houseway.table.table import Table, decide, evolve
from tests.offices import decider, opening_of


def opened(slug: str) -> Table:
    table = Table()
    ruling = decide(table, opening_of(slug), decider(slug), 0, "Dora")
    assert isinstance(ruling, Accepted)
    for event in ruling.events:
        evolve(table, event)
    return table


@pytest.mark.parametrize("slug", slugs())
def test_a_breach_is_logged_under_its_clause(slug: str) -> None:
    """Tournament Mini-Baccarat 11.3(a), 11.3(e), 11.3(c), Tournament Blackjack 16.2(a) and each
    other rule of conduct that people are told."""
    table, cite, by = opened(slug), document(slug), decider(slug)
    assert conduct(cite)
    for number in conduct(cite):
        ruling = decide(table, c.LogBreach("Ana", "a telephone", number), by, 0, "Dora")
        assert ruling == Accepted((e.BreachLogged("Ana", "a telephone", cite(number)),)), number


@pytest.mark.parametrize("slug", slugs())
def test_a_category_is_one_of_the_rules_of_conduct(slug: str) -> None:
    table, by = opened(slug), decider(slug)
    plain = decide(table, c.LogBreach("Ana", "rude words"), by, 0, "Dora")
    assert isinstance(plain, Accepted)
    (logged,) = plain.events
    assert isinstance(logged, e.BreachLogged)
    unknown = decide(table, c.LogBreach("Ana", "rude words", "99.9"), by, 0, "Dora")
    assert unknown == Refused("no_such_category", logged.clause)
