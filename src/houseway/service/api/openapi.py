"""The orders of all nine games, and of what is beside tables, in the API's own description.

They are made from the types that read them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody
from litestar.routes import BaseRoute, HTTPRoute

from houseway.aggregates import KINDS
from houseway.games import slugs
from houseway.games.commands import OpenBetting
from houseway.service.access.guards import BY_TOKEN, OWN_BEARER, cookie_name
from houseway.service.aggregates.kind import Kind
from houseway.service.aggregates.promotions import KIND as PROMOTION
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.api.responses import SENTENCES
from houseway.service.commands import decode
from houseway.service.settings import Settings

# How each route knows who is asking, in the API's own description.

_SAFE = ("GET", "HEAD", "OPTIONS")
# What any route may answer to a request with a wrong or doubled identity.
_REFUSED = {
    str(status): {
        "description": SENTENCES[status],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status in (400, 401, 403, 429)
}


def security_schemes(settings: Settings) -> dict[str, Any]:
    """The ways in which a request says who is asking."""
    return {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal access token, hwp_..., made on the account page. It acts in"
            " the role of its owner. Needs no cookie and no page token.",
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": cookie_name(settings),
            "description": "The cookie of a browser that has signed in.",
        },
        "page": {
            "type": "apiKey",
            "in": "header",
            "name": "x-csrftoken",
            "description": "The page token: with a session cookie, whatever changes something"
            " repeats the CSRF cookie in this header.",
        },
        "device": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of one electronic shoe, wheel or cup.",
        },
    }


def secured(paths: dict[str, Any], routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The described paths, each operation with the ways in that it accepts."""
    handlers = {
        (route.path_format, method): handler
        for route in routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
    }
    return {
        path: {
            method: {
                **operation,
                "security": _ways(handlers[path, method.upper()], method),
                "responses": {**_REFUSED, **operation["responses"]},
            }
            for method, operation in operations.items()
        }
        for path, operations in paths.items()
    }


def _ways(handler: Any, method: str) -> list[dict[str, list[str]]]:
    if handler.opt.get(OWN_BEARER):
        return [{"device": []}]
    session = {"session": list[str]()}
    if method.upper() not in _SAFE:
        session["page"] = []
    if not handler.resolve_guards():
        return []
    return [{"token": []}, session] if handler.opt.get(BY_TOKEN) else [session]


# The codes that the API refuses with, read from the source that raises them.

_FOLDERS = ("access", "aggregates", "api", "commands", "http", "live", "storage")
Texts = dict[str, list[tuple[int, str]]]  # of each name: the lines that set it, and to what
_WHY = "the sentence says why"
_UNKNOWN = "…"  # stands for what is known only when it is raised
_NAMED = re.compile(r"\{\w+\}")  # in a message
_NO_SUCH = f"no_such_{_UNKNOWN}"  # of each kind of stream beside tables


class ErrorRow(NamedTuple):
    """A code, the status that it comes with, and what the sentence says."""

    code: str
    status: int
    meaning: str


@cache
def error_rows() -> tuple[ErrorRow, ...]:
    """Every code once for each status, in the order of the alphabet."""
    found: dict[tuple[str, int], ErrorRow] = {}
    for source in _sources():
        for row in _rows(_parsed(source)):
            found.setdefault(row[:2], row)
    return tuple(found[key] for key in sorted(found))


def _sources() -> Iterator[str]:
    service = files("houseway.service")
    yield (service / "errors.py").read_text(encoding="utf-8")
    for folder in _FOLDERS:
        for path in sorted((service / folder).iterdir(), key=lambda each: each.name):
            if path.name.endswith(".py"):
                yield path.read_text(encoding="utf-8")


def _parsed(text: str) -> ast.Module:
    """The syntax of a module.

    Python counts the depth of a tree for all threads together: while another thread compiles
    something, such as a template, the count may not come out, and the module is read once more.
    """
    for _ in range(20):
        with suppress(SystemError):
            return ast.parse(text)
    return ast.parse(text)


def _rows(tree: ast.Module) -> Iterator[ErrorRow]:
    named = _texts(tree)
    makers = dict(_makers(tree))
    yield from _of_framework(tree)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        texts = named | _texts(function)
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Name(id="Wrong"), args=[status, code, sentence]):
                    yield from _row(_status(status), code, sentence, texts)
                case ast.Tuple(
                    elts=[
                        status,
                        ast.Call(func=ast.Name(id="Problem"), args=[code, _, sentence, *_]),
                    ]
                ):
                    yield from _row(_status(status), code, sentence, texts)
                case ast.Return(
                    value=ast.Call(func=ast.Name(id="Problem"), args=[code, _, sentence, *_])
                ):  # of a log that fails
                    yield from _row(HTTPStatus.SERVICE_UNAVAILABLE, code, sentence, texts)
                case ast.Call(func=ast.Name(id=maker), args=[code, sentence]) if maker in makers:
                    yield from _row(makers[maker], code, sentence, texts)


def _of_framework(tree: ast.Module) -> Iterator[ErrorRow]:
    """The codes of what the framework refuses before a route is asked."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="_CODES")], value=ast.Dict() as codes):
                found: dict[int, str] = ast.literal_eval(codes)
                for status, code in found.items():
                    yield ErrorRow(code, status, SENTENCES.get(status, _WHY).rstrip("."))


def _makers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions that make a refusal of the code and the sentence that they are called with."""
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Name(id="Wrong"), args=[status, ast.Name(id="code"), _]):
                    yield function.name, _status(status)


def _row(status: int, code: ast.expr, sentence: ast.expr, texts: Texts) -> Iterator[ErrorRow]:
    name, meaning = _text(code, texts), _text(sentence, texts) or _WHY
    if name == _NO_SUCH:
        for kind in KINDS:
            yield ErrorRow(name.replace(_UNKNOWN, kind), status, meaning.replace(_UNKNOWN, kind, 1))
    elif name and status and _UNKNOWN not in name:
        yield ErrorRow(name, int(status), meaning)
    elif not _is_passed_on(code):
        raise LookupError(f"the table of errors cannot read this code: {ast.unparse(code)}")


def _is_passed_on(code: ast.expr) -> bool:
    """Whether a code is a parameter or a field: then it is read where it is chosen."""
    return isinstance(code, ast.Attribute) or (isinstance(code, ast.Name) and code.id == "code")


def _status(node: ast.expr) -> int:
    match node:
        case ast.Attribute(value=ast.Name(id="HTTPStatus"), attr=name):
            return int(HTTPStatus[name])
        case ast.Constant(value=int(number)):
            return number
    return 0


def _texts(within: ast.AST) -> Texts:
    """The texts that have names there."""
    body = within.body if isinstance(within, ast.Module) else list(ast.walk(within))
    found: Texts = {}
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, {})
            found.setdefault(node.targets[0].id, []).append((node.lineno, text))
    return found


def _text(node: ast.expr, texts: Texts) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, texts) for part in parts)
        case ast.FormattedValue():
            return _UNKNOWN
        case ast.Call(func=ast.Name(id="Text"), args=[ast.Constant(value=str(text))]):
            return _NAMED.sub(_UNKNOWN, text)
        case ast.IfExp(body=first):
            return _text(first, texts)
        case ast.Name(id=name):
            before = [each for each in texts.get(name, ()) if each[0] <= node.lineno]
            return max(before)[1] if before else ""
    return ""


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
