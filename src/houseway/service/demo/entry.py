"""Entering a demonstration without a password: one button for each of its people.

A house offers this only when three things hold. It was opened by a demonstration. It listens on an
address of its own machine (`Settings.enter_freely`, set by `houseway serve`). And the request comes
straight from that machine, addressed to it by name: not through a proxy, and not from a page of
another site whose name was made to lead here.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from litestar.connection import ASGIConnection

from houseway.service.demo.house import PEOPLE, DemoPerson, console_now
from houseway.service.demo.sign_ins import is_demonstration
from houseway.service.floor import Floor

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def is_this_machine(host: str) -> bool:
    """Say whether a host name or address means the machine that the house runs on."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_direct(client: str, headers: Mapping[str, str]) -> bool:
    """Say whether a request comes from this machine, to this machine, without a proxy."""
    forwarded = any(name in headers for name in _FORWARDED)
    return (
        not forwarded
        and is_this_machine(client)
        and is_this_machine(_host(headers.get("host", "")))
    )


def _host(header: str) -> str:
    """The host of a Host header without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0]


class Entrances:
    """The people of this house whom a request may become without a password."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        free = floor.settings.demo and floor.settings.enter_freely
        self._people = PEOPLE if free and is_demonstration(floor) else ()

    def __call__(self, request: ASGIConnection[Any, Any, Any, Any]) -> tuple[DemoPerson, ...]:
        client = request.client.host if request.client else ""
        return self._people if self._people and is_direct(client, request.headers) else ()

    def person(self, request: ASGIConnection[Any, Any, Any, Any], name: str) -> DemoPerson | None:
        """The person of that name, if this request may enter as them."""
        return next((each for each in self(request) if each.name == name), None)

    def console_of(self, person: DemoPerson) -> str:
        """The page on which a person starts. Blocks."""
        return console_now(self._floor, person)
