"""Every change of a figure that rules tournaments and promotions is caught by a case of the kit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from houseway.conformance.cases import Level
from houseway.conformance.files import ROUNDS, cases_for
from houseway.conformance.making import MadeCase, make, make_directed
from houseway.conformance.playing import answered_by
from houseway.games import game, slugs
from tests.conformance.stream_tables import ruled_by, stream_mutants

WORDS_ALONE = "the item is answered in words alone"
# Figures that no case can tell from others, and why. An item is named by its key.
# fmt: off
UNREACHABLE = {
    "groups in_words": WORDS_ALONE, "elimination in_words": WORDS_ALONE,
    "dropping out in_words": WORDS_ALONE, "statement in_words": WORDS_ALONE,
    "compulsory in_words": WORDS_ALONE, "allotment in_words": WORDS_ALONE,
    "eligibility in_words": WORDS_ALONE,
    "sessions boxes 0 1 to 0": "no box has the number 0",
    "sessions deductions 0 to 1": "the document makes no deductions",
}
OF_ONE_DOCUMENT = {
    ("seven-up-baccarat", "entry own_first_session False to True"): "it has no reserves",
    ("tournament-roulette", "wagering out_of_turn_stands True to False"): "it has no order",
    ("mini-baccarat", "ranking together_by to share"): "both leave it to the conditions",
}
# fmt: on
DOCUMENTS: list[tuple[str, Level]] = [
    *((slug, "tournament") for slug in slugs() if game(slug).tournament),
    *((slug, "promotion") for slug in slugs() if game(slug).promotion),
]


def unreachable(slug: str, place: str) -> str:
    if place.startswith("conditions items"):
        _, _, number, name, *_ = place.split()
        rules = game(slug).tournament
        assert rules
        place = f"{rules.conditions.items[int(number)].key} {name}"
    return UNREACHABLE.get(place, "") or OF_ONE_DOCUMENT.get((slug, place), "")


@cache
def directed(slug: str, level: Level) -> tuple[MadeCase, ...]:
    return tuple(make_directed(game(slug), level))


@cache
def seeded(slug: str, level: Level, number: int) -> MadeCase:
    return next(make(game(slug), level, seed="1", numbers=(number,)))


def cases(slug: str, level: Level) -> Iterator[MadeCase]:
    """The whole kit of a level, the directed cases first."""
    yield from directed(slug, level)
    for number in range(1, cases_for(level, ROUNDS) + 1):
        yield seeded(slug, level, number)


def caught(slug: str, level: Level, rules: object) -> bool:
    for each in cases(slug, level):  # made by the rules as they are
        with ruled_by(slug, level, rules):
            if _otherwise(slug, each):
                return True
    return False


def _otherwise(slug: str, made: MadeCase) -> bool:
    try:
        return answered_by(game(slug), made.case) != made.answer
    except Exception:  # a broken figure breaks anything
        return True


@pytest.mark.share(3)
@pytest.mark.parametrize(("slug", "level"), DOCUMENTS)
def test_every_changed_figure_is_caught(slug: str, level: Level) -> None:
    counted = 0
    for mutant in stream_mutants(slug, level):
        if unreachable(slug, mutant.place):
            continue
        counted += 1
        assert caught(slug, level, mutant.rules), f"{mutant.place} is not caught"
    assert counted >= 10


@pytest.mark.parametrize(("slug", "level"), DOCUMENTS)
def test_the_rules_as_they_are_answer_alike(slug: str, level: Level) -> None:
    assert not any(_otherwise(slug, each) for each in directed(slug, level))
    assert not any(_otherwise(slug, seeded(slug, level, number)) for number in range(1, 6))


def test_every_reason_is_about_a_figure_that_there_is() -> None:
    places = {
        (slug, each.place) for slug, level in DOCUMENTS for each in stream_mutants(slug, level)
    }
    assert set(OF_ONE_DOCUMENT) <= places
