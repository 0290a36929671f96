"""The instruments' own words that a house has loaded: files of its folder, their hashes in its log.

A file that is not what the log names is not shown: it was altered, or it is gone. Loading the right
text again puts it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from houseway.rulebook.approved import ApprovedText, Held, decoded, read
from houseway.rulebook.document import UnknownDocument, document
from houseway.store.journal import Journal
from houseway.store.keyfile import sync_folder, write_whole
from houseway.store.log import Log

STREAM = FOLDER = "instruments"


class InstrumentLoaded(Struct, frozen=True):
    """The house shows the words of this text beside ours; `missing`: clauses it has none for."""

    edition: str
    sha256: str
    clauses: int
    missing: tuple[str, ...]


class InstrumentRemoved(Struct, frozen=True):
    """The house shows our summary of this edition alone again."""

    edition: str


class Instruments:
    """The texts of one house. `journal` is None where nothing is written."""

    def __init__(self, log: Log, folder: Path, now_us: Callable[[], int] | None = None) -> None:
        self._log, self._folder = log, folder / FOLDER
        self._journal = Journal(log, STREAM, now_us) if now_us else None

    def loaded(self) -> dict[str, InstrumentLoaded]:
        """What was loaded last of each edition and not removed since."""
        found: dict[str, InstrumentLoaded] = {}
        for entry in self._log.read(STREAM):
            if entry.kind == InstrumentLoaded.__name__:
                fact = msgspec.json.decode(entry.body, type=InstrumentLoaded)
                found[fact.edition] = fact
            else:
                gone = msgspec.json.decode(entry.body, type=InstrumentRemoved)
                found.pop(gone.edition, None)
        return found

    def held(self) -> tuple[Held, ...]:
        """Each text, read again from its file; None for one that is not what was loaded."""
        return tuple(Held(each.edition, self._read(each)) for each in self.loaded().values())

    def _read(self, fact: InstrumentLoaded) -> ApprovedText | None:
        try:
            content = self._path(fact).read_bytes()
            if hashlib.sha256(content).hexdigest() != fact.sha256:
                return None
            return read(document(fact.edition), decoded(content))
        except (OSError, ValueError, UnknownDocument):
            return None

    def _path(self, fact: InstrumentLoaded) -> Path:
        return self._folder / f"{fact.edition}.{fact.sha256[:16]}.txt"

    def load(self, text: ApprovedText, content: bytes, actor: str) -> None:
        """Keep a text that was read, in place of what the house had; whole once the log has it."""
        before = self.loaded().get(text.edition)
        sha256 = hashlib.sha256(content).hexdigest()
        fact = InstrumentLoaded(text.edition, sha256, len(text.words), text.missing)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self._path(fact), content)
        if before != fact:
            self._record(fact, actor)
        if before and before.sha256 != fact.sha256:
            self._path(before).unlink(missing_ok=True)

    def remove(self, edition: str, actor: str) -> bool:
        """Forget a text; False where there is none."""
        before = self.loaded().get(edition)
        if before is None:
            return False
        self._record(InstrumentRemoved(edition), actor)
        self._path(before).unlink(missing_ok=True)
        sync_folder(self._folder)
        return True

    def _record(self, fact: Struct, actor: str) -> None:
        if self._journal is None:
            raise ValueError("opened to read alone")
        self._journal.record(fact, actor=actor, office="administrator")
