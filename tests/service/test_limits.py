"""What is sent without end or without bottom: refused clearly, and the house goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from houseway.service.app import LONGEST_BODY
from houseway.service.commands.decode import LONGEST_KEY
from houseway.service.settings import Settings
from tests.service.conftest import CSRF, Client, House

ORDERS = "/api/tables/1/commands"
JSON = {"content-type": "application/json"}
DEEP = b"[" * 30_000 + b"]" * 30_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        found = House(stack, Settings(folder=str(tmp_path_factory.mktemp("limits") / "house")))
        found.open_table()
        yield found


@pytest.fixture(scope="module")
def eli(house: House) -> Client:
    return house.as_("Eli")


@pytest.fixture(scope="module")
def chen(house: House) -> Client:
    return house.as_("Chen")


def met(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        b'{"key": "k", "command": ' + DEEP + b"}",
        b'{"key": "k", "command": ' + b'{"a":' * 8_000 + b"1" + b"}" * 8_000 + b"}",
    ],
)
def test_an_order_without_bottom_is_refused(eli: Client, body: bytes) -> None:
    assert len(body) < LONGEST_BODY
    status, code = met(eli.send("POST", ORDERS, content=body, headers=JSON))
    assert (status, code) in {(400, "too_deep"), (400, "not_understood")}


def test_a_fact_of_a_command_without_bottom_is_refused(eli: Client) -> None:
    body = b'{"key": "k", "command": {"type": "JoinTable", "patron": ' + DEEP + b"}}"
    assert eli.send("POST", ORDERS, content=body, headers=JSON).status_code == 400


@pytest.mark.parametrize("path", ["/api/people", "/api/devices"])
def test_no_body_of_the_administrator_s_is_without_bottom(chen: Client, path: str) -> None:
    for body in (DEEP, b'{"name": ' + DEEP + b"}"):
        assert chen.send("POST", path, content=body, headers=JSON).status_code == 400


@pytest.mark.parametrize("path", [ORDERS, "/api/session", "/sign-in", "/me/password"])
def test_what_is_too_long_is_not_taken_in(eli: Client, path: str) -> None:
    """With its length told, and with a length that is told only as it comes."""
    for content in (b"x" * (LONGEST_BODY + 1), iter([b"x" * 1_024] * 65)):
        assert met(eli.send("POST", path, content=content)) == (413, "too_long")


def test_a_message_that_is_cut_off_is_no_mistake_of_ours(
    house: House, eli: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever hangs up in the middle of an order fills no log with errors, and nothing is done."""
    before, sent = house.floor.runner.version("table/1"), list[Any]()
    cookies = "; ".join(f"{name}={value}" for name, value in eli.http.cookies.items())
    told = {
        "cookie": cookies,
        "x-csrftoken": eli.http.cookies[CSRF],
        "content-length": "500",
        "content-type": "application/json",
    }
    scope: Any = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "https", "path": ORDERS, "raw_path": ORDERS.encode(), "query_string": b"",
        "root_path": "", "server": ("testserver.local", 443), "client": ("127.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in told.items()],
    }  # fmt: skip
    pieces = iter(
        [
            {"type": "http.request", "body": b'{"key": "k', "more_body": True},
            {"type": "http.disconnect"},
        ]
    )

    async def receive() -> Any:
        return next(pieces)

    async def send(message: Any) -> None:
        sent.append(message)

    assert house.http.blocking_portal is not None
    house.http.blocking_portal.call(house.app, scope, receive, send)
    assert sent[0]["status"] == 400
    assert caplog.records == []
    assert house.floor.runner.version("table/1") == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"key": "", "command": {"type": "OpenBetting"}}, "not_a_key"),
        ({"key": "k" * (LONGEST_KEY + 1), "command": {"type": "OpenBetting"}}, "not_a_key"),
        ({"key": "k", "command": {"type": "PlaceWager", "patron": "Ana", "wager": "tie",
                                  "amount": 25.5}}, "not_understood"),
        ({"key": "k", "command": {"type": "NoSuchOrder"}}, "not_understood"),
        ({"key": "k", "command": {"type": "OpenBetting", "more": 1}}, "not_understood"),
        ({"key": "k", "command": {"type": "OpenBetting"}, "more": 1}, "not_understood"),
    ],
)  # fmt: skip
def test_what_cannot_be_an_order_is_refused(eli: Client, body: Any, code: str) -> None:
    assert met(eli.post(ORDERS, body)) == (400, code)


def test_a_number_without_end_is_no_amount(eli: Client) -> None:
    body = b'{"key": "k", "command": {"type": "BringChips", "patron": "Ana", "amount": %b}}'
    answer = eli.send("POST", ORDERS, content=body % (b"9" * 60_000), headers=JSON)
    assert met(answer) == (400, "not_understood")


def test_an_amount_beyond_all_chips_never_reaches_the_rules(eli: Client) -> None:
    order = {"type": "PlaceWager", "patron": "Ana", "wager": "tie", "amount": 1 << 70}
    assert met(eli.order(order)) == (400, "not_understood")


def test_a_version_beyond_storage_is_malformed_and_a_wrong_one_stale(eli: Client) -> None:
    beyond = eli.order({"type": "OpenBetting"}, "k2", expected=1 << 70)
    assert met(beyond) == (400, "not_understood")
    wrong = eli.order({"type": "OpenBetting"}, "k3", expected=1 << 40)
    assert met(wrong) == (409, "stale_version")


def test_more_topics_than_a_page_has_are_refused(eli: Client) -> None:
    topics = ",".join(f"felt:{number}" for number in range(65))
    assert met(eli.get("/events", params={"topics": topics})) == (400, "too_many_topics")


@pytest.mark.parametrize("name", ["1%2F..%2F2", "%00", "%2e%2e", "é", "a" * 41, "A", "-", "1;2"])
def test_a_name_that_no_table_can_have_is_no_table(eli: Client, name: str) -> None:
    for path in (f"/api/tables/{name}", f"/tables/{name}", f"/wall/{name}", f"/fair/{name}"):
        assert eli.get(path).status_code in (400, 404)


def test_the_house_goes_on_after_all_that(house: House, eli: Client) -> None:
    assert eli.get("/readyz").status_code == 200
    assert eli.get("/api/tables/1").status_code == 200
    assert house.floor.log.verify().problems == ()
