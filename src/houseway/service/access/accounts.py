"""Accounts: a name, an office, the tables it is assigned to, and the hash of a password."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct

from houseway.rulebook.names import mistaken_for, name_fault
from houseway.rulebook.persons import person_key, same_person
from houseway.rulebook.roles import Role
from houseway.service.access.signatures import ACCOUNT, Signatures
from houseway.service.access.store import Database
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text
from houseway.table.view import Viewer

ADMINISTRATOR = "administrator"  # an office of the service: it runs no table and sees no hand
OFFICES: tuple[str, ...] = (*Role, ADMINISTRATOR)
_NAME = re.compile(r"[^\W\d_][\w.'-]{0,39}")
_RESERVED = ("house", "houseway", "nobody", "device", "bots", "simulated")
_OFFICE, _PASSWORD, _TABLES, _DISABLED, _ENDS = 2, 3, 4, 5, 7  # places in a row
_INSERT = (
    "INSERT INTO account (id, name, office, password, tables, disabled, created_us)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_MARK_GIVEN = (
    "INSERT INTO given_password VALUES (?, ?)"
    " ON CONFLICT (id) DO UPDATE SET ends_us = excluded.ends_us"
)


class Account(Struct, frozen=True):
    """Someone with a place in the house. No tables assigned: every table.

    `password_ends_us`: until when a password that someone else has set lets its owner in, only to
    change it; 0 where its owner has chosen it.
    """

    name: str
    office: str
    tables: tuple[str, ...] = ()
    disabled: bool = False
    created_us: int = 0
    password_ends_us: int = 0
    has_password: bool = True  # not so for people of a demonstration

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
        """As whom a table is seen; without an office there, as someone who walks past."""
        if self.role is None:
            return Viewer(Role.PATRON)
        if self.role == Role.PATRON:
            return Viewer(self.role, patron=self.name)
        return Viewer(self.role, name=self.name)

    @property
    def signs_as(self) -> str:
        """What the key of each of its commands begins with in the log."""
        return self.name

    def assigned_to(self, table: str) -> bool:
        return not self.tables or table in self.tables


class TokenHolder(Account, frozen=True, kw_only=True):
    """An account as far as one of its access tokens reaches. Names have no slash, so nobody's
    own keys look like those of a token."""

    token: str

    @property
    def signs_as(self) -> str:
        return f"{self.name}/{self.token}"


class AccountChange(Struct, frozen=True):
    """What someone else changes about an account; None stays as it is.

    `password_hash` is of a temporary password that its owner must change by `password_ends_us`.
    """

    office: str | None = None
    tables: tuple[str, ...] | None = None
    disabled: bool | None = None
    password_hash: str | None = None
    password_ends_us: int = 0


def account_id(name: str) -> str:
    """What makes two names the same."""
    return name.casefold()


class Accounts:
    """The accounts of the house, in the side store."""

    def __init__(self, database: Database, signatures: Signatures) -> None:
        self._database, self._signatures = database, signatures

    def all(self) -> list[Account]:
        return [_account(row) for row in self._signatures.ask(ACCOUNT, "ORDER BY account.id")]

    def find(self, name: str) -> Account | None:
        found = self.find_with_hash(name)
        return found[0] if found else None

    def find_with_hash(self, name: str) -> tuple[Account, str] | None:
        row = self._row(name)
        return (_account(row), row[_PASSWORD]) if row else None

    def _row(self, name: str) -> tuple[Any, ...] | None:
        """The row of an account, if this house wrote it as it is."""
        rows = self._signatures.ask(ACCOUNT, "WHERE account.id = ?", account_id(name))
        return rows[0] if rows else None

    def _write(self, row: tuple[Any, ...]) -> None:
        """The row of an account, in the place of any other, with its signature."""
        *columns, ends_us = row
        self._database.change_access(
            ("DELETE FROM account WHERE id = ?", (row[0],)),
            ("DELETE FROM given_password WHERE id = ?", (row[0],)),
            (_INSERT, tuple(columns)),
            *([(_MARK_GIVEN, (row[0], ends_us))] if ends_us else []),
            self._signatures.sign(ACCOUNT, *row),
        )

    def was_created(self, name: str) -> bool:
        """Whether an account of this name was ever stored, whatever became of its row."""
        signature = "SELECT 1 FROM row_mac WHERE what = ? AND id = ?"
        return bool(self._database.ask(signature, ACCOUNT, account_id(name)))

    def check_new(self, account: Account) -> None:
        """Raise unless there may be such an account beside the others."""
        check_name(account.name)
        check_office(account.office)
        self._refuse_alike(account.name)

    def create(self, account: Account, password_hash: str) -> None:
        self._write(
            (account_id(account.name), account.name, account.office, password_hash,
             _tables_text(account.tables), 0, account.created_us, account.password_ends_us)
        )  # fmt: skip

    def _refuse_alike(self, name: str) -> None:
        """No two accounts have names that could be taken for each other."""
        for other in (each.name for each in self.all()):
            if same_person(name, other) or mistaken_for(name, [other]):
                sentence = (
                    Text("an account named {other} already exists", other=other)
                    if other == name
                    else Text(
                        "an account named {other} already exists, and {name} looks like it",
                        other=other, name=name,
                    )
                )  # fmt: skip
                raise Wrong(HTTPStatus.CONFLICT, "name_taken", sentence)

    def set_password(self, name: str, password_hash: str) -> None:
        """By its owner."""
        self._change(name, {_PASSWORD: password_hash, _ENDS: 0})

    def change(self, name: str, change: AccountChange) -> None:
        """Change everything that `change` names in one transaction, or nothing."""
        if change.office is not None:
            check_office(change.office)
        values: dict[int, Any] = {
            _OFFICE: change.office,
            _TABLES: _tables_text(change.tables),
            _DISABLED: None if change.disabled is None else int(change.disabled),
            _PASSWORD: change.password_hash,
            _ENDS: None if change.password_hash is None else change.password_ends_us,
        }
        self._change(name, {place: each for place, each in values.items() if each is not None})

    def _change(self, name: str, values: dict[int, Any]) -> None:
        row = self._row(name)
        if row is None:
            raise no_such_account(name)
        self._write(tuple(values.get(place, each) for place, each in enumerate(row)))


def _tables_text(tables: tuple[str, ...] | None) -> str | None:
    return None if tables is None else msgspec.json.encode(tables).decode()


def _account(row: tuple[Any, ...]) -> Account:
    _id, name, office, password, tables, disabled, created_us, ends_us = row
    own = tuple(msgspec.json.decode(tables))
    return Account(name, office, own, bool(disabled), created_us, ends_us, bool(password))


def no_such_account(name: str) -> Wrong:
    return Wrong(
        HTTPStatus.NOT_FOUND, "no_such_account", Text("there is no account {name}", name=name)
    )


def check_name(name: str) -> None:
    """One word, because records write a patron as one word."""
    if not _NAME.fullmatch(name) or name_fault(name) or person_key(name) in _RESERVED:
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "not_a_name",
            Text(
                "a name is one word of at most 40 letters, digits and . ' _ -, a letter first,"
                " all letters of one alphabet"
            ),
        )


def check_office(office: str) -> None:
    if office not in OFFICES:
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "no_such_office",
            Text("{role} is no role of this house", role=office),
        )
