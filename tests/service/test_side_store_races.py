"""A row of the side store and its signature are read together, whatever is written meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from houseway.service.access.accounts import Account, AccountChange, Accounts
from houseway.service.access.devices import Device, Devices
from houseway.service.access.sessions import Sessions
from houseway.service.access.signatures import Signatures
from houseway.service.access.store import SqliteDatabase
from houseway.service.access.tokens import AccessToken, Tokens
from houseway.service.settings import MINUTE_US, Settings
from houseway.store.mac import StoreKey

KEY = StoreKey(bytes(32))
Write = Callable[[], object]


class InterruptedDatabase(SqliteDatabase):
    """After each question, somebody else writes before the asker sees the answer."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.meanwhile: list[Write] = []

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        answer = super().ask(question, *given)
        writes, self.meanwhile = self.meanwhile, []
        for write in writes:
            write()
        return answer


class House:
    """The side store as two threads use it: one is interrupted by the writes of the other."""

    def __init__(self, database: InterruptedDatabase, other: SqliteDatabase) -> None:
        self.now_us = 1
        self.database = database
        self.accounts, self.sessions, self.devices = self._opened(database)
        self.others_accounts, self.others_sessions, _ = self._opened(other)
        self.accounts.create(Account("Ana", "patron"), "hash")

    def _opened(self, database: SqliteDatabase) -> tuple[Accounts, Sessions, Devices]:
        signatures = Signatures(database, KEY)
        accounts = Accounts(database, signatures)
        sessions = Sessions(database, signatures, accounts, Settings(), lambda: self.now_us)
        return accounts, sessions, Devices(database, signatures)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    path = tmp_path / "access.db"
    with closing(InterruptedDatabase(path)) as database, closing(SqliteDatabase(path)) as other:
        yield House(database, other)


def test_two_requests_of_one_person_within_the_same_moment(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Both note that she was seen; neither of them ends her session."""
    ana = house.accounts.find("Ana")
    assert ana is not None
    token = house.sessions.begin(ana)
    house.now_us += 2 * MINUTE_US
    house.database.meanwhile.append(lambda: house.others_sessions.of_token(token))
    assert house.sessions.of_token(token) is not None
    assert caplog.records == []


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(house: House) -> None:
    """The request under way may still be answered; the next one is not."""
    ana = house.accounts.find("Ana")
    assert ana is not None
    token = house.sessions.begin(ana)
    house.database.meanwhile.append(lambda: house.sessions.revoke_all("Ana"))
    house.sessions.of_token(token)

    assert house.sessions.of_token(token) is None


def test_an_account_changed_while_it_is_looked_up(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    change = AccountChange(tables=("2",))
    house.database.meanwhile.append(lambda: house.others_accounts.change("Ana", change))
    before = house.accounts.find("Ana")
    after = house.accounts.find("Ana")
    assert before is not None
    assert after is not None
    assert (before.tables, after.tables) == ((), ("2",))
    assert caplog.records == []


def test_two_requests_with_one_token_within_the_same_moment(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Both note its use; neither of them ends it. Revoked meanwhile, it does not come back."""
    signatures = Signatures(house.database, KEY)
    tokens, others = (
        Tokens(house.database, signatures, house.accounts, lambda: house.now_us, lambda: None)
        for _ in range(2)
    )
    made = AccessToken("", "ana", "script", "patron", (), False, 1, 10**12)
    text = tokens.create(made)
    assert text is not None
    house.now_us += 2 * MINUTE_US
    house.database.meanwhile.append(lambda: others.of_text(text))
    assert tokens.of_text(text) is not None
    house.now_us += 2 * MINUTE_US
    house.database.meanwhile.append(lambda: others.revoke(text[4:20]))
    assert tokens.of_text(text) is not None
    house.now_us += 2 * MINUTE_US
    assert tokens.of_text(text) is None
    assert caplog.records == []


def test_a_device_revoked_while_it_is_looked_up(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    token = house.devices.register(Device("shoe-1", "shoe", "1"), 0)
    house.database.meanwhile.append(lambda: house.devices.revoke("shoe-1"))
    assert house.devices.of_token(token) is not None
    assert house.devices.of_token(token) is None
    assert caplog.records == []
