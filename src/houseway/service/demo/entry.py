"""Entering a demonstration without a password: a one-time link, then a button for each person.

`houseway serve` prints the link. It holds a secret of which the settings have a hash alone. The
browser that opens the link first gets a pass, a signed cookie with an end; to any other the link is
worth nothing. Nobody asks where a request comes from, so no proxy can make it look near.
"""

from __future__ import annotations

import hmac
from http import HTTPStatus
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from houseway.service.access.sessions import hash_of
from houseway.service.demo.house import PEOPLE, DemoPerson, console_now, is_demonstration
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.settings import HOUR_US, SECOND_US
from houseway.service.texts.text import Text

PATH = "/demo"  # of the link, before its secret
PASS_US = 30 * 24 * HOUR_US  # how long a browser may enter after it has opened the link
_Asking = ASGIConnection[Any, Any, Any, Any]


class Entrances:
    """The people of this house whom a request may become without a password."""

    def __init__(self, floor: Floor) -> None:
        self._floor, settings = floor, floor.settings
        self._link = settings.entry if settings.demo else ""
        self._people = PEOPLE if self._link and is_demonstration(floor) else ()
        self._cookie = "__Host-houseway-demo" if settings.secure_cookies else "houseway-demo"

    @property
    def offered(self) -> bool:
        """Whether anybody may enter this house without a password, with its link."""
        return bool(self._people)

    def __call__(self, request: _Asking) -> tuple[DemoPerson, ...]:
        return self._people if self._people and self._has_pass(request) else ()

    def _has_pass(self, request: _Asking) -> bool:
        ends, _, signature = request.cookies.get(self._cookie, "").partition(".")
        if not (ends.isascii() and ends.isdecimal() and len(ends) < 20):
            return False
        genuine = hmac.compare_digest(signature.encode(), self._signature(ends).encode())
        return genuine and self._floor.now_us() < int(ends)

    def _signature(self, ends: str) -> str:
        key = self._floor.settings.secret().encode()
        return hmac.new(key, f"demonstration until {ends}".encode(), "sha256").hexdigest()

    def open(self, request: _Asking, secret: str, address: str) -> Cookie | None:
        """The pass for the first browser that opens the link; None where it has one. Blocks."""
        if self(request):
            return None
        good = self._people and hmac.compare_digest(hash_of(secret), self._link)
        if not good or not self._floor.desk.open_link(self._link, address):
            sentence = Text(
                "this link was opened already, or is of an earlier start: stop the house, start it"
                " again, and open the link that it prints"
            )
            raise Wrong(HTTPStatus.FORBIDDEN, "no_free_entry", sentence)
        ends = str(self._floor.now_us() + PASS_US)
        return Cookie(
            key=self._cookie, value=f"{ends}.{self._signature(ends)}", path="/", httponly=True,
            samesite="lax", max_age=PASS_US // SECOND_US,
            secure=self._floor.settings.secure_cookies,
        )  # fmt: skip

    def person(self, request: _Asking, name: str) -> DemoPerson | None:
        """The person of that name, if this request may enter as them."""
        return next((each for each in self(request) if each.name == name), None)

    def console_of(self, person: DemoPerson) -> str:
        """The page on which a person starts. Blocks."""
        return console_now(self._floor, person)
