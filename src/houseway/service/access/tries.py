"""Limits on sign-in: so many a minute from one address, so many failures in a row for one name."""

from __future__ import annotations

import hmac
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from houseway.service.access.accounts import account_id
from houseway.service.access.store import Database
from houseway.service.settings import MINUTE_US, Settings

_MOST_ADDRESSES = 10_000
_MOST_NAMES = 10_000  # that nobody has, and whose failures are remembered all the same
_OWN_BITS = 64  # of an address of version 6: all that one household or attacker is given


def network_of(address: str) -> str:
    """From where somebody comes: of version 6 the network, because its addresses cost nothing."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> _OWN_BITS << _OWN_BITS))


class Recent:
    """How often each of many has done something within the last minute; the longest idle forgotten.

    What is held back is not counted, so that somebody who waits a minute may go on.
    """

    def __init__(self, a_minute: int, now_us: Callable[[], int]) -> None:
        self._a_minute, self._now_us = a_minute, now_us
        self._by: OrderedDict[str, deque[int]] = OrderedDict()

    def too_many(self, whose: str) -> bool:
        """Count one; true when the last minute has had too many already."""
        now = self._now_us()
        recent = self._by.setdefault(whose, deque(maxlen=self._a_minute))
        self._by.move_to_end(whose)
        if len(self._by) > _MOST_ADDRESSES:
            self._by.popitem(last=False)
        full = len(recent) == recent.maxlen and now - recent[0] < MINUTE_US
        if not full:
            recent.append(now)
        return full


class Tries:
    """Counts failures by name, known or not, so that a lock says nothing about who exists."""

    def __init__(self, database: Database, settings: Settings, now_us: Callable[[], int]) -> None:
        self._database, self._settings, self._now_us = database, settings, now_us
        self._from = Recent(settings.tries_per_minute, now_us)

    def too_many_from(self, address: str) -> bool:
        """Count a try from an address; true when the last minute has had too many."""
        return self._from.too_many(network_of(address))

    def _id(self, name: str) -> str:
        """Under what a name is counted: one that nobody has may be a password typed too early, so
        it is not kept as it was typed."""
        known = account_id(name)
        if self._database.ask("SELECT id FROM account WHERE id = ?", known):
            return known
        key = self._settings.secret().encode()
        return f"nobody {hmac.new(key, known.encode(), sha256).hexdigest()}"

    def locked_until(self, name: str) -> int:
        """When the lock on a name ends; 0 if there is none."""
        rows = self._database.ask("SELECT locked_until_us FROM tries WHERE id = ?", self._id(name))
        until = int(rows[0][0]) if rows else 0
        return until if until > self._now_us() else 0

    def failed(self, name: str) -> int:
        """Count a failure; when it was one too many, the time until which the name is locked."""
        self._forget_nobodies()
        whose = self._id(name)
        self._database.do(
            "INSERT INTO tries VALUES (?, 1, 0) ON CONFLICT (id)"
            " DO UPDATE SET failures = tries.failures + 1",
            whose,
        )
        rows = self._database.ask("SELECT failures FROM tries WHERE id = ?", whose)
        if rows[0][0] < self._settings.tries_before_lock:
            return 0
        until = self._now_us() + self._settings.lock_us
        self._database.do(
            "UPDATE tries SET failures = 0, locked_until_us = ? WHERE id = ?", until, whose
        )
        return until

    def _forget_nobodies(self) -> None:
        """Whoever makes names up cannot fill the disk with them."""
        ((kept,),) = self._database.ask("SELECT COUNT(*) FROM tries")
        if kept >= _MOST_NAMES:
            self._database.do(
                "DELETE FROM tries WHERE locked_until_us <= ?"
                " AND id NOT IN (SELECT id FROM account)",
                self._now_us(),
            )

    def succeeded(self, name: str) -> None:
        """Whoever is in has not failed; this also ends a lock."""
        self._database.do("DELETE FROM tries WHERE id = ?", account_id(name))
