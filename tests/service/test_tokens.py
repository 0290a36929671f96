"""Personal access tokens: what a program may do with one header, and what it never may."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec
import pytest

from houseway.service.access.accounts import OFFICES, Account
from houseway.service.access.sessions import hash_of
from houseway.service.settings import HOUR_US, MINUTE_US, Settings
from tests.service.conftest import COOKIE, HASH, OPEN, ORIGIN, PASSWORD, House

DAY_US = 24 * HOUR_US
TOKEN = re.compile(r"hwp_[0-9a-f]{16}_[A-Za-z0-9_-]{43}")


def asked(**changed: Any) -> dict[str, Any]:
    return {"name": "script", "password": PASSWORD, "commands": True, "days": 30, **changed}


def create(house: House, owner: str, **changed: Any) -> httpx.Response:
    return house.as_(owner).post("/api/tokens", asked(**changed))


def token_of(house: House, owner: str, **changed: Any) -> str:
    answer = create(house, owner, **changed)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


class Program:
    """A script: no cookies, no page token, one header."""

    def __init__(self, house: House, token: str) -> None:
        self.http = house.browser().http
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> httpx.Response:
        return self.send("GET", path)

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        self.http.cookies.clear()
        return self.http.request(method, path, headers=self.headers, **options)

    def order(self, command: dict[str, Any], key: str = "k1") -> httpx.Response:
        body = {"key": key, "command": command}
        return self.send("POST", "/api/tables/1/commands", json=body)


def met(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, str(answer.json().get("code", ""))


def events(house: House, after: int = 0) -> list[dict[str, Any]]:
    return [msgspec.json.decode(each.body) for each in house.people()[after:]]


# What a token does


def test_one_header_reads_a_table_and_sends_a_command(house: House) -> None:
    house.open_table()
    program = Program(house, token_of(house, "Eli"))
    assert [each["table"] for each in program.get("/api/tables").json()] == ["1"]
    assert program.get("/api/tables/1").json()["version"] > 0
    answer = program.order(OPEN)
    assert (answer.status_code, answer.json()["replayed"]) == (200, False)
    assert program.order(OPEN).json()["replayed"] is True


def test_the_log_has_the_person_and_the_token(house: House) -> None:
    house.open_table()
    Program(house, token_of(house, "Eli")).order(OPEN)
    last = house.floor.log.read("table/1")[-1]
    assert (last.actor, last.role, last.key) == ("Eli", "dealer", "Eli/script k1")


def test_a_key_typed_by_a_person_cannot_pass_for_a_token_s(house: House) -> None:
    """Names have no slash, so `Eli/script k1` is a token's and nothing else."""
    house.open_table()
    house.as_("Eli").order(OPEN, key="/script k1")
    assert house.floor.log.read("table/1")[-1].key == "Eli /script k1"


def test_a_token_tells_who_it_acts_for(house: House) -> None:
    program = Program(house, token_of(house, "Eli", tables=["1"]))
    assert program.get("/api/session").json() == {
        "name": "Eli", "office": "dealer", "tables": ["1"], "must_change_password": False,
        "token": "script",
    }  # fmt: skip


def test_a_token_is_listed_with_its_last_use_and_without_its_secret(house: House) -> None:
    token = token_of(house, "Eli", tables=["1"], days=7)
    before = house.as_("Eli").get("/api/tokens").json()
    assert [(each["name"], each["used_us"]) for each in before] == [("script", 0)]
    Program(house, token).get("/api/session")
    (after,) = house.as_("Eli").get("/api/tokens").json()
    assert after["used_us"] >= after["created_us"] > 0
    assert round((after["ends_us"] - after["created_us"]) / DAY_US) == 7
    assert (after["commands"], after["tables"], after["office"]) == (True, ["1"], "dealer")
    assert token.split("_", 2)[2] not in str(after)
    assert house.as_("Ben").get("/api/tokens").json() == []


def test_only_a_hash_is_stored(house: House, settings: Settings) -> None:
    secret = token_of(house, "Eli")[21:].encode()
    house.floor.desk.database.do("PRAGMA wal_checkpoint(TRUNCATE)")
    files = [each for each in settings.path.rglob("*") if each.is_file()]
    assert "access.db" in {each.name for each in files}
    assert not [each.name for each in files if secret in each.read_bytes()]


def test_creation_and_revocation_are_events(house: House) -> None:
    token = token_of(house, "Eli", tables=["1"])
    before = len(house.people())
    eli = house.as_("Eli")
    (listed,) = eli.get("/api/tokens").json()
    assert eli.post(f"/api/tokens/{listed['id']}/revoke").status_code == 200
    created = next(each for each in events(house) if each["type"] == "TokenCreated")
    assert created == {
        "type": "TokenCreated", "name": "Eli", "token": "script", "office": "dealer",
        "commands": True, "tables": ["1"], "ends_us": listed["ends_us"], "id": listed["id"],
        "hash": hash_of(token),
    }  # fmt: skip
    assert events(house, before)[-1] == {
        "type": "TokenRevoked", "name": "Eli", "token": "script", "id": listed["id"],
    }  # fmt: skip
    assert house.people()[-1].actor == "Eli"
    assert met(Program(house, token).get("/api/session")) == (401, "token_unknown")


# What a token never does


def test_a_token_that_only_reads_sends_no_command(house: House) -> None:
    house.open_table()
    program = Program(house, token_of(house, "Eli", commands=False))
    assert program.get("/api/tables/1").status_code == 200
    version = house.floor.runner.version("table/1")
    assert met(program.order(OPEN)) == (403, "token_only_reads")
    assert house.floor.runner.version("table/1") == version


def test_a_token_only_reads_unless_commands_are_asked_for(house: House) -> None:
    body = {"name": "script", "password": PASSWORD}
    answer = house.as_("Eli").post("/api/tokens", body)
    assert (answer.status_code, answer.json()["commands"]) == (201, False)


def test_a_token_reaches_its_tables_alone(house: House) -> None:
    house.open_table("1")
    house.open_table("2")
    program = Program(house, token_of(house, "Eli", tables=["2"]))
    assert [each["table"] for each in program.get("/api/tables").json()] == ["2"]
    assert met(program.get("/api/tables/1")) == (403, "not_assigned")
    assert met(program.order(OPEN)) == (403, "not_assigned")
    assert met(program.get("/api/events?tables=1")) == (403, "not_assigned")
    assert events(house)[-1] == {
        "type": "OrderTurnedAway", "name": "Eli", "where": "table/1", "code": "not_assigned",
        "token": "script",
    }  # fmt: skip


def test_tables_taken_from_a_person_are_taken_from_their_tokens(house: House) -> None:
    """No table in common is no table, not every table."""
    house.open_table("1")
    house.open_table("2")
    program = Program(house, token_of(house, "Eli", tables=["1"]))
    assert program.get("/api/tables/1").status_code == 200
    house.as_("Chen").send("PATCH", "/api/people/Eli", json={"tables": ["2"]})
    for path in ("/api/tables", "/api/tables/1", "/api/tables/2"):
        assert met(program.get(path)) == (401, "token_unknown"), path


@pytest.mark.parametrize("tables", [["2"], ["1", "2"], ["nowhere"]])
def test_no_token_reaches_tables_that_are_not_the_person_s(house: House, tables: list[str]) -> None:
    house.floor.desk.create_hashed(Account("Finn", "dealer", ("1",)), HASH, None)
    assert met(create(house, "Finn", tables=tables)) == (403, "not_your_tables")


@pytest.mark.parametrize("field", ["office", "role", "account", "id"])
def test_a_token_has_the_role_of_its_owner_and_no_other_can_be_asked_for(
    house: House, field: str
) -> None:
    assert met(create(house, "Eli", **{field: "gaming manager"}))[0] == 400


def test_an_administrator_s_token_gives_no_order(house: House) -> None:
    house.open_table()
    program = Program(house, token_of(house, "Chen"))
    version = house.floor.runner.version("table/1")
    assert met(program.order(OPEN)) == (403, "office_may_not")
    assert house.floor.runner.version("table/1") == version


GUARDED = (
    ("GET", "/api/tokens"), ("POST", "/api/tokens"), ("POST", "/api/tokens/0/revoke"),
    ("POST", "/api/session/password"), ("DELETE", "/api/session"), ("GET", "/api/people"),
    ("POST", "/api/people"), ("PATCH", "/api/people/Ana"), ("GET", "/api/devices"),
    ("POST", "/api/devices"), ("POST", "/api/devices/x/revoke"), ("GET", "/me"), ("GET", "/people"),
    ("POST", "/people"), ("POST", "/me/password"), ("POST", "/me/tokens"), ("GET", "/inspect/log"),
    ("POST", "/tokens/0/revoke"), ("POST", "/sessions/revoke"), ("POST", "/api/register"),
)  # fmt: skip


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_a_token_manages_nobody_and_opens_no_page(house: House, method: str, path: str) -> None:
    answer = Program(house, token_of(house, "Chen")).send(method, path)
    assert met(answer) == (403, "token_may_not")


@pytest.mark.parametrize("office", OFFICES)
def test_nobody_s_token_reaches_what_is_not_marked_for_tokens(house: House, office: str) -> None:
    house.floor.desk.create_hashed(Account("Of-x", office), HASH, None)
    program = Program(house, token_of(house, "Of-x"))
    assert met(program.get("/api/people")) == (403, "token_may_not")
    assert met(program.get("/api/tokens")) == (403, "token_may_not")


def test_what_is_for_everybody_is_for_programs_too(house: House) -> None:
    program = Program(house, token_of(house, "Ana"))
    for path in ("/api/schema/openapi.json", "/rules", "/wall"):
        assert program.get(path).status_code == 200, path
    assert "Ana" not in program.get("/rules").text


# Making one


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"name": ""}, (422, "not_a_token_name")),
        ({"name": "Ana k1"}, (422, "not_a_token_name")),
        ({"name": "a/b"}, (422, "not_a_token_name")),
        ({"name": "x" * 41}, (422, "not_a_token_name")),
        ({"days": 0}, (422, "not_a_lifetime")),
        ({"days": -1}, (422, "not_a_lifetime")),
        ({"days": 367}, (422, "not_a_lifetime")),
        ({"days": 10**30}, (422, "not_a_lifetime")),
        ({"days": "soon"}, (400, "not_understood")),
        ({"tables": ["../x"]}, (422, "not_a_table_name")),
        ({"tables": [str(each) for each in range(51)]}, (422, "not_a_table_name")),
        ({"password": "not the password"}, (403, "wrong_password")),
    ],
)
def test_a_token_is_not_made_without_good_cause(
    house: House, changed: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert met(create(house, "Eli", **changed)) == expected
    assert house.as_("Eli").get("/api/tokens").json() == []


def test_a_name_is_used_once(house: House) -> None:
    token_of(house, "Eli")
    assert met(create(house, "Eli")) == (409, "token_name_taken")
    token_of(house, "Ben")


def test_a_person_has_a_limited_number_of_tokens(house: House) -> None:
    client = house.as_("Eli")
    answers = [client.post("/api/tokens", asked(name=f"s{each}")) for each in range(21)]
    assert [each.status_code for each in answers] == [201] * 20 + [409]
    assert answers[-1].json()["code"] == "too_many_tokens"


def test_an_open_screen_does_not_let_a_stranger_guess_the_password(house: House) -> None:
    client = house.as_("Eli")
    wrong = [met(client.post("/api/tokens", asked(password=PASSWORD[1:]))) for _ in range(6)]
    assert wrong == [(403, "wrong_password")] * 5 + [(429, "sign_in_locked")]
    assert met(client.post("/api/tokens", asked())) == (429, "sign_in_locked")


# Its end


ENDS: dict[str, Any] = {
    "password set": {"password": "something quite new 41"},
    "role": {"office": "supervisor"},
    "disabled": {"disabled": True},
    "sessions ended": {"revoke": True},
}


@pytest.mark.parametrize("what", ENDS)
def test_a_token_ends_with_what_ends_sessions(house: House, what: str) -> None:
    program = Program(house, token_of(house, "Eli"))
    assert program.get("/api/session").status_code == 200
    answer = house.as_("Chen").send("PATCH", "/api/people/Eli", json=ENDS[what])
    assert answer.status_code == 200
    assert met(program.get("/api/session")) == (401, "token_unknown")
    house.as_("Chen").send("PATCH", "/api/people/Eli", json={"disabled": False})
    assert met(program.get("/api/session")) == (401, "token_unknown")


def test_a_token_ends_when_its_owner_changes_the_password(house: House) -> None:
    program = Program(house, token_of(house, "Eli"))
    new = {"old": PASSWORD, "new": "another long one"}
    assert house.as_("Eli").post("/api/session/password", new).status_code == 200
    assert met(program.get("/api/session")) == (401, "token_unknown")


def test_a_token_outlives_the_session_that_made_it(house: House) -> None:
    client = house.as_("Eli")
    token = client.post("/api/tokens", asked()).json()["token"]
    client.send("DELETE", "/api/session")
    assert Program(house, token).get("/api/session").status_code == 200


def test_everybody_s_tokens_end_with_everybody_s_sessions(house: House) -> None:
    programs = [Program(house, token_of(house, name)) for name in ("Eli", "Chen")]
    house.as_("Chen").send("POST", "/sessions/revoke", data={"confirmed": "yes"})
    assert [met(each.get("/api/session")) for each in programs] == [(401, "token_unknown")] * 2


@pytest.mark.parametrize(("days", "status"), [(30, 401), (29, 200)])
def test_a_token_ends_on_its_day(house: House, days: int, status: int) -> None:
    program = Program(house, token_of(house, "Eli"))
    later = house.floor.now_us() + days * DAY_US
    house.floor.desk.tokens.store._now_us = lambda: later
    assert program.get("/api/session").status_code == status


def test_an_administrator_revokes_anybody_s_token_and_nobody_else_does(house: House) -> None:
    program = Program(house, token_of(house, "Eli"))
    (listed,) = house.as_("Eli").get("/api/tokens").json()
    ben = house.as_("Ben")
    assert met(ben.post(f"/api/tokens/{listed['id']}/revoke")) == (404, "no_such_token")
    assert ben.post(f"/tokens/{listed['id']}/revoke").status_code == 403
    assert program.get("/api/session").status_code == 200
    chen = house.as_("Chen")
    assert f"/tokens/{listed['id']}/revoke" in chen.get("/people").text
    address = f"/tokens/{listed['id']}/revoke"
    assert "Revoke this token?" in chen.send("POST", address).text
    assert program.get("/api/session").status_code == 200
    answer = chen.send("POST", address, data={"confirmed": "yes"}, follow_redirects=False)
    assert answer.status_code == 303
    assert program.get("/api/session").status_code == 401
    assert (house.people()[-2].kind, house.people()[-2].actor) == ("TokenRevoked", "Chen")


# One identity a request


def test_a_cookie_and_a_token_together_are_refused(house: House) -> None:
    client, token = house.as_("Dora"), token_of(house, "Ana")
    answer = client.get("/api/session", headers={"authorization": f"Bearer {token}"})
    assert met(answer) == (400, "two_credentials")


LOOK_ALIKE = (
    "", "hwp_", "hwp", "x", "hwp_0000000000000000_" + "A" * 43, "HWP_{0}", "hwp-{0}", "hwp_{0} ",
    "hwp_{0}x", " hwp_{0}", "hwp_{1}_" + "A" * 43, "hwp_{1}", "{0}", "hwq_{0}", "hwp_{0}\t", "\xe9",
    "hwp_{0}" * 300,
)  # fmt: skip


@pytest.mark.parametrize("shape", LOOK_ALIKE)
def test_what_looks_like_a_token_is_none(house: House, shape: str) -> None:
    token = token_of(house, "Ana").removeprefix("hwp_")
    shown = shape.replace("{0}", token).replace("{1}", token.partition("_")[0])
    if shown.strip() == f"hwp_{token}":
        return  # white space around a header's value is no part of it
    http = house.browser().http
    headers = {b"authorization": f"Bearer {shown}".encode("latin-1")}
    answer = http.request("GET", "/api/session", headers=headers)
    assert met(answer) == (401, "token_unknown")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert token not in answer.text


@pytest.mark.parametrize("where", ["token", "access_token", "authorization", "bearer"])
def test_a_token_in_the_address_is_not_read(house: House, where: str) -> None:
    token = token_of(house, "Ana")
    answer = house.browser().get("/api/session", params={where: token})
    assert met(answer) == (401, "not_signed_in")


def test_a_token_is_no_cookie_and_no_device_s_token(house: House) -> None:
    token = token_of(house, "Ana")
    client = house.browser()
    client.http.cookies.set(COOKIE, token)
    assert met(client.get("/api/session")) == (401, "not_signed_in")
    answer = Program(house, token).send("POST", "/api/devices/x/facts", json={})
    assert met(answer) == (401, "not_this_device")


def test_another_scheme_is_left_to_whoever_it_is_for(house: House) -> None:
    """A proxy in front may have a password of its own."""
    client = house.as_("Ana")
    answer = client.get("/api/session", headers={"authorization": "Basic YTpi"})
    assert answer.json()["name"] == "Ana"


# Those that are not known


def test_unknown_tokens_are_held_back_and_good_ones_are_not(
    house: House, settings: Settings
) -> None:
    good = Program(house, token_of(house, "Eli"))
    bad = Program(house, "hwp_" + "0" * 16 + "_" + "A" * 43)
    before = len(house.people())
    answers = [bad.get("/api/session") for _ in range(settings.tries_per_minute + 1)]
    assert {met(each) for each in answers[:-1]} == {(401, "token_unknown")}
    assert met(answers[-1]) == (429, "too_many_tries")
    assert answers[-1].headers["retry-after"] == "60"
    assert good.get("/api/session").status_code == 200
    told = events(house, before)
    assert told == [{"type": "TokenRefused", "name": "", "address": "testclient"}]  # once a minute
    later = house.floor.now_us() + 2 * MINUTE_US
    house.floor.desk.tokens._noted._now_us = lambda: later
    house.floor.desk.tokens._refused._now_us = lambda: later
    assert met(bad.get("/api/session")) == (401, "token_unknown")
    assert len(events(house, before)) == 2


def test_no_answer_and_no_event_tells_a_token(house: House) -> None:
    token = token_of(house, "Eli")
    program = Program(house, token)
    answers = [program.get(path) for path in ("/api/session", "/api/people", "/api/tables/9")]
    answers += [Program(house, token + "x").get("/api/session"), program.order({"type": "No"})]
    secret = token.split("_", 2)[2]
    assert not [each for each in answers if secret in each.text or secret in str(each.headers)]
    kept = b"".join(each.body for each in house.floor.log.read_all(limit=1_000))
    assert secret.encode() not in kept


def test_commands_of_a_token_count_as_those_of_its_owner(house: House) -> None:
    house.open_table()
    house.floor.desk._pace._a_minute, house.floor.desk._pace._most = 1, 2 * MINUTE_US
    program, eli = Program(house, token_of(house, "Eli")), house.as_("Eli")
    assert program.order(OPEN).status_code == 200
    eli.order({"type": "CloseBetting"})
    assert met(program.order(OPEN, key="k3")) == (429, "too_many_orders")


def test_every_answer_to_a_program_has_the_headers(house: House) -> None:
    program = Program(house, "nonsense")
    answer = program.get("/api/session")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    good = Program(house, token_of(house, "Eli")).get("/api/session")
    assert "set-cookie" not in good.headers
    assert ORIGIN.startswith("https")


# On the account page


FORM = {"name": "script", "commands": "yes", "tables": "", "days": "30", "password": PASSWORD}


def test_a_token_made_on_the_account_page_is_shown_once(house: House) -> None:
    client = house.as_("Eli")
    page = client.send("POST", "/me/tokens", data=FORM)
    (token,) = TOKEN.findall(page.text)
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert Program(house, token).get("/api/session").json()["name"] == "Eli"
    again = client.get("/me").text
    assert not TOKEN.findall(again)
    (revoke,) = re.findall(r"/me/tokens/[0-9a-f]{16}/revoke", again)
    assert client.send("POST", revoke, follow_redirects=False).status_code == 303
    assert met(Program(house, token).get("/api/session")) == (401, "token_unknown")
    assert client.send("POST", revoke).status_code == 404


@pytest.mark.parametrize(
    ("changed", "status"),
    [({"days": "soon"}, 422), ({"password": ""}, 403), ({"name": "<b>"}, 422), ({"days": ""}, 422)],
)
def test_the_account_page_says_why_no_token_was_made(
    house: House, changed: dict[str, str], status: int
) -> None:
    page = house.as_("Eli").send("POST", "/me/tokens", data={**FORM, **changed})
    assert page.status_code == status
    assert 'role="alert"' in page.text
    assert not TOKEN.findall(page.text)


def test_a_token_of_the_account_page_only_reads_unless_ticked(house: House) -> None:
    client = house.as_("Eli")
    client.send("POST", "/me/tokens", data={**FORM, "commands": ""})
    (listed,) = client.get("/api/tokens").json()
    assert listed["commands"] is False
