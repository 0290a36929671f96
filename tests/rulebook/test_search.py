"""A clause is found by its words."""

from __future__ import annotations

from houseway.rulebook import document
from houseway.rulebook.browse import search_clauses

MINI = document("mini-baccarat")


def numbers(words: str) -> list[str]:
    return [row.number for _, row in search_clauses(words, [MINI])]


def test_capitals_and_hyphens_do_not_matter() -> None:
    """People type what they say."""
    assert numbers("no bet coup") == numbers("NO-BET Coup") != []


def test_the_words_together_come_before_the_words_apart() -> None:
    """The phrase is most likely what was meant."""
    apart = ["void round" not in MINI.clauses[each].must for each in numbers("void round")]

    assert apart == sorted(apart)
    assert set(apart) == {True, False}


def test_every_word_must_be_there() -> None:
    """More words find less."""
    assert set(numbers("cutting tie")) < set(numbers("cutting"))
    assert numbers("cutting zebra") == []


def test_a_short_word_is_not_the_beginning_of_another() -> None:
    """A search for no does not find note, notice or not."""
    assert "14.9" not in numbers("no")
    assert "4.9" in numbers("no")


def test_without_a_document_all_nine_are_searched() -> None:
    """Results keep the order of the catalogue."""
    slugs = [each.slug for each, _ in search_clauses("insurance")]

    assert set(slugs) == {"tournament-blackjack"}
