"""Hostile requests, made from the description of the API and from the pages, by a seed."""

from __future__ import annotations

import json
import random
import string
from typing import Any, NamedTuple

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
TILES = ["1-1", "1-2", "2-4", "6-6", "5-6", "4-4"]
NUMBERS: list[Any] = [
    -1, 0, 1, 2, 5_00, 10_00, 10**12, 10**12 + 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64,
    -(2**63) - 1, 10**300, 1.5, -0.0, 1e308, True, None, "7", [], {},
]  # fmt: skip
TEXTS: list[Any] = [
    "", " ", "\x00", "Ana\x00", "\u200b", "Ana\u200b", "\u202eanA", "\u0410na", "\u2028", "\ud800",
    "\udfff", "x" * 70, "x" * 5_000, "x" * 70_000, "../../etc/passwd", "%00",
    "<script>alert(1)</script>",
    "'; DROP TABLE event; --", "{{7*7}}", "device", "house", "house 1",
    "nobody", "\n\r\t", "é" * 300,
    None, 5, ["Ana"], {"type": "OpenTable"},
]  # fmt: skip
PATHS = [
    "/static/%00", "/static/" + "a" * 4_000, "/static/../house.key",
    "/static/%2e%2e/%2e%2e/house.key", "/inspect/tables/war-1/at/99999999999",
    "/inspect/tables/war-1/at/-1", "/inspect/tables/%00", "/inspect/log?after=x",
    "/inspect/log?after=9999999999999999999999", "/play/%00", "/play/" + "t" * 3_000,
    "/tables/war-1/rounds/99999999999999999999", "/fair/%E2%80%A8", "/api/tables/%00",
    "/api/tables/" + "t" * 3_000, "/api/events?tables=%00", "/wall/%FF%FE", "/pit/..%2f..%2f",
    "//", "/?" + "a=1&" * 500, "/sign-in?then=//elsewhere.example", "/people/Ana%00", "/metrics",
    "/api/schema/openapi.json?x=%00", "/desk/%00", "/director/%ff",
]  # fmt: skip
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "FOO"]
KINDS = [
    "application/json", "application/json; charset=utf-16", "text/plain", "application/xml", "",
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json\t",
]  # fmt: skip
HEADERS: list[dict[str, str]] = [
    {}, {}, {}, {}, {"host": "elsewhere.example"}, {"x-http-method-override": "DELETE"},
    {"x-forwarded-for": "127.0.0.1, \x7f"}, {"accept": "text/html"}, {"content-encoding": "gzip"},
    {"cookie": "__Host-houseway=" + "a" * 300}, {"x-csrftoken": "wrong"}, {"range": "bytes=0-1"},
    {"accept-language": "x" * 3_000}, {"last-event-id": "9" * 40}, {"hx-request": "true"},
    {"if-none-match": "*"}, {"authorization": "Bearer " + "\x7f" * 20},
]  # fmt: skip
SKIPPED = {("DELETE", "/api/session"), ("POST", "/api/session/password"), ("GET", "/api/events")}


class Request(NamedTuple):
    method: str
    path: str
    body: bytes
    headers: dict[str, str]
    kind: str


class Maker:
    """Requests of one seed; `tables` and `people` are names that exist."""

    def __init__(self, seed: int, described: Any, tables: list[str], people: list[str]) -> None:
        self.chance = random.Random(f"hostile {seed}")
        self.described = described
        self.schemas: dict[str, Any] = described["components"]["schemas"]
        self.orders = [name for name in self.schemas if name.startswith("orders.")]
        self.routes = [
            (method.upper(), path)
            for path, methods in described["paths"].items()
            for method in methods
            if (method.upper(), path) not in SKIPPED
        ]
        self.tables, self.people = tables, people

    def request(self) -> Request:
        chance = self.chance
        mood = chance.random()
        if mood < 0.12:
            return Request("GET", chance.choice(PATHS), b"", chance.choice(HEADERS), "")
        if mood < 0.7:
            path = chance.choice((
                "/api/tables/{table}/commands", "/api/tables/{table}/commands",
                "/api/tournaments/{tournament}/commands", "/api/promotions/{promotion}/commands",
            ))  # fmt: skip
            method, content = "POST", self._command()
        else:
            method, path = chance.choice(self.routes)
            content = self._content(method, path)
        if chance.random() < 0.05:
            method = chance.choice(METHODS)
        kind = "application/json" if chance.random() < 0.9 else chance.choice(KINDS)
        return Request(method, self._path(path), self._bytes(content), chance.choice(HEADERS), kind)

    def _path(self, path: str) -> str:
        for name in ("table", "tournament", "promotion", "device", "name", "reference", "claim"):
            path = path.replace(f"{{{name}}}", self._id(name))
        return path

    def _id(self, name: str) -> str:
        chance = self.chance
        if chance.random() < 0.15:
            return chance.choice((
                "%00", "..", "a" * 300, "%2F", "%E2%80%A8", "0", "-1", "9" * 30, "%FF", "new-name"
            ))  # fmt: skip
        if name == "table":
            return chance.choice(self.tables)
        return {"tournament": "spring", "promotion": "fountain"}.get(
            name, f"nobody-{chance.randrange(9)}"
        )

    def _content(self, method: str, path: str) -> Any:
        operation = self.described["paths"][path][method.lower()]
        asked = operation.get("requestBody", {}).get("content", {}).get("application/json")
        return self._value(asked.get("schema", {}), 0) if asked else None

    def _command(self) -> Any:
        command = self._value(self.schemas[self.chance.choice(self.orders)], 0)
        return {"key": self._key(), "command": command}

    def _key(self) -> Any:
        if self.chance.random() < 0.1:
            return self.chance.choice(TEXTS)
        return "".join(self.chance.choices(string.ascii_letters, k=12))

    def _value(self, schema: Any, depth: int) -> Any:
        """A value of a schema, or something that breaks it."""
        chance = self.chance
        if chance.random() < 0.06:
            return chance.choice(NUMBERS + TEXTS)
        if depth > 6 or not isinstance(schema, dict):
            return None
        if "$ref" in schema:
            return self._value(self.schemas[schema["$ref"].rpartition("/")[2]], depth + 1)
        for several in ("oneOf", "anyOf", "allOf"):
            if schema.get(several):
                return self._value(chance.choice(schema[several]), depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return chance.choice(schema["enum"])
        kind = schema.get("type")
        kind = chance.choice(kind) if isinstance(kind, list) else kind
        if kind == "object" or "properties" in schema:
            wanted = schema.get("required", [])
            return {
                name: self._named(name, each, depth)
                for name, each in schema.get("properties", {}).items()
                if name in wanted or chance.random() < 0.5
            }
        if kind == "array":
            return [
                self._value(schema.get("items", {}), depth + 1) for _ in range(chance.randrange(4))
            ]
        if kind in ("integer", "number"):
            return (
                chance.choice(NUMBERS[:14]) if chance.random() < 0.5 else chance.randrange(1, 5_000)
            )
        if kind == "boolean":
            return chance.random() < 0.5
        return self._text()

    def _named(self, name: str, schema: Any, depth: int) -> Any:
        """Faces, names and wagers where fields ask for them, so that more than shape is tried."""
        chance = self.chance
        if chance.random() < 0.4:
            if name in ("card",):
                return chance.choice(DECK)
            if name == "cards":
                return chance.sample(DECK, chance.randrange(1, 6))
            if name == "tiles":
                return [chance.choice(TILES) for _ in range(4)]
            if name in ("patron", "person"):
                return chance.choice((*self.people, "", "Zoe", "Hugo"))
            if name == "wager":
                return chance.choice(("player", "banker", "tie", "initial", "ante", "hand", "17"))
        return self._value(schema, depth + 1)

    def _text(self) -> Any:
        chance = self.chance
        if chance.random() < 0.25:
            return chance.choice(TEXTS)
        return chance.choice((*self.people, *self.tables, *DECK[:6], "player", "banker", "reason"))

    def _bytes(self, content: Any) -> bytes:
        """The content as JSON, or as bytes that are not."""
        chance = self.chance
        if content is None and chance.random() < 0.8:
            return b""
        text = json.dumps(content).encode()
        mood = chance.random()
        if mood < 0.8:
            return text
        if mood < 0.85:
            at = chance.randrange(len(text) + 1)
            return (
                text[:at] + chance.choice((b"\xff", b"\xc3", b"\x00", b"\xed\xa0\x80")) + text[at:]
            )
        if mood < 0.88:
            return text[:-1] + b',"key":"twice","key":"again"}'
        if mood < 0.91:
            return b"[" * 5_000 + b"]" * 5_000
        if mood < 0.94:
            return b'{"key":"k","command":' + b'{"a":' * 2_000 + b"1" + b"}" * 2_001
        if mood < 0.97:
            return text[: chance.randrange(len(text) + 1)]
        return b"\xef\xbb\xbf" + text.replace(b"1", b"1e400", 1)
