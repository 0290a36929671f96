"""The people of a house as its log has them: a fold of the stream `people`, and nothing else.

Accounts, roles, sessions, tokens and devices are what the events say, in the memory of each
process. No row of a database is asked who may come in, so none that is put back has an effect. A
password is the exception: its hash is a row, which counts only while the log names its digest.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from houseway.rulebook.roles import mistaken_for, same_person
from houseway.service.access import record as p
from houseway.service.access.accounts import (
    Account,
    account_id,
    check_name,
    check_office,
    name_taken,
    no_such_account,
)
from houseway.service.access.passwords import NO_PASSWORD
from houseway.service.access.store import Database, open_database
from houseway.store.log import Append, Conflict, Entry, Log, LogFailed, NewEvent, pages_of
from houseway.store.open import is_shared, path_of
from houseway.version import __version__

_TRIES = 20  # how often a decision is made again when another process was first
_KINDS = {each.__name__: each for each in p.EVENTS}


class BegunSession(NamedTuple):
    """A session that has begun: whose, and from when until when at the latest."""

    account: str
    created_us: int
    ends_us: int


class KnownToken(NamedTuple):
    """An access token, as it was made."""

    id: str
    account: str
    name: str
    office: str
    tables: tuple[str, ...]
    commands: bool
    hash: str
    created_us: int
    ends_us: int


class KnownDevice(NamedTuple):
    """A device and the hash of its token; empty where it was revoked."""

    kind: str
    table: str
    hash: str


class State:
    """Who there is and who may come in, after a number of events."""

    def __init__(self) -> None:
        self.version = 0
        self.accounts: dict[str, Account] = {}
        self.digests: dict[str, str] = {}  # of the hash of each account's password
        self.sessions: dict[str, BegunSession] = {}
        self.tokens: dict[str, KnownToken] = {}
        self.devices: dict[str, KnownDevice] = {}
        self.signed_in_us: dict[str, int] = {}

    def follow(self, entry: Entry) -> None:
        """Take an event of the log; those about nobody's rights are passed over."""
        kind = _KINDS.get(entry.kind)
        if kind is not None:
            self.take(msgspec.json.decode(entry.body, type=kind), entry.at_us)
        self.version = entry.version

    def take(self, event: p.PeopleEvent, at_us: int) -> None:
        """What an event changes. What ends comes first: nobody is let in halfway."""
        id_ = account_id(event.name)
        match event:
            case p.AccountCreated():
                self.accounts[id_] = Account(
                    event.name, event.office, event.tables, created_us=at_us
                )
                self._set_password(id_, event.digest, event.password_ends_us)
            case p.OfficeChanged():
                self._end_all(id_)
                self._change(id_, office=event.office)
            case p.TablesAssigned():
                self._change(id_, tables=event.tables)
            case p.AccountDisabled():
                self._end_all(id_)
                self._change(id_, disabled=True)
            case p.AccountEnabled():
                self._change(id_, disabled=False)
            case p.AccountApproved():
                self._change(id_, unapproved=False)
            case p.PasswordChanged() | p.PasswordReset():
                self._end_all(id_)
                self._set_password(id_, event.digest, event.password_ends_us)
            case p.SessionsRevoked():
                self._end_all(id_, but=event.but)
            case p.EverybodySignedOut():
                self._end_everything(but=event.but)
            case p.AccountsRestored():
                self._end_everything()
                for each in self.accounts if event.without_keys else ():
                    self._change(each, unapproved=True)
            case _:
                self._take_one(event, id_, at_us)

    def _take_one(self, event: p.PeopleEvent, id_: str, at_us: int) -> None:
        """What begins or ends one session, token or device."""
        match event:
            case p.SignedIn():
                self.signed_in_us[event.name] = at_us
                self.sessions.pop(event.before, None)
                self._begin(event.session, BegunSession(id_, at_us, event.ends_us))
            case p.SessionContinued():
                self._begin(event.session, BegunSession(id_, at_us, event.ends_us))
            case p.SignedOut() | p.SessionRevoked():
                self.sessions.pop(event.session, None)
            case p.TokenCreated():
                self.tokens = {k: t for k, t in self.tokens.items() if t.ends_us > at_us}
                self.tokens[event.id] = KnownToken(
                    event.id, id_, event.token, event.office, event.tables, event.commands,
                    event.hash, at_us, event.ends_us,
                )  # fmt: skip
            case p.TokenRevoked():
                self.tokens.pop(event.id, None)
            case p.DeviceRegistered():
                self.devices[event.name] = KnownDevice(event.kind, event.table, event.hash)
            case p.DeviceRevoked() if event.name in self.devices:
                self.devices[event.name] = self.devices[event.name]._replace(hash="")

    def _begin(self, session: str, begun: BegunSession) -> None:
        """Sessions are as long as each other, so the oldest end first."""
        for old, each in list(self.sessions.items()):
            if each.ends_us > begun.created_us:
                break
            self.sessions.pop(old, None)
        if session:
            self.sessions[session] = begun

    def _end_all(self, id_: str, but: str = "") -> None:
        """End the sessions of an account but one; all, and every token of it, if none is named."""
        ended = [s for s, each in self.sessions.items() if each.account == id_ and s != but]
        for session in ended:
            self.sessions.pop(session, None)
        if not but:
            self.tokens = {k: each for k, each in self.tokens.items() if each.account != id_}

    def _end_everything(self, but: str = "") -> None:
        self.tokens = {}
        self.sessions = {s: each for s, each in self.sessions.items() if s == but}

    def _change(self, id_: str, **changes: Any) -> None:
        if id_ in self.accounts:
            self.accounts[id_] = replace(self.accounts[id_], **changes)

    def _set_password(self, id_: str, digest: str, ends_us: int) -> None:
        self.digests[id_] = digest
        self._change(id_, has_password=bool(digest), password_ends_us=ends_us)


Decision = Callable[[State], Iterable[p.PeopleEvent]]


def digest_of(name: str, password_hash: str) -> str:
    """What the log says of an account's password.

    The hash has a salt of its own, so nothing can be tried against the digest.
    """
    if password_hash == NO_PASSWORD:
        return ""
    text = f"houseway password\n{account_id(name)}\n{password_hash}"
    return hashlib.sha256(text.encode()).hexdigest()


class People:
    """The people of one process, kept up to date with the log, and what happens to them recorded.

    `changed` is called after each event of this process by which someone may have lost a right.
    """

    def __init__(self, log: Log, database: Database, now_us: Callable[[], int]) -> None:
        self._log, self._database, self._now_us = log, database, now_us
        self._state, self._was_read = State(), False
        self._lock = threading.Lock()
        self._latest: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None  # a reading that has not begun
        self.changed: list[Callable[[], None]] = []

    # Reading

    @property
    def known(self) -> State:
        """The people as this process knows them; in a shared log others may be further."""
        return self._state

    @property
    def is_current(self) -> bool:
        """Whether nobody can be further, as this process alone writes the log."""
        end = self._log.known_end(p.STREAM)
        if end is None:  # nothing was appended by this process
            return self._was_read and not self._log.shared
        return end == self._state.version

    def state(self) -> State:
        """The people as the log has them after this call began. Blocks."""
        if not self.is_current:
            with self._lock:
                self._catch_up()
        return self._state

    async def fresh(self) -> State:
        """The same; those who ask while a reading is under way share the next one."""
        if not self.is_current:
            if self._next is None:
                reading = self._read(self._latest)
                self._latest = self._next = asyncio.get_running_loop().create_task(reading)
            await asyncio.shield(self._next)
        return self._state

    async def _read(self, before: asyncio.Task[None] | None) -> None:
        if before is not None and not before.done():
            await asyncio.wait([before])
        self._next = None
        await asyncio.to_thread(self.state)

    def _catch_up(self) -> None:
        for entries in pages_of(self._log, p.STREAM, after=self._state.version):
            for entry in entries:
                self._state.follow(entry)
        self._was_read = True

    # Recording

    def record(self, by: Account | None, *events: p.PeopleEvent, key: str = "") -> bool:
        """Append what an account did, or the house itself; see `decide`."""
        return self.decide(by, lambda _state: events, key=key)

    def decide(self, by: Account | None, decision: Decision, *, key: str = "") -> bool:
        """Append what is decided of the people as they are then; durable when it returns.

        The decision is made again where another process was first, and may refuse. With a key it
        is carried out once: false where that was done before, or nothing was decided.
        """
        actor, office = (by.name, by.office) if by else ("houseway", "")
        with self._lock:
            events = self._decided(actor, office, decision, key)
        if any(isinstance(each, p.ENDINGS) for each in events):
            for tell in self.changed:
                tell()
        return bool(events)

    def _decided(
        self, actor: str, office: str, decision: Decision, key: str
    ) -> tuple[p.PeopleEvent, ...]:
        for _ in range(_TRIES):
            if not self.is_current:
                self._catch_up()
            events, at_us = tuple(decision(self._state)), self._now_us()
            if not events:
                return ()
            new = tuple(
                NewEvent(type(each).__name__, 1, msgspec.json.encode(each)) for each in events
            )
            digest = hashlib.sha256(b"\n".join(each.body for each in new)).hexdigest()[:16]
            own = key or f"{p.STREAM} {self._state.version + 1} {digest} {at_us}"
            append = Append(
                p.STREAM, self._state.version, own, own, new, at_us, actor, office, "", __version__
            )
            try:
                receipt = self._log.append([append])[0]
            except Conflict as conflict:
                last = conflict
                self._catch_up()
                continue
            if receipt.replayed:
                return ()
            for event in events:
                self._state.take(event, at_us)
            self._state.version = receipt.version
            return events
        raise last

    # Accounts

    def all(self) -> list[Account]:
        return [each for _, each in sorted(self.state().accounts.items())]

    def find(self, name: str) -> Account | None:
        return self.state().accounts.get(account_id(name))

    def find_with_hash(self, name: str) -> tuple[Account, str] | None:
        """An account with the hash of its password; with none where its row is not the one that
        the log names."""
        state, id_ = self.state(), account_id(name)
        account, digest = state.accounts.get(id_), state.digests.get(id_, "")
        return (account, self._password_row(name, digest)) if account else None

    def _password_row(self, name: str, digest: str) -> str:
        rows = self._database.ask("SELECT hash FROM password WHERE digest = ?", digest)
        good = [str(each) for (each,) in rows if digest_of(name, str(each)) == digest]
        return good[0] if good else NO_PASSWORD

    def store_password(self, name: str, password_hash: str) -> str:
        """Store a hash before the log names it; it has no effect until then."""
        digest = digest_of(name, password_hash)
        if digest:
            insert = "INSERT INTO password VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"
            self._database.do(insert, digest, password_hash)
        return digest

    def forget_password(self, digest: str) -> None:
        """Delete a hash that the log names no more."""
        self._database.do("DELETE FROM password WHERE digest = ?", digest)

    def problems(self) -> list[str]:
        """The accounts whose passwords are not there as the log names them."""
        state = self.state()
        return [
            f"the stored password of {account.name} is not the one that the log names"
            for id_, account in sorted(state.accounts.items())
            if account.has_password and not self._password_row(id_, state.digests[id_])
        ]


def check_new(state: State, account: Account) -> None:
    """Raise unless there may be such an account beside the others: no two have names that could be
    taken for each other."""
    check_name(account.name)
    check_office(account.office)
    for other in (each.name for each in state.accounts.values()):
        if same_person(account.name, other) or mistaken_for(account.name, [other]):
            raise name_taken(account.name, other)


def known_account(state: State, name: str) -> Account:
    found = state.accounts.get(account_id(name))
    if found is None:
        raise no_such_account(name)
    return found


def check_passwords_are_theirs(log: Log, database: Database) -> None:
    """Passwords without a word of people in the log: it was deleted, or is another house's."""
    ((passwords,),) = database.ask("SELECT COUNT(*) FROM password")
    if passwords and not log.read(p.STREAM, limit=1):
        raise LogFailed(
            f"there are passwords of {passwords} accounts and the log names none: it was deleted"
            " or replaced. Restore the log from its newest copy"
        )


def people_problems(log: Log, address: str, folder: Path | None) -> list[str]:
    """What is wrong with the stored passwords of a house; none where they are not at hand."""
    place = folder or (None if is_shared(address) else path_of(address).parent)
    if place is None or not (is_shared(address) or (place / "access.db").exists()):
        return []
    with closing(open_database(address, place)) as database:
        return People(log, database, lambda: 0).problems()
