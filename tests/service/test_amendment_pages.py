"""The pages on amendments, for the administrator and the inspector."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway import games
from houseway.amendments.loading import load
from tests.amendments import EXAMPLES
from tests.service.conftest import House


@pytest.fixture
def edition() -> Iterator[str]:
    amendment = load(EXAMPLES / "roulette-edges.hwa")
    yield amendment.document.id
    games.withdraw(amendment.document.id)


def test_the_list_and_the_page_of_an_amendment(house: House, edition: str) -> None:
    """A check and a comparison, as `houseway amend check` and `compare` print them."""
    inspector = house.as_("Ivy")
    assert edition in inspector.get("/amendments").text
    text = inspector.get(f"/amendments/{edition}").text
    for heading in ("Clauses", "Odds", "Next steps", "Outcomes settled differently",
                    "Roles and commands", "Sign and leaflets to reprint", "Scenarios affected",
                    "House edges"):  # fmt: skip
        assert f"<h3>{heading}</h3>" in text
    assert "Passed: " in text


def test_only_those_who_oversee_the_house_see_amendments(house: House, edition: str) -> None:
    for name in ("Ana", "Dora"):
        assert house.as_(name).get("/amendments").status_code == 403


def test_an_amendment_that_is_not_there_is_not_found(house: House) -> None:
    assert house.as_("Ivy").get("/amendments/mini-baccarat@2099-01-01").status_code == 404


def test_a_house_without_amendments_says_how_to_add_one(house: House) -> None:
    assert "HOUSEWAY_AMENDMENTS" in house.as_("Ivy").get("/amendments").text
