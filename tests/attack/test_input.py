"""Malformed, endless and misleading input: always a plain refusal, never a failure or an effect."""

from __future__ import annotations

import json
import socket
import time

import pytest

from tests.attack.client import raw
from tests.attack.house import House
from tests.attack.play import awaiting, drive, new_table
from tests.waiting import PATIENCE

NOT_UTF8 = (
    b'{"name":"A\xffna","password":"x","key":"k","command":{"type":"JoinTable","patron":"\xff"}}'
)


def test_nobody_plays_under_an_empty_name(house: House) -> None:
    """A patron who is excluded cannot go on as nobody."""
    table = new_table(house, "mini-baccarat")
    for name in ("", " ", "\u200b", "Ben\u200b"):
        for kind, fields in (
            ("JoinTable", {}), ("BringChips", {"amount": 100_00}),
            ("PlaceWager", {"wager": "player", "amount": 10_00}),
        ):  # fmt: skip
            answer = house.give("Ben", table, kind, patron=name, **fields)
            assert 400 <= answer.status < 500, (kind, name, answer.body)


@pytest.mark.parametrize("amount", [10**12 + 1, 2**63, 2**64, 10**300, 10**4_299])
def test_amounts_have_a_limit(house: House, amount: int) -> None:
    """A sum that nobody can count is refused, and every view of the table goes on working."""
    table = new_table(house, "casino-war")
    for name in ("Ben", "Eli"):
        for kind in ("BringChips", "BuyChips"):
            answer = house.give(name, table, kind, patron="Ben", amount=amount)
            assert 400 <= answer.status < 500, (kind, answer.body[:200])
    for name in ("Ben", "Eli", "Dora", "Mia", "Ivy"):
        assert house.as_(name).get(f"/api/tables/{table}").status == 200


def test_a_sign_far_in_the_future_breaks_no_page(house: House) -> None:
    """Nanoseconds for microseconds: a time beyond the year 9999."""
    table = new_table(house, "casino-war")
    late = time.time_ns() * 1_000
    answer = house.give("Dora", table, "PutUpSign", subject="minimum", effective_us=late)
    assert 400 <= answer.status < 500
    for name, page in (("Dora", "/pit"), ("Ana", "/tables"), ("Ana", "/wall")):
        assert house.as_(name).get(page).status < 500


def test_a_nul_in_a_key_or_a_name_is_refused(house: House) -> None:
    table = new_table(house, "casino-war")
    answer = house.as_("Ben").command(table, "a\x00b", "JoinTable", patron="Ben")
    assert answer.status == 400
    assert house.browser().sign_in("An\x00a", "whatever it is").status in (400, 401, 422, 429)
    assert house.browser().get("/readyz").status == 200


def test_bytes_that_are_not_utf8_are_refused_on_every_route(house: House) -> None:
    described = house.browser().get("/api/schema/openapi.json").json
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if "requestBody" not in operation or path == "/api/session":
                continue
            where = path.replace("{table}", "mini-1").replace("{", "").replace("}", "")
            for name in ("Ana", "Chen", "Rita"):
                answer = house.as_(name).ask(method.upper(), where, NOT_UTF8)
                assert 400 <= answer.status < 500, (name, path, answer.body[:200])
    client = house.browser()
    client.get("/healthz")
    assert client.ask("POST", "/api/session", NOT_UTF8).status == 400


def test_line_separators_do_not_break_live_messages(house: House) -> None:
    """U+2028 in a claim: refused, or every live message is still one line of JSON."""
    table = new_table(house, "casino-war")
    answer = house.give("Ben", table, "RaiseDispute", patron="Ben", claim="one\u2028two\u2029three")
    if answer.status == 200:
        assert json.loads(house.as_("Eli").get(f"/api/tables/{table}").body)
        line = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
        cookies = "; ".join(f"{k}={v}" for k, v in house.as_("Eli").cookies.items())
        head = f"GET /api/events?tables={table} HTTP/1.1\r\nhost: x\r\ncookie: {cookies}\r\n\r\n"
        line.sendall(head.encode())
        received = b""
        while b"\n\n" not in received.partition(b"data: ")[2]:
            received += line.recv(1_000_000)
        line.close()
        whole = received[: received.rfind(b"\n\n")]
        for each in whole.split(b"\n"):
            if each.startswith(b"data: "):
                json.loads(each[6:])
    else:
        assert answer.status in (400, 409, 422)


def test_texts_have_a_limit(house: House) -> None:
    table = new_table(house, "casino-war")
    answer = house.give("Ben", table, "RaiseDispute", patron="Ben", claim="x" * 56_000)
    assert 400 <= answer.status < 500


def test_a_refused_command_makes_no_stream(house: House) -> None:
    """A patron who may not open a table leaves nothing behind under its name."""
    before = len(house.as_("Eli").get("/api/tables").json)
    for number in range(20):
        answer = house.give("Ben", f"never-{number}", "OpenTable", document="casino-war")
        assert 400 <= answer.status < 500
    assert len(house.as_("Eli").get("/api/tables").json) == before
    for name in ("Ivy", "Sam"):
        assert b"never-1" not in house.as_(name).get("/inspect/log").body


@pytest.mark.parametrize(
    "path",
    ["/inspect/tables/war-1/at/99999999", "/inspect/tables/war-1/at/9223372036854775809",
     "/static/%00", "/static/" + "n" * 3_000, "/static/..%2f..%2fhouse.key", "/static/.git/config"],
)  # fmt: skip
def test_strange_paths_are_answered(house: House, path: str) -> None:
    for client in (house.browser(), house.as_("Ivy")):
        assert client.get(path).status < 500


def test_trace_and_unknown_methods_are_refused(house: House) -> None:
    for method in ("TRACE", "FOO", "CONNECT"):
        answer = raw(house.port, f"{method} / HTTP/1.1\r\nhost: x\r\n\r\n".encode(), wait=3)
        assert not answer or answer.split()[1][:1] == b"4", (method, answer[:80])


@pytest.mark.parametrize(
    "framing",
    [b"content-length: 4\r\ncontent-length: 5\r\n", b"content-length: -1\r\n",
     b"transfer-encoding: chunked\r\ncontent-length: 5\r\n", b"content-length: 5x\r\n"],
)  # fmt: skip
def test_ambiguous_lengths_are_refused(house: House, framing: bytes) -> None:
    request = b"POST /api/session HTTP/1.1\r\nhost: x\r\n" + framing + b"\r\nGET / HTTP/1.1\r\n\r\n"
    answer = raw(house.port, request, wait=3)
    assert answer.count(b"HTTP/1.1 200") == 0, answer[:200]


def test_headers_have_a_limit(house: House) -> None:
    """Megabytes of headers are refused before they are all read."""
    sent = b"GET / HTTP/1.1\r\nhost: x\r\n" + b"".join(
        b"x-%d: %s\r\n" % (number, b"y" * 8_000) for number in range(400)
    )
    try:
        answer = raw(house.port, sent + b"\r\n", wait=5)
    except ConnectionError:
        return  # cut off while it was still being sent
    assert not answer or answer.split()[1] in (b"400", b"413", b"431")


def test_a_request_that_never_ends_is_dropped(house: House) -> None:
    line = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
    line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
    try:
        answer = line.recv(1_000)
    except TimeoutError:
        pytest.fail("the house waits for ever")
    except ConnectionError:
        answer = b""
    finally:
        line.close()
    assert not answer or answer.split()[1] in (b"400", b"408")
    assert house.browser().get("/readyz").status == 200


def test_streams_beyond_the_limit_are_refused_before_they_begin(house: House) -> None:
    """One stranger cannot take every place: the next stream gets 429, not half an answer."""
    lines = []
    statuses = []
    try:
        for _ in range(260):
            line = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
            lines.append(line)
            line.sendall(b"GET /api/events?tables=mini-1 HTTP/1.1\r\nhost: x\r\n\r\n")
            status = line.recv(200).split()[1:2]
            statuses.append(status[0] if status else b"")
    finally:
        for line in lines:
            line.close()
    assert set(statuses) <= {b"200", b"429", b"401", b"403"}
    assert b"200" not in statuses or b"429" in statuses


def test_wagers_stay_the_patrons_own(house: House) -> None:
    """Ana cannot touch what Ben staked, in any spelling of his name."""
    table = new_table(house, "tournament-roulette")
    drive(house, table, awaiting("wagers"))
    house.done("Tom", table, "BringChips", patron="Ben", amount=100_00)
    house.done("Ben", table, "PlaceWager", patron="Ben", wager="17", amount=5_00)
    for name in ("Ben", "ben", "Ben ", "Bеn", "BEN"):
        answer = house.give("Ana", table, "WithdrawWager", patron=name, wager="17")
        assert 400 <= answer.status < 500, name
    staked = [
        each["amount"] for each in house.view("Ben", table)["wagers"] if each["patron"] == "Ben"
    ]
    assert staked == [5_00]
