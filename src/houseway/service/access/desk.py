"""The front desk: signing in and out, passwords, staff; each act is an event of `people`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from houseway.rulebook.persons import NOBODY, Excluded, person_key, same_person
from houseway.rulebook.roles import Role
from houseway.service.access import record as p
from houseway.service.access.accounts import (
    Account,
    AccountChange,
    Accounts,
    TokenHolder,
    check_office,
    no_such_account,
)
from houseway.service.access.devices import Device, Devices
from houseway.service.access.known_devices import KnownDevices
from houseway.service.access.last_sign_ins import LastSignIns
from houseway.service.access.passwords import NO_PASSWORD, Passwords
from houseway.service.access.sessions import OpenSession, Session, Sessions
from houseway.service.access.sign_in_limits import Tries, network_of
from houseway.service.access.signatures import Signatures
from houseway.service.access.store import Database
from houseway.service.access.token_desk import TokenDesk
from houseway.service.access.tokens import Tokens, TokenSession
from houseway.service.access.training import TrainingRecords
from houseway.service.commands.rate_limit import Pace
from houseway.service.errors import Wrong, too_many_tries
from houseway.service.settings import SECOND_US, Settings
from houseway.service.texts.text import Text
from houseway.store.adoption import NAME as STORE_KEY
from houseway.store.journal import Journal
from houseway.store.keyfile import read_key
from houseway.store.log import Log, LogFailed
from houseway.store.mac import StoreKey

_LONGEST_NAME = 256  # typed at sign-in; more is nobody's
_LONGEST = 60  # of what an order was meant for


class ChangeAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """What is given changes; the rest stays. `revoke` ends every session of the account."""

    office: str | None = None
    tables: tuple[str, ...] | None = None
    password: str | None = None
    disabled: bool | None = None
    revoke: bool = False

    @property
    def ends_sessions(self) -> bool:
        changed = self.office is not None or self.password is not None
        return changed or bool(self.disabled) or self.revoke


class Source(NamedTuple):
    """Where a sign-in comes from; `known`: the account has signed in from there before."""

    key: str
    known: bool = False


class Desk:
    """Everything about people, over the side store and the log."""

    def __init__(
        self, log: Log, database: Database, settings: Settings, now_us: Callable[[], int]
    ) -> None:
        _check_log_is_theirs(log, database)
        signatures = Signatures(database, StoreKey(read_key(settings.path / STORE_KEY)))
        signatures.sign_all_once(log, now_us)
        self.accounts = Accounts(database, signatures)
        self.sessions = Sessions(database, signatures, self.accounts, settings, now_us)
        self.devices = Devices(database, signatures)
        self.training = TrainingRecords(database, signatures, now_us)
        self.passwords = Passwords()
        self._database, self._settings = database, settings
        self.known_devices = KnownDevices(settings.secret)
        self._tries = Tries(database, settings, now_us)
        self._pace = Pace(settings.orders_per_minute, now_us)
        self._people = Journal(log, p.STREAM, now_us)
        self._now_us = now_us
        self.excluded: Callable[[], Excluded] = lambda: NOBODY  # the house's register
        self.last_sign_ins = LastSignIns(log)
        self.tokens = TokenDesk(
            Tokens(database, signatures, self.accounts, now_us, self.sessions.forget),
            self._record, self._check_password, settings, now_us, self.sessions.epochs,
        )  # fmt: skip

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
        if not good or found is None or found[0].disabled:
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
        if account is None or account.disabled or account.office != office:
            raise Wrong(
                HTTPStatus.FORBIDDEN,
                "no_free_entry",
                Text("{name} signs in with a password", name=name),
            )
        return self._session_begun(account, before, p.SignedIn(name, address, entered=True))

    def open_link(self, link: str, address: str) -> bool:
        """Use up the one-time link of a demonstration; false where it was used before. Blocks."""
        used = p.LinkOpened("", link[:16], address)
        return self._people.record(used, actor="houseway", office="", key=f"link {used.link}")

    def _session_begun(self, account: Account, before: str, event: p.SignedIn) -> str:
        found = self.excluded().get(person_key(account.name))
        if account.office == Role.PATRON and found and found.holds(self._now_us()):
            self._record(None, p.SignInFailed(account.name, event.address, "excluded"))
            sentence = Text("{name} is excluded from the casino", name=account.name)
            raise Wrong(HTTPStatus.FORBIDDEN, "excluded_from_casino", sentence)
        if before:
            self.sessions.revoke(before)
        token = self.sessions.begin(account)
        self._record(account, event)
        return token

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
        return self._session_begun(account, before, p.SignedIn(account.name, address))

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
        self.sessions.revoke(session.id)
        self._record(session.account, p.SignedOut(session.account.name))

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
        self.accounts.set_password(account.name, kept)
        self._end_all(account.name)
        self._record(account, p.PasswordChanged(account.name))
        return self.sessions.begin(account)

    def exclude(self, person: str) -> None:
        """End what a patron has open when the house excludes the person. Blocks."""
        for account in self.accounts.all():
            if account.office == Role.PATRON and same_person(account.name, person):
                self._end_all(account.name)

    def _end_all(self, name: str) -> None:
        """End every session and every token of an account."""
        self.tokens.store.revoke_all(name)
        self.sessions.revoke_all(name)

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
        """The event is first: a house that was stopped in between has no account without one."""
        self.accounts.check_new(account)
        self._record(by, p.AccountCreated(account.name, account.office, account.tables))
        self.accounts.create(account, password_hash)

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
        account = self.accounts.find(name)
        if account is None:
            raise no_such_account(name)
        if asked.office is not None:
            check_office(asked.office)
        if by and (asked.office is not None or asked.disabled):
            self._not_oneself(account.name, by)
        return account

    def _change(
        self, account: Account, asked: ChangeAccount, password_hash: str | None, by: Account | None
    ) -> Account:
        """One transaction, and the events of it in one append."""
        name, ends_us = account.name, self._given_until_us()
        change = AccountChange(asked.office, asked.tables, asked.disabled, password_hash, ends_us)
        self.accounts.change(name, change)
        if asked.ends_sessions:
            self._end_all(name)
        else:
            self.tokens.store.forget()
        self._record(by, *_changes(name, asked))
        return self.accounts.find(name) or account

    def revoke_session(self, session: str, by: Account) -> None:
        found = next((each for each in self.sessions.open_ones() if each.id == session), None)
        if found is None:
            raise _no_such_session()
        self.sessions.revoke(session)
        self._record(by, p.SessionRevoked(found.name))

    def revoke_everybody(self, session: Session) -> None:
        """End every token of the house, and every session but the administrator's own."""
        self.tokens.store.revoke_everybody()
        self.sessions.revoke_everybody(but=session.id)
        self._record(session.account, p.EverybodySignedOut(""))

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
        self.sessions.revoke(session)
        self._record(by, p.SessionRevoked(by.name))

    def end_other_sessions(self, session: Session) -> None:
        """All of the account but this one."""
        self.sessions.revoke_all(session.account.name, but=session.id)
        self._record(session.account, p.SessionsRevoked(session.account.name))

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
        token = self.devices.register(device, self._now_us())
        self._record(by, p.DeviceRegistered(device.id, device.kind, device.table))
        return token

    def revoke_device(self, device: str, by: Account) -> None:
        self.devices.revoke(device)
        self._record(by, p.DeviceRevoked(device))

    def _record(self, by: Account | None, *events: p.PeopleEvent) -> None:
        """Who did it: someone with an account, or the house itself."""
        actor, office = (by.name, by.office) if by else ("houseway", "")
        if events:
            self._people.record(*events, actor=actor, office=office)

    def close(self) -> None:
        self._database.close()


def _changes(name: str, asked: ChangeAccount) -> Iterator[p.PeopleEvent]:
    if asked.password is not None:
        yield p.PasswordReset(name)
    if asked.office is not None:
        yield p.OfficeChanged(name, asked.office)
    if asked.tables is not None:
        yield p.TablesAssigned(name, asked.tables)
    if asked.disabled is not None:
        yield p.AccountDisabled(name) if asked.disabled else p.AccountEnabled(name)
    if asked.revoke:
        yield p.SessionsRevoked(name)


def _check_log_is_theirs(log: Log, database: Database) -> None:
    """Accounts without a word of them in the log: the log was deleted, or is another house's."""
    ((accounts,),) = database.ask("SELECT COUNT(*) FROM account")
    if accounts and not log.read(p.STREAM, limit=1):
        raise LogFailed(
            f"there are {accounts} accounts and the log names none: it was deleted or replaced."
            " Restore the log from its newest copy"
        )


def _no_such_session() -> Wrong:
    return Wrong(HTTPStatus.NOT_FOUND, "no_such_session", Text("that session has ended already"))


def _lapsed() -> Wrong:
    """Shown only to a person who knows the password."""
    return Wrong(
        HTTPStatus.FORBIDDEN,
        "password_lapsed",
        Text("the password that was set for you has lapsed: ask an administrator for another"),
    )
