"""The API fuzzed from its own description, by somebody of each office and by nobody.

Whatever is sent, the answer is one that the description promises: no failure on our side, no status
that is not described, no body of another shape. Requests are made from the described schemas, the
same ones every time. A made up name would mostly be answered by "no such table", so names that are
there (a table of each game, a person, a device) are put in for most of them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from houseway.games import slugs
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.access.devices import Device
from houseway.service.settings import Settings
from tests.offices import opening_of
from tests.scale import SOAK, scaled
from tests.service import contest
from tests.service.conftest import HASH, PEOPLE, Client, House
from tests.service.coup import take

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_schema_conformance,
]  # fmt: skip
NOBODY = "nobody"
EVERYBODY = (*PEOPLE, *contest.PEOPLE)
VICTIM = "Victor"  # whose account is changed
DEVICE = "shoe-1"
ORDERS, FACTS = "/api/tables/{table}/commands", "/api/devices/{device}/facts"
TO_TOURNAMENT = "/api/tournaments/{tournament}/commands"
ENDLESS = "/api/events"  # a stream that is granted does not end: tests of live streams have it
EACH = scaled(2, 300)  # requests to a route by one person
EACH_GAME = scaled(8, 1_500)  # orders at a table of one game
TO_A_TOURNAMENT = scaled(30, 3_000)  # orders: there are ninety kinds of them
bounded = settings(
    derandomize=True, database=None, deadline=None, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


class Fuzzed(House):
    """A house with a table of every game, named after it, everybody signed in, and a device."""

    def __init__(self, stack: ExitStack, folder: str) -> None:
        super().__init__(stack, Settings(folder=folder, tries_per_minute=1_000_000))
        desk = self.floor.desk
        desk.create_hashed(Account(VICTIM, str(Role.DEALER)), HASH, None)
        chen = desk.accounts.find("Chen")
        assert chen is not None
        for slug in slugs():
            tournament = slug.startswith("tournament-")
            by = Role.TOURNAMENT_DIRECTOR if tournament else Role.GAMING_SUPERVISOR
            take(self.floor.runner, slug, opening_of(slug), by, "Dora")
        contest.take_in(self.floor)
        contest.sealed_round(self.floor.runner)
        self.token = desk.register_device(Device(DEVICE, "shoe", "mini-baccarat"), chen)
        self.clients = {NOBODY: self.browser(), **{name: self.as_(name) for name in EVERYBODY}}
        self.described: dict[str, Any] = self.browser().get("/api/schema/openapi.json").json()

    def again(self, name: str) -> Client:
        """The client of somebody, signed in again if the session was ended; whatever was guessed at
        the route that changes a password, the name is not locked."""
        client = self.clients[name]
        if name != NOBODY and client.get("/api/session").status_code == 401:
            self.floor.desk._tries.succeeded(name, "testclient")
            self.clients[name] = client = self.as_(name)
        return client


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    with ExitStack() as stack:
        yield Fuzzed(stack, str(tmp_path_factory.mktemp("fuzz") / "house"))


def ask(house: Fuzzed, client: Client, case: Any, there: dict[str, str]) -> int:
    """Send one made request, hold the answer against the description, and give its status."""
    for name in set(there) & set(case.path_parameters):
        case.path_parameters[name] = there[name]
    made = case.as_transport_kwargs()
    made.pop("cookies")
    if "data" in made:
        made["content"] = made.pop("data")
    if case.path == FACTS:
        made["headers"]["authorization"] = f"Bearer {house.token}"
    answer = client.send(made.pop("method"), made.pop("url"), **made)
    case.validate_response(answer, checks=CHECKS)
    return answer.status_code


def strategy(operation: Any) -> st.SearchStrategy[Any]:
    """Requests as described, and requests that break the description."""
    return st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))


@pytest.mark.share(2)
@pytest.mark.parametrize("name", [NOBODY, *PEOPLE] if SOAK else [NOBODY, "Ana", "Mia", "Chen"])
def test_every_route_answers_as_described(house: Fuzzed, name: str) -> None:
    """All routes but the orders of the games, which have a test of their own."""
    there = {"table": "casino-war", "tournament": contest.NAME, "name": VICTIM, "device": DEVICE}
    answered: dict[str, set[int]] = {}
    for found in schemathesis.openapi.from_dict(house.described).get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path in (ORDERS, TO_TOURNAMENT, ENDLESS):
            continue

        @settings(bounded, max_examples=EACH)
        @given(strategy(operation), st.integers(0, 3))
        def asked(case: Any, known: int) -> None:
            status = ask(house, house.clients[name], case, there if known else {})
            answered.setdefault(f"{case.method} {case.path}", set()).add(status)

        house.again(name)
        asked()
    expected = 401 if name == NOBODY else 200
    assert expected in answered["GET /api/tables/{table}"]
    assert answered["GET /healthz"] == {200}


@pytest.mark.share(4)
@pytest.mark.parametrize("slug", slugs())
def test_every_order_of_a_game_is_ruled_on_or_refused(house: Fuzzed, slug: str) -> None:
    """Orders as the description of one game has them, from everybody, at a table of that game."""
    schemas = dict(house.described["components"]["schemas"])
    asked_of = schemas["orders.asked"]
    only = {**asked_of["properties"], "command": {"$ref": f"#/components/schemas/orders.at.{slug}"}}
    schemas["orders.asked"] = {**asked_of, "properties": only}
    described = {**house.described, "components": {"schemas": schemas}}
    operation = schemathesis.openapi.from_dict(described)[ORDERS]["POST"]
    for name in PEOPLE:
        house.again(name)
    statuses = set()

    @settings(bounded, max_examples=EACH_GAME)
    @given(strategy(operation), st.sampled_from(sorted(PEOPLE)), st.integers(0, 3))
    def asked(case: Any, name: str, plain_key: int) -> None:
        _meant(case.body, name)
        if isinstance(case.body, dict) and plain_key:  # few of those that are made may be used
            case.body["key"] = secrets.token_hex(8)
        statuses.add(ask(house, house.clients[name], case, {"table": slug}))

    asked()
    assert statuses <= {200, 400, 403, 409, 415, 422}
    wager = {"type": "PlaceWager", "patron": "Ana", "wager": "no such", "amount": 1}
    refused = house.clients["Ana"].post(
        f"/api/tables/{slug}/commands", {"key": f"{slug} wager", "command": wager}
    )
    assert refused.status_code == 422  # the rules are reached
    closing = {"key": f"{slug} closed", "command": {"type": "CloseTable"}}
    refused = house.clients["Ana"].post(f"/api/tables/{slug}/commands", closing)
    assert refused.status_code == 403  # and roles are told apart


def test_every_order_to_a_tournament_is_ruled_on_or_refused(house: Fuzzed) -> None:
    """Orders as they are described, from everybody, to a tournament with a round under way."""
    operation = schemathesis.openapi.from_dict(house.described)[TO_TOURNAMENT]["POST"]
    for name in EVERYBODY:
        house.again(name)
    statuses = set()

    @settings(bounded, max_examples=TO_A_TOURNAMENT)
    @given(strategy(operation), st.sampled_from(EVERYBODY))
    def asked(case: Any, name: str) -> None:
        _meant(case.body, name)
        statuses.add(ask(house, house.clients[name], case, {"tournament": contest.NAME}))

    asked()
    assert {400, 403, 422} <= statuses


def _meant(body: Any, name: str) -> None:
    """An order for the table as it is, by whoever gives it; a body that is no order stays so."""
    if isinstance(body, dict) and isinstance(body.get("command"), dict):
        body["expected_version"] = None
        body["command"].update({"patron": name} if "patron" in body["command"] else {})
