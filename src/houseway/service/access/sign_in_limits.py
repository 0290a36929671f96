"""Limits on sign-in: tries a minute from one address, failures of one name from one source."""

from __future__ import annotations

import hmac
import re
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from litestar.datastructures import Cookie

from houseway.service.access.accounts import account_id
from houseway.service.access.store import Database
from houseway.service.settings import HOUR_US, MINUTE_US, SECOND_US, Settings

_MOST_ADDRESSES = 10_000
_MOST_ROWS = 10_000  # of names and sources whose failures are remembered
_BEFORE_DELAY = 20  # failures of a name within an hour, from anywhere
_LONGEST_DELAY_US = 5 * MINUTE_US
_OWN_BITS = 64  # of an address of version 6: all that one household or attacker is given


def network_of(address: str) -> str:
    """Rate-limit key for an address: the address for IPv4, its /64 network for IPv6."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> _OWN_BITS << _OWN_BITS))


class Recent:
    """How often each of many has done something within the last minute; the longest idle forgotten.

    What is held back is not counted, so that someone who waits a minute may go on.
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
        full = len(recent) == recent.maxlen and 0 <= now - recent[0] < MINUTE_US
        if not full:
            recent.append(now)
        return full


class Tries:
    """Counts failed sign-ins by name and source, known names and unknown ones alike.

    A source is a known browser, an open session or a network. Too many failures lock the name for
    that source alone, so nobody can lock out someone who is elsewhere. Failures from everywhere
    make each network wait longer between two tries of the name, and never lock it.
    """

    def __init__(self, database: Database, settings: Settings, now_us: Callable[[], int]) -> None:
        self._database, self._settings, self._now_us = database, settings, now_us
        self._from = Recent(settings.tries_per_minute, now_us)

    def too_many_from(self, address: str) -> bool:
        """Count a try from an address; true when the last minute has had too many."""
        return self._from.too_many(network_of(address))

    def _id(self, name: str, source: str = "") -> str:
        """Return the key of a name and a source. A name that nobody has may be a password typed
        too early, so it is not stored as it was typed."""
        key = self._settings.secret().encode()
        text = f"{account_id(name)}\n{source}"
        return f"tries {hmac.new(key, text.encode(), sha256).hexdigest()}"

    def locked_until(self, name: str, source: str) -> int:
        """Return when the name may be tried again from the source; 0 if it may be tried now."""
        _, until = self._row(self._id(name, source))
        return until if self._is_ahead(until, self._longest_us) else 0

    @property
    def _longest_us(self) -> int:
        return max(self._settings.lock_us, _LONGEST_DELAY_US)

    def _row(self, key: str) -> tuple[int, int]:
        rows = self._database.ask("SELECT failures, locked_until_us FROM tries WHERE id = ?", key)
        return (int(rows[0][0]), int(rows[0][1])) if rows else (0, 0)

    def _is_ahead(self, until: int, longest: int) -> bool:
        """A time further ahead than any can be was noted before the clock was set back."""
        return 0 < until - self._now_us() <= longest

    def failed(self, name: str, source: str, *, known: bool = False) -> int:
        """Count a failure; return the time until which the name is locked, 0 if it is not.

        `known`: the source has signed in before, and does not wait for the failures of others.
        """
        self._make_room()
        everywhere = self._count_everywhere(name)
        key = self._id(name, source)
        failures = self._row(key)[0] + 1
        if failures >= self._settings.tries_before_lock:
            until = self._now_us() + self._settings.lock_us
            self._write(key, 0, until)
            return until
        delay = 0 if known else _delay_us(everywhere)
        self._write(key, failures, self._now_us() + delay if delay else 0)
        return 0

    def _count_everywhere(self, name: str) -> int:
        """Count the failures of a name from all sources within an hour."""
        key = self._id(name)
        failures, ends_us = self._row(key)
        if not self._is_ahead(ends_us, HOUR_US):
            failures, ends_us = 0, self._now_us() + HOUR_US
        self._write(key, failures + 1, ends_us)
        return failures + 1

    def _write(self, key: str, failures: int, until_us: int) -> None:
        self._database.do(
            "INSERT INTO tries VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE"
            " SET failures = excluded.failures, locked_until_us = excluded.locked_until_us",
            key, failures, until_us,
        )  # fmt: skip

    def _make_room(self) -> None:
        """Delete the rows that matter least, so that invented names cannot fill the disk."""
        ((rows,),) = self._database.ask("SELECT COUNT(*) FROM tries")
        if rows >= _MOST_ROWS:
            self._database.do(
                "DELETE FROM tries WHERE id IN"
                " (SELECT id FROM tries ORDER BY locked_until_us, failures LIMIT ?)",
                _MOST_ROWS // 10,
            )

    def succeeded(self, name: str, source: str) -> None:
        """Forget the failures of this source."""
        self._database.do("DELETE FROM tries WHERE id = ?", self._id(name, source))


def _delay_us(failures: int) -> int:
    """Wait a second after the twentieth failure from anywhere, and twice as long after each."""
    if failures < _BEFORE_DELAY:
        return 0
    return min(SECOND_US << min(failures - _BEFORE_DELAY, 20), _LONGEST_DELAY_US)


# Browsers that someone has signed in from before, recognised by a signed cookie.

_MOST_ACCOUNTS = 20  # of one browser; the longest unused is forgotten
_DEVICE = re.compile(r"[0-9a-f]{32}")  # also the shape of a signature
_YEAR_SECONDS = 365 * 24 * 60 * 60


class KnownDevices:
    """Makes and reads the cookie; `secret` is called when it is first needed."""

    def __init__(self, secret: Callable[[], str]) -> None:
        self._secret = secret

    def _signature(self, device: str, name: str) -> str:
        text = f"known device {device} {account_id(name)}"
        return hmac.new(self._secret().encode(), text.encode(), sha256).hexdigest()[:32]

    def recognise(self, cookie: str, name: str) -> str:
        """Return the device from which this account has signed in before, or an empty text."""
        device, *signatures = cookie[:2_000].split(".")
        wanted = self._signature(device, name)
        known = any(hmac.compare_digest(wanted.encode(), each.encode()) for each in signatures)
        return device if known else ""

    def add(self, cookie: str, name: str) -> str:
        """Return the cookie of this browser with the account among those that it is known to."""
        device, *signatures = cookie[:2_000].split(".")
        if not _DEVICE.fullmatch(device):
            device, signatures = secrets.token_hex(16), []
        own = self._signature(device, name)
        others = [each for each in signatures if _DEVICE.fullmatch(each) and each != own]
        return ".".join((device, own, *others[: _MOST_ACCOUNTS - 1]))


def device_cookie_name(settings: Settings) -> str:
    return "__Host-houseway-device" if settings.secure_cookies else "houseway-device"


def device_cookie(settings: Settings, value: str) -> Cookie:
    return Cookie(
        key=device_cookie_name(settings), value=value, path="/", httponly=True, samesite="strict",
        secure=settings.secure_cookies, max_age=_YEAR_SECONDS,
    )  # fmt: skip
