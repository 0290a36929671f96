"""Signing in and out: what is let in, what is kept about it, and what never is."""

from __future__ import annotations

import asyncio
import threading
from contextlib import ExitStack

import msgspec
import pytest

from houseway.service.access import passwords
from houseway.service.floor import now_us
from houseway.service.settings import MINUTE_US, Settings
from tests.service.conftest import COOKIE, PASSWORD, Client, House


def kinds(house: House) -> list[str]:
    return [entry.kind for entry in house.people()]


def test_the_right_password_opens_a_session(house: House) -> None:
    client = house.browser()
    answer = client.sign_in("Ana")
    assert answer.json() == {
        "name": "Ana", "office": "patron", "tables": [], "must_change_password": False,
    }  # fmt: skip
    assert client.get("/api/session").json()["name"] == "Ana"
    cookie = answer.headers["set-cookie"]
    for word in ("__Host-houseway=", "HttpOnly", "Secure", "SameSite=strict", "Path=/"):
        assert word in cookie


def test_the_page_after_signing_out_says_so(house: House) -> None:
    left = house.as_("Ana").send("POST", "/sign-out", follow_redirects=True)
    assert "You have signed out." in left.text
    assert "You have signed out." not in house.browser().get("/sign-in").text


@pytest.mark.parametrize("name", ["Ana", "Zoe"])
def test_a_wrong_password_and_an_unknown_name_are_answered_alike(house: House, name: str) -> None:
    answer = house.browser().sign_in(name, "not the password")
    assert answer.status_code == 401
    assert answer.json() == {
        "code": "sign_in_failed", "clause": None, "sentence": "that name and password do not match",
    }  # fmt: skip
    assert COOKIE not in answer.cookies


def test_what_was_typed_for_an_unknown_name_is_not_kept(house: House) -> None:
    """Somebody may type a password where the name belongs."""
    house.browser().sign_in("hunter2-hunter2", "x")
    failed = house.people()[-1]
    assert failed.kind == "SignInFailed"
    assert msgspec.json.decode(failed.body)["name"] == ""
    assert b"hunter2" not in b"".join(entry.body for entry in house.people())


def test_five_failures_lock_the_name_even_for_the_right_password(house: House) -> None:
    client = house.browser()
    for _ in range(5):
        assert client.sign_in("Ana", "wrong wrong wrong").status_code == 401
    locked = client.sign_in("Ana")
    assert (locked.status_code, locked.json()["code"]) == (429, "sign_in_locked")
    assert "SignInLocked" in kinds(house)
    assert house.browser().sign_in("Ben").status_code == 200


def test_a_name_that_nobody_has_is_locked_too(house: House) -> None:
    client = house.browser()
    answers = [client.sign_in("Zoe", "wrong wrong wrong").status_code for _ in range(6)]
    assert answers == [401, 401, 401, 401, 401, 429]


def test_a_lock_ends(house: House) -> None:
    client = house.browser()
    for _ in range(5):
        client.sign_in("Ana", "wrong wrong wrong")
    later = house.floor.now_us() + 16 * MINUTE_US
    house.floor.desk._tries._now_us = lambda: later
    assert client.sign_in("Ana").status_code == 200


def test_a_sign_in_that_succeeds_forgets_the_failures(house: House) -> None:
    client = house.browser()
    for _ in range(2):
        for _ in range(4):
            client.sign_in("Ana", "wrong wrong wrong")
        assert client.sign_in("Ana").status_code == 200


def test_too_many_sign_ins_from_one_address_are_held_back(house: House, settings: Settings) -> None:
    client = house.browser()
    for number in range(settings.tries_per_minute):
        assert client.sign_in(f"Zoe{number}", "wrong wrong wrong").status_code == 401
    answer = client.sign_in("Ana")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_tries")


def test_signing_out_ends_the_session_wherever_its_cookie_is_kept(house: House) -> None:
    client = house.as_("Ana")
    stolen = client.http.cookies[COOKIE]
    assert client.send("DELETE", "/api/session").status_code == 200
    thief = house.browser()
    thief.http.cookies.set(COOKIE, stolen)
    assert thief.get("/api/session").status_code == 401
    assert kinds(house)[-1] == "SignedOut"


def test_a_cookie_that_the_client_chose_is_never_adopted(house: House) -> None:
    client = house.browser()
    client.http.cookies.set(COOKIE, "chosen-by-somebody")
    assert client.get("/api/session").status_code == 401
    answer = client.sign_in("Ana")
    assert answer.cookies[COOKIE] != "chosen-by-somebody"
    other = house.browser()
    other.http.cookies.set(COOKIE, "chosen-by-somebody")
    assert other.get("/api/session").status_code == 401


def test_signing_in_again_makes_a_new_token_and_ends_the_old_one(house: House) -> None:
    client = house.as_("Ana")
    before = client.http.cookies[COOKIE]
    client.sign_in("Ana")
    assert client.http.cookies[COOKIE] != before
    other = house.browser()
    other.http.cookies.set(COOKIE, before)
    assert other.get("/api/session").status_code == 401


@pytest.mark.parametrize(("minutes", "status"), [(29, 200), (30, 401)])
def test_a_session_left_alone_ends(house: House, minutes: int, status: int) -> None:
    client = house.as_("Ana")
    later = house.floor.now_us() + minutes * MINUTE_US
    house.floor.desk.sessions._now_us = lambda: later
    assert client.get("/api/session").status_code == status


def test_a_session_in_use_ends_after_twelve_hours(house: House) -> None:
    client, start = house.as_("Ana"), house.floor.now_us()
    answers = []
    for minutes in range(20, 12 * 60 + 21, 20):
        later = start + minutes * MINUTE_US
        house.floor.desk.sessions._now_us = lambda now=later: now  # type: ignore[misc]
        answers.append(client.get("/api/session").status_code)
    assert answers[:-2] == [200] * (len(answers) - 2)
    assert answers[-1] == 401


def test_a_changed_password_rotates_the_session_and_ends_the_others(house: House) -> None:
    here, there = house.as_("Ana"), house.as_("Ana")
    before = here.http.cookies[COOKIE]
    form = {"old": PASSWORD, "new": "another long one", "again": "another long one"}
    assert here.send("POST", "/me/password", data=form).status_code == 200
    assert here.http.cookies[COOKIE] != before
    assert here.get("/api/session").status_code == 200
    assert there.get("/api/session").status_code == 401
    assert house.browser().sign_in("Ana").status_code == 401
    assert house.browser().sign_in("Ana", "another long one").status_code == 200


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"old": "wrong", "new": "another long one", "again": "another long one"}, 403),
        ({"old": PASSWORD, "new": "short", "again": "short"}, 422),
        ({"old": PASSWORD, "new": "it contains ana", "again": "it contains ana"}, 422),
        ({"old": PASSWORD, "new": "another long one", "again": "another one"}, 422),
    ],
)
def test_a_password_is_not_changed_without_good_cause(
    house: House, form: dict[str, str], code: int
) -> None:
    client = house.as_("Ana")
    assert client.send("POST", "/me/password", data=form).status_code == code
    assert house.browser().sign_in("Ana").status_code == 200


def test_no_password_token_or_hash_is_in_the_log(house: House) -> None:
    client = house.as_("Ana")
    client.sign_in("Ana", "wrong wrong wrong")
    kept = b"".join(entry.body for entry in house.floor.log.read_all(limit=1_000))
    token = client.http.cookies[COOKIE]
    for secret in (PASSWORD, "wrong wrong wrong", "argon2", token):
        assert secret.encode() not in kept
    assert b'"Ana"' in kept


def test_every_sign_in_failure_and_sign_out_is_in_the_log(house: House) -> None:
    before = len(house.people())
    client = house.as_("Ana")
    house.browser().sign_in("Ana", "wrong wrong wrong")
    client.send("DELETE", "/api/session")
    told = [(entry.kind, entry.actor) for entry in house.people()[before:]]
    assert told == [("SignedIn", "Ana"), ("SignInFailed", "houseway"), ("SignedOut", "Ana")]
    assert house.floor.log.verify().problems == ()


def form_of(client: Client, then: str) -> str:
    client.get("/sign-in")
    data = {"name": "Ana", "password": PASSWORD, "then": then}
    answer = client.send("POST", "/sign-in", data=data, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


@pytest.mark.parametrize(
    ("then", "location"),
    [("/me", "/me"), ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil", "/")],
)
def test_nobody_is_sent_elsewhere_after_signing_in(house: House, then: str, location: str) -> None:
    assert form_of(house.browser(), then) == location


def test_passwords_are_checked_in_the_same_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """What argon2 takes stays with a thread: many of them would each keep theirs."""
    seen: list[str] = []

    def matches(_kept: str, _password: str) -> bool:
        seen.append(threading.current_thread().name)
        return True

    async def storm() -> None:
        checking = passwords.Passwords()
        await asyncio.gather(*(checking.matches("kept", "x" * 12) for _ in range(20)))

    monkeypatch.setattr(passwords, "_matches", matches)
    asyncio.run(storm())
    assert len(seen) == 20
    assert set(seen) <= {"password_0", "password_1"}


def test_a_session_is_not_looked_up_for_every_request(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever ends it here is heard at once; the end of its time needs no look."""
    clock = [now_us()]
    with ExitStack() as stack:
        house = House(stack, settings, lambda: clock[0])
        ana = house.as_("Ana")
        assert ana.get("/api/session").status_code == 200
        clock[0] += MINUTE_US - 1

        with monkeypatch.context() as patch:
            for what in ("ask", "note"):
                fails = lambda *_, what=what: pytest.fail(f"the store was used: {what}")  # noqa: E731
                patch.setattr(house.floor.desk.database, what, fails)
            assert ana.get("/api/session").status_code == 200

        house.floor.desk._end_all("Ana")
        assert ana.get("/api/session").status_code == 401
