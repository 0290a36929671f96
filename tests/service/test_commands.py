"""Orders over the API: done once, at the version seen, by those who may, or refused by clause."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from houseway.service.access.desk import ChangeAccount
from houseway.store.log import LogFailed
from tests.service.conftest import COOKIE, CSRF, OPEN, ORIGIN, Client, House
from tests.service.coup import play


def wager(patron: str, amount: int = 25_00) -> dict[str, Any]:
    return {"type": "PlaceWager", "patron": patron, "wager": "banker", "amount": amount}


@pytest.fixture
def dealer(house: House) -> Client:
    house.open_table()
    return house.as_("Eli")


def test_an_order_is_answered_with_its_version_its_head_and_the_view(
    house: House, dealer: Client
) -> None:
    said = dealer.order(OPEN).json()
    head = house.floor.log.heads()["table/1"]
    assert (said["version"], said["head"], said["replayed"]) == (head.version, head.hash, False)
    assert [each["kind"] for each in said["events"]] == ["BettingOpened"]
    assert said["view"]["round"] == 1
    assert said["view"]["version"] == head.version


def test_a_patron_wagers_and_sees_it(house: House, dealer: Client) -> None:
    dealer.order(OPEN)
    said = house.as_("Ana").order(wager("Ana")).json()
    assert said["view"]["wagers"] == [
        {"patron": "Ana", "wager": "banker", "box": 0, "amount": 25_00}
    ]


def test_the_log_says_who_gave_the_order_and_in_which_office(house: House, dealer: Client) -> None:
    dealer.order(OPEN)
    entry = house.floor.log.read("table/1")[-1]
    assert (entry.actor, entry.role) == ("Eli", "dealer")


def test_the_same_key_is_done_once_and_answered_as_before(house: House, dealer: Client) -> None:
    first = dealer.order(OPEN, "k").json()
    again = dealer.order(OPEN, "k").json()
    assert again["replayed"]
    assert (again["version"], again["head"]) == (first["version"], first["head"])
    assert again["events"] == first["events"]
    assert house.floor.runner.version("table/1") == first["version"]


def test_the_same_key_for_another_order_is_refused(dealer: Client) -> None:
    dealer.order(OPEN, "k")
    answer = dealer.order({"type": "CallNoMoreBets"}, "k")
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


def test_a_key_is_its_owners_own(house: House, dealer: Client) -> None:
    """Somebody who guesses a key meets neither its answer nor its refusal."""
    dealer.order(OPEN, "same")
    answer = house.as_("Ana").order(wager("Ana"), "same")
    assert (answer.status_code, answer.json()["replayed"]) == (200, False)


def test_an_order_for_a_version_left_behind_is_a_conflict(house: House, dealer: Client) -> None:
    seen = dealer.get("/api/tables/1").json()["version"]
    dealer.order(OPEN)
    now = house.floor.runner.version("table/1")
    answer = house.as_("Ana").order(wager("Ana"), "k2", expected=seen)
    assert answer.status_code == 409
    assert answer.json() == {
        "code": "stale_version", "clause": None,
        "sentence": "since you looked: betting opened. Look again before you act", "version": now,
    }  # fmt: skip
    assert house.floor.runner.version("table/1") == now
    assert house.as_("Ana").order(wager("Ana"), "k2", expected=now).status_code == 200


def test_a_stale_command_is_told_that_a_card_has_come(house: House, dealer: Client) -> None:
    """Its giver had not seen it, and reads at once why nothing was done."""
    play(house.floor.runner, "1")
    seen = house.floor.runner.version("table/1")
    entries = house.floor.log.read("table/1")
    card = next(each.version for each in entries if each.kind == "CardDealt")

    answer = dealer.order(OPEN, "late", expected=card - 1)

    assert answer.json()["version"] == seen
    assert answer.json()["sentence"].startswith("since you looked: card dealt")


def test_a_replayed_key_is_answered_though_its_version_has_passed(dealer: Client) -> None:
    seen = dealer.get("/api/tables/1").json()["version"]
    assert dealer.order(OPEN, "k", expected=seen).status_code == 200
    assert dealer.order(OPEN, "k", expected=seen).json()["replayed"]


def test_what_the_rules_refuse_names_its_clause(house: House, dealer: Client) -> None:
    """Mini Baccarat 4.6: once the round is under way no wager is added."""
    dealer.order(OPEN)
    ana = house.as_("Ana")
    assert ana.order(wager("Ana"), "first").status_code == 200
    assert dealer.order({"type": "CallNoMoreBets"}, "k2").status_code == 200
    answer = ana.order(wager("Ana"), "late")
    assert answer.status_code == 422
    refused = answer.json()
    assert set(refused) == {"code", "clause", "sentence", "version"}
    assert (refused["code"], refused["clause"]) == ("round_under_way", "Mini Baccarat 4.6")
    assert refused["sentence"]


def test_an_order_of_another_office_is_refused_by_clause(house: House, dealer: Client) -> None:
    answer = house.as_("Ana").order(OPEN)
    assert (answer.status_code, answer.json()["code"]) == (403, "role_may_not")
    assert answer.json()["clause"].startswith("Mini Baccarat ")


def test_a_patron_speaks_for_nobody_else(house: House, dealer: Client) -> None:
    dealer.order(OPEN)
    answer = house.as_("Ana").order(wager("Ben"))
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_own")
    kept = house.people()[-1]
    assert msgspec.json.decode(kept.body) == {
        "type": "OrderTurnedAway", "name": "Ana", "where": "table/1", "code": "not_your_own",
    }  # fmt: skip
    assert house.as_("Ben").get("/api/tables/1").json()["wagers"] == []


def test_an_administrator_gives_no_orders(house: House, dealer: Client) -> None:
    answer = house.as_("Chen").order(OPEN)
    assert (answer.status_code, answer.json()["code"]) == (403, "office_may_not")


def test_staff_reach_only_the_tables_they_are_assigned_to(house: House, dealer: Client) -> None:
    chen = house.floor.desk.accounts.find("Chen")
    assert chen is not None
    asyncio.run(house.floor.desk.change("Eli", ChangeAccount(tables=("2",)), chen))
    for answer in (dealer.order(OPEN), dealer.get("/api/tables/1")):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_assigned")
    assert dealer.get("/api/tables").json() == []


def test_a_table_is_opened_by_a_supervisor_over_the_api(house: House) -> None:
    dora = house.as_("Dora")
    command: dict[str, Any] = {"type": "OpenTable", "document": "casino-war"}
    refused = dora.order(command, table="war-1").json()
    assert (refused["code"], refused["clause"]) == (
        "commencement_not_entered", "Casino War Order commencement",
    )  # fmt: skip
    command |= {"published": "2016-08-19", "reference": "the Authority's website"}
    refused = dora.order(command, table="war-1").json()
    assert (refused["code"], refused["clause"]) == ("equipment_not_identified", "Casino War 2.4.1")
    shoe, cards = {"kind": "shoe", "identifier": "H-7"}, {"kind": "card set", "identifier": "C-1"}
    command["equipment"] = [shoe, cards]
    said = dora.order(command, table="war-1").json()
    assert (said["version"], said["view"]["document"]) == (1, "casino-war")
    assert [each["table"] for each in dora.get("/api/tables").json()] == ["war-1"]


BROKEN = [
    (b"", "not_understood"),
    (b"[]", "not_understood"),
    (b'{"key": "k"}', "not_understood"),
    (b'{"key": "", "command": {"type": "OpenBetting"}}', "not_a_key"),
    (b'{"key": "k", "command": {"type": "Cheat"}}', "not_understood"),
    (b'{"key": "k", "command": {"type": "OpenBetting", "more": 1}}', "not_understood"),
    (b'{"key": "k", "command": {"type": "OpenBetting"}, "role": "dealer"}', "not_understood"),
    (
        b'{"key": "k", "expected_version": "1", "command": {"type": "OpenBetting"}}',
        "not_understood",
    ),
]


@pytest.mark.parametrize(("body", "code"), BROKEN)
def test_what_cannot_be_understood_changes_nothing(
    house: House, dealer: Client, body: bytes, code: str
) -> None:
    before = house.floor.runner.version("table/1")
    answer = dealer.send("POST", "/api/tables/1/commands", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert house.floor.runner.version("table/1") == before


def test_a_body_that_is_too_long_is_refused(dealer: Client) -> None:
    answer = dealer.send("POST", "/api/tables/1/commands", content=b"x" * 70_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


@pytest.mark.parametrize("table", ["none", "..", "Table", "a" * 41])
def test_a_table_that_is_not_there_is_not_found(dealer: Client, table: str) -> None:
    answer = dealer.get(f"/api/tables/{table}")
    assert answer.status_code == 404
    assert answer.json()["code"] in ("no_such_table", "not_found")


def test_without_the_token_of_our_pages_nothing_is_done(house: House, dealer: Client) -> None:
    before = house.floor.runner.version("table/1")
    body = {"key": "k", "command": OPEN}
    answer = dealer.http.post("/api/tables/1/commands", json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_from_our_page")
    forged = dealer.http.post(
        "/api/tables/1/commands", json=body, headers={"x-csrftoken": "0" * 128}
    )
    assert forged.status_code == 403
    assert house.floor.runner.version("table/1") == before


def test_a_token_that_somebody_else_planted_is_not_taken(house: House, dealer: Client) -> None:
    """The cookie is signed: the same made-up value in cookie and header does not do."""
    planted = "ab" * 64
    cookies = f"{CSRF}={planted}; {COOKIE}={dealer.http.cookies[COOKIE]}"
    answer = house.browser().http.post(
        f"{ORIGIN}/api/tables/1/commands",
        json={"key": "k", "command": OPEN},
        headers={"x-csrftoken": planted, "cookie": cookies},
    )
    assert answer.status_code == 403


JOIN = b'{"key": "k", "command": {"type": "JoinTable", "patron": "Ana"}}'
FORM = "application/x-www-form-urlencoded"
SENT: dict[str, tuple[dict[str, Any], int, str]] = {
    "as usual": ({}, 200, ""),
    "with a character set": ({"headers": {"content-type": "application/json; charset=utf-8"}},
                             200, ""),
    "with a query": ({"params": {"x": "1"}}, 200, ""),
    "in pieces": ({"content": iter([JOIN[:9], JOIN[9:]])}, 200, ""),
    "as text": ({"headers": {"content-type": "text/plain"}}, 415, "not_json"),
    "as a form": ({"headers": {"content-type": FORM}}, 415, "not_json"),
    "as nothing": ({"headers": {"content-type": ""}}, 415, "not_json"),
    "without a token of a page": ({"headers": {"x-csrftoken": ""}}, 403, "not_from_our_page"),
    "with two credentials": ({"headers": {"authorization": "Bearer x"}}, 400, "two_credentials"),
    "with a host that cannot be": ({"headers": {"host": "a b"}}, 400, "not_understood"),
    "without a body": ({"content": b""}, 400, "not_understood"),
    "with half a body": ({"content": JOIN[:20]}, 400, "not_understood"),
    "with a byte that is no text": ({"content": JOIN[:-2] + b"\xff}}"}, 400, "not_understood"),
    "with a NUL": ({"content": JOIN.replace(b"Ana", b"A\\u0000a")}, 400, "not_understood"),
    "with two keys": ({"content": b'{"key": "j", ' + JOIN[1:]}, 400, "not_understood"),
    "with two patrons": ({"content": JOIN[:-2] + b', "patron": "Ana"}}'}, 400, "not_understood"),
}  # fmt: skip


@pytest.mark.parametrize("how", SENT)
def test_a_command_is_ruled_on_or_refused_however_it_is_sent(house: House, how: str) -> None:
    """One route takes all of them; what is refused there is not stored."""
    house.open_table()
    ana, before = house.as_("Ana"), house.floor.runner.version("table/1")
    options, status, code = SENT[how]
    answer = ana.send("POST", "/api/tables/1/commands", **{"content": JOIN, **options})
    assert (answer.status_code, answer.json().get("code", "")) == (status, code)
    assert house.floor.runner.version("table/1") == before + (status == 200)


def test_nobody_reaches_nothing(house: House) -> None:
    house.open_table()
    client = house.browser()
    for path in ("/api/tables", "/api/tables/1", "/api/tables/1/offers", "/api/tables/1/rounds"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert client.order(OPEN).status_code == 401


def test_while_the_log_cannot_be_written_nothing_is_promised(
    house: House, dealer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise LogFailed("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(house.floor.lane, "_append_each", fail)
        answer = dealer.order(OPEN)
        assert (answer.status_code, answer.json()["code"]) == (503, "log_failed")
        assert "disk" not in answer.text
        assert dealer.get("/readyz").status_code == 503
        assert dealer.get("/api/tables/1").status_code == 200
    assert dealer.order(OPEN).json()["replayed"] is False
    assert dealer.get("/readyz").status_code == 200


def test_a_mistake_of_our_own_is_told_without_its_inside(
    house: House, dealer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise ZeroDivisionError("secret inside")

    monkeypatch.setattr(house.floor.runner, "ordering", stumble)
    answer = dealer.order(OPEN)
    assert (answer.status_code, answer.json()["code"]) == (500, "our_mistake")
    assert "secret" not in answer.text


def test_offers_are_what_the_office_may_do(house: House, dealer: Client) -> None:
    offered = {each["order"] for each in dealer.get("/api/tables/1/offers").json()}
    assert "OpenBetting" in offered
    assert "OpenBetting" not in {
        each["order"] for each in house.as_("Ana").get("/api/tables/1/offers").json()
    }
    assert house.as_("Chen").get("/api/tables/1/offers").json() == []


def test_every_answer_forbids_what_a_page_does_not_need(dealer: Client) -> None:
    for path in ("/healthz", "/api/tables", "/sign-in", "/nowhere", "/static/base.css"):
        headers = dealer.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
