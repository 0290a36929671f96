"""Electronic shoes and wheels: each stands at one table and has a token, of which the log has a
hash."""

from __future__ import annotations

import hmac
import re
import secrets
from http import HTTPStatus

from msgspec import Struct

from houseway.games.base_commands import DEVICES
from houseway.service.access import record as p
from houseway.service.access.accounts import Account
from houseway.service.access.people import People, State
from houseway.service.access.sessions import hash_of
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Device(Struct, frozen=True):
    id: str
    kind: str
    table: str
    revoked: bool = False


class Devices:
    """The devices of the house, as its log has them."""

    def __init__(self, people: People) -> None:
        self._people = people

    def all(self) -> list[Device]:
        known = sorted(self._people.state().devices.items())
        return [Device(id_, each.kind, each.table, not each.hash) for id_, each in known]

    def register(self, device: Device, by: Account | None = None) -> str:
        """A new device; its token is returned once."""
        if not _ID.fullmatch(device.id) or device.kind not in DEVICES:
            kinds = ", ".join(DEVICES)
            raise Wrong(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "not_a_device",
                Text(
                    "a device has an id of small letters, digits and -, and is one of {kinds}",
                    kinds=kinds,
                ),
            )
        token = secrets.token_urlsafe(32)

        def decision(state: State) -> tuple[p.PeopleEvent, ...]:
            if device.id in state.devices:
                sentence = Text("there is a device {id}", id=device.id)
                raise Wrong(HTTPStatus.CONFLICT, "device_taken", sentence)
            return (p.DeviceRegistered(device.id, device.kind, device.table, hash_of(token)),)

        self._people.decide(by, decision)
        return token

    def of_token(self, token: str) -> Device | None:
        hashed = hash_of(token)
        for id_, each in list(self._people.state().devices.items()):
            if hmac.compare_digest(each.hash, hashed):
                return Device(id_, each.kind, each.table)
        return None

    def revoke(self, device: str, by: Account) -> None:
        if device not in self._people.state().devices:
            raise Wrong(
                HTTPStatus.NOT_FOUND,
                "no_such_device",
                Text("there is no device {device}", device=device),
            )
        self._people.record(by, p.DeviceRevoked(device))
