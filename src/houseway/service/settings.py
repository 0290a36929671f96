"""How one house is served: where its files lie, and the limits of its sessions and streams."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec
from msgspec import Struct

from houseway.service.texts.catalogue import ENGLISH, Catalogue, catalogue_of
from houseway.store.keyfile import make_private, read_private
from houseway.store.log import LogFailed

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
HOUR_US = 60 * MINUTE_US
_SECRET_BYTES = 32
_VARIABLE = "HOUSEWAY_SETTINGS"  # how a worker process is told what its parent was told


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that a worker needs to serve the house."""

    folder: str = "house"
    database: str = ""  # the log's address; empty: floor.db in the folder
    secure_cookies: bool = True  # off only where there is no TLS and no loopback
    idle_us: int = 30 * MINUTE_US
    longest_us: int = 12 * HOUR_US
    given_us: int = 3 * 24 * HOUR_US  # within which a password that was set for someone is changed
    tries_before_lock: int = 5
    lock_us: int = 15 * MINUTE_US
    tries_per_minute: int = 30  # sign-ins from one address
    orders_per_minute: int = 0  # of one account, however long it goes on; 0: no limit
    heartbeat_seconds: float = 4.0
    poll_seconds: float = 1.0  # how often other workers' orders are looked for at the latest
    card_seconds: float = 0.0  # between two facts that the house brings to a virtual table
    demo: bool = False
    entry: str = ""  # the hash of the secret of a demonstration's one-time link, if there is one
    drawing: int = 0  # processes that render what pages show of tables; 0: the server does
    time_zone: str = "UTC"  # in which pages show times and forms read them
    locale: str = ENGLISH  # the language of pages; its catalogue is in the folder
    checkpoint_copy: str = ""  # a second file for the newest checkpoint, best on another disk

    @property
    def path(self) -> Path:
        return Path(self.folder)

    def catalogue(self) -> Catalogue | None:
        """The translations of the language of pages; None: English."""
        return catalogue_of(self.locale, self.path)

    @property
    def log_address(self) -> str:
        return self.database or str(self.path / "floor.db")

    @property
    def shared(self) -> bool:
        """Whether other processes write the same log."""
        return self.log_address.startswith(("postgresql://", "postgres://"))

    def secret(self, name: str = "cookie.secret") -> str:
        """What signs the cookies: made once, kept in the folder, readable by its owner."""
        path = self.path / name
        if not path.exists():
            make_private(path, secrets.token_hex(_SECRET_BYTES).encode())
        found = read_private(path).decode("ascii", "replace").strip()
        if len(found) < 2 * _SECRET_BYTES:
            raise LogFailed(f"{path} is empty or cut short: delete it, and another is made")
        return found


def hand_down(settings: Settings) -> None:
    """Leave the settings where the worker processes of this one find them."""
    os.environ[_VARIABLE] = in_environment(settings)[_VARIABLE]


def in_environment(settings: Settings) -> dict[str, str]:
    """The environment of a process that finds the settings there."""
    return {**os.environ, _VARIABLE: msgspec.json.encode(settings).decode()}


def handed_down() -> Settings:
    return msgspec.json.decode(os.environ[_VARIABLE], type=Settings)
