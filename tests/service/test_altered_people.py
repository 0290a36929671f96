"""A side store and a folder that were altered by hand: nobody is let in by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from houseway.service.access.accounts import Account
from houseway.service.access.desk import Desk
from houseway.service.access.passwords import NO_PASSWORD
from houseway.service.access.store import SqliteDatabase
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


CHANGES = (
    "UPDATE password SET hash = 'another'",
    "UPDATE password SET digest = digest || 'x'",
    "UPDATE password SET hash = 'another', digest = 'x' || digest",
    "DELETE FROM password",
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_password_changed_by_hand_is_none_and_is_reported(floor: Floor, change: str) -> None:
    with apsw.Connection(str(floor.settings.path / "access.db")) as db:
        db.execute(change)
    found = floor.desk.accounts.find_with_hash("Ben")
    assert found is not None
    assert found[1] == NO_PASSWORD
    wrong = "the stored password of {} is not the one that the log names"
    assert floor.desk.accounts.problems() == [wrong.format("Ben"), wrong.format("Mia")]


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
        database.do("INSERT INTO password VALUES ('a', 'b')")
        with pytest.raises(LogFailed, match="passwords of 1 accounts and the log names none"):
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
