"""Sign-ins and changes of staff, kept in the log like everything else that happens in the house.

The stream `people` says who and what, never a password, a token, or a hash of either.
"""

from __future__ import annotations

from msgspec import Struct

STREAM = "people"


class PeopleEvent(Struct, frozen=True, tag=True):
    """Something about people. `name` is the account it is about."""

    name: str


class AccountCreated(PeopleEvent, frozen=True):
    office: str
    tables: tuple[str, ...]


class OfficeChanged(PeopleEvent, frozen=True):
    office: str


class TablesAssigned(PeopleEvent, frozen=True):
    tables: tuple[str, ...]


class AccountDisabled(PeopleEvent, frozen=True):
    """The account can no longer sign in; its sessions and tokens have ended."""


class AccountEnabled(PeopleEvent, frozen=True):
    """The account can sign in again."""


class PasswordChanged(PeopleEvent, frozen=True):
    """Every session but the one that changed it has ended, and every token."""


class PasswordReset(PeopleEvent, frozen=True):
    """An administrator set another, which its owner changes; every session and token has ended."""


class SignedIn(PeopleEvent, frozen=True, omit_defaults=True):
    """`entered`: without a password, as the people of a demonstration may."""

    address: str
    entered: bool = False


class LinkOpened(PeopleEvent, frozen=True):
    """The one-time link of a demonstration was used up; `name` is empty."""

    link: str  # the beginning of the hash of its secret
    address: str


class SignInFailed(PeopleEvent, frozen=True):
    """`name` is empty where there is no such account: what was typed may be a password."""

    address: str
    why: str  # password, unknown, locked, disabled, lapsed


class SignInLocked(PeopleEvent, frozen=True):
    until_us: int


class SignedOut(PeopleEvent, frozen=True):
    """That session has ended."""


class SessionsRevoked(PeopleEvent, frozen=True):
    """Every session of the account has ended; by an administrator, every token as well."""


class SessionRevoked(PeopleEvent, frozen=True):
    """One session of the account has ended."""


class EverybodySignedOut(PeopleEvent, frozen=True):
    """Every session of the house has ended, but that of the administrator who ended them, and
    every token; `name` is empty."""


class OrdersHeldBack(PeopleEvent, frozen=True):
    """The account gave more orders than may be: so many were not ruled on since the last of these
    facts, or this is the first. Told once a minute at the most."""

    orders: int


class OrderTurnedAway(PeopleEvent, frozen=True, omit_defaults=True):
    """An order that the rules were not asked about: at a table, tournament or promotion that is not
    the account's, in someone else's name, or of a kind that only the house gives."""

    where: str  # the stream it was meant for
    code: str
    token: str = ""  # the name of the access token that sent it


class AccountsRestored(PeopleEvent, frozen=True):
    """So many accounts are again as they were when a copy was taken; nobody is signed in."""

    accounts: int
    taken_at_us: int


class DeviceRegistered(PeopleEvent, frozen=True):
    kind: str
    table: str


class DeviceRevoked(PeopleEvent, frozen=True):
    """Its token is taken no more."""


class TokenCreated(PeopleEvent, frozen=True):
    """Its owner made an access token for a program, to act in this role until `ends_us`."""

    token: str  # the name that its owner gave it
    office: str
    commands: bool
    tables: tuple[str, ...]
    ends_us: int


class TokenRevoked(PeopleEvent, frozen=True):
    """The token `token` of the account is not accepted any more."""

    token: str


class TokenRefused(PeopleEvent, frozen=True):
    """A token was shown that is not known; once a minute for each address. `name` is empty."""

    address: str
