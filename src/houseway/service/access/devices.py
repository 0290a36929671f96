"""Electronic shoes and wheels: each stands at one table and has a token, kept as a hash."""

from __future__ import annotations

import re
import secrets
from http import HTTPStatus

from msgspec import Struct

from houseway.games.base_commands import DEVICES
from houseway.service.access.sessions import hash_of
from houseway.service.access.signatures import DEVICE, Signatures
from houseway.service.access.store import Database
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Device(Struct, frozen=True):
    id: str
    kind: str
    table: str
    revoked: bool = False


class Devices:
    """The devices of the house, in the side store."""

    def __init__(self, database: Database, signatures: Signatures) -> None:
        self._database, self._signatures = database, signatures

    def all(self) -> list[Device]:
        rows = self._database.ask("SELECT id, kind, stands_at, revoked FROM device ORDER BY id")
        return [Device(id_, kind, table, bool(revoked)) for id_, kind, table, revoked in rows]

    def register(self, device: Device, now_us: int) -> str:
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
        made = self._database.do(
            "INSERT INTO device VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING",
            hash_of(token), device.id, device.kind, device.table, now_us,
        )  # fmt: skip
        if not made:
            raise Wrong(
                HTTPStatus.CONFLICT, "device_taken", Text("there is a device {id}", id=device.id)
            )
        row = (hash_of(token), device.id, device.kind, device.table, now_us)
        self._database.do_together(self._signatures.sign(DEVICE, *row))
        return token

    def of_token(self, token: str) -> Device | None:
        rows = self._signatures.ask(DEVICE, "AND token = ?", hash_of(token))
        return Device(*rows[0][1:4]) if rows else None

    def revoke(self, device: str) -> None:
        revoked = self._database.do_together(
            ("UPDATE device SET revoked = 1 WHERE id = ?", (device,)),
            (
                f"DELETE FROM row_mac WHERE what = '{DEVICE}'"
                " AND id IN (SELECT token FROM device WHERE id = ?)",
                (device,),
            ),
        )
        if not revoked:
            raise Wrong(
                HTTPStatus.NOT_FOUND,
                "no_such_device",
                Text("there is no device {device}", device=device),
            )
