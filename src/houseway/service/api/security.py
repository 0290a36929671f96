"""How each route knows who is asking, in the API's own description."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar.routes import BaseRoute, HTTPRoute

from houseway.service.access.guards import BY_TOKEN, OWN_BEARER, cookie_name
from houseway.service.api.responses import SENTENCES
from houseway.service.settings import Settings

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
