"""Accounts, roles, sessions and devices altered by hand in the side store have no effect."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from houseway.service.access.accounts import Account
from houseway.service.access.desk import Desk
from houseway.service.access.devices import Device
from houseway.service.access.sessions import hash_of
from houseway.service.access.store import SqliteDatabase
from houseway.service.access.tokens import AccessToken
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.store.house_key import SealError
from houseway.store.log import LogError, LogFailed
from houseway.store.sqlite import SqliteLog

PASSWORD_HASH = "not a hash"  # noqa: S105


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A house with a patron and a manager."""
    found = Floor(Settings(folder=str(tmp_path)), registry.load())
    for name, office in (("Ben", "patron"), ("Mia", "gaming manager")):
        found.desk.create_hashed(Account(name, office), PASSWORD_HASH, None)
    yield found
    found.close()


def by_hand(floor: Floor, statement: str, *given: object) -> None:
    with apsw.Connection(str(floor.settings.path / "access.db")) as db:
        db.execute(statement, given)
    floor.desk.sessions.forget()


CHANGES = {
    "role": "UPDATE account SET office = 'gaming manager' WHERE id = 'ben'",
    "name": "UPDATE account SET name = 'Mia2' WHERE id = 'ben'",
    "password": "UPDATE account SET password = 'another' WHERE id = 'ben'",
    "tables": "UPDATE account SET tables = '[\"1\"]' WHERE id = 'ben'",
    "created": "UPDATE account SET created_us = 5 WHERE id = 'ben'",
    "given password": "INSERT INTO given_password VALUES ('ben', 99)",
    "enabled again": "UPDATE account SET disabled = 1 - disabled WHERE id = 'ben'",
}


@pytest.mark.parametrize("what", CHANGES)
def test_an_account_changed_by_hand_is_no_account(
    floor: Floor, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Only this house writes accounts; the change is reported once."""
    ben = floor.desk.accounts.find("Ben")
    assert ben is not None
    token = floor.desk.sessions.begin(ben)
    assert floor.desk.sessions.of_token(token) is not None
    by_hand(floor, CHANGES[what])
    assert floor.desk.accounts.find("Ben") is None
    assert floor.desk.sessions.of_token(token) is None
    assert [each.name for each in floor.desk.accounts.all()] == ["Mia"]
    told = [each for each in caplog.records if "account ben" in each.getMessage()]
    assert len(told) == 1


def test_an_account_added_by_hand_is_no_account(floor: Floor) -> None:
    by_hand(
        floor,
        "INSERT INTO account SELECT 'eve', 'Eve', 'administrator', password, tables, 0, 0"
        " FROM account WHERE id = 'mia'",
    )
    assert floor.desk.accounts.find("Eve") is None


def test_a_session_added_by_hand_lets_nobody_in(floor: Floor) -> None:
    now, token = floor.now_us(), secrets.token_urlsafe(32)
    row = (hash_of(token), "mia", now, now, now + 10**12)
    by_hand(floor, "INSERT INTO session VALUES (?, ?, ?, ?, ?, 0)", *row)
    assert floor.desk.sessions.of_token(token) is None


SESSIONS = [
    "UPDATE session SET account = 'mia'",
    "UPDATE session SET created_us = created_us + 1",
    "UPDATE session SET seen_us = seen_us + 1",
    "UPDATE session SET ends_us = ends_us + 1",
    "UPDATE session SET token = 'x' || token",
]


@pytest.mark.parametrize("change", SESSIONS)
def test_a_session_changed_by_hand_has_ended(floor: Floor, change: str) -> None:
    ben = floor.desk.accounts.find("Ben")
    assert ben is not None
    token = floor.desk.sessions.begin(ben)
    by_hand(floor, change)
    assert floor.desk.sessions.of_token(token) is None


def test_a_revoked_session_stays_so(floor: Floor) -> None:
    ben = floor.desk.accounts.find("Ben")
    assert ben is not None
    token = floor.desk.sessions.begin(ben)
    floor.desk.sessions.revoke(hash_of(token))
    by_hand(floor, "UPDATE session SET revoked = 0")
    assert floor.desk.sessions.of_token(token) is None


TOKENS = [
    "UPDATE access_token SET account = 'mia'",
    "UPDATE access_token SET name = 'other'",
    "UPDATE access_token SET office = 'gaming manager'",
    "UPDATE access_token SET tables = '[]'",
    "UPDATE access_token SET commands = 1",
    "UPDATE access_token SET created_us = created_us + 1",
    "UPDATE access_token SET ends_us = ends_us + 1",
    "UPDATE access_token SET used_us = used_us + 1",
    "UPDATE row_mac SET mac = 'x' || mac WHERE what = 'token'",
]


@pytest.mark.parametrize("change", TOKENS)
def test_a_token_changed_by_hand_lets_nobody_in(floor: Floor, change: str) -> None:
    tokens = floor.desk.tokens.store
    text = tokens.create(AccessToken("", "ben", "script", "patron", ("1",), False, 1, 10**17))
    assert text is not None
    assert tokens.of_text(text) is not None
    by_hand(floor, change)
    tokens.forget()
    assert tokens.of_text(text) is None


def test_a_token_added_by_hand_lets_nobody_in(floor: Floor) -> None:
    text = "hwp_0123456789abcdef_" + secrets.token_urlsafe(32)
    row = ("0123456789abcdef", "mia", "own", "gaming manager", "[]", 1, hash_of(text), 1, 10**17, 0)
    by_hand(floor, "INSERT INTO access_token VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)
    assert floor.desk.tokens.store.of_text(text) is None


def test_a_device_moved_to_another_table_by_hand_is_not_heard(floor: Floor) -> None:
    token = floor.desk.devices.register(Device("shoe-1", "shoe", "1"), 5)
    assert floor.desk.devices.of_token(token) == Device("shoe-1", "shoe", "1")
    by_hand(floor, "UPDATE device SET stands_at = '2'")
    assert floor.desk.devices.of_token(token) is None


def test_a_house_whose_log_was_deleted_does_not_open_empty(tmp_path: Path) -> None:
    settings = Settings(folder=str(tmp_path))
    floor = Floor(settings, registry.load())
    floor.desk.create_hashed(Account("Ben", "patron"), PASSWORD_HASH, None)
    floor.close()
    for path in (*tmp_path.glob("floor.db*"), *tmp_path.glob("house.*")):
        path.unlink()
    for _ in range(2):
        with pytest.raises((LogError, SealError)):
            Floor(settings, registry.load())


def test_accounts_that_the_log_does_not_name_are_refused(tmp_path: Path) -> None:
    with (
        closing(SqliteLog(tmp_path / "floor.db")) as log,
        closing(SqliteDatabase(tmp_path / "access.db")) as database,
    ):
        database.do("INSERT INTO account VALUES ('ben', 'Ben', 'patron', '', '[]', 0, 0)")
        with pytest.raises(LogFailed, match="there are 1 accounts and the log names none"):
            Desk(log, database, Settings(folder=str(tmp_path)), lambda: 0)


@pytest.mark.parametrize("mode", [0o755, 0o710])
def test_a_folder_that_others_may_look_into_is_refused(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    with pytest.raises(LogFailed, match="chmod -R go= "):
        Floor(Settings(folder=str(tmp_path)), registry.load())
    tmp_path.chmod(0o700)


def test_every_file_of_a_house_is_for_its_owner_alone(floor: Floor) -> None:
    modes = {each.name: each.stat().st_mode & 0o777 for each in floor.settings.path.iterdir()}
    assert {name: mode for name, mode in modes.items() if mode & 0o077} == {}
    assert {"floor.db", "floor.db.anchor", "store.key", "access.db"} <= modes.keys()


def test_an_empty_cookie_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cookie.secret").touch()
    with pytest.raises(LogFailed, match="empty or cut short"):
        Floor(Settings(folder=str(tmp_path)), registry.load())


def test_a_damaged_side_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "access.db").write_bytes(b"not a database" * 1_000)
    with pytest.raises(LogFailed, match=r"access\.db cannot be opened"):
        Floor(Settings(folder=str(tmp_path)), registry.load())
