"""The API's description: every route with all its answers, every order of every game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from houseway.games import slugs
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
