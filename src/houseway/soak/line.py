"""One client of a served house: plain HTTP on one line, its cookies, and a line that breaks."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

import msgspec

HOST = "127.0.0.1"
PATIENCE = 30.0  # seconds without a byte; only a failure waits so long


class Lost(Exception):
    """No answer came: nobody knows yet whether the order was done."""


class WireAnswer(NamedTuple):
    """An answer as it came."""

    status: int
    body: bytes

    @property
    def content(self) -> Any:
        return msgspec.json.decode(self.body) if self.body else None


class Client:
    """Someone's session on a line of its own."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.cookies = {} if cookies is None else cookies
        self._line: HTTPConnection | None = None

    def another(self) -> Client:
        """The same session on a second line."""
        return Client(self.port, self.cookies)

    def sign_in(self, name: str, password: str) -> None:
        self.get("/healthz")  # brings the token that every order must answer to
        told = self.post("/api/session", {"name": name, "password": password})
        if told.status != 200:
            raise RuntimeError(f"{name} cannot sign in: {told.body.decode()}")

    def get(self, path: str) -> WireAnswer:
        return self._asked("GET", path, b"")

    def post(self, path: str, content: Any) -> WireAnswer:
        return self._asked("POST", path, msgspec.json.encode(content))

    def send(self, path: str, body: bytes) -> WireAnswer:
        return self._asked("POST", path, body)

    def hang_up(self, path: str, body: bytes, sent: int) -> None:
        """Send so many bytes of a message and go, without waiting for what it meets."""
        line = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            line.putrequest("POST", path)
            for name, value in self.headers(len(body)).items():
                line.putheader(name, value)
            line.endheaders(body[:sent])
        except (OSError, HTTPException) as broken:
            raise Lost(str(broken)) from broken
        finally:
            line.close()

    def headers(self, length: int = 0) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        token = next((value for name, value in self.cookies.items() if "csrf" in name), "")
        return {
            "content-type": "application/json",
            "content-length": str(length),
            "cookie": cookies,
            "x-csrftoken": token,
        }

    def _asked(self, method: str, path: str, body: bytes) -> WireAnswer:
        if self._line is None:
            self._line = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            self._line.request(method, path, body, self.headers(len(body)))
            answer = self._line.getresponse()
            told = WireAnswer(answer.status, answer.read())
        except (OSError, HTTPException) as broken:
            self.close()
            raise Lost(repr(broken)) from broken
        for cookie in answer.headers.get_all("set-cookie", []):
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return told

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class Clients(dict[str, Client]):
    """Everybody's client by name; each signs in when first wanted."""

    def __init__(self, port: int, password: str) -> None:
        super().__init__()
        self._port, self._password = port, password

    def __missing__(self, name: str) -> Client:
        client = self[name] = Client(self._port)
        client.sign_in(name, self._password)
        return client

    def close(self) -> None:
        for client in self.values():
            client.close()
