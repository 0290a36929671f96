"""Names and addresses, apart from the log: the log has a keyed reference, this has the person.

A reference is an HMAC under a key that lies in a file of its own, so that nobody who has the log
alone can find a person by trying names. Erasing a person takes the row away and leaves the log as
it is. A person whose claim was refused is kept for the clause that says so, and never erased.

Anyone who reads, keeps or erases details is written into the log, stream `register`, before it is
done: by references, never by names. Where nothing can be written, nothing is read.
"""

from __future__ import annotations

import hmac
import os
import re
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import apsw
from msgspec import Struct

from houseway.promotion.state import OPERATORS
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PROMOTERS, Role
from houseway.store.batch import storable
from houseway.store.journal import Journal
from houseway.store.keyfile import key_at
from houseway.store.log import BadAppend, LogFailed

STREAM = "register"  # of the log: who has read, kept or erased whose details
READERS = frozenset({Role.PROMOTIONS, Role.INSPECTOR})
ERASERS = PROMOTERS
REFERENCE = re.compile(r"[0-9a-f]{32}")  # what stands for a person in the log
KEEPERS = OPERATORS  # anyone who may refuse a claim; nothing is shown to them
_KEY_BYTES = 32
_SHAPE = (
    "CREATE TABLE IF NOT EXISTS person (reference TEXT PRIMARY KEY, name TEXT NOT NULL,"
    " address TEXT NOT NULL, telephone TEXT NOT NULL, email TEXT NOT NULL, kept TEXT NOT NULL)"
)
_KEPT_SHAPE = (
    "CREATE TABLE IF NOT EXISTS kept_person (receipt TEXT PRIMARY KEY, reference TEXT NOT NULL,"
    " name TEXT NOT NULL, address TEXT NOT NULL, clause TEXT NOT NULL)"
)
_DETAILS = ("name", "address", "telephone", "email")
_NEWER = ", ".join(  # what is not said this time stays as it was
    f"{each} = CASE WHEN excluded.{each} = '' THEN person.{each} ELSE excluded.{each} END"
    for each in _DETAILS
)
_PUT = (
    f"INSERT INTO person VALUES (?, ?, ?, ?, ?, '') ON CONFLICT (reference) DO UPDATE SET {_NEWER}"
)
_HOME = "UPDATE person SET address = ? WHERE reference = ?"
_KEEP = "INSERT INTO kept_person VALUES (?, ?, ?, ?, ?) ON CONFLICT (receipt) DO NOTHING"


class RegisterError(Exception):
    """Something about the register of people."""


class NotForThisOffice(RegisterError):
    """Only promotions and inspectors read names and addresses."""


class NotThere(RegisterError):
    """No such reference, or it was erased."""


class KeptByRule(RegisterError):
    """The rules have this person's details kept."""

    def __init__(self, clause: str, reference: str) -> None:
        super().__init__(f"{clause} has the details of {reference} kept")
        self.clause = Clause(clause)


class NotRecorded(RegisterError):
    """There is no log to write the reading into."""


class NoReason(RegisterError):
    """Nobody is erased without a reason."""


class DetailsRead(Struct, frozen=True):
    """Someone has read the details of these people, and what for."""

    references: tuple[str, ...]
    why: str


class DetailsKept(Struct, frozen=True):
    """Name and address stay for good, by a clause."""

    reference: str
    clause: Clause


class PersonErased(Struct, frozen=True):
    """The details are gone; the reference stands for nobody."""

    reference: str
    reason: str


class Reader(NamedTuple):
    """Who wants to read, in which office, and what for."""

    name: str
    office: Role
    why: str


class Person(Struct, frozen=True):
    name: str
    address: str = ""
    telephone: str = ""
    email: str = ""
    kept: str = ""  # the clause by which these details are kept


class Database(Protocol):
    """What the register asks of either engine; a question mark stands for each value given."""

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        """The rows of an answer; changes are durable when it returns."""

    def close(self) -> None:
        """Let go of it."""


class Register:
    """The people of a house's promotions."""

    def __init__(self, database: Database, key: bytes, journal: Journal | None) -> None:
        if len(key) != _KEY_BYTES:
            raise RegisterError(f"the key of the register has {len(key)} bytes, not {_KEY_BYTES}")
        self._database, self._key, self._journal = database, key, journal
        database.ask(_SHAPE)
        database.ask(_KEPT_SHAPE)

    def reference(self, identity: str) -> str:
        """The reference of the person who is known by a name or a number; the same for the same."""
        plain = " ".join(identity.split()).casefold()
        if not plain:
            raise RegisterError("nobody is known by nothing")
        return hmac.digest(self._key, plain.encode(), "sha256").hex()[:32]

    def enter(self, identity: str, person: Person) -> str:
        """Keep a person's details and give the reference; newer details take the place of older,
        and what is not said this time stays."""
        reference = self.reference(identity)
        details = (person.name, person.address, person.telephone, person.email)
        self._database.ask(_PUT, reference, *details)
        return reference

    def look(self, reference: str, by: Reader) -> Person:
        """Who a reference stands for; that it was asked for is written down first."""
        found = self.look_all((reference,), by)
        if reference not in found:
            raise NotThere(f"there is nobody with the reference {reference}, or no longer")
        return found[reference]

    def look_all(self, references: Iterable[str], by: Reader) -> dict[str, Person]:
        """Those of the references that stand for someone, written down as one reading."""
        wanted = tuple(dict.fromkeys(references))
        self._only_for(READERS, by)
        if not wanted:
            return {}
        self._record(DetailsRead(wanted, by.why), by)
        found = ((each, self._find(each)) for each in wanted)
        return {each: person for each, person in found if person is not None}

    def knows(self, reference: str) -> bool:
        """Whether a reference stands for someone: no detail is read."""
        return self._find(reference) is not None

    def _find(self, reference: str) -> Person | None:
        columns = "name, address, telephone, email, kept"
        found = self._database.ask(f"SELECT {columns} FROM person WHERE reference = ?", reference)
        return Person(*found[0]) if found else None

    def keep(self, reference: str, clause: Clause, by: Reader, home: str = "") -> str:
        """Keep name and address for good, as a clause has it; the receipt goes into the log.

        `home` is the address, where the register does not have it yet.
        """
        self._only_for(KEEPERS, by)
        person = self._there(reference)
        if home.strip() and not person.address.strip():
            self._database.ask(_HOME, home.strip(), reference)
            person = self._there(reference)
        if not (person.name.strip() and person.address.strip()):
            raise RegisterError(f"{clause}: name and address of {reference} are not both there")
        said = f"{reference}\n{person.name}\n{person.address}".encode()
        receipt = hmac.digest(self._key, said, "sha256").hex()[:32]
        self._record(DetailsKept(reference, clause), by)
        self._database.ask(_KEEP, receipt, reference, person.name, person.address, clause)
        self._database.ask("UPDATE person SET kept = ? WHERE reference = ?", clause, reference)
        return receipt

    def kept(self, receipt: str, by: Reader) -> Person:
        """Name and address as they were kept under a receipt, whatever was entered since."""
        self._only_for(READERS, by)
        columns = "reference, name, address, clause"
        found = self._database.ask(f"SELECT {columns} FROM kept_person WHERE receipt = ?", receipt)
        if not found:
            raise NotThere(f"nothing was kept under {receipt}")
        reference, name, address, clause = found[0]
        self._record(DetailsRead((reference,), by.why), by)
        return Person(name, address, kept=clause)

    def erase(self, reference: str, by: Reader) -> None:
        """Take a person out; the log keeps a reference that stands for nobody any more."""
        self._only_for(ERASERS, by)
        person = self._there(reference)
        if person.kept:
            raise KeptByRule(person.kept, reference)
        if not by.why.strip():
            raise NoReason("nobody is erased without a reason")
        self._record(PersonErased(reference, by.why), by)
        self._database.ask("DELETE FROM person WHERE reference = ?", reference)

    def _there(self, reference: str) -> Person:
        person = self._find(reference)
        if person is None:
            raise NotThere(f"there is nobody with the reference {reference}, or no longer")
        return person

    def _record(self, fact: Struct, by: Reader) -> None:
        if self._journal is None:
            raise NotRecorded("names are read where the reading can be written into the log")
        self._journal.record(fact, actor=by.name, office=by.office)

    def close(self) -> None:
        self._database.close()

    def _only_for(self, offices: frozenset[Role], by: Reader) -> None:
        if by.office not in offices:
            raise NotForThisOffice(f"a {by.office} does not read or erase names and addresses")


class SqliteRegister:
    """A file of its own, readable by its owner alone; what is erased is overwritten."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = threading.Lock()
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = apsw.Connection(str(path))
            self._db.set_busy_timeout(5_000)
            self._db.execute("PRAGMA secure_delete = ON")
            self._db.execute("PRAGMA synchronous = FULL")
        except (apsw.Error, OSError) as wrong:
            raise LogFailed(f"{path} cannot be opened: {wrong}") from wrong

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return list(self._db.execute(question, given))
            except apsw.Error as wrong:
                raise LogFailed(f"the register cannot be used: {wrong}") from wrong

    def close(self) -> None:
        self._db.close()


class PostgresRegister:
    """Tables beside those of a log on PostgreSQL; a connection that was lost is made again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._db = self._connected()
        self._lock = threading.Lock()
        with self._db.transaction():  # of several workers that start together, one makes them
            self._db.execute("SELECT pg_advisory_xact_lock(4841)")
            for shape in (_SHAPE, _KEPT_SHAPE):
                self._db.execute(shape.encode())

    def _connected(self) -> Any:
        import psycopg

        try:
            return psycopg.connect(self._url, autocommit=True)
        except psycopg.OperationalError as down:
            raise LogFailed(f"the database does not answer: {down}") from down

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        import psycopg

        if not storable(*(each for each in given if isinstance(each, str))):
            raise BadAppend("a text has a character that no database holds")
        with self._lock:
            if self._db.closed:
                self._db = self._connected()
            try:
                found = self._db.execute(question.replace("?", "%s").encode(), given)
                return found.fetchall() if found.description else []
            except (psycopg.OperationalError, psycopg.InterfaceError) as down:
                raise LogFailed(f"the database does not answer: {down}", unknown=True) from down

    def close(self) -> None:
        self._db.close()


def open_register(address: str, folder: Path, journal: Journal | None) -> Register:
    """The register of a log: a file in the folder, or a table of the log's own database.

    Without a journal nobody's details can be read: references alone are found and made.

    The key lies in the folder as `register.key` and is made once; without it no reference can be
    found again, so it is backed up apart from the log.
    """
    key = key_at(folder / "register.key")
    if address.startswith(("postgresql://", "postgres://")):
        return Register(PostgresRegister(address), key, journal)
    return Register(SqliteRegister(folder / "register.db"), key, journal)
