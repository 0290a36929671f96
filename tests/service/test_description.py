"""The API's description: every route with all its answers, every order of every game."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from houseway.games import slugs
from houseway.service.api import openapi
from houseway.service.commands import decode
from tests.service.conftest import House


@pytest.fixture
def described(house: House) -> dict[str, Any]:
    answer = house.browser().get("/api/schema/openapi.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_every_refusal_of_every_route_has_the_one_shape(described: dict[str, Any]) -> None:
    shapes = {
        answer["content"]["application/json"]["schema"].get("$ref")
        for path in described["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if int(status) >= 400
    }
    assert shapes == {"#/components/schemas/Problem"}


def test_nothing_is_referred_to_that_is_not_there(house: House) -> None:
    text = house.browser().get("/api/schema/openapi.json").text
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    there = set(house.browser().get("/api/schema/openapi.json").json()["components"]["schemas"])
    assert named
    assert named <= there


@pytest.mark.parametrize("slug", list(slugs()))
def test_every_order_of_a_game_is_described(described: dict[str, Any], slug: str) -> None:
    schemas = described["components"]["schemas"]
    refs = [each["$ref"] for each in schemas[f"orders.at.{slug}"]["oneOf"]]
    tags = {
        schemas[ref.removeprefix("#/components/schemas/")]["properties"]["type"]["enum"][0]
        for ref in refs
    }
    assert tags == {kind.__name__ for kind in decode.kinds(slug)}


def test_an_order_to_a_table_is_described_with_its_body(described: dict[str, Any]) -> None:
    for path in ("/api/tables/{table}/commands", "/api/devices/{device}/facts"):
        body = described["paths"][path]["post"]["requestBody"]
        assert body["content"]["application/json"]["schema"] == {
            "$ref": "#/components/schemas/orders.asked"
        }
    asked = described["components"]["schemas"]["orders.asked"]
    assert len(asked["properties"]["command"]["anyOf"]) == 9


# Who is asking, and what is refused


def test_every_operation_says_how_it_knows_who_is_asking(described: dict[str, Any]) -> None:
    schemes = described["components"]["securitySchemes"]
    assert (schemes["token"]["scheme"], schemes["session"]["in"]) == ("bearer", "cookie")
    ways = {
        f"{method.upper()} {path}": operation["security"]
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }
    session: dict[str, list[str]] = {"session": [], "page": []}
    assert ways["POST /api/tables/{table}/commands"] == [{"token": []}, session]
    assert ways["GET /api/events"] == [{"token": []}, {"session": []}]
    assert ways["POST /api/tokens"] == [session]
    assert ways["GET /api/people"] == [{"session": []}]
    assert ways["POST /api/devices/{device}/facts"] == [{"device": []}]
    assert ways["POST /api/session"] == []


def test_every_operation_is_described_in_a_sentence(described: dict[str, Any]) -> None:
    without = [
        f"{method} {path}"
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        if not operation.get("description")
    ]
    assert without == []


def test_the_codes_of_the_service_are_listed_with_their_status(described: dict[str, Any]) -> None:
    found = {(each["code"], each["status"]) for each in described["x-errors"]}
    assert found >= {
        ("stale_version", 409), ("not_signed_in", 401), ("token_unknown", 401),
        ("token_may_not", 403), ("not_a_lifetime", 422), ("too_many_tries", 429),
        ("log_failed", 503), ("not_from_our_page", 403), ("office_may_not", 403),
        ("no_such_tournament", 404), ("no_such_promotion", 404),
    }  # fmt: skip
    meanings = {each["code"]: each["meaning"] for each in described["x-errors"]}
    assert meanings["two_credentials"] == (
        "a session cookie and a token came together: send one of them"
    )
    assert all(meanings.values())
    assert meanings["no_such_promotion"] == "there is no promotion …"


def test_a_code_that_cannot_be_read_is_not_left_out() -> None:
    """A code put together when it is raised must fail here, and not be missing in the table."""
    source = "def f(kind):\n    raise Wrong(HTTPStatus.NOT_FOUND, f'lost_{kind}', 'it is lost')"
    with pytest.raises(LookupError, match="lost_"):
        list(openapi._rows(ast.parse(source)))


def test_the_page_has_the_same_codes(described: dict[str, Any]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `(\w+)` \| (\d+) \| (.*) \|", page)
    expected = [
        (each["code"], str(each["status"]), each["meaning"]) for each in described["x-errors"]
    ]
    assert rows == expected
