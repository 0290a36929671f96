"""A client of its own: plain HTTP on a socket, cookies, and bodies that are sent as they are."""

from __future__ import annotations

import json
import socket
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from tests.waiting import PATIENCE


class Reply(NamedTuple):
    """An answer: its status, its headers in lower case, and its bytes."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The name of a refusal; empty where there is none."""
        try:
            found = self.json
        except ValueError:
            return ""
        return str(found.get("code", "")) if isinstance(found, dict) else ""


class Client:
    """One browser: its cookies and its line."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.cookies = {} if cookies is None else cookies
        self._line: HTTPConnection | None = None

    def again(self) -> Client:
        """The same session on a line of its own."""
        return Client(self.port, self.cookies)

    def sign_in(self, name: str, password: str) -> Reply:
        self.get("/healthz")  # sets the cookie that unsafe requests must repeat
        return self.post("/api/session", {"name": name, "password": password})

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, content: Any) -> Reply:
        return self.ask("POST", path, json.dumps(content).encode())

    def command(self, table: str, key: str, kind: str, /, **fields: Any) -> Reply:
        """Give a table a command of that kind."""
        content = {"key": key, "command": {"type": kind, **fields}}
        return self.post(f"/api/tables/{table}/commands", content)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        kind: str = "application/json",
    ) -> Reply:
        """Send exactly this, and read the whole answer; a broken line is tried once more."""
        sent = self._headers(kind) | (headers or {})
        for attempt in (1, 2):
            try:
                return self._asked(method, path, body, sent)
            except (OSError, HTTPException):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError("no attempt was made")

    def _headers(self, kind: str) -> dict[str, str]:
        token = next((value for name, value in self.cookies.items() if "csrf" in name), "")
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"content-type": kind, "cookie": jar, "x-csrftoken": token}

    def _asked(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Reply:
        if self._line is None:
            self._line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line = self._line
        line.putrequest(method, path, skip_accept_encoding=True)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            line.putheader(name, value)
        line.endheaders(body)
        answer = line.getresponse()
        content = answer.read()
        for cookie in answer.headers.get_all("set-cookie", []):
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        if answer.will_close:
            self.close()
        return Reply(
            answer.status, {name.lower(): value for name, value in answer.getheaders()}, content
        )

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def raw(port: int, sent: bytes, *, wait: float = 5.0) -> bytes:
    """What comes back for these bytes on a new connection, until it ends or falls silent."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as line:
        line.sendall(sent)
        try:
            while part := line.recv(65_536):
                received += part
        except (TimeoutError, ConnectionError):
            pass
    return received
