"""Accounts: a name, an office, the tables it is assigned to, and the hash of a password."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct

from houseway.rulebook.roles import Role
from houseway.service.access.store import Database
from houseway.service.errors import Wrong
from houseway.table.view import Viewer

ADMINISTRATOR = "administrator"  # an office of the service: it runs no table and sees no hand
OFFICES: tuple[str, ...] = (*Role, ADMINISTRATOR)
_NAME = re.compile(r"[^\W\d_][\w.'-]{0,39}")
_RESERVED = ("house", "houseway", "nobody")
_FIELDS = "name, office, tables, disabled, created_us, COALESCE(ends_us, 0)"
_FROM = "account LEFT JOIN given_password ON given_password.id = account.id"


class Account(Struct, frozen=True):
    """Somebody with a place in the house. No tables assigned: every table.

    `password_ends_us`: until when a password that somebody else has set lets its owner in, only to
    change it; 0 where its owner has chosen it.
    """

    name: str
    office: str
    tables: tuple[str, ...] = ()
    disabled: bool = False
    created_us: int = 0
    password_ends_us: int = 0

    @property
    def must_change(self) -> bool:
        """Whether the password is to be changed before anything else."""
        return self.password_ends_us > 0

    @property
    def role(self) -> Role | None:
        """The office in the rulebook; the administrator has none."""
        return None if self.office == ADMINISTRATOR else Role(self.office)

    @property
    def viewer(self) -> Viewer:
        """As whom a table is seen; without an office there, as somebody who walks past."""
        if self.role is None:
            return Viewer(Role.PATRON)
        if self.role == Role.PATRON:
            return Viewer(self.role, patron=self.name)
        return Viewer(self.role, name=self.name)

    def assigned_to(self, table: str) -> bool:
        return not self.tables or table in self.tables


def account_id(name: str) -> str:
    """What makes two names the same."""
    return name.casefold()


class Accounts:
    """The accounts of the house, in the side store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Account]:
        rows = self._database.ask(f"SELECT {_FIELDS} FROM {_FROM} ORDER BY account.id")
        return [_account(row) for row in rows]

    def find(self, name: str) -> Account | None:
        found = self.find_with_hash(name)
        return found[0] if found else None

    def find_with_hash(self, name: str) -> tuple[Account, str] | None:
        question = f"SELECT {_FIELDS}, password FROM {_FROM} WHERE account.id = ?"
        for row in self._database.ask(question, account_id(name)):
            return _account(row[:-1]), row[-1]
        return None

    def create(self, account: Account, password_hash: str) -> None:
        check_name(account.name)
        check_office(account.office)
        made = self._database.do(
            "INSERT INTO account (id, name, office, password, tables, disabled, created_us)"
            " VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT (id) DO NOTHING",
            account_id(account.name), account.name, account.office, password_hash,
            msgspec.json.encode(account.tables).decode(), account.created_us,
        )  # fmt: skip
        if not made:
            raise Wrong(HTTPStatus.CONFLICT, "name_taken", f"there is an account {account.name}")
        if account.must_change:
            self._mark_given(account.name, account.password_ends_us)

    def set_password(self, name: str, password_hash: str) -> None:
        """By its owner."""
        self._change("password = ?", password_hash, name)
        self._database.do("DELETE FROM given_password WHERE id = ?", account_id(name))

    def give_password(self, name: str, password_hash: str, ends_us: int) -> None:
        """By somebody else: marked before it is there, so that it is never the owner's own."""
        if self.find(name) is None:
            raise no_such_account(name)
        self._mark_given(name, ends_us)
        self._change("password = ?", password_hash, name)

    def _mark_given(self, name: str, ends_us: int) -> None:
        self._database.do(
            "INSERT INTO given_password VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET ends_us = excluded.ends_us",
            account_id(name), ends_us,
        )  # fmt: skip

    def set_office(self, name: str, office: str) -> None:
        check_office(office)
        self._change("office = ?", office, name)

    def set_tables(self, name: str, tables: tuple[str, ...]) -> None:
        self._change("tables = ?", msgspec.json.encode(tables).decode(), name)

    def set_disabled(self, name: str, disabled: bool) -> None:
        self._change("disabled = ?", int(disabled), name)

    def _change(self, what: str, value: Any, name: str) -> None:
        if not self._database.do(
            f"UPDATE account SET {what} WHERE id = ?", value, account_id(name)
        ):
            raise no_such_account(name)


def _account(row: tuple[Any, ...]) -> Account:
    name, office, tables, disabled, *times = row
    return Account(name, office, tuple(msgspec.json.decode(tables)), bool(disabled), *times)


def no_such_account(name: str) -> Wrong:
    return Wrong(HTTPStatus.NOT_FOUND, "no_such_account", f"there is no account {name}")


def check_name(name: str) -> None:
    """One word, because records write a patron as one word."""
    if not _NAME.fullmatch(name) or account_id(name) in _RESERVED:
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "not_a_name",
            "a name is one word of at most 40 letters, digits and . ' _ -, a letter first",
        )


def check_office(office: str) -> None:
    if office not in OFFICES:
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY, "no_such_office", f"{office} is none of the offices"
        )
