"""Every order of every game, sent over HTTP by somebody of each office and by nobody.

What must come of it is read from the published page `docs/roles.md`, so that the page, the rules
and the service say the same. Those who may not are tried first: nothing that they send may change
the table.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import httpx
import msgspec
import pytest

from houseway.games import game, slugs
from houseway.games.commands import Command, forms_of
from houseway.rulebook.roles import RANK, Role
from houseway.runner import Order
from houseway.service.access.accounts import ADMINISTRATOR, OFFICES, Account
from houseway.service.commands import decode
from houseway.service.settings import Settings
from houseway.table.table import MACHINE
from tests.fields import fields_of, hints_of
from tests.offices import opening_of
from tests.scale import SOAK
from tests.service.conftest import COOKIE, CSRF, HASH, ORIGIN, House

PAGE = Path(__file__).parents[2] / "docs" / "roles.md"
TABLE = "Every table, whatever is played"
DIRECTED = "A table of the sets of 2002, where the Tournament Director decides"
HOUSE_ALONE = {"CommitSeed", "RevealSeed", "StopDealing"}  # the house keeps its secrets itself
NOBODY = "nobody"
UNOPENED = {"EnterCommencement", "OpenTable"}  # given before a table is open, and refused after
# Every office; otherwise one that may and every third that may not, in turn: the rules themselves
# are asked for all of them in tests/roles.
FULL = SOAK or os.environ.get("HOUSEWAY_FULL") == "1"
WITH_TABLE = ("mini-baccarat", "tournament-blackjack")  # one of each casino's sort of tables
T = TypeVar("T")
_FORMS = {
    "card": "As", "cards": ["As"], "tiles": ["6-6"], "money": 500, "number": 1, "numbers": {},
    "names": ["Ana"], "words": "some words", "word": "word",
}  # fmt: skip


# The page


def published() -> dict[str, dict[str, set[str]]]:
    """Who may give each order, by the title of its section."""
    found: dict[str, dict[str, set[str]]] = {}
    title = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        row = re.fullmatch(r"\| ([A-Z]\w+) \| `.*` \| ([^|]+) \|[^|]*\|", line)
        if row:
            found.setdefault(title, {})[row[1]] = offices_named(row[2])
    return found


def offices_named(text: str) -> set[str]:
    """`dealer+, director`: a plus is that office and all above it."""
    if text.strip() == "anybody":
        return set(Role)
    named: set[str] = set()
    for each in text.split(","):
        word = each.strip()
        lowest = Role(word.removesuffix("+"))
        above = {role for role, rank in RANK.items() if rank >= RANK[lowest]} if "+" in word else ()
        named |= {lowest, *above}
    return named


# Orders, with something of the right kind in every field


def made(kind: type[Command], patron: str, slug: str = "") -> dict[str, Any]:
    """An order that can be read; whether it makes sense is for the rules to say."""
    hints = hints_of(kind)
    forms = forms_of(kind)
    required = [each for each in fields_of(kind) if each.required]
    fields = {each.name: _value(each.name, hints[each.name], forms, patron) for each in required}
    if "document" in fields:
        fields["document"] = slug
    return {"type": kind.__name__, **fields}


def _value(name: str, hint: Any, forms: Any, patron: str) -> Any:
    if name in ("patron", "person"):
        return patron
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    form = forms.get(name)
    for value in (_FORMS.get(form), 1, "word", [], {}, True, "As", ["As"], ["6-6"], [1, 2, 3]):
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError:
            continue
        return value
    raise AssertionError(f"nothing is known that {name} could be: {hint}")


class Matrix(House):
    """Somebody of every office, and as many tables as it takes."""

    def __init__(self, stack: ExitStack, folder: str) -> None:
        super().__init__(stack, Settings(folder=folder))
        self.names = {str(office): f"Of{number}" for number, office in enumerate(OFFICES)}
        self.sessions = {NOBODY: ""}
        for office, name in self.names.items():
            account = Account(name, office)
            self.floor.desk.create_hashed(account, HASH, None)
            self.sessions[office] = self.floor.desk.sessions.begin(account)
        client = self.browser()
        client.get("/healthz")
        self.token = client.http.cookies[CSRF]
        self._opened = 0

    def fresh(self, slug: str, kind: type[Command] | None = None) -> str:
        """A new table of a game, opened and nothing more; for what comes before, not opened."""
        self._opened += 1
        table = f"{slug}-{self._opened}"
        if kind is not None and kind.__name__ in UNOPENED:
            return table
        tournament = slug.startswith("tournament-")
        by = Role.TOURNAMENT_DIRECTOR if tournament else Role.GAMING_SUPERVISOR
        order = Order(opening_of(slug), by, "Dora", "open")
        assert self.floor.runner.order(f"table/{table}", order).refused is None
        return table

    def version(self, table: str) -> int:
        return self.floor.runner.version(f"table/{table}")

    def within(self, work: Callable[..., Awaitable[T]], *given: Any) -> T:
        """Do something in the loop of the house: many requests without a thread for each."""
        portal = self.http.blocking_portal
        done: T = portal.call(work, *given)
        return done

    async def ask(self, office: str, table: str, kind: type[Command]) -> tuple[int, str]:
        """Send an order over HTTP, as a browser of that office would."""
        order = made(kind, self.names.get(office, "Ana"), table.rpartition("-")[0])
        body = {"key": f"{kind.__name__} {self.version(table)}", "command": order}
        return await self.post(office, f"/api/tables/{table}/commands", body)

    async def post(self, office: str, path: str, body: Any) -> tuple[int, str]:
        cookies = {
            CSRF: self.token,
            **({COOKIE: self.sessions[office]} if office != NOBODY else {}),
        }
        answer = await self.line.post(
            path, json=body,
            headers={
                "x-csrftoken": self.token,
                "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items() if value),
            },
        )  # fmt: skip
        return answer.status_code, answer.json().get("code", "")

    @cached_property
    def line(self) -> httpx.AsyncClient:
        app: Any = self.app
        return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matrix]:
    with ExitStack() as stack:
        yield Matrix(stack, str(tmp_path_factory.mktemp("matrix") / "house"))


@pytest.fixture(scope="module")
def page() -> dict[str, dict[str, set[str]]]:
    return published()


def may(page: dict[str, dict[str, set[str]]], slug: str, kind: type[Command]) -> set[str]:
    """The row of an order: of the game, or of every table."""
    title = game(slug).cite.title
    if kind.__name__ in page[title]:
        return page[title][kind.__name__]
    return page[DIRECTED if game(slug).table.directed else TABLE][kind.__name__]


async def wrongs(house: Matrix, slug: str, kind: type[Command], allowed: set[str]) -> list[str]:
    """Where the answers to one order are not those of the page."""
    found = []
    barred = [str(each) for each in Role if each not in allowed]
    barred = barred if FULL else barred[len(kind.__name__) % 3 :: 3]
    tried = sorted(allowed) if FULL else [sorted(allowed)[len(kind.__name__) % len(allowed)]]
    table = house.fresh(slug, kind)
    before = house.version(table)
    for office in barred:
        met = await house.ask(office, table, kind)
        if met != (403, "role_may_not"):
            found.append(f"{kind.__name__} by {office}, who may not: {met}")
    kept = house.floor.log.read(f"table/{table}", after=before)
    refusals = len(barred) if before else 0  # at a table that is not there a refusal makes none
    if [each.kind for each in kept] != ["OrderRefused"] * refusals:
        found.append(f"{kind.__name__}: the log has {[each.kind for each in kept]}")
    for office in tried:
        status, code = await house.ask(office, table, kind)
        if status not in (200, 422, 403) or code == "role_may_not":
            found.append(f"{kind.__name__} by {office}, who may: {status} {code}")
        table = house.fresh(slug, kind) if status == 200 and FULL else table
    return found


@pytest.mark.share(4)
@pytest.mark.parametrize("slug", slugs())
def test_every_order_is_for_the_offices_on_the_page(
    house: Matrix, page: dict[str, dict[str, set[str]]], slug: str
) -> None:
    """Who may not is answered 403, changes nothing and is in the log; who may is never told that
    the office may not, whatever else the rules say."""
    kinds = [each for each in decode.kinds(slug) if each.__name__ not in HOUSE_ALONE]
    if slug not in WITH_TABLE:  # a table's own orders are the same at every table of its sort
        kinds = [each for each in kinds if each not in MACHINE.commands]

    async def sweep() -> list[str]:
        return [
            wrong
            for kind in kinds
            for wrong in await wrongs(house, slug, kind, may(page, slug, kind))
        ]

    assert house.within(sweep) == []
    assert len(kinds) > 20


@pytest.mark.parametrize("slug", WITH_TABLE)
def test_nobody_and_the_administrator_give_no_order(house: Matrix, slug: str) -> None:
    table = house.fresh(slug)
    before = house.version(table)

    async def sweep() -> set[tuple[str, tuple[int, str]]]:
        return {
            (office, await house.ask(office, table, kind))
            for kind in decode.kinds(slug)
            for office in (NOBODY, ADMINISTRATOR)
        }

    assert house.within(sweep) == {
        (NOBODY, (401, "not_signed_in")), (ADMINISTRATOR, (403, "office_may_not")),
    }  # fmt: skip
    assert house.version(table) == before


def test_the_secrets_of_the_house_are_no_office_s(house: Matrix) -> None:
    table = house.fresh("mini-baccarat")
    kinds = [each for each in decode.kinds("mini-baccarat") if each.__name__ in HOUSE_ALONE]

    async def sweep() -> set[tuple[int, str]]:
        return {await house.ask(str(office), table, kind) for kind in kinds for office in Role}

    assert len(kinds) == len(HOUSE_ALONE)
    assert house.within(sweep) == {(403, "house_alone")}


def test_staff_with_tables_assigned_reach_those_alone(house: Matrix) -> None:
    here, there = house.fresh("casino-war"), house.fresh("casino-war")
    account = Account("Finn", str(Role.DEALER), (here,))
    house.floor.desk.create_hashed(account, HASH, None)
    house.sessions["Finn"] = house.floor.desk.sessions.begin(account)

    async def sweep() -> set[tuple[int, str]]:
        return {await house.ask("Finn", there, kind) for kind in decode.kinds("casino-war")}

    before = len(house.people())
    assert house.within(sweep) == {(403, "not_assigned")}
    kept = [msgspec.json.decode(each.body) for each in house.people()[before:]]
    assert kept == len(decode.kinds("casino-war")) * [
        {"type": "OrderTurnedAway", "name": "Finn", "where": f"table/{there}",
         "code": "not_assigned"},
    ]  # fmt: skip
    client = house.browser()
    client.http.cookies.set(COOKIE, house.sessions["Finn"])
    for query in ("", "/offers", "/rounds"):
        assert client.get(f"/api/tables/{there}{query}").status_code == 403
        assert client.get(f"/api/tables/{here}{query}").status_code == 200
