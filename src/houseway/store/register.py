"""Names and addresses, apart from the log: the log has a keyed reference, this has the person.

A reference is an HMAC under a key that lies in a file of its own, so that nobody who has the log
alone can find a person by trying names. Erasing a person takes the row away and leaves the log as
it is. A person whose claim was refused is kept for the clause that says so, and never erased.
"""

from __future__ import annotations

import hmac
import os
import secrets
import threading
from pathlib import Path
from typing import Any, Protocol

import apsw
from msgspec import Struct

from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role

READERS = frozenset({Role.PROMOTIONS, Role.INSPECTOR})
_KEY_BYTES = 32
_SHAPE = (
    "CREATE TABLE IF NOT EXISTS person (reference TEXT PRIMARY KEY, name TEXT NOT NULL,"
    " address TEXT NOT NULL, telephone TEXT NOT NULL, email TEXT NOT NULL, kept TEXT NOT NULL)"
)
_PUT = (
    "INSERT INTO person VALUES (?, ?, ?, ?, ?, '') ON CONFLICT (reference) DO UPDATE SET"
    " name = excluded.name, address = excluded.address, telephone = excluded.telephone,"
    " email = excluded.email"
)


class RegisterError(Exception):
    """Something about the register of people."""


class NotForThisOffice(RegisterError):
    """Only promotions and inspectors read names and addresses."""


class NotThere(RegisterError):
    """No such reference, or it was erased."""


class KeptByRule(RegisterError):
    """The rules have this person's details kept."""


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

    def __init__(self, database: Database, key: bytes) -> None:
        if len(key) != _KEY_BYTES:
            raise RegisterError(f"the key of the register has {len(key)} bytes, not {_KEY_BYTES}")
        self._database, self._key = database, key
        database.ask(_SHAPE)

    def reference(self, identity: str) -> str:
        """The reference of whoever is known by a name or a number; the same for the same."""
        plain = " ".join(identity.split()).casefold()
        if not plain:
            raise RegisterError("nobody is known by nothing")
        return hmac.digest(self._key, plain.encode(), "sha256").hex()[:32]

    def enter(self, identity: str, person: Person) -> str:
        """Keep a person's details and give the reference; newer details take the place of older."""
        reference = self.reference(identity)
        details = (person.name, person.address, person.telephone, person.email)
        self._database.ask(_PUT, reference, *details)
        return reference

    def look(self, reference: str, by: Role) -> Person:
        """Who a reference stands for."""
        self._only_for_readers(by)
        columns = "name, address, telephone, email, kept"
        found = self._database.ask(f"SELECT {columns} FROM person WHERE reference = ?", reference)
        if not found:
            raise NotThere(f"there is nobody with the reference {reference}, or no longer")
        return Person(*found[0])

    def keep(self, reference: str, clause: Clause, by: Role) -> str:
        """Keep name and address for good, as a clause has it; the receipt goes into the log."""
        person = self.look(reference, by)
        if not (person.name.strip() and person.address.strip()):
            raise RegisterError(f"{clause}: name and address of {reference} are not both there")
        self._database.ask("UPDATE person SET kept = ? WHERE reference = ?", clause, reference)
        said = f"{reference}\n{person.name}\n{person.address}".encode()
        return hmac.digest(self._key, said, "sha256").hex()[:32]

    def erase(self, reference: str, by: Role) -> None:
        """Take a person out; the log keeps a reference that stands for nobody any more."""
        person = self.look(reference, by)
        if person.kept:
            raise KeptByRule(f"{person.kept} has the details of {reference} kept")
        self._database.ask("DELETE FROM person WHERE reference = ?", reference)

    def close(self) -> None:
        self._database.close()

    def _only_for_readers(self, by: Role) -> None:
        if by not in READERS:
            raise NotForThisOffice(f"a {by} does not read names and addresses")


class SqliteRegister:
    """A file of its own, readable by its owner alone; what is erased is overwritten."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._db = apsw.Connection(str(path))
        self._lock = threading.Lock()
        self._db.set_busy_timeout(5_000)
        self._db.execute("PRAGMA secure_delete = ON")
        self._db.execute("PRAGMA synchronous = FULL")

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return list(self._db.execute(question, given))

    def close(self) -> None:
        self._db.close()


class PostgresRegister:
    """A table beside those of a log on PostgreSQL."""

    def __init__(self, url: str) -> None:
        import psycopg

        self._db = psycopg.connect(url, autocommit=True)
        self._lock = threading.Lock()

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            found = self._db.execute(question.replace("?", "%s").encode(), given)
            return found.fetchall() if found.description else []

    def close(self) -> None:
        self._db.close()


def open_register(address: str, folder: Path) -> Register:
    """The register of a log: a file in the folder, or a table of the log's own database.

    The key lies in the folder as `register.key` and is made once; without it no reference can be
    found again, so it is backed up apart from the log.
    """
    key = _key_at(folder / "register.key")
    if address.startswith(("postgresql://", "postgres://")):
        return Register(PostgresRegister(address), key)
    return Register(SqliteRegister(folder / "register.db"), key)


def _key_at(path: Path) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    key = secrets.token_bytes(_KEY_BYTES)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
    return key
