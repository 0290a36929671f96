"""The slots of tournaments and promotional prizes are read from the edition, strictly."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import game, slots, slugs
from houseway.rulebook import Document, UnknownClause
from houseway.rulebook.document import SHIPPED, BrokenDocument, Library


def edited(before: str, after: str) -> Document:
    """Tournament Pai Gow with one line of its slots changed."""

    def read(name: str) -> str:
        text = SHIPPED.read(name)
        if name.endswith(".slots.toml"):
            assert before in text
            return text.replace(before, after)
        return text

    return Document("Tournament Pai Gow", edition="2002-02-18", library=Library(read))


@pytest.mark.parametrize("slug", slugs())
def test_every_slot_holds_a_clause_of_its_own_document(slug: str) -> None:
    """Every ruling names its clause: no slot holds a bare number or another document's clause."""
    found = game(slug)
    if found.tournament:
        clause: Any = found.tournament.conditions.wanted
        assert found.cite.number_of(clause)
        assert found.cite.number_of(found.tournament.ranking.count)
        for item in found.tournament.conditions.items:
            assert found.cite.number_of(item.clause)
        if found.tournament.direction.operator:
            assert found.cite.number_of(found.tournament.direction.operator)
    if found.promotion:
        assert found.cite.number_of(found.promotion.prize)
        for each in found.promotion.terms.values():
            assert found.cite.number_of(each)


def test_a_slot_with_a_clause_that_is_not_there_is_not_read() -> None:
    """As strict as `cite`: an unknown clause raises, in an optional slot as well."""
    for before in ('nomination = "17.1"', 'assistants = "17.4"', 'clause = "17.2(a)"'):
        name = before.split(" ")[0]
        with pytest.raises(UnknownClause):
            slots.tournament_rules(edited(before, f'{name} = "99.9"'))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('nomination = "17.1"', ""),
        ('nomination = "17.1"', 'nomination = "17.1"\nnominated = "17.1"'),
        ('late_when = "at commencement"', 'late_when = "sometimes"'),
        ('nominators = ["gaming shift manager"]', 'nominators = ["croupier"]'),
        ("boxes = [2, 8]", "boxes = [2]"),
    ],
)
def test_a_slot_missing_unknown_or_filled_wrongly_is_not_read(before: str, after: str) -> None:
    with pytest.raises(BrokenDocument):
        slots.tournament_rules(edited(before, after))
