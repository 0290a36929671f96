"""Browsers that someone has signed in from before, recognised by a signed cookie.

Failed sign-ins elsewhere never hold back a person at a known browser. One cookie serves everybody
who shares the browser: its identity, then one signature for each account.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable
from hashlib import sha256

from litestar.datastructures import Cookie

from houseway.service.access.accounts import account_id
from houseway.service.settings import Settings

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
