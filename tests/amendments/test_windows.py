"""Side wagers that are placed at a later moment of the round: at war in Casino War."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

import houseway
from houseway.amendments.checking import check
from houseway.amendments.document import BadAmendment
from houseway.amendments.reading import Amendment, read_amendment
from houseway.analysis import analyse
from houseway.analysis.drift import expected, why_not
from tests.amendments import adopted, example

NAME = "casino-war-second-tie"


@pytest.fixture(scope="module")
def amendment() -> Iterator[Amendment]:
    with adopted(example(NAME)) as made:
        yield made


def test_the_edge_is_that_of_the_rounds_in_which_it_is_placed(amendment: Amendment) -> None:
    """After two eights of six decks, 22 eights and 24 of each other rank are left among 310.

    Both additional cards are equal in (22 x 21 + 12 x 24 x 23) / (310 x 309) = 1181/15965 of all
    wars. The patron gets 13 units back then: the edge is 1 - 13 x 1181/15965.
    """
    (second,) = (
        each for each in analyse(amendment.document.id).wagers if each.name == "second tie"
    )
    assert second.hit_frequency == Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    assert second.edge == Fraction(612, 15965)


def test_the_example_passes_with_every_clause_covered(amendment: Amendment) -> None:
    checked = check(amendment)
    assert checked.passed
    assert checked.open_clauses == ()


REFUSED = [
    # what came before, and why the wager is refused
    ((), "box 1 is not at war"),
    (("deal 8h 8c",), "box 1 is not at war"),
    (("deal 8h 8c", "Ana goes to war in box 1", "deal 9h"), "additional cards are being dealt"),
    (("deal 8h 8c", "Ana surrenders in box 1"), "box 1 is not at war"),
]


@pytest.mark.parametrize(("before", "why"), REFUSED)
def test_it_is_refused_at_any_other_moment(
    amendment: Amendment, before: tuple[str, ...], why: str
) -> None:
    """Casino War 9.2: from the choice of war to the first additional card."""
    table = houseway.Table(amendment.document.id)
    table.say("Ana wagers 50 on initial in box 1", *before)
    with pytest.raises(houseway.Refused, match=why):
        table.say("Ana wagers 10 on second tie in box 1")


def test_it_is_changed_and_withdrawn_while_the_window_is_open(amendment: Amendment) -> None:
    table = houseway.Table(amendment.document.id)
    table.say("Ana wagers 50 on initial in box 1", "deal 8h 8c", "Ana goes to war in box 1")
    table.say("Ana wagers 10 on second tie in box 1")
    table.say("Ana changes second tie to 20 in box 1")
    table.say("deal 9h 9d")
    lines = {line.wager: line for line in table.settle().lines}
    assert lines["second tie"].paid == houseway.Money("240")


def test_settled_money_is_compared(amendment: Amendment) -> None:
    """The figures hold whatever the patron chose before, unlike those of a wager on `war`."""
    name = amendment.document.id
    assert why_not(name, "second tie") == ""
    assert expected(analyse(name))["second tie"].edge == Fraction(612, 15965)


LATE = [
    # cards, then whether Ana goes to war, and what a wager on a second tie gains
    (("deal 8h 8c", "Ana goes to war in box 1", "deal 9h 9d"), "won"),
    (("deal 8h 8c", "Ana goes to war in box 1", "deal 9h 5d"), "lost"),
    (("deal 8h 8c", "Ana surrenders in box 1"), "lost"),
    (("deal 8h 5c",), "lost"),
]


@pytest.mark.parametrize(("steps", "result"), LATE)
def test_a_wager_on_the_war_that_is_placed_with_the_others(
    steps: tuple[str, ...], result: str
) -> None:
    """It is settled with the last wager of the game, whether there is a war or not."""
    text = example(NAME).replace("2030-02-01", "2030-02-03").replace('window = "war"\n', "")
    with adopted(text) as early:
        table = houseway.Table(early.document.id)
        table.say("Ana wagers 50 on initial in box 1", "Ana wagers 10 on second tie in box 1")
        table.say(*steps)
        lines = {line.wager: line.result for line in table.settle().lines}
    assert lines["second tie"] == result


FAULTS = [
    ('when = "war.result = equal"', 'when = "war.result = equal and suited"', "suited is known"),
    ('when = "war.result = equal"', 'when = "war"', "'war' is always true"),
    ('window = "war"', 'window = "river"', 'window is "betting" or "war"'),
    ('window = "war"', "window = 7", 'window is "betting" or "war"'),
]


@pytest.mark.parametrize(("was", "now", "reason"), FAULTS)
def test_a_wager_that_the_window_does_not_allow_is_refused(was: str, now: str, reason: str) -> None:
    text = example(NAME).replace("2030-02-01", "2030-02-02")
    assert was in text
    with pytest.raises(BadAmendment) as refused:
        read_amendment(text.replace(was, now, 1))
    (problem,) = refused.value.problems
    assert reason in problem.reason
    assert problem.line in (14, 17)
