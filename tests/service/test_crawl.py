"""A stored value never breaks a page: hostile values, then every page for every role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from houseway.games import commands as c
from houseway.games.fields import CENTS_MOST, MOMENT_MOST
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import OFFICES, Account
from houseway.service.settings import Settings
from houseway.table.people import MakeAnnouncement, RecordNotification
from houseway.table.vocabulary import PutUpSign
from tests.offices import opening_of
from tests.scale import scaled
from tests.service import contest
from tests.service.conftest import COOKIE, HASH, Client, House
from tests.service.crawl import crawl
from tests.service.test_routes import routes_of

pytestmark = pytest.mark.usefixtures("figures_of_the_run")
PAGES = scaled(60, 3_000)  # pages for each role
HTML = {"accept": "text/html"}
SLUGS = ("mini-baccarat", "casino-war", "tournament-roulette")
NASTY = (
    "</script><script>alert(1)</script><b onclick='x'>\"'&amp;{{ 7*7 }}{% raw %}\u2028\u2029"
    "שלום مرحبا 🂡👩‍👩‍👧 e" + "\u0301" * 100 + "\t\n" + "x" * 500
)
NAMES = ("Ana", "O'Brien", "李小龍", "مريم", "Zoë", "x" * 40, "&amp;lt")
SIGN = "closing"


class Hostile(House):
    """A house in which everything that may be said was said in the worst way."""

    def __init__(self, stack: ExitStack, folder: str) -> None:
        super().__init__(stack, Settings(folder=folder, tries_per_minute=1_000_000))
        self.accepted = 0
        for slug in SLUGS:
            self._fill(slug)
        contest.take_in(self.floor)
        contest.opened(self.floor.runner)
        contest.enter(self.floor.runner, "李小龍", "O'Brien", "x" * 40)
        for number, office in enumerate(OFFICES):
            self.floor.desk.create_hashed(Account(f"Of{number}", office), HASH, None)

    def _fill(self, slug: str) -> None:
        by = Role.TOURNAMENT_DIRECTOR if slug.startswith("tour") else Role.GAMING_SUPERVISOR
        self._give(slug, opening_of(slug), by, "Dora")
        for name in NAMES:
            for command in (
                c.JoinTable(name),
                c.BringChips(name, CENTS_MOST),
                c.RaiseDispute(name, NASTY),
                c.PlaceWager(name, NASTY[:100], CENTS_MOST, 1_000),
            ):
                self._give(slug, command, Role.PATRON, name)
            self._give(slug, c.LogBreach(name, NASTY), Role.DEALER, "Eli")
        for told in (
            PutUpSign(SIGN, MOMENT_MOST, NASTY, CENTS_MOST),
            PutUpSign(NASTY[:100], 0, NASTY),
            MakeAnnouncement(NASTY),
            RecordNotification(NASTY, NASTY, NASTY),
            c.DecideDispute(1, NASTY),
            c.RecordReview(1, NASTY),
            c.InvalidateOutcome("fire", NASTY, NAMES),
        ):
            self._give(slug, told, by, "Dora")

    def _give(self, table: str, command: c.Command, by: Role, actor: str) -> None:
        """Whatever the rules make of it: what is refused is stored too."""
        key = f"{actor} {self.floor.runner.version(f'table/{table}')}"
        answer = self.floor.runner.order(f"table/{table}", Order(command, by, actor, key))
        self.accepted += answer.refused is None

    def of(self, number: int, office: str) -> Client:
        client = self.browser()
        account = Account(f"Of{number}", office)
        client.http.cookies.set(COOKIE, self.floor.desk.sessions.begin(account))
        return client

    def addresses(self) -> list[str]:
        """Every GET route with names and numbers that are there."""
        paths = [each.path for each in routes_of(self.app) if each.method == "GET"]
        kept = [
            each
            for each in paths
            if not re.match("/(events|static|rules|analysis)|/api/(ev|sch)", each)
        ]
        return [_filled(path, name) for path in kept for name in (contest.NAME,)]


def _filled(path: str, name: str) -> str:
    numbered = re.sub(r"\{\w+:int\}", "1", path.replace("{table:str}", SLUGS[0]))
    return re.sub(r"\{\w+(:\w+)?\}", name, numbered)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostile]:
    with ExitStack() as stack:
        yield Hostile(stack, str(tmp_path_factory.mktemp("crawl") / "house"))


def test_hostile_values_were_accepted(house: Hostile) -> None:
    """Otherwise the crawl would show nothing."""
    assert house.accepted > 40


@pytest.mark.share(6)
@pytest.mark.parametrize(("number", "office"), list(enumerate(OFFICES)), ids=OFFICES)
def test_no_page_of_any_role_breaks(house: Hostile, number: int, office: str) -> None:
    """No error of ours, no element left open, no JSON cut short, whatever was stored."""
    client = house.of(number, office)

    asked, broken = crawl(lambda path: client.get(path, headers=HTML), house.addresses(), PAGES)

    assert broken == []
    assert asked > 50
