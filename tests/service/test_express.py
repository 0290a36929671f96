"""The short way of commands answers what the route of commands would, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import msgspec
import pytest

from houseway.service.settings import Settings
from tests.service.conftest import COOKIE, CSRF, OPEN, Client, House

PATH = "/api/tables/1/commands"
JOIN = {"type": "JoinTable", "patron": "Ana"}
VARIES = {"date", "content-length"}


def body_of(command: dict[str, Any], key: str = "k", **more: Any) -> bytes:
    return msgspec.json.encode({"key": key, "command": command, **more})


async def long_way(_scope: Any, receive: Any, _send: Any) -> Any:
    return receive


@pytest.fixture
def ways(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which way each command of the house has taken: `short` where it was answered there."""
    found: list[str] = []
    answered = house.app.short_way  # type: ignore[attr-defined]

    async def noted(scope: Any, receive: Any, send: Any) -> Any:
        rest = await answered(scope, receive, send)
        if scope["path"] == PATH:
            found.append("long" if rest else "short")
        return rest

    monkeypatch.setattr(house.app, "short_way", noted)
    return found


@pytest.fixture
def two_houses(
    house: House, settings: Settings, ways: list[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, House]]:
    """The house as it is, and one without the short way; `ways` is of the first."""
    with ExitStack() as stack:
        other = House(stack, msgspec.structs.replace(settings, folder=settings.folder + "-2"))
        monkeypatch.setattr(other.app, "short_way", long_way)
        assert other.app is not house.app
        for each in (house, other):
            each.open_table()
        yield house, other


def sent(client: Client, content: bytes, path: str = PATH, **headers: str) -> httpx.Response:
    given = {"content-type": "application/json", **headers}
    return client.send("POST", path, content=content, headers=given)


def told(answer: httpx.Response) -> tuple[int, dict[str, str], Any]:
    """An answer but for the hashes and moments of its house."""
    headers = {name: value for name, value in answer.headers.items() if name not in VARIES}
    body = answer.json() if answer.content else None
    if isinstance(body, dict) and "head" in body:
        body["head"] = ""
        body["events"] = [{**each, "at_us": 0} for each in body["events"]]
    return answer.status_code, headers, body


Act = Callable[[Client], httpx.Response]
OTHERS: dict[str, Act] = {
    "no token of a page": lambda ana: ana.http.post(PATH, content=body_of(JOIN)),
    "a token of another page": lambda ana: sent(ana, body_of(JOIN), **{"x-csrftoken": "0" * 128}),
    "no session": lambda ana: _without(ana, COOKIE),
    "a session that is none": lambda ana: _with(ana, COOKIE, "not a session"),
    "no cookie of a page": lambda ana: _without(ana, CSRF),
    "two credentials": lambda ana: sent(ana, body_of(JOIN), authorization="Bearer x"),
    "not JSON": lambda ana: sent(ana, b"key=k", **{"content-type": "text/plain"}),
    "a form": lambda ana: sent(
        ana, b"_csrf_token=x", **{"content-type": "application/x-www-form-urlencoded"}
    ),
    "no body": lambda ana: sent(ana, b""),
    "half a body": lambda ana: sent(ana, b'{"key": "k", "command"'),
    "not UTF-8": lambda ana: sent(ana, b'{"key": "\xff"}'),
    "a NUL": lambda ana: sent(ana, body_of({**JOIN, "patron": "A\0a"})),
    "too long": lambda ana: sent(ana, b" " * 70_000),
    "a host that cannot be": lambda ana: sent(ana, body_of(JOIN), host="a b"),
    "a query": lambda ana: sent(ana, body_of(JOIN), path=f"{PATH}?x=1"),
    "a slash more": lambda ana: sent(ana, body_of(JOIN), path=f"{PATH}/"),
    "no such table": lambda ana: sent(ana, body_of(JOIN), path="/api/tables/9/commands"),
    "no name of a table": lambda ana: sent(ana, body_of(JOIN), path="/api/tables/A%20b/commands"),
    "no such command": lambda ana: sent(ana, body_of({"type": "Nothing"})),
    "not her own": lambda ana: sent(ana, body_of({**JOIN, "patron": "Ben"})),
    "not her role": lambda ana: sent(ana, body_of(OPEN)),
    "another version": lambda ana: sent(ana, body_of(JOIN, expected_version=1)),
    "a key that is none": lambda ana: sent(ana, body_of(JOIN, key="")),
    "another method": lambda ana: ana.send("PUT", PATH, content=body_of(JOIN)),
}


def _without(client: Client, cookie: str) -> httpx.Response:
    token = client.http.cookies[CSRF]
    client.http.cookies.delete(cookie)
    headers = {"x-csrftoken": token, "content-type": "application/json"}
    return client.http.post(PATH, content=body_of(JOIN), headers=headers)


def _with(client: Client, cookie: str, value: str) -> httpx.Response:
    client.http.cookies.delete(cookie)
    client.http.cookies.set(cookie, value)
    return sent(client, body_of(JOIN))


def test_an_accepted_command_is_answered_as_by_its_route(
    two_houses: tuple[House, House], ways: list[str]
) -> None:
    short, long = (told(sent(each.as_("Ana"), body_of(JOIN))) for each in two_houses)
    assert short == long
    assert short[0] == 200
    assert ways == ["short"]


@pytest.mark.parametrize("act", OTHERS.values(), ids=OTHERS)
def test_everything_else_is_answered_by_the_route_and_once(
    two_houses: tuple[House, House], ways: list[str], act: Act
) -> None:
    short, long = (told(act(each.as_("Ana"))) for each in two_houses)
    assert short == long
    assert short[0] >= 400 or "short" not in ways
    logs = [[each.kind for each in house.floor.log.read("table/1")] for house in two_houses]
    assert logs[0] == logs[1]
    people = [[each.kind for each in house.people()] for house in two_houses]
    assert people[0] == people[1]


def test_a_refused_command_is_given_once(ways: list[str], house: House) -> None:
    """It comes the short way, is refused there, and its refusal is answered by the route."""
    house.open_table()
    ana = house.as_("Ana")
    before = house.floor.runner.version("table/1")
    answer = sent(ana, body_of(OPEN))
    assert (answer.status_code, answer.json()["code"]) == (403, "role_may_not")
    assert house.floor.runner.version("table/1") == before + 1  # the one refusal
    assert ways == ["long"]


def test_an_ended_session_gives_no_command_the_short_way(ways: list[str], house: House) -> None:
    house.open_table()
    ana = house.as_("Ana")
    assert sent(ana, body_of(JOIN)).status_code == 200
    ana.send("DELETE", "/api/session")
    answer = _with(ana, COOKIE, "gone")
    assert answer.status_code == 401
    assert ways == ["short", "long"]
