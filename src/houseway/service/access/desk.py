"""The front desk: signing in and out, passwords, staff; each act is an event of `people`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from houseway.rulebook.roles import NOBODY, Excluded, Role, person_key, same_person
from houseway.service.access import record as p
from houseway.service.access.accounts import Account, TokenHolder, account_id, check_office
from houseway.service.access.devices import Device, Devices
from houseway.service.access.passwords import NO_PASSWORD, Passwords
from houseway.service.access.people import (
    People,
    State,
    check_new,
    check_passwords_are_theirs,
    digest_of,
    known_account,
)
from houseway.service.access.sessions import LastSeen, OpenSession, Session, Sessions, hash_of
from houseway.service.access.sign_in_limits import KnownDevices, Tries, network_of
from houseway.service.access.store import Database
from houseway.service.access.token_desk import TokenDesk
from houseway.service.access.tokens import Tokens, TokenSession
from houseway.service.access.training import TrainingRecords
from houseway.service.commands.rate_limit import Pace
from houseway.service.errors import Wrong, too_many_tries
from houseway.service.settings import SECOND_US, Settings
from houseway.service.texts.text import Text
from houseway.store.adoption import NAME as STORE_KEY
from houseway.store.chain import StoreKey
from houseway.store.keyfile import read_key
from houseway.store.log import Log

_LONGEST_NAME = 256  # typed at sign-in; more is nobody's
_LONGEST = 60  # of what an order was meant for


class ChangeAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """What is given changes; the rest stays. `revoke` ends every session of the account."""

    office: str | None = None
    tables: tuple[str, ...] | None = None
    password: str | None = None
    disabled: bool | None = None
    revoke: bool = False


class Source(NamedTuple):
    """Where a sign-in comes from; `known`: the account has signed in from there before."""

    key: str
    known: bool = False


class Desk:
    """Everything about people, over the side store and the log."""

    def __init__(
        self, log: Log, database: Database, settings: Settings, now_us: Callable[[], int]
    ) -> None:
        check_passwords_are_theirs(log, database)
        key = StoreKey(read_key(settings.path / STORE_KEY))
        self.accounts = self._people = People(log, database, now_us)
        seen = LastSeen(database, key)
        self.sessions = Sessions(self._people, seen, settings, now_us)
        self.devices = Devices(self._people)
        self.training = TrainingRecords(database, key, now_us)
        self.passwords = Passwords()
        self.database, self._settings = database, settings
        self.known_devices = KnownDevices(settings.secret)
        self._tries = Tries(database, settings, now_us)
        self._pace = Pace(settings.orders_per_minute, now_us)
        self._now_us = now_us
        self.excluded: Callable[[], Excluded] = lambda: NOBODY  # the house's register
        self.tokens = TokenDesk(
            Tokens(self._people, seen, now_us), self._record, self._check_password, settings, now_us
        )

    # Signing in and out

    async def sign_in(
        self, name: str, password: str, address: str, before: str = "", device: str = ""
    ) -> str:
        """Return the token of a new session.

        `before` is the session that this one replaces, `device` the cookie of a known browser.
        """
        name = name.strip()[:_LONGEST_NAME]
        source = self._source(name, address, device)
        if not source.known and self._tries.too_many_from(address):
            raise too_many_tries(Text("too many sign-ins from here: wait a minute"))
        found = await asyncio.to_thread(self.accounts.find_with_hash, name)
        until = await asyncio.to_thread(self._tries.locked_until, name, source.key)
        if until:
            await self._failed(found, address, "locked")
            raise self._locked(until)
        good = await self.passwords.matches(found[1] if found else None, password)
        if not good or found is None or found[0].shut_out:
            await self._count_failure(name, found, address, source, good=good)
            raise Wrong(
                HTTPStatus.UNAUTHORIZED,
                "sign_in_failed",
                Text("that name and password do not match"),
            )
        if found[0].must_change and found[0].password_ends_us <= self._now_us():
            await self._failed(found, address, "lapsed")
            raise _lapsed()
        return await asyncio.to_thread(self._begun, found[0], address, before, source)

    def enter(self, name: str, office: str, address: str, before: str = "") -> str:
        """Return the token of a new session without a password, for people of a demonstration.

        Blocks. An account that has another role by now, or is disabled, is not entered.
        """
        account = self.accounts.find(name)
        if account is None or account.shut_out or account.office != office:
            raise Wrong(
                HTTPStatus.FORBIDDEN,
                "no_free_entry",
                Text("{name} signs in with a password", name=name),
            )
        return self._session_begun(account, before, address, entered=True)

    def open_link(self, link: str, address: str) -> bool:
        """Use up the one-time link of a demonstration; false where it was used before. Blocks."""
        used = p.LinkOpened("", link[:16], address)
        return self._people.record(None, used, key=f"link {used.link}")

    def _session_begun(
        self, account: Account, before: str, address: str, *, entered: bool = False
    ) -> str:
        found = self.excluded().get(person_key(account.name))
        if account.office == Role.PATRON and found and found.holds(self._now_us()):
            self._record(None, p.SignInFailed(account.name, address, "excluded"))
            sentence = Text("{name} is excluded from the casino", name=account.name)
            raise Wrong(HTTPStatus.FORBIDDEN, "excluded_from_casino", sentence)
        return self.sessions.begin(account, address=address, entered=entered, before=before)

    def _source(self, name: str, address: str, device: str) -> Source:
        known = self.known_devices.recognise(device, name) if device else ""
        return Source(f"device {known}", known=True) if known else Source(network_of(address))

    def _locked(self, until_us: int) -> Wrong:
        return Wrong(
            HTTPStatus.TOO_MANY_REQUESTS,
            "sign_in_locked",
            Text("too many failed sign-ins with this name from here: wait, then try again"),
            again=-(-(until_us - self._now_us()) // SECOND_US),
        )

    def _begun(self, account: Account, address: str, before: str, source: Source) -> str:
        self._tries.succeeded(account.name, source.key)
        return self._session_begun(account, before, address)

    async def _count_failure(
        self, name: str, found: tuple[Account, str] | None, address: str, source: Source,
        *, good: bool,
    ) -> None:  # fmt: skip
        why = "unknown" if found is None else "disabled" if good else "password"
        await self._failed(found, address, why)
        until = await asyncio.to_thread(
            lambda: self._tries.failed(name, source.key, known=source.known)
        )
        if until:
            locked = p.SignInLocked(found[0].name if found else "", until)
            await asyncio.to_thread(self._record, None, locked)

    async def _failed(self, found: tuple[Account, str] | None, address: str, why: str) -> None:
        event = p.SignInFailed(found[0].name if found else "", address, why)
        await asyncio.to_thread(self._record, None, event)

    def sign_out(self, session: Session) -> None:
        self._record(session.account, p.SignedOut(session.account.name, session.id))

    async def change_password(self, session: Session, old: str, new: str, address: str = "") -> str:
        """The token of the session that goes on; every other one of the account ends.

        A wrong password counts as it does at sign-in: an open screen is no way to guess it.
        """
        account = session.account
        await self._check_password(session, old, address)
        await self.passwords.check(new, account.name)
        if new == old:
            raise Wrong(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "password_same",
                Text("a new password differs from the one in use"),
            )
        kept = await self.passwords.hash(new)
        return await asyncio.to_thread(self._password_changed, account, kept)

    async def _check_password(self, session: Session, password: str, address: str) -> None:
        name = session.account.name
        found = await asyncio.to_thread(self.accounts.find_with_hash, name)
        if found and found[1] == NO_PASSWORD == password:
            return  # of a person of a demonstration, who has none
        source = Source(f"session {session.id}", known=True)
        until = await asyncio.to_thread(self._tries.locked_until, name, source.key)
        if until:
            raise self._locked(until)
        if not await self.passwords.matches(found[1] if found else None, password):
            await self._count_failure(name, found, address, source, good=False)
            raise Wrong(
                HTTPStatus.FORBIDDEN, "wrong_password", Text("that is not the password in use")
            )

    def _password_changed(self, account: Account, kept: str) -> str:
        token = secrets.token_urlsafe(32)
        self._with_password(
            account,
            account.name,
            p.PasswordChanged(account.name, digest_of(account.name, kept)),
            p.SessionContinued(account.name, hash_of(token), self.sessions.ends_us()),
            password_hash=kept,
        )
        return token

    def _with_password(
        self, by: Account | None, name: str, *events: p.PeopleEvent, password_hash: str
    ) -> None:
        """The hash is stored before the events name it, and the one before goes after them."""
        before = self._people.state().digests.get(account_id(name), "")
        digest = self._people.store_password(name, password_hash)
        self._record(by, *events)
        if before != digest:
            self._people.forget_password(before)

    def exclude(self, person: str) -> None:
        """End what a patron has open when the house excludes the person. Blocks."""
        for account in self.accounts.all():
            if account.office == Role.PATRON and same_person(account.name, person):
                self._end_all(account.name)

    def _end_all(self, name: str) -> None:
        """End every session and every token of an account, if it has any."""
        if self.sessions.has_any(name):
            self._record(None, p.SessionsRevoked(name))

    async def current(self, session: Session) -> Session | None:
        """The session or the token as it is now; None where it has ended."""
        if isinstance(session, TokenSession):
            return await asyncio.to_thread(self.tokens.store.current, session.id)
        return await self.sessions.current_now(session.id)

    # Staff

    async def create(
        self, account: Account, password: str, by: Account | None, *, chosen: bool = False
    ) -> Account:
        """Take someone in. `chosen`: the password is the person's own, and need not be changed."""
        await self.passwords.check(password, account.name)
        if not chosen:
            account = replace(account, password_ends_us=self._given_until_us())
        kept = await self.passwords.hash(password)
        await asyncio.to_thread(self.create_hashed, account, kept, by)
        return account

    def _given_until_us(self) -> int:
        return self._now_us() + self._settings.given_us

    def create_hashed(self, account: Account, password_hash: str, by: Account | None) -> None:
        """Raises where there is such an account, or one that looks like it."""

        def decision(state: State) -> tuple[p.PeopleEvent, ...]:
            check_new(state, account)
            digest = self._people.store_password(account.name, password_hash)
            created = p.AccountCreated(
                account.name, account.office, account.tables, digest, account.password_ends_us
            )
            return (created,)

        self._people.decide(by, decision)

    def approve(self, name: str, first: str, second: str) -> None:
        """Two persons vouch for an account of a copy that was restored without keys."""
        if person_key(first) == person_key(second) or not first or not second:
            sentence = Text("name two persons who vouch for the account")
            raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "two_persons", sentence)

        def decision(state: State) -> tuple[p.PeopleEvent, ...]:
            account = known_account(state, name)
            return (p.AccountApproved(account.name, first, second),) if account.unapproved else ()

        self._people.decide(None, decision)

    async def reset_password(self, name: str, password: str, by: Account | None) -> int:
        """By an administrator, or from the console of the machine (None); until when it holds."""
        account = await self.change(name, ChangeAccount(password=password), by)
        return account.password_ends_us

    async def change(self, name: str, asked: ChangeAccount, by: Account | None) -> Account:
        """Change an account: everything that is asked for, or nothing."""
        account = await asyncio.to_thread(self._checked, name, asked, by)
        password_hash = None
        if asked.password is not None:
            await self.passwords.check(asked.password, account.name)
            password_hash = await self.passwords.hash(asked.password)
        return await asyncio.to_thread(self._change, account, asked, password_hash, by)

    def _checked(self, name: str, asked: ChangeAccount, by: Account | None) -> Account:
        account = known_account(self._people.state(), name)
        if asked.office is not None:
            check_office(asked.office)
        if by and (asked.office is not None or asked.disabled):
            self._not_oneself(account.name, by)
        return account

    def _change(
        self, account: Account, asked: ChangeAccount, password_hash: str | None, by: Account | None
    ) -> Account:
        """All in one append."""
        name = account.name
        digest = digest_of(name, password_hash or NO_PASSWORD)
        events = _changes(name, asked, digest, self._given_until_us())
        if password_hash is None:
            self._record(by, *events)
        else:
            self._with_password(by, name, *events, password_hash=password_hash)
        return self.accounts.find(name) or account

    def revoke_session(self, session: str, by: Account) -> None:
        found = next((each for each in self.sessions.open_ones() if each.id == session), None)
        if found is None:
            raise _no_such_session()
        self._record(by, p.SessionRevoked(found.name, session))

    def revoke_everybody(self, session: Session) -> None:
        """End every token of the house, and every session but the administrator's own."""
        self._record(session.account, p.EverybodySignedOut("", session.id))

    # Orders

    async def hold_back_a_flood(self, account: Account, size: int = 0) -> None:
        """Raises where the account has given too many orders: nothing is ruled on or kept."""
        held = self._pace.take(account.name, size)
        if held is None:
            return
        if held.told:
            fact = p.OrdersHeldBack(account.name, held.told)
            await asyncio.to_thread(self._record, None, fact)
        raise Wrong(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too_many_orders",
            Text(
                "too many actions from {name}: this one was not ruled on; wait a moment",
                name=account.name,
            ),
            again=held.seconds,
        )

    def turned_away(self, account: Account, where: str, code: str) -> None:
        token = account.token if isinstance(account, TokenHolder) else ""
        self._record(account, p.OrderTurnedAway(account.name, where[:_LONGEST], code, token))

    # One's own sessions

    def own_sessions(self, account: Account) -> list[OpenSession]:
        return [each for each in self.sessions.open_ones() if each.name == account.name]

    def end_own_session(self, session: str, by: Account) -> None:
        """One of the account's own; what is not is answered as if there were none."""
        if session not in {each.id for each in self.own_sessions(by)}:
            raise _no_such_session()
        self._record(by, p.SessionRevoked(by.name, session))

    def end_other_sessions(self, session: Session) -> None:
        """All of the account but this one."""
        self._record(session.account, p.SessionsRevoked(session.account.name, session.id))

    def _not_oneself(self, name: str, by: Account) -> None:
        """The last administrator cannot be lost by a slip of the hand."""
        if name.casefold() == by.name.casefold():
            raise Wrong(
                HTTPStatus.CONFLICT,
                "not_oneself",
                Text("another administrator must do this to your own account"),
            )

    # Devices

    def register_device(self, device: Device, by: Account) -> str:
        return self.devices.register(device, by)

    def revoke_device(self, device: str, by: Account) -> None:
        self.devices.revoke(device, by)

    def _record(self, by: Account | None, *events: p.PeopleEvent) -> None:
        """Who did it: someone with an account, or the house itself."""
        if events:
            self._people.record(by, *events)

    def close(self) -> None:
        self.database.close()


def _changes(
    name: str, asked: ChangeAccount, digest: str, password_ends_us: int
) -> Iterator[p.PeopleEvent]:
    if asked.password is not None:
        yield p.PasswordReset(name, digest, password_ends_us)
    if asked.office is not None:
        yield p.OfficeChanged(name, asked.office)
    if asked.tables is not None:
        yield p.TablesAssigned(name, asked.tables)
    if asked.disabled is not None:
        yield p.AccountDisabled(name) if asked.disabled else p.AccountEnabled(name)
    if asked.revoke:
        yield p.SessionsRevoked(name)


def _no_such_session() -> Wrong:
    return Wrong(HTTPStatus.NOT_FOUND, "no_such_session", Text("that session has ended already"))


def _lapsed() -> Wrong:
    """Shown only to a person who knows the password."""
    return Wrong(
        HTTPStatus.FORBIDDEN,
        "password_lapsed",
        Text("the password that was set for you has lapsed: ask an administrator for another"),
    )
