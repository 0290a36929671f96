"""The short way for commands: what a page sends to a table, without the framework in between.

Nine requests in ten of a busy house are commands that are accepted, and the framework took more of
the processor for one than the ruling. The short way only ever gives that answer. It takes what has
the usual form, a session that is known and the token of a page. Everything else goes the long way,
to the route of commands, which answers as if there were no other: a request that is not as usual,
or whose giver is not let in, with its body unread or read again; and a command that was refused,
with its failure (`outcome_of`), so that it is not given twice.
"""

from __future__ import annotations

import re
from typing import Any

from litestar.config.csrf import CSRFConfig
from litestar.connection import ASGIConnection
from litestar.serialization import encode_json
from litestar.types import Receive, Scope, Send

from houseway.service.access.accounts import Account
from houseway.service.access.guards import PageToken, cookie_name
from houseway.service.access.sessions import hash_of
from houseway.service.commands import submit
from houseway.service.floor import Floor
from houseway.service.http.bounds import fault_of_body
from houseway.service.http.headers import json_headers

_PATH = re.compile(r"/api/tables/([a-z0-9][a-z0-9-]{0,39})/commands")
_HOST = re.compile(rb"[A-Za-z0-9.-]+(:[0-9]{1,5})?")
_OUTCOME = "houseway_outcome"  # where a scope has the failure of its command


def outcome_of(scope: Scope) -> Exception | None:
    """Why a command that came the short way was not accepted; None where it came the long way."""
    found: Exception | None = scope.get(_OUTCOME)  # type: ignore[assignment]
    return found


class Express:
    """The short way of one house, whose `PageToken` is made of the same settings."""

    def __init__(self, page_tokens: CSRFConfig, longest_body: int) -> None:
        self._tokens = PageToken(_nothing, page_tokens)
        self._longest = longest_body

    async def answered(self, scope: Any, receive: Receive, send: Send) -> Receive | None:
        """None once a request is answered; otherwise what the long way has to read from."""
        table = self._table(scope)
        account = await self._account(scope) if table else None
        if not table or account is None:
            return receive
        body, again = await _read(receive)
        if body is None or fault_of_body(body):
            return again
        try:
            ordered = await submit.order(scope["app"].state.floor, account, table, body)
        except Exception as failure:
            scope[_OUTCOME] = failure
            return again
        content = encode_json(ordered)
        headers = json_headers(content, scope["scheme"])
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})
        return None

    def _table(self, scope: Any) -> str:
        """The table of a command in its usual form, or ""."""
        found = _PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None or scope.get("root_path") or scope["query_string"]:
            return ""
        headers = dict(scope["headers"])
        usual = (
            len(headers) == len(scope["headers"])  # none of them twice
            and headers.get(b"content-type") == b"application/json"
            and headers.get(b"content-length", b"").isdigit()
            and int(headers[b"content-length"]) <= self._longest
            and _HOST.fullmatch(headers.get(b"host", b""))
            and b"authorization" not in headers
        )
        return found[1] if usual else ""

    async def _account(self, scope: Any) -> Account | None:
        """Who gives the command by a session, from one of our pages; None where that is not so."""
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        floor: Floor = scope["app"].state.floor
        token = connection.cookies.get(cookie_name(floor.settings), "")
        session = await floor.desk.sessions.current_now(hash_of(token)) if token else None
        if session is None or session.account.must_change or not self._tokens.vouch(connection):
            return None
        return session.account


async def _read(receive: Receive) -> tuple[bytes | None, Receive]:
    """A whole body, None where it was cut off; and a way to read all of it again."""
    messages: list[Any] = []
    while not messages or messages[-1].get("more_body"):
        messages.append(await receive())
    whole = all(each["type"] == "http.request" for each in messages)
    body = b"".join(each["body"] for each in messages) if whole else None
    rest = iter(messages)

    async def again() -> Any:
        return next(rest, None) or await receive()

    return body, again


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """Follows no middleware here."""
