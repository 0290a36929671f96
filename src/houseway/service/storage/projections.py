"""What is folded from a table's events beside the table itself, kept up to date with the log."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

from houseway.games.events import Event
from houseway.store import codec
from houseway.store.log import Entry, Log, LogFailed, pages_of

F = TypeVar("F")
T = TypeVar("T")


class _Fold(Generic[F]):
    def __init__(self, value: F) -> None:
        self.value = value
        self.version = 0
        self.lock = threading.Lock()


class Folds(Generic[F]):
    """One fold for each table; reading one takes only what has come since.

    `new` begins one; `take` is given it, an event, and when that happened. With `rounds`, it begins
    with the last so many rounds of a table, and not with its first event.
    """

    def __init__(
        self, log: Log, new: Callable[[], F], take: Callable[[F, Event, int], object],
        *, rounds: int = 0,
    ) -> None:  # fmt: skip
        self._log, self._new, self._take, self._rounds = log, new, take, rounds
        self._folds: dict[str, _Fold[F]] = {}
        self._guard = threading.Lock()

    def read(self, stream: str, edition: str, see: Callable[[F], T], version: int = 0) -> T:
        """What a function sees of the fold of a table. Blocks: call it in a thread.

        With a version, the fold goes at least that far, and the log is not asked if it does.
        """
        with self._guard:
            fold = self._folds.get(stream)
            if fold is None:
                fold = self._folds[stream] = _Fold(self._new())
        with fold.lock:
            if not version or fold.version < version:
                for entry in self._following(stream, fold.version):
                    self._take(fold.value, codec.decode(edition, entry), entry.at_us)
                    fold.version = entry.version
            return see(fold.value)

    def follow(self, stream: str, version: int, event: Event, at_us: int) -> None:
        """Take an event that was read or stored elsewhere, if it is the next one of a fold.

        A fold that cannot take it begins again when it is read.
        """
        fold = self._folds.get(stream)
        if fold is None:
            return
        with fold.lock:
            if not fold.version or fold.version != version - 1:
                return
            try:
                self._take(fold.value, event, at_us)
                fold.version = version
            except Exception:
                fold.value, fold.version = self._new(), 0

    def _following(self, stream: str, version: int) -> Iterator[Entry]:
        if self._rounds and not version:
            last = self._log.recall_last(stream, self._rounds)
            yield from last
            version = last[-1].version if last else 0
        for entries in pages_of(self._log, stream, after=version):
            yield from entries


# What was made once and holds as long as its key does: kept in memory, the oldest let go first.

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Keeping(Generic[K, V]):
    """At most so many values. From any thread; two that miss at once both make the value."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: K) -> V | None:
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: K, value: V) -> None:
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value that is kept, or a new one."""
        found = self.find(key)
        if found is None:
            found = make()
            self.keep(key, found)
        return found


# The folder of a house: its files are for the user that runs the house, and for nobody else.

OWNER_ALONE = 0o077  # bits that no file of a house has


def prepare(folder: Path) -> None:
    """Make the folder where there is none, and refuse one that others may look into.

    Every file that this process makes from now on is for its owner alone.
    """
    os.umask(OWNER_ALONE)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise LogFailed(f"the folder {folder} cannot be made: {wrong}") from wrong
    for path in _files(folder):
        if path.stat().st_mode & OWNER_ALONE:
            raise LogFailed(
                f"{path} can be used by others; a house is for its own user alone:"
                f" chmod -R go= {folder}"
            )


def _files(folder: Path) -> Iterator[Path]:
    """The folder, what is in it, and the secrets of tables and draws."""
    yield folder
    yield from folder.iterdir()
    secrets = folder / "secrets"
    if secrets.is_dir():
        yield from secrets.iterdir()
