"""The keys and secrets of a house, copied apart from its data: anyone who has both has the house.

What a key is, is told beside the data by its SHA-256, so that a restore knows the right one. A
chain of secrets may begin or end while the log is copied: the folder is read before and after, and
every chain that was there at either time is kept.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from houseway.store.backup import CopyUnsound, RestoreRefused
from houseway.store.keyfile import sync_folder
from houseway.store.log import LogFailed

KEYS = (
    "house.key", "house.key.pub", "house.checkpoint", "register.key", "store.key", "cookie.secret",
)  # fmt: skip
SECRETS = "secrets"
Keys = dict[str, bytes]  # by their place in the folder of the house


def read_keys(folder: Path) -> Keys:
    """Every key and secret that lies in the folder now; one that is just being written is none."""
    found = [folder / name for name in KEYS] + sorted((folder / SECRETS).glob("*"))
    return {
        path.relative_to(folder).as_posix(): content for path in found if (content := _read(path))
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def sums_of(keys: Keys) -> dict[str, str]:
    return {place: hashlib.sha256(content).hexdigest() for place, content in keys.items()}


def write_keys(keys: Keys, folder: Path) -> None:
    """Into a folder that has none of them, readable by their owner alone."""
    for place, content in keys.items():
        path = folder / place
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)


def check_place(folder: Path, copy: Path) -> None:
    """Keys do not lie with the data that they protect, nor with other keys."""
    ours, data = folder.resolve(), copy.resolve()
    if ours == data or ours in data.parents or data in ours.parents:
        raise LogFailed("keys are not copied beside the data: name a folder that is elsewhere")
    if folder.exists() and any(folder.iterdir()):
        raise LogFailed(f"{folder.name} is not empty; keys are not written over others")


def checked_keys(folder: Path, told: dict[str, str]) -> Keys:
    """The keys of a copy, each the one that its house had."""
    keys = read_keys(folder)
    for place, expected in told.items():
        if place not in keys:
            raise RestoreRefused(f"{place} is not in {folder}")
        if sums_of(keys)[place] != expected:
            raise CopyUnsound(f"{place} in {folder} is not the one that the house had")
    return {place: keys[place] for place in told}


def missing_keys(folder: Path, told: dict[str, str]) -> list[str]:
    """Which keys are not in the folder of a house yet; one that is another is refused."""
    there = read_keys(folder)
    for place, found in sums_of(there).items():
        if told.get(place, found) != found:
            raise RestoreRefused(f"{place} in {folder} is not the one that the house had")
    return sorted(place for place in told if place not in there)
