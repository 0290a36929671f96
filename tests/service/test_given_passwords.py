"""A password that somebody else has set lets its owner in to change it, for three days."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import msgspec
import pytest

from houseway.cli.first_people import first_administrator
from houseway.service.access.desk import ChangeAccount
from houseway.service.settings import MINUTE_US, Settings
from tests.service.conftest import COOKIE, QUICK, Client, House
from tests.service.test_routes import STREAMS, routes_of
from tests.service.test_tries import Clock

GIVEN, OWN = "a slip of paper from Chen", "words that are mine alone"
GIVEN_HASH = QUICK.hash(GIVEN)
DAYS = 3 * 24 * 60  # in minutes
# Where somebody goes who has yet to choose: the own session, the new password, the door.
WAY_IN = {
    "GET /api/session", "DELETE /api/session", "POST /api/session/password",
    "GET /me/password", "POST /me/password", "POST /sign-out",
}  # fmt: skip


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[House]:
    folder = str(tmp_path_factory.mktemp("given") / "house")
    with ExitStack() as stack:
        house = House(stack, Settings(folder=folder, tries_per_minute=1_000_000), clock)
        zoe = {"name": "Zoe", "office": "dealer", "password": GIVEN}
        answer = administrator(house).post("/api/people", zoe)
        assert answer.json()["password_ends_us"] == clock.now + DAYS * MINUTE_US
        yield house


@pytest.fixture
def house(served: House) -> House:
    """Zoe has a password that was set for her just now."""
    desk = served.floor.desk
    zoe = desk.accounts.find("Zoe")
    assert zoe
    desk._change(zoe, ChangeAccount(password=GIVEN), GIVEN_HASH, None)
    desk._tries.succeeded("Zoe", "testclient")
    return served


def administrator(house: House) -> Client:
    chen = house.floor.desk.accounts.find("Chen")
    assert chen is not None
    client = house.browser()
    client.http.cookies.set(COOKIE, house.floor.desk.sessions.begin(chen))
    return client


def signed_in(house: House, password: str = GIVEN) -> Client:
    client = house.browser()
    assert client.sign_in("Zoe", password).status_code == 200
    return client


def changed(client: Client, new: str, old: str = GIVEN) -> httpx.Response:
    return client.post("/api/session/password", {"old": old, "new": new})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_whoever_has_yet_to_choose_is_told_so_and_reaches_nothing_else(house: House) -> None:
    client = signed_in(house)
    told = client.get("/api/session").json()
    assert told == {"name": "Zoe", "office": "dealer", "tables": [], "must_change_password": True}
    routes = [each for each in routes_of(house.app) if not each.public and str(each) not in WAY_IN]
    met = {
        str(route): code(client.send(route.method, route.address))
        for route in routes
        if route.path not in STREAMS
    }
    assert len(met) > 80
    assert set(met.values()) == {(403, "password_must_change")}


def test_what_anybody_sees_is_seen_as_by_anybody(house: House) -> None:
    """On public pages the account is nobody's yet: no console is offered, no ticket is shown."""
    client = signed_in(house)
    page = client.get("/rules", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "Zoe" not in page.text


def test_a_password_of_ones_own_opens_the_house(house: House) -> None:
    client = signed_in(house)
    before = client.http.cookies[COOKIE]
    answer = changed(client, OWN)
    assert answer.status_code == 200
    assert answer.json()["must_change_password"] is False
    assert client.get("/api/tables").status_code == 200
    thief = house.browser()
    thief.http.cookies.set(COOKIE, before)
    assert thief.get("/api/session").status_code == 401
    assert house.browser().sign_in("Zoe", GIVEN).status_code == 401
    assert signed_in(house, OWN).get("/api/tables").status_code == 200
    told = [(each.kind, each.actor) for each in house.people()]
    assert ("PasswordChanged", "Zoe") in told


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (GIVEN, "password_same"),
        ("short", "password_length"),
        ("zoe and some words", "password_is_name"),
        ("Welcome2Casino!", "password_common"),
    ],
)
def test_a_password_that_is_no_better_does_not_count(house: House, new: str, why: str) -> None:
    client = signed_in(house)
    assert code(changed(client, new)) == (422, why)
    assert code(client.get("/api/tables")) == (403, "password_must_change")


def test_a_wrong_password_changes_nothing(house: House) -> None:
    client = signed_in(house)
    assert code(changed(client, OWN, old="something else")) == (403, "wrong_password")
    assert client.get("/api/session").json()["must_change_password"] is True


@pytest.mark.parametrize(("seconds", "status"), [(-1, 200), (0, 403)])
def test_a_given_password_lapses_after_three_days(
    house: House, clock: Clock, seconds: int, status: int
) -> None:
    clock.later(minutes=DAYS, seconds=seconds)
    assert house.browser().sign_in("Zoe", GIVEN).status_code == status


def test_a_lapsed_password_is_told_to_whoever_knows_it_and_is_in_the_log(
    house: House, clock: Clock
) -> None:
    clock.later(minutes=DAYS)
    assert code(house.browser().sign_in("Zoe", GIVEN)) == (403, "password_lapsed")
    last = house.people()[-1]
    assert (last.kind, msgspec.json.decode(last.body)["why"]) == ("SignInFailed", "lapsed")
    assert code(house.browser().sign_in("Zoe", "a guess at it")) == (401, "sign_in_failed")


def test_whoever_is_reset_chooses_again_and_has_three_days_more(house: House, clock: Clock) -> None:
    assert changed(signed_in(house), OWN).status_code == 200
    clock.later(minutes=2 * DAYS)  # one's own does not lapse
    assert signed_in(house, OWN).get("/api/tables").status_code == 200
    admin = administrator(house)
    assert admin.send("PATCH", "/api/people/zoe", json={"password": GIVEN}).status_code == 200
    clock.later(minutes=DAYS, seconds=-1)
    assert code(signed_in(house).get("/api/tables")) == (403, "password_must_change")


# Pages


HTML = {"accept": "text/html"}


def test_the_door_leads_to_the_choice_and_the_choice_to_where_one_was_going(house: House) -> None:
    client = house.browser()
    form = {"name": "Zoe", "password": GIVEN, "then": "/dealer"}
    page = client.send("POST", "/sign-in", data=form, headers=HTML)
    assert page.url.path == "/me/password"
    assert "Choose your own password" in page.text
    assert 'href="/dealer"' not in page.text  # no console is offered yet
    fields = {"old": GIVEN, "new": OWN, "again": "something else", "then": "/dealer"}
    wrong = client.send("POST", "/me/password", data=fields, headers=HTML)
    assert wrong.status_code == 422
    assert "The two new passwords are not the same." in wrong.text
    right = client.send("POST", "/me/password", data={**fields, "again": OWN}, headers=HTML)
    assert right.url.path == "/dealer"
    assert right.status_code == 200
    assert client.get("/me/password", headers=HTML).url.path == "/me"


def test_the_administrator_sees_who_has_yet_to_choose(house: House, clock: Clock) -> None:
    def row(page: str) -> str:
        return page.partition('id="person-Zoe"')[2].partition("</th>")[0]

    admin = administrator(house)
    assert "must change password" in row(admin.get("/people", headers=HTML).text)
    clock.later(minutes=DAYS)
    assert "password expired" in row(administrator(house).get("/people", headers=HTML).text)
    admin = administrator(house)
    made = admin.send("POST", "/people/Zoe", data={"what": "password"}, headers=HTML).text
    assert "expires on" in made
    assert "must change password" in row(admin.get("/people", headers=HTML).text)


# Where a house begins


@pytest.mark.parametrize(("typed", "must"), [(OWN, False), ("", True)])
def test_thefirst_administrator_chooses_or_is_given_one(
    served: House, typed: str, must: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"Gita{len(typed)}"
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: name)
    monkeypatch.setattr(getpass, "getpass", lambda _: typed)
    asyncio.run(first_administrator(served.floor))
    found = served.floor.desk.accounts.find(name)
    assert found is not None
    assert found.must_change is must
