"""Accounts: a name, an office, and the tables it is assigned to."""

from __future__ import annotations

import re
from http import HTTPStatus

from msgspec import Struct

from houseway.rulebook.roles import Role, name_fault, person_key
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text
from houseway.table.view import Viewer

ADMINISTRATOR = "administrator"  # an office of the service: it runs no table and sees no hand
OFFICES: tuple[str, ...] = (*Role, ADMINISTRATOR)
_NAME = re.compile(r"[^\W\d_][\w.'-]{0,39}")
_RESERVED = ("house", "houseway", "nobody", "device", "bots", "simulated")


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
    unapproved: bool = False  # of a copy that was restored without keys: two persons approve it

    @property
    def shut_out(self) -> bool:
        """Whether nobody comes in with this account for now."""
        return self.disabled or self.unapproved

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


def account_id(name: str) -> str:
    """What makes two names the same."""
    return name.casefold()


def name_taken(name: str, other: str) -> Wrong:
    sentence = (
        Text("an account named {other} already exists", other=other)
        if other == name
        else Text(
            "an account named {other} already exists, and {name} looks like it",
            other=other, name=name,
        )
    )  # fmt: skip
    return Wrong(HTTPStatus.CONFLICT, "name_taken", sentence)


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
