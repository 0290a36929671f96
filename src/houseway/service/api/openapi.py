"""The orders of all nine games, and of what is beside tables, in the API's own description.

They are made from the types that read them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody

from houseway.games import slugs
from houseway.games.commands import OpenBetting
from houseway.service.aggregates.kind import Kind
from houseway.service.aggregates.promotions import KIND as PROMOTION
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.api.error_table import error_rows
from houseway.service.api.security import secured, security_schemes
from houseway.service.commands import decode

_PLACE = "#/components/schemas/"
_PREFIX = "orders."
ASKED = f"{_PREFIX}asked"
PROBLEM = {
    "code": "wager_below_minimum",
    "clause": "7-Up Baccarat 6.4",
    "sentence": "$3 on Banker is below $5",
}
_EXAMPLES = {
    "table": [{"key": "open-1", "expected_version": 41, "command": {"type": OpenBetting.__name__}}],
}
BESIDE = (TOURNAMENT, PROMOTION)  # kinds whose orders are described beside those of tables


@cache
def order_schemas() -> dict[str, Any]:
    """Every order once, which of them a table of each game takes, and what is asked of a table."""
    by_game = {slug: decode.kinds(slug) for slug in slugs()}
    kinds = tuple(dict.fromkeys(kind for each in by_game.values() for kind in each))
    refs, found = msgspec.json.schema_components(kinds, ref_template=f"{_PLACE}{_PREFIX}{{name}}")
    ref_of = dict(zip(kinds, refs, strict=True))
    schemas: dict[str, Any] = {f"{_PREFIX}{name}": each for name, each in found.items()}
    for slug, its in by_game.items():
        schemas[f"{_PREFIX}at.{slug}"] = {
            "title": f"An order at a table of {slug}",
            "oneOf": [ref_of[kind] for kind in its],
        }
    schemas[ASKED] = _asked("table", [{"$ref": f"{_PLACE}{_PREFIX}at.{slug}"} for slug in by_game])
    return {**schemas, **{name: each for kind in BESIDE for name, each in _of_kind(kind)}}


def _of_kind(kind: Kind) -> Iterator[tuple[str, Any]]:
    """Every order to one of a kind, and what is asked of it."""
    prefix = f"{kind.name}.{_PREFIX}"
    refs, found = msgspec.json.schema_components(
        kind.orders, ref_template=f"{_PLACE}{prefix}{{name}}"
    )
    yield from ((f"{prefix}{name}", each) for name, each in found.items())
    yield f"{kind.name}.{ASKED}", _asked(kind.name, list(refs))


def _asked(what: str, orders: list[Any]) -> dict[str, Any]:
    return {
        "title": f"What is asked of a {what}",
        "description": decode.CommandRequest.__doc__,
        "type": "object",
        "required": ["key", "command"],
        "additionalProperties": False,
        "properties": {
            "key": {"type": "string", "minLength": 1, "maxLength": decode.LONGEST_KEY},
            "expected_version": {
                "anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}],
                "default": None,
            },
            "command": {"anyOf": orders},
        },
        "examples": _EXAMPLES.get(what, []),
    }


@dataclass
class AsksTable(Operation):
    """A route whose body is read by the table's game, and described for all of them."""

    asked: ClassVar[str] = ASKED

    def __post_init__(self) -> None:
        asked = OpenAPIMediaType(schema=Reference(ref=f"{_PLACE}{self.asked}"))
        self.request_body = RequestBody(content={"application/json": asked}, required=True)


@dataclass
class AsksTournament(AsksTable):
    """A route whose body is an order to a tournament."""

    asked: ClassVar[str] = f"{TOURNAMENT.name}.{ASKED}"


@dataclass
class AsksPromotion(AsksTable):
    """A route whose body is an order to a promotion."""

    asked: ClassVar[str] = f"{PROMOTION.name}.{ASKED}"


class Description(JsonRenderPlugin):
    """The API's description in OpenAPI, with the orders added to what the routes tell of theirs."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        components = openapi_schema["components"]
        schemas = {**components["schemas"], **order_schemas()}
        schemas["Problem"] = {**schemas["Problem"], "examples": [PROBLEM]}
        schemes = security_schemes(request.app.state.settings)
        whole = {
            **openapi_schema,
            "paths": secured(openapi_schema["paths"], request.app.routes),
            "components": {**components, "schemas": schemas, "securitySchemes": schemes},
            "x-errors": [each._asdict() for each in error_rows()],
        }
        return msgspec.json.encode(whole)
