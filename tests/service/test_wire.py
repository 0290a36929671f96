"""Headers without end and requests that never arrive: refused in time, in little memory."""

from __future__ import annotations

import json
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from houseway.service.http import connection
from houseway.service.settings import Settings
from tests.service.server import Serving, serving
from tests.waiting import PATIENCE

MEGABYTE = 1024 * 1024
HALF = b"GET / HTTP/1.1\r\nhost: here\r\nx-slow: "


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(Settings(folder=str(tmp_path_factory.mktemp("wire") / "house"))) as found:
        yield found


def connected(server: Serving) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def answer_of(line: socket.socket) -> tuple[int, str]:
    """The status and the code of the problem; (0, "") where the line was only closed."""
    said = b""
    try:
        while chunk := line.recv(65_536):
            said += chunk
    except ConnectionError:
        pass
    head, _, body = said.partition(b"\r\n\r\n")
    return (int(head.split()[1]), json.loads(body)["code"]) if head else (0, "")


def memory_megabytes() -> float:
    with open("/proc/self/statm", encoding="utf-8") as status:
        return int(status.read().split()[1]) * resource.getpagesize() / MEGABYTE


def test_headers_without_end_take_no_memory(server: Serving) -> None:
    """A request of 120 MB of headers is cut off at the limit, whoever sends it."""
    before = memory_megabytes()
    with connected(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: here\r\n")
        sent = 0
        try:
            while sent < 120 * MEGABYTE:
                sent += line.send(b"x-more: " + b"y" * 65_500 + b"\r\n")
        except ConnectionError:
            pass  # closed by the house
    assert sent < 20 * MEGABYTE  # what the two sockets hold
    assert memory_megabytes() - before < 20


@pytest.mark.parametrize("count", [connection.HEADER_LINES + 2, 5_000])
def test_too_many_headers_are_refused_with_a_body(server: Serving, count: int) -> None:
    """431, with the code of a problem like any other."""
    with connected(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * count + b"\r\n")
        assert answer_of(line) == (431, "headers_too_long")


@pytest.mark.parametrize(
    "begun", [b"", HALF, b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{"]
)
def test_a_request_that_does_not_arrive_is_dropped(
    server: Serving, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headers have ten seconds and a body thirty, shortened here."""
    monkeypatch.setattr(connection, "HEADER_SECONDS", 0.5)
    monkeypatch.setattr(connection, "BODY_SECONDS", 0.5)
    with connected(server) as line:
        line.sendall(begun)
        status, _code = answer_of(line)
    assert status in (408, 403, 415)  # the body was not waited for where the headers were refused


def test_a_new_visitor_gets_in_however_many_requests_are_half_sent(server: Serving) -> None:
    """Of unfinished requests the oldest gives way, with 503."""
    with ExitStack() as stack:
        lines = [
            stack.enter_context(connected(server)) for _ in range(connection.MOST_HALF_OPEN + 100)
        ]
        for line in lines:
            line.sendall(HALF)

        visitor = httpx.get(f"{server.url}/healthz", timeout=PATIENCE)

        assert visitor.status_code == 200
        assert answer_of(lines[0]) == (503, "too_busy")


def test_a_connection_that_is_kept_open_is_served_again(server: Serving) -> None:
    """The limits are those of one request, not of a connection."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        for _ in range(300):
            assert client.get("/healthz", headers={"x": "y" * 500}).status_code == 200
