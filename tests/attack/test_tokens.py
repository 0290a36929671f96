"""Access tokens under attack: more than their owner, longer than allowed, by somebody else."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from typing import Any

import pytest

from tests.attack.client import Client, Reply, raw
from tests.attack.house import House
from tests.attack.play import new_table
from tests.waiting import PATIENCE

_names = count()


def made(house: House, owner: str, **changed: Any) -> dict[str, Any]:
    body = {"name": f"t{next(_names)}", "password": house.passwords[owner], "commands": True}
    answer = house.as_(owner).post("/api/tokens", body | changed)
    assert answer.status == 201, answer.body
    found: dict[str, Any] = answer.json
    return found


def by(house: House, token: str, method: str, path: str, body: Any = None) -> Reply:
    content = json.dumps(body).encode() if body is not None else b""
    sent = {"authorization": f"Bearer {token}", "cookie": "", "x-csrftoken": ""}
    return Client(house.port).ask(method, path, content, sent)


def order(kind: str, **fields: Any) -> dict[str, Any]:
    return {"key": f"k{next(_names)}", "command": {"type": kind, **fields}}


def test_a_token_is_worth_no_more_than_its_owner(house: House) -> None:
    table = new_table(house, "casino-war", virtual=False)
    path = f"/api/tables/{table}/commands"
    patron, admin = made(house, "Ana")["token"], made(house, "Chen")["token"]
    assert by(house, patron, "POST", path, order("OpenBetting")).status == 403
    assert by(house, patron, "POST", path, order("JoinTable", patron="Ben")).code == "not_your_own"
    assert by(house, admin, "POST", path, order("OpenBetting")).code == "office_may_not"
    assert by(house, patron, "POST", path, order("JoinTable", patron="Ana")).status == 200


@pytest.mark.parametrize("owner", ["Ana", "Dora", "Chen"])
def test_a_token_makes_no_token_account_password_or_device(house: House, owner: str) -> None:
    token, password = made(house, owner)["token"], house.passwords[owner]
    for method, path, body in (
        ("POST", "/api/tokens", {"name": "more", "password": password}),
        ("POST", "/api/session/password", {"old": password, "new": "a wholly new phrase 88"}),
        ("POST", "/api/people", {"name": "Eve", "office": "dealer", "password": "long phrase 77"}),
        ("PATCH", f"/api/people/{owner}", {"office": "gaming manager"}),
        ("POST", "/api/devices", {"id": "eve", "kind": "shoe", "table": "1"}),
        ("DELETE", "/api/session", None),
    ):
        assert by(house, token, method, path, body).code == "token_may_not", path
    assert house.browser().sign_in(owner, password).status == 200


def test_nobody_revokes_the_token_of_another(house: House) -> None:
    token = made(house, "Ana")
    answer = house.as_("Ben").post(f"/api/tokens/{token['id']}/revoke", {})
    assert (answer.status, answer.code) == (404, "no_such_token")
    assert by(house, token["token"], "GET", "/api/session").json["name"] == "Ana"


def test_the_secret_of_one_token_does_not_open_another(house: House) -> None:
    ana, dora = made(house, "Ana"), made(house, "Dora")
    mixed = f"hwp_{dora['id']}_{ana['token'][21:]}"
    answers = [by(house, each, "GET", "/api/session") for each in (mixed, mixed[:-1], dora["id"])]
    assert {each.code for each in answers} == {"token_unknown"}
    assert not [each for each in answers if ana["token"][21:].encode() in each.body]


def test_a_token_is_read_from_its_header_and_nowhere_else(house: House) -> None:
    token = made(house, "Ana")["token"]
    stranger = house.browser()
    for path in (f"/api/session?token={token}", f"/api/session?access_token={token}"):
        assert stranger.get(path).status == 401
    for headers in (
        {"x-api-key": token},
        {"authorization": token},
        {"cookie": f"houseway={token}"},
    ):
        assert stranger.ask("GET", "/api/session", headers=headers).status == 401
    assert token not in house.output


def test_two_headers_are_not_two_identities(house: House) -> None:
    """Whichever of them is read, it is one of them and no mixture."""
    tokens = [made(house, name)["token"] for name in ("Ana", "Dora")]
    lines = "".join(f"authorization: Bearer {each}\r\n" for each in tokens)
    sent = f"GET /api/session HTTP/1.1\r\nhost: x\r\n{lines}connection: close\r\n\r\n"
    answer = raw(house.port, sent.encode())
    assert b" 200 " in answer[:20] or b" 40" in answer[:20]
    assert not (b'"Ana"' in answer and b'"Dora"' in answer)
    assert b"supervisor" not in answer or b'"Dora"' in answer


def _stream(house: House, token: str, table: str) -> tuple[HTTPConnection, HTTPResponse]:
    line = HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    line.request("GET", f"/api/events?tables={table}", headers={"authorization": f"Bearer {token}"})
    answer = line.getresponse()
    assert answer.status == 200
    assert answer.readline().startswith(b"id: table/")
    return line, answer


def test_an_open_stream_ends_when_its_token_is_revoked(house: House) -> None:
    table = new_table(house, "casino-war", virtual=False)
    revoked, other = made(house, "Ana"), made(house, "Ana")
    (line, live), (kept, going_on) = (
        _stream(house, each["token"], table) for each in (revoked, other)
    )
    assert house.as_("Ana").post(f"/api/tokens/{revoked['id']}/revoke", {}).status == 200
    live.read()  # returns, because the stream has ended
    line.close()
    house.done("Ana", table, "JoinTable", patron="Ana")
    while b"event: change" not in going_on.readline():
        pass
    kept.close()


def test_a_header_of_any_bytes_is_refused_and_breaks_nothing(house: House) -> None:
    for shown in (b"\xff\xfe", b"hwp_" + b"\xe9" * 60, b"hwp_" + b"A" * 8_000, b"", b" ", b"\t"):
        sent = b"GET /api/session HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
        answer = raw(house.port, sent + b"authorization: Bearer " + shown + b"\r\n\r\n")
        status = int(answer.split(b" ", 2)[1])
        assert 400 <= status < 500, shown[:20]
