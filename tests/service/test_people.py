"""Accounts and devices: only the administrator keeps them, and every change is in the log."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from houseway.service.access import passwords
from houseway.service.access.passwords import hashed
from houseway.service.consoles.registry import load
from houseway.store.log import LogFailed
from tests.service.conftest import COSTLY, OPEN, PASSWORD, PEOPLE, Client, House
from tests.service.page_forms import secret_on

ZOE = {"name": "Zoe", "office": "dealer", "password": "seven grey umbrellas", "tables": ["1"]}


@pytest.fixture
def admin(house: House) -> Client:
    return house.as_("Chen")


def told(house: House, kind: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(each.body) for each in house.people() if each.kind == kind]


def test_the_administrator_takes_somebody_in(house: House, admin: Client) -> None:
    answer = admin.post("/api/people", ZOE)
    assert answer.status_code == 201
    assert "password" not in answer.json()
    zoe = house.browser()
    assert zoe.sign_in("zoe", "seven grey umbrellas").json()["tables"] == ["1"]
    created = told(house, "AccountCreated")[-1]
    assert (created["name"], created["office"], created["tables"]) == ("Zoe", "dealer", ["1"])
    assert house.people()[-2].actor == "Chen"


WRONG = [
    ({**ZOE, "name": "ana"}, 409, "name_taken"),
    ({**ZOE, "name": "Zoe Ray"}, 422, "not_a_name"),
    ({**ZOE, "name": "house"}, 422, "not_a_name"),
    ({**ZOE, "name": "<b>"}, 422, "not_a_name"),
    ({**ZOE, "office": "owner"}, 422, "no_such_office"),
    ({**ZOE, "password": "short"}, 422, "password_length"),
    ({**ZOE, "more": 1}, 400, "not_understood"),
]


@pytest.mark.parametrize(("body", "status", "code"), WRONG)
def test_nobody_wrong_is_taken_in(
    house: House, admin: Client, body: dict[str, Any], status: int, code: str
) -> None:
    answer = admin.post("/api/people", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(admin.get("/api/people").json()) == len(PEOPLE)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"disabled": True}, "AccountDisabled"),
        ({"revoke": True}, "SessionsRevoked"),
        ({"office": "supervisor"}, "OfficeChanged"),
        ({"password": "quite another one"}, "PasswordReset"),
    ],
)
def test_a_change_of_standing_ends_the_sessions(
    house: House, admin: Client, change: dict[str, Any], kind: str
) -> None:
    eli = house.as_("Eli")
    assert admin.send("PATCH", "/api/people/Eli", json=change).status_code == 200
    assert eli.get("/api/session").status_code == 401
    assert house.people()[-1].kind == kind
    assert house.people()[-1].actor == "Chen"


def test_a_disabled_account_cannot_sign_in_until_it_is_enabled(house: House, admin: Client) -> None:
    admin.send("PATCH", "/api/people/Eli", json={"disabled": True})
    assert house.browser().sign_in("Eli").status_code == 401
    admin.send("PATCH", "/api/people/Eli", json={"disabled": False})
    assert house.browser().sign_in("Eli").status_code == 200


def test_an_administrator_does_not_saw_off_the_own_branch(admin: Client) -> None:
    for change in ({"disabled": True}, {"office": "dealer"}):
        answer = admin.send("PATCH", "/api/people/chen", json=change)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_oneself")


GUARDED = [
    ("GET", "/api/people"),
    ("POST", "/api/people"),
    ("PATCH", "/api/people/Ana"),
    ("GET", "/api/devices"),
    ("POST", "/api/devices"),
    ("POST", "/api/devices/x/revoke"),
    ("GET", "/people"),
    ("POST", "/people"),
    ("POST", "/people/Ana"),
    ("POST", "/devices"),
    ("POST", "/devices/x/revoke"),
    ("POST", "/sessions/x/revoke"),
]


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_only_the_administrator_keeps_people(house: House, method: str, path: str) -> None:
    for name in ("Ana", "Eli", "Dora", "Ivy"):
        answer = house.as_(name).send(method, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "office_may_not"), name
    assert house.browser().send(method, path).status_code == 401


def test_the_page_of_people_takes_in_and_changes(house: House, admin: Client) -> None:
    form = {**ZOE, "tables": "1, 2"}
    added = admin.send("POST", "/people", data=form, follow_redirects=False)
    assert added.status_code == 303
    assert 'id="person-Zoe"' in admin.get("/people").text
    admin.send(
        "POST", "/people/Zoe", data={"what": "office", "value": "inspector", "confirmed": "yes"}
    )
    found = house.floor.desk.accounts.find("Zoe")
    assert found is not None
    assert (found.office, found.tables) == ("inspector", ("1", "2"))
    again = admin.send("POST", "/people", data=form)
    assert again.status_code == 409
    assert "An account named Zoe already exists" in again.text


# Devices


def registered(admin: Client, kind: str = "shoe") -> str:
    answer = admin.post("/api/devices", {"id": "shoe-1", "kind": kind, "table": "1"})
    assert answer.status_code == 201
    token: str = answer.json()["token"]
    return token


def reported(house: House, token: str, command: dict[str, Any], device: str = "shoe-1") -> Any:
    return house.browser().http.post(
        f"/api/devices/{device}/facts",
        json={"key": "k1", "command": command},
        headers={"authorization": f"Bearer {token}"},
    )


def betting_called(house: House) -> None:
    house.open_table()
    eli = house.as_("Eli")
    wager = {"type": "PlaceWager", "patron": "Ana", "wager": "banker", "amount": 25_00}
    for key, client, command in (
        ("1", eli, OPEN),
        ("2", house.as_("Ana"), wager),
        ("3", eli, {"type": "CallNoMoreBets"}),
    ):
        assert client.order(command, key).status_code == 200


def test_an_electronic_shoe_reports_a_card(house: House, admin: Client) -> None:
    betting_called(house)
    answer = reported(house, registered(admin), {"type": "DealCard", "card": "9h"})
    assert answer.status_code == 200, answer.text
    assert [each["kind"] for each in answer.json()["events"]] == ["CardDealt"]
    entry = house.floor.log.read("table/1")[-1]
    assert (entry.actor, entry.role) == ("device shoe-1", "dealer")


def test_a_device_reports_its_own_facts_only(house: House, admin: Client) -> None:
    betting_called(house)
    token = registered(admin)
    wrong = reported(house, token, {"type": "SettleWagers"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "not_a_fact")
    assert reported(house, token, OPEN, device="shoe-2").status_code == 401
    assert reported(house, "guess", OPEN).status_code == 401


def test_a_revoked_token_is_taken_no_more(house: House, admin: Client) -> None:
    betting_called(house)
    token = registered(admin)
    assert admin.post("/api/devices/shoe-1/revoke").status_code == 200
    answer = reported(house, token, {"type": "DealCard", "card": "9h"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_this_device")
    assert token.encode() not in b"".join(each.body for each in house.people())


def test_every_link_of_the_navigation_leads_to_a_page(house: House) -> None:
    """What an office is shown it may also reach."""
    house.open_table()
    links = [link for link in load().navigation if "{" not in link.path]
    assert links
    offices = {"patron": "Ana", "dealer": "Eli", "supervisor": "Dora", "inspector": "Ivy",
               "administrator": "Chen"}  # fmt: skip
    for office, name in offices.items():
        client = house.as_(name)
        account = house.floor.desk.accounts.find(name)
        for link in links:
            if link.shown_to(account):
                answer = client.get(link.path, headers={"accept": "text/html"})
                assert answer.status_code == 200, (office, link.path)


def test_passwords_are_hashed_with_what_argon2id_should_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As OWASP's cheat sheet has it: 19 MiB, two rounds, one lane, and salt."""
    monkeypatch.setattr(passwords, "_hasher", COSTLY)
    kept = hashed(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hashed(PASSWORD) != kept


# The page of people


def test_sessions_are_listed_and_one_of_them_ended(house: House, admin: Client) -> None:
    eli = house.as_("Eli")
    text = admin.get("/people").text
    assert "this one" in text
    (session,) = re.findall(r'action="/sessions/([0-9a-f]{64})/revoke"', text)
    assert admin.send("POST", f"/sessions/{session}/revoke").status_code == 200
    assert eli.get("/api/session").status_code == 401
    last = house.people()[-1]
    assert (last.kind, last.actor) == ("SessionRevoked", "Chen")
    again = admin.send("POST", f"/sessions/{session}/revoke")
    assert again.status_code == 404
    assert "That session has ended already" in again.text


def test_a_password_that_is_made_is_shown_once(house: House, admin: Client) -> None:
    answer = admin.send("POST", "/people/Eli", data={"what": "password", "value": ""})
    assert "The new password of Eli" in answer.text
    made = secret_on(answer)
    assert made not in admin.get("/people").text
    assert house.browser().sign_in("Eli", made).status_code == 200
    assert [each.actor for each in house.people() if each.kind == "PasswordReset"] == ["Chen"]


def test_a_device_token_is_shown_once(house: House, admin: Client) -> None:
    data = {"id": "shoe-9", "kind": "shoe", "table": "1"}
    answer = admin.send("POST", "/devices", data=data)
    assert "The token of shoe-9" in answer.text
    assert secret_on(answer) not in admin.get("/people").text
    assert house.people()[-1].kind == "DeviceRegistered"


def test_the_page_tells_what_happened_lately(house: House, admin: Client) -> None:
    admin.send("POST", "/people/Eli", data={"what": "tables", "value": "mini-1, war-1"})
    text = admin.get("/people").text
    row = re.search(r"<td>tables assigned.*?</tr>", text, re.DOTALL)
    assert row is not None
    assert " ".join(re.sub(r"<[^>]+>", " ", row[0]).split()) == (
        "tables assigned mini-1 war-1 Eli Chen"
    )


def test_an_ended_session_is_told_kindly(house: House, admin: Client) -> None:
    html = {"accept": "text/html"}
    eli = house.as_("Eli")
    admin.send("POST", "/people/Eli", data={"what": "revoke", "confirmed": "yes"})
    answer = eli.get("/me", headers=html, follow_redirects=False)
    assert answer.headers["location"] == "/sign-in?then=/me&ended=yes"
    assert "Your session has ended" in eli.get("/me", headers=html).text
    fresh = house.browser().get("/me", headers=html)
    assert "Your session has ended" not in fresh.text


# All or nothing


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"office": "emperor"}, "no_such_office"),
        ({"office": "dealer", "password": "password1234"}, "password_common"),
        ({"tables": ["7"], "password": "short"}, "password_length"),
    ],
)
def test_a_change_with_one_wrong_part_changes_nothing(
    house: House, wrong: dict[str, Any], code: str
) -> None:
    """PATCH is all or nothing: the good parts of a bad request are not carried out."""
    before, events = house.floor.desk.accounts.find_with_hash("Eli"), len(house.people())
    eli = house.as_("Eli")
    good = {"password": "another long one", "tables": ["9"], "disabled": True, "revoke": True}
    answer = house.as_("Chen").send("PATCH", "/api/people/Eli", json={**good, **wrong})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert house.floor.desk.accounts.find_with_hash("Eli") == before
    assert eli.get("/api/session").status_code == 200
    assert [each.kind for each in house.people()[events:]] == ["SignedIn", "SignedIn"]


def test_a_change_of_everything_is_one_transaction_and_one_append(house: House) -> None:
    """One append: either all its events are in the log, or none of them."""
    chen, events = house.as_("Chen"), len(house.people())
    asked = {
        "office": "supervisor", "password": "another long one", "tables": ["9"], "disabled": True,
    }  # fmt: skip
    answer = chen.send("PATCH", "/api/people/Eli", json=asked)
    assert answer.status_code == 200, answer.text
    changed = answer.json()
    assert (changed["office"], changed["tables"], changed["disabled"]) == (
        "supervisor", ["9"], True,
    )  # fmt: skip
    entries = house.people()[events:]
    assert [each.kind for each in entries] == [
        "PasswordReset", "OfficeChanged", "TablesAssigned", "AccountDisabled",
    ]  # fmt: skip
    assert len({each.key for each in entries}) == 1


def test_a_store_that_fails_half_way_has_changed_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, chen = house.floor.desk.accounts.find_with_hash("Eli"), house.as_("Chen")

    def fails(*_batch: object) -> None:
        raise LogFailed("no disk")

    asked = {"office": "supervisor", "password": "another long one", "tables": ["9"]}
    with monkeypatch.context() as patch:
        patch.setattr(house.floor.log, "append", fails)
        assert chen.send("PATCH", "/api/people/Eli", json=asked).status_code >= 500
    assert house.floor.desk.accounts.find_with_hash("Eli") == before


@pytest.mark.parametrize("name", ["device", "House", "h\u043euse", "nobody", "houseway"])
def test_nobody_is_called_what_the_house_calls_itself(house: House, name: str) -> None:
    """The keys of a device begin with `device`, those of the house with `house`."""
    asked = {"name": name, "office": "dealer", "password": "another long one"}
    answer = house.as_("Chen").post("/api/people", asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "not_a_name")


@pytest.mark.parametrize(
    ("what", "value", "question"),
    [
        ("disable", "", "Disable Eli?"),
        ("office", "administrator", "Change the role of Eli?"),
        ("revoke", "", "End all sessions of Eli?"),
    ],
)
def test_nothing_is_taken_from_a_person_before_it_is_confirmed(
    house: House, admin: Client, what: str, value: str, question: str
) -> None:
    """In two steps without scripts, and the page says afterwards what was done."""
    before = len(house.people())
    form = {"what": what, "value": value}
    asked = admin.send("POST", "/people/Eli", data=form)
    assert f'<h1 id="question">{question}</h1>' in asked.text
    assert len(house.people()) == before
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', asked.text))
    assert sent.items() >= {**form, "confirmed": "yes"}.items()
    done = admin.send("POST", "/people/Eli", data={**form, "confirmed": "yes"})
    assert re.search(r'<p class="done" role="status">[^<]*Eli', done.text)
    assert len(house.people()) > before


def test_every_session_ends_only_after_a_question(house: House, admin: Client) -> None:
    eli = house.as_("Eli")
    asked = admin.send("POST", "/sessions/revoke", data={})
    assert "End every session but this one?" in asked.text
    assert eli.get("/api/session").status_code == 200
    admin.send("POST", "/sessions/revoke", data={"confirmed": "yes"})
    assert eli.get("/api/session").status_code == 401


def test_accounts_are_found_by_name_or_role_and_sorted(house: House, admin: Client) -> None:
    def listed(query: str) -> list[str]:
        return re.findall(r'<tr id="person-(\w+)"', admin.get(f"/people?{query}").text)

    everyone = listed("")
    assert everyone == sorted(everyone, key=str.casefold)
    assert listed("q=DEALER") == ["Eli"]
    assert listed("q=nobody") == []
    assert listed("sort=sessions")[0] == "Chen"  # the only one who is signed in


def test_the_page_shows_when_each_account_last_signed_in(house: House, admin: Client) -> None:
    def shown(name: str) -> str:
        row = admin.get("/people").text.split(f'id="person-{name}"')[1].split("</tr>")[0]
        return row.split('class="last-sign-in">')[1].split("</td>")[0]

    assert shown("Ana") == "never"
    house.as_("Ana")
    assert re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d(:\d\d)?", shown("Ana"))
    first = house.floor.desk.accounts.state().signed_in_us["Ana"]
    house.as_("Ana")
    again = [each.at_us for each in house.people() if each.kind == "SignedIn"][-1]
    assert house.floor.desk.accounts.state().signed_in_us["Ana"] == again > first
    assert shown("Ben") == "never"
