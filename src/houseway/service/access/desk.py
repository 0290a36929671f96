"""The front desk: signing in and out, passwords, staff; each act is an event of `people`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus

from msgspec.structs import replace

from houseway.service.access import people as p
from houseway.service.access.accounts import Account, Accounts, no_such_account
from houseway.service.access.devices import Device, Devices
from houseway.service.access.pace import Pace
from houseway.service.access.passwords import Passwords, check_strength
from houseway.service.access.sessions import OpenSession, Session, Sessions
from houseway.service.access.store import Database
from houseway.service.access.tries import Tries
from houseway.service.errors import Wrong
from houseway.service.settings import MINUTE_US, SECOND_US, Settings
from houseway.store.journal import Journal
from houseway.store.log import Log

_LONGEST_NAME = 256  # typed at sign-in; more is nobody's
_LONGEST = 60  # of what an order was meant for


class Desk:
    """Everything about people, over the side store and the log."""

    def __init__(
        self, log: Log, database: Database, settings: Settings, now_us: Callable[[], int]
    ) -> None:
        self.accounts = Accounts(database)
        self.sessions = Sessions(database, self.accounts, settings, now_us)
        self.devices = Devices(database)
        self.passwords = Passwords()
        self._database, self._settings = database, settings
        self._tries = Tries(database, settings, now_us)
        self._pace = Pace(settings.orders_per_minute, now_us)
        self._people = Journal(log, p.STREAM, now_us)
        self._now_us = now_us

    # Signing in and out

    async def sign_in(self, name: str, password: str, address: str, before: str = "") -> str:
        """The token of a new session; `before` is the session that this one takes the place of."""
        name = name.strip()[:_LONGEST_NAME]
        if self._tries.too_many_from(address):
            raise Wrong(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too_many_tries",
                "too many sign-ins from here: wait a minute",
                again=MINUTE_US // SECOND_US,
            )
        found = await asyncio.to_thread(self.accounts.find_with_hash, name)
        until = await asyncio.to_thread(self._tries.locked_until, name)
        if until:
            await self._failed(found, address, "locked")
            raise self._locked(until)
        good = await self.passwords.matches(found[1] if found else None, password)
        if not good or found is None or found[0].disabled:
            await self._count_failure(name, found, address, good=good)
            raise Wrong(
                HTTPStatus.UNAUTHORIZED, "sign_in_failed", "that name and password do not match"
            )
        if found[0].must_change and found[0].password_ends_us <= self._now_us():
            await self._failed(found, address, "lapsed")
            raise _lapsed()
        return await asyncio.to_thread(self._begun, found[0], address, before)

    def _locked(self, until_us: int) -> Wrong:
        return Wrong(
            HTTPStatus.TOO_MANY_REQUESTS,
            "sign_in_locked",
            "too many failures: this name is locked for a while",
            again=-(-(until_us - self._now_us()) // SECOND_US),
        )

    def _begun(self, account: Account, address: str, before: str) -> str:
        self._tries.succeeded(account.name)
        if before:
            self.sessions.revoke(before)
        token = self.sessions.begin(account)
        self._record(p.SignedIn(account.name, address), account)
        return token

    async def _count_failure(
        self, name: str, found: tuple[Account, str] | None, address: str, *, good: bool
    ) -> None:
        why = "unknown" if found is None else "disabled" if good else "password"
        await self._failed(found, address, why)
        until = await asyncio.to_thread(self._tries.failed, name)
        if until:
            locked = p.SignInLocked(found[0].name if found else "", until)
            await asyncio.to_thread(self._record, locked, None)

    async def _failed(self, found: tuple[Account, str] | None, address: str, why: str) -> None:
        event = p.SignInFailed(found[0].name if found else "", address, why)
        await asyncio.to_thread(self._record, event, None)

    def sign_out(self, session: Session) -> None:
        self.sessions.revoke(session.id)
        self._record(p.SignedOut(session.account.name), session.account)

    async def change_password(self, session: Session, old: str, new: str, address: str = "") -> str:
        """The token of the session that goes on; every other one of the account ends.

        A wrong password counts as it does at sign-in: whoever found an open screen cannot guess on.
        """
        account = session.account
        found = await asyncio.to_thread(self.accounts.find_with_hash, account.name)
        until = await asyncio.to_thread(self._tries.locked_until, account.name)
        if until:
            raise self._locked(until)
        if not await self.passwords.matches(found[1] if found else None, old):
            await self._count_failure(account.name, found, address, good=False)
            raise Wrong(HTTPStatus.FORBIDDEN, "wrong_password", "that is not the password in use")
        check_strength(new, account.name)
        if new == old:
            raise Wrong(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "password_same",
                "a new password differs from the one in use",
            )
        kept = await self.passwords.hash(new)
        return await asyncio.to_thread(self._password_changed, account, kept)

    def _password_changed(self, account: Account, kept: str) -> str:
        self.accounts.set_password(account.name, kept)
        self.sessions.revoke_all(account.name)
        self._record(p.PasswordChanged(account.name), account)
        return self.sessions.begin(account)

    # Staff

    async def create(
        self, account: Account, password: str, by: Account | None, *, chosen: bool = False
    ) -> Account:
        """Take somebody in. `chosen`: the password is the person's own, and need not be changed."""
        check_strength(password, account.name)
        if not chosen:
            account = replace(account, password_ends_us=self._given_until_us())
        kept = await self.passwords.hash(password)
        await asyncio.to_thread(self.create_hashed, account, kept, by)
        return account

    def _given_until_us(self) -> int:
        return self._now_us() + self._settings.given_us

    def create_hashed(self, account: Account, password_hash: str, by: Account | None) -> None:
        self.accounts.create(account, password_hash)
        self._record(p.AccountCreated(account.name, account.office, account.tables), by)

    async def reset_password(self, name: str, password: str, by: Account | None) -> int:
        """By an administrator, or from the console of the machine (None); until when it holds."""
        check_strength(password, name)
        kept = await self.passwords.hash(password)
        return await asyncio.to_thread(self._reset, name, kept, by)

    def _reset(self, name: str, kept: str, by: Account | None) -> int:
        ends_us = self._given_until_us()
        self.accounts.give_password(name, kept, ends_us)
        self.sessions.revoke_all(name)
        self._record(p.PasswordReset(name), by)
        return ends_us

    def set_office(self, name: str, office: str, by: Account) -> None:
        self._not_oneself(name, by)
        self.accounts.set_office(name, office)
        self.sessions.revoke_all(name)
        self._record(p.OfficeChanged(name, office), by)

    def assign(self, name: str, tables: tuple[str, ...], by: Account) -> None:
        self.accounts.set_tables(name, tables)
        self.sessions.forget()
        self._record(p.TablesAssigned(name, tables), by)

    def disable(self, name: str, by: Account) -> None:
        self._not_oneself(name, by)
        self.accounts.set_disabled(name, disabled=True)
        self.sessions.revoke_all(name)
        self._record(p.AccountDisabled(name), by)

    def enable(self, name: str, by: Account) -> None:
        self.accounts.set_disabled(name, disabled=False)
        self._record(p.AccountEnabled(name), by)

    def revoke_sessions(self, name: str, by: Account) -> None:
        if self.accounts.find(name) is None:
            raise no_such_account(name)
        self.sessions.revoke_all(name)
        self._record(p.SessionsRevoked(name), by)

    def revoke_session(self, session: str, by: Account) -> None:
        found = next((each for each in self.sessions.open_ones() if each.id == session), None)
        if found is None:
            raise _no_such_session()
        self.sessions.revoke(session)
        self._record(p.SessionRevoked(found.name), by)

    def revoke_everybody(self, session: Session) -> None:
        """Every session of the house but the administrator's own."""
        self.sessions.revoke_everybody(but=session.id)
        self._record(p.EverybodySignedOut(""), session.account)

    # Orders

    async def hold_back_a_flood(self, account: Account) -> None:
        """Raises where the account has given too many orders: nothing is ruled on or kept."""
        held = self._pace.take(account.name)
        if held is None:
            return
        if held.told:
            fact = p.OrdersHeldBack(account.name, held.told)
            await asyncio.to_thread(self._record, fact, None)
        raise Wrong(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too_many_orders",
            f"too many orders from {account.name}: this one was not ruled on; wait a moment",
            again=held.seconds,
        )

    def turned_away(self, account: Account, where: str, code: str) -> None:
        self._record(p.OrderTurnedAway(account.name, where[:_LONGEST], code), account)

    # One's own sessions

    def own_sessions(self, account: Account) -> list[OpenSession]:
        return [each for each in self.sessions.open_ones() if each.name == account.name]

    def end_own_session(self, session: str, by: Account) -> None:
        """One of the account's own; what is not is answered as if there were none."""
        if session not in {each.id for each in self.own_sessions(by)}:
            raise _no_such_session()
        self.sessions.revoke(session)
        self._record(p.SessionRevoked(by.name), by)

    def end_other_sessions(self, session: Session) -> None:
        """All of the account but this one."""
        self.sessions.revoke_all(session.account.name, but=session.id)
        self._record(p.SessionsRevoked(session.account.name), session.account)

    def _not_oneself(self, name: str, by: Account) -> None:
        """The last administrator cannot be lost by a slip of the hand."""
        if name.casefold() == by.name.casefold():
            raise Wrong(HTTPStatus.CONFLICT, "not_oneself", "somebody else does that to an account")

    # Devices

    def register_device(self, device: Device, by: Account) -> str:
        token = self.devices.register(device, self._now_us())
        self._record(p.DeviceRegistered(device.id, device.kind, device.table), by)
        return token

    def revoke_device(self, device: str, by: Account) -> None:
        self.devices.revoke(device)
        self._record(p.DeviceRevoked(device), by)

    def _record(self, event: p.PeopleEvent, by: Account | None) -> None:
        """Who did it: somebody with an account, or the house itself."""
        actor, office = (by.name, by.office) if by else ("houseway", "")
        self._people.record(event, actor=actor, office=office)

    def close(self) -> None:
        self._database.close()


def _no_such_session() -> Wrong:
    return Wrong(HTTPStatus.NOT_FOUND, "no_such_session", "that session has ended already")


def _lapsed() -> Wrong:
    """Said to nobody but whoever knows the password."""
    return Wrong(
        HTTPStatus.FORBIDDEN,
        "password_lapsed",
        "the password that was set for you has lapsed: ask an administrator for another",
    )
