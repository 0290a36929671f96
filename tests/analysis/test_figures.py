"""What follows from outcomes: edge, hit frequency, variance, decimals, clauses, JSON."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from houseway.analysis import CannotAnalyse, analyse
from houseway.analysis.figures import (
    Outcome,
    WagerFigures,
    as_data,
    decimal_text,
    percent_text,
    root_text,
)
from houseway.games.casino_war.rules import cite
from houseway.rulebook.odds import to

# A made-up wager: of 10 rounds 2 pay 3 to 2, 3 stand off, 4 lose one unit, 1 loses two.
WAGER = WagerFigures(
    "made up",
    cite("5.1.1"),
    (
        Outcome("win", Fraction(3, 2), 2, cite("8.2.2"), to(3, 2)),
        Outcome("stand off", Fraction(0), 3, cite("10.2")),
        Outcome("lose", Fraction(-1), 4, cite("10.3")),
        Outcome("lose both", Fraction(-2), 1, cite("10.3"), None, Fraction(2)),
    ),
)


def test_figures_follow_from_the_outcomes() -> None:
    """By hand: 2 x 1.5 - 4 - 2 = -3 of 10; squares 2 x 2.25 + 4 + 4 = 12.5 of 10, less 0.09."""
    assert WAGER.total == 10
    assert WAGER.edge == Fraction(3, 10)
    assert not WAGER.favours_patron
    assert WAGER.hit_frequency == Fraction(1, 5)
    assert WAGER.variance == Fraction(125, 100) - Fraction(9, 100)
    assert WAGER.average_stake == Fraction(11, 10)
    assert WAGER.element_of_risk == Fraction(3, 11)
    assert WAGER.has_later_wagers


def test_the_edge_is_decomposed_by_outcome_and_by_clause() -> None:
    """Casino War 8.2.2, 10.2 and 10.3 as named above: 0.3, nothing, and -0.4 - 0.2."""
    parts = [WAGER.contribution(each) for each in WAGER.outcomes]
    assert parts == [Fraction(3, 10), 0, Fraction(-2, 5), Fraction(-1, 5)]
    assert WAGER.by_clause() == {
        cite("8.2.2"): Fraction(3, 10),
        cite("10.2"): 0,
        cite("10.3"): Fraction(-3, 5),
    }
    assert sum(WAGER.by_clause().values()) == -WAGER.edge


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (Fraction(1, 37), 6, "0.027027"),
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(2, 3), 3, "0.667"),
        (Fraction(1, 8), 2, "0.12"),  # half to even
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(0), 2, "0.00"),
        (Fraction(-1, 1000), 2, "0.00"),
        (5, 0, "5"),
        (Fraction(15, 10), 1, "1.5"),
    ],
)
def test_a_fraction_is_rounded_once(number: Fraction, places: int, text: str) -> None:
    assert decimal_text(number, places) == text


def test_percent_is_a_hundredfold() -> None:
    assert percent_text(Fraction(1, 37)) == "2.7027 %"


@pytest.mark.parametrize("number", [Fraction(2), Fraction(1, 3), Fraction(625), Fraction(7, 10**9)])
@pytest.mark.parametrize("places", [0, 1, 6, 20])
def test_a_root_is_rounded_once_and_has_no_float_on_the_way(number: Fraction, places: int) -> None:
    with localcontext(prec=80) as context:
        root = context.sqrt(Decimal(number.numerator) / Decimal(number.denominator))
        expected = round(Fraction(root) * 10**places)
    assert Fraction(root_text(number, places)) * 10**places == expected


def test_a_standard_deviation_known_by_hand() -> None:
    """Tournament American Roulette 6.1(l): red has a variance of 1368/1369."""
    red = analyse("tournament-roulette").wager("red")
    assert red.variance == Fraction(1368, 1369)
    assert red.standard_deviation(6) == "0.999635"  # the root of 0.999270


def test_json_has_the_agreed_form() -> None:
    """Casino War 8.1.2: of each wager the edge, exactly and as a decimal, sd and outcomes."""
    told = as_data(analyse("casino-war"))
    assert told["game"] == "casino-war"
    assert told["options"] == {"source": "shoe", "preshuffled": "casino", "areas": 7}
    tie = told["wagers"]["tie"]
    assert tie["edge"] == "0.186495176849"  # 58/311
    assert tie["exact"] == "58/311"
    assert tie["sd"].startswith("2.878673")
    first = tie["outcomes"][0]
    assert (first["name"], first["pays"], first["weight"]) == ("equal", "10", 312 * 23)
    assert first["probability"] == "0.073954983923"  # 23/311
    assert first["clause"] == "Casino War 8.1.2"
    assert told["wagers"]["initial, surrender"]["outcomes"][1]["pays"] == "-1/2"


def test_a_wager_that_is_not_there_is_named() -> None:
    with pytest.raises(LookupError, match='dragon is none of the wagers analysed: "initial, go'):
        analyse("casino-war").wager("dragon")


def test_what_cannot_be_analysed_is_refused() -> None:
    with pytest.raises(CannotAnalyse, match="has no decks"):
        analyse("tournament-roulette", decks=2)
    with pytest.raises(CannotAnalyse, match="0 decks"):
        analyse("casino-war", decks=0)
    with pytest.raises(CannotAnalyse, match="snap has no exact analysis"):
        analyse("snap")
