"""What was made once and holds as long as its key does: kept in memory, the oldest let go first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

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
