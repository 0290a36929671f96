"""Whatever is put back beside the log, or in the house's folder, lets nobody in who was shut out.

An evening of acts about people is played, on both engines. Then every earlier version of every row,
table and file is put back, while the house runs and before it starts.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.access.desk import ChangeAccount, Desk
from houseway.service.access.devices import Device
from houseway.service.access.passwords import _matches
from houseway.service.access.sessions import Session
from houseway.service.access.store import Database, open_database
from houseway.service.access.tokens import AccessToken
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import HOUR_US, Settings
from houseway.service.verification import verified
from houseway.store.log import LogError
from houseway.training.progress import Progress
from tests.store.postgres import Server, running

TABLES = ("password", "seen", "tries", "learnt")
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
OFFICES = {"Ana": "patron", "Ben": "patron", "Mia": "gaming manager", "Dora": "dealer"}
Rows = list[tuple[Any, ...]]
_numbers = count()


class Evening:
    """A house in which people come, change and go, and everything that ever let somebody in."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.floor = Floor(settings, registry.load())
        self.passwords: list[tuple[str, str]] = []
        self.sessions: list[str] = []
        self.tokens: list[str] = []
        self.devices: list[str] = []
        self.rows: list[dict[str, Rows]] = []
        self.files: dict[str, dict[bytes, None]] = {}
        self.open = True
        self.chen = Account("Chen", ADMINISTRATOR)

    def hashed(self, name: str, password: str) -> str:
        self.passwords.append((name, password))
        return QUICK.hash(password)

    def come(self) -> None:
        """Everybody has an account, a session, a token; the table has a shoe."""
        for name, office in {**OFFICES, "Chen": ADMINISTRATOR}.items():
            account = Account(name, office)
            self.floor.desk.create_hashed(account, self.hashed(name, f"{name}'s first one"), None)
            self.sign_in(name)
            self.make_token(name)
        self.devices.append(
            self.floor.desk.register_device(Device("shoe-1", "shoe", "1"), self.chen)
        )

    def sign_in(self, name: str) -> None:
        account = self.floor.desk.accounts.find(name)
        assert account is not None
        self.sessions.append(self.floor.desk.sessions.begin(account))
        self.floor.desk.sessions.of_token(self.sessions[-1])  # it is noted that it was seen

    def make_token(self, name: str) -> None:
        account = self.floor.desk.accounts.find(name)
        assert account is not None
        now = self.floor.now_us()
        made = AccessToken("", name.casefold(), f"t{next(_numbers)}", account.office, (), True, now,
                           now + HOUR_US)  # fmt: skip
        text = self.floor.desk.tokens.store.create(made)
        assert text is not None
        self.tokens.append(text)

    def change(self, name: str, **asked: Any) -> None:
        asyncio.run(self.floor.desk.change(name, ChangeAccount(**asked), self.chen))

    def new_password(self, name: str) -> None:
        account = self.floor.desk.accounts.find(name)
        assert account is not None
        kept = self.hashed(name, f"{name}'s other one")
        self.sessions.append(self.floor.desk._password_changed(account, kept))

    def session(self, name: str) -> Session:
        of_name = (self.floor.desk.sessions.of_token(each) for each in self.sessions)
        return next(each for each in of_name if each and each.account.name == name)

    def learn(self, name: str) -> None:
        def count_one(found: Progress) -> None:
            found.asked += 1

        self.floor.desk.training.change(name, "casino-war", Progress, count_one)

    def mistype(self, name: str) -> None:
        self.floor.desk._tries.failed(name, "somewhere")

    def close(self) -> None:
        if self.open:
            self.floor.close()
        self.open = False

    def act(self, what: Callable[[], object]) -> None:
        what()
        with closing(database_of(self.settings)) as database:
            rows = {each: database.ask(f"SELECT * FROM {each}") for each in TABLES}  # noqa: S608
            self.rows.append(rows)
        for path in self.settings.path.rglob("*"):
            if path.is_file():
                name = path.relative_to(self.settings.path).as_posix()
                self.files.setdefault(name, {})[path.read_bytes()] = None


def database_of(settings: Settings) -> Database:
    return open_database(settings.log_address, settings.path)


def let_in(desk: Desk, evening: Evening) -> dict[str, object]:
    """What each password, session, token and device opens, by what was ever given out."""
    found: dict[str, object] = {}
    for name, password in evening.passwords:
        account = desk.accounts.find_with_hash(name)
        good = account and not account[0].shut_out and _matches(account[1], password)
        found[f"{name}: {password}"] = account[0] if good and account else None
    for each in evening.sessions:
        session = desk.sessions.of_token(each)
        found[each] = session and session.account
    for each in evening.tokens:
        token = desk.tokens.store.of_text(each)
        found[each] = token and (token.account, token.commands)
    return found | {each: desk.devices.of_token(each) for each in evening.devices}


def played(settings: Settings) -> Evening:
    evening = Evening(settings)
    desk = evening.floor.desk
    acts: tuple[Callable[[], object], ...] = (
        evening.come,
        lambda: evening.change("Ben", disabled=True),
        lambda: evening.change("Mia", office="dealer"),
        lambda: evening.change("Dora", tables=("2",)),
        lambda: evening.new_password("Ana"),
        lambda: evening.learn("Ana"),
        lambda: evening.mistype("Ana"),
        lambda: evening.sign_in("Dora"),
        lambda: evening.make_token("Ana"),
        lambda: desk.revoke_device("shoe-1", evening.chen),
        lambda: desk.tokens.revoke(desk.tokens.store.all()[0].id, evening.chen),
        lambda: desk.sign_out(evening.session("Dora")),
        lambda: evening.change("Dora", revoke=True),
        lambda: desk.exclude("Ana"),
    )
    for each in acts:
        evening.act(each)
    return evening


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with running(durable=False) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    database = ""
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        database = server.new_database(f"people{next(_numbers)}")
    found = played(Settings(folder=str(tmp_path / "house"), database=database))
    yield found
    found.close()


def put_back(database: Database, table: str, rows: Rows, *, alone: bool) -> None:
    """These rows beside the others, or in the place of all."""
    key = "digest" if table == "password" else "id"
    if alone:
        database.do(f"DELETE FROM {table}")  # noqa: S608
    for row in rows:
        database.do(f"DELETE FROM {table} WHERE {key} = ?", row[0])  # noqa: S608
        marks = ", ".join("?" * len(row))
        database.do(f"INSERT INTO {table} VALUES ({marks})", *row)  # noqa: S608


def check_nobody_more(seen: dict[str, object], truth: dict[str, object]) -> None:
    """What was put back may shut out, where a password is missing, and lets nobody in."""
    for key, each in seen.items():
        assert each == truth[key] or (each is None and ": " in key), key


def started(evening: Evening) -> Desk:
    """The people as a process sees them that has just started."""
    database = database_of(evening.settings)
    return Desk(evening.floor.log, database, evening.settings, evening.floor.now_us)


def test_no_row_that_is_put_back_lets_anybody_in(evening: Evening) -> None:
    """Row by row and table by table, seen by the house that runs and by one that starts."""
    truth, now, tried = let_in(evening.floor.desk, evening), evening.rows[-1], 0
    assert set(map(type, truth.values())) == {type(None), Account, tuple}
    with closing(database_of(evening.settings)) as database:
        versions = {(name, tuple(rows)) for each in evening.rows for name, rows in each.items()}
        for table, rows in sorted(versions):
            for back in ((rows, True), *(((row,), False) for row in rows)):
                put_back(database, table, list(back[0]), alone=back[1])
                tried += 1
                seen = let_in(evening.floor.desk, evening)
                check_nobody_more(seen, truth)
                with closing(started(evening)) as again:
                    check_nobody_more(let_in(again, evening), truth)
                    shut_out = any(seen[key] != truth[key] for key in truth)
                    assert bool(again.accounts.problems()) == shut_out
                put_back(database, table, now[table], alone=True)
    assert tried > 20
    assert let_in(evening.floor.desk, evening) == truth


def test_no_file_that_is_put_back_lets_anybody_in(evening: Evening, tmp_path: Path) -> None:
    """Every earlier version of every file, before the house starts: no effect, or it stops."""
    truth = let_in(evening.floor.desk, evening)
    evening.close()
    stopped = opened = 0
    folder = evening.settings.path
    whole = shutil.copytree(folder, tmp_path / "whole")
    for name, versions in evening.files.items():
        for content in versions:
            if (whole / name).exists() and content == (whole / name).read_bytes():
                continue
            shutil.rmtree(folder)
            shutil.copytree(whole, folder)
            (folder / name).write_bytes(content)
            (folder / name).chmod(0o600)
            try:
                floor = Floor(evening.settings, registry.load())
            except LogError:
                stopped += 1
                continue
            opened += 1
            with closing(floor):
                check_nobody_more(let_in(floor.desk, evening), truth)
    assert opened
    assert evening.settings.shared or stopped


def test_an_untouched_house_has_no_problem(evening: Evening) -> None:
    settings = evening.settings
    assert verified(settings.log_address, folder=settings.path).problems == ()
