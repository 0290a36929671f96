"""Sign-ins and changes of staff, kept in the log like everything else that happens in the house.

Who may come in follows from these events alone (`people.py`). They have no password and no token.
A session, a token of 256 random bits and a password's salted hash are named by their SHA-256, from
which nothing can be found. Fields with a default came later: older events have none.
"""

from __future__ import annotations

from msgspec import Struct

STREAM = "people"


class PeopleEvent(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something about people. `name` is the account it is about."""

    name: str


class AccountCreated(PeopleEvent, frozen=True):
    """Without a digest no password opens it; `password_ends_us`: one that someone else chose."""

    office: str
    tables: tuple[str, ...]
    digest: str = ""
    password_ends_us: int = 0


class OfficeChanged(PeopleEvent, frozen=True):
    office: str


class TablesAssigned(PeopleEvent, frozen=True):
    tables: tuple[str, ...]


class AccountDisabled(PeopleEvent, frozen=True):
    """The account can no longer sign in; its sessions and tokens have ended."""


class AccountEnabled(PeopleEvent, frozen=True):
    """The account can sign in again."""


class AccountApproved(PeopleEvent, frozen=True):
    """Two persons vouched for an account of a copy that was restored without the house's keys."""

    first: str
    second: str


class PasswordChanged(PeopleEvent, frozen=True):
    """By its owner; every session and every token has ended."""

    digest: str = ""
    password_ends_us: int = 0


class PasswordReset(PeopleEvent, frozen=True):
    """An administrator set another, which its owner changes; every session and token has ended."""

    digest: str = ""
    password_ends_us: int = 0


class SignedIn(PeopleEvent, frozen=True):
    """A session began. `entered`: without a password, as the people of a demonstration may.

    `before` is the session that this one replaces.
    """

    address: str
    entered: bool = False
    session: str = ""
    ends_us: int = 0
    before: str = ""


class SessionContinued(PeopleEvent, frozen=True):
    """A session under a new token, for the person who has just changed the password."""

    session: str
    ends_us: int


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

    session: str = ""


class SessionsRevoked(PeopleEvent, frozen=True):
    """Every session of the account has ended, and every token; or all its sessions but one."""

    but: str = ""


class SessionRevoked(PeopleEvent, frozen=True):
    """One session of the account has ended."""

    session: str = ""


class EverybodySignedOut(PeopleEvent, frozen=True):
    """Every session of the house has ended, but that of the administrator who ended them, and
    every token; `name` is empty."""

    but: str = ""


class OrdersHeldBack(PeopleEvent, frozen=True):
    """The account gave more orders than may be: so many were not ruled on since the last of these
    facts, or this is the first. Told once a minute at the most."""

    orders: int


class OrderTurnedAway(PeopleEvent, frozen=True):
    """An order that the rules were not asked about: at a table, tournament or promotion that is not
    the account's, in someone else's name, or of a kind that only the house gives."""

    where: str  # the stream it was meant for
    code: str
    token: str = ""  # the name of the access token that sent it


class AccountsRestored(PeopleEvent, frozen=True):
    """So many accounts are again as they were when a copy was taken; nobody is signed in.

    `without_keys`: nothing proves whose copy it was, so two persons approve each account.
    """

    accounts: int
    taken_at_us: int
    without_keys: bool = False


class DeviceRegistered(PeopleEvent, frozen=True):
    kind: str
    table: str
    hash: str = ""


class DeviceRevoked(PeopleEvent, frozen=True):
    """Its token is taken no more."""


class TokenCreated(PeopleEvent, frozen=True):
    """Its owner made an access token for a program, to act in this role until `ends_us`."""

    token: str  # the name that its owner gave it
    office: str
    commands: bool
    tables: tuple[str, ...]
    ends_us: int
    id: str = ""
    hash: str = ""


class TokenRevoked(PeopleEvent, frozen=True):
    """The token `token` of the account is not accepted any more."""

    token: str
    id: str = ""


class TokenRefused(PeopleEvent, frozen=True):
    """A token was shown that is not known; once a minute for each address. `name` is empty."""

    address: str


# Those by which someone may lose a right, and with them all that say who may come in.
ENDINGS: tuple[type[PeopleEvent], ...] = (
    OfficeChanged, TablesAssigned, AccountDisabled, PasswordChanged, PasswordReset, SignedOut,
    SessionsRevoked, SessionRevoked, EverybodySignedOut, AccountsRestored, DeviceRevoked,
    TokenRevoked, SignedIn,
)  # fmt: skip
EVENTS: tuple[type[PeopleEvent], ...] = (
    *ENDINGS, AccountCreated, AccountEnabled, AccountApproved, SessionContinued, DeviceRegistered,
    TokenCreated,
)  # fmt: skip
