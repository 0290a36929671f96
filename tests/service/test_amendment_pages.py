"""The pages on amendments, for the administrator and the inspector."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from houseway import games
from houseway.amendments.loading import load
from houseway.service.consoles.admin import amendment_pages
from tests.amendments import EXAMPLES
from tests.service import coup
from tests.service.conftest import House


@pytest.fixture
def edition() -> Iterator[str]:
    amendment = load(EXAMPLES / "roulette-edges.hwa")
    yield amendment.document.id
    games.withdraw(amendment.document.id)


def test_the_list_and_the_page_of_an_amendment(house: House, edition: str) -> None:
    """A check and a comparison, as `houseway amend check` and `compare` print them."""
    inspector = house.as_("Ivy")
    listed = inspector.get("/amendments").text
    assert f'href="/amendments/{edition}"' in listed
    assert "the edition of 18/02/2002" in listed
    assert "not yet in force" in listed
    text = inspector.get(f"/amendments/{edition}").text
    for heading in ("Clauses", "Odds", "Outcomes settled differently",
                    "Sign and leaflets to reprint", "Scenarios affected",
                    "House edges"):  # fmt: skip
        assert f"<h3>{heading}</h3>" in text
    assert "No change: next steps, house options, roles and commands." in text
    assert "The scenario passed." in text
    assert "Passed: " in text


@pytest.fixture
def better_tie() -> Iterator[str]:
    amendment = load(EXAMPLES / "tie-nine.hwa")
    yield amendment.document.id
    games.withdraw(amendment.document.id)


def test_logged_rounds_that_an_amendment_settles_differently(
    house: House, better_tie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tie at 9 to 1: of two coups the second, 7 against 7, pays Ben $180 on $20 instead of $160."""
    coup.open_table(house.floor.runner, "1")
    coup.play(house.floor.runner, "1")
    monkeypatch.setattr(coup, "CARDS", "2h Kd 5c 7s")
    coup.play(house.floor.runner, "1")
    ivy = house.as_("Ivy")
    text = ivy.get(f"/amendments/{better_tie}/log?table=1").text
    assert "1 of 2 settled rounds at table 1 would be settled differently" in text
    cells = re.findall(r"<td[^>]*>(.*?)</td>", text)
    assert cells == ["+$20", "Ben", "tie", "$20", "won, +$160", "won, +$180"]
    assert ivy.get(f"/amendments/{better_tie}/log?table=9").status_code == 404
    monkeypatch.setattr(amendment_pages, "MOST_EVENTS", 3)
    assert "houseway amend compare" in ivy.get(f"/amendments/{better_tie}/log?table=1").text


def test_an_administrator_does_not_see_the_money_of_patrons(house: House, better_tie: str) -> None:
    chen = house.as_("Chen")
    assert chen.get(f"/amendments/{better_tie}").status_code == 200
    assert chen.get(f"/amendments/{better_tie}/log").status_code == 403
    assert "/log" not in chen.get(f"/amendments/{better_tie}").text


def test_only_those_who_oversee_the_house_see_amendments(house: House, edition: str) -> None:
    for name in ("Ana", "Dora"):
        assert house.as_(name).get("/amendments").status_code == 403


def test_an_amendment_that_is_not_there_is_not_found(house: House) -> None:
    assert house.as_("Ivy").get("/amendments/mini-baccarat@2099-01-01").status_code == 404


def test_a_house_without_amendments_says_how_to_add_one(house: House) -> None:
    assert "HOUSEWAY_AMENDMENTS" in house.as_("Ivy").get("/amendments").text
