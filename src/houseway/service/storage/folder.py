"""The folder of a house: its files are for the user that runs the house, and for nobody else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from houseway.store.log import LogFailed

OWNER_ALONE = 0o077  # bits that no file of a house has


def prepare(folder: Path) -> None:
    """Make the folder where there is none, and refuse one that others may look into.

    Every file that this process makes from now on is for its owner alone.
    """
    os.umask(OWNER_ALONE)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise LogFailed(f"the folder {folder} cannot be made: {wrong}") from wrong
    for path in _files(folder):
        if path.stat().st_mode & OWNER_ALONE:
            raise LogFailed(
                f"{path} can be used by others; a house is for its own user alone:"
                f" chmod -R go= {folder}"
            )


def _files(folder: Path) -> Iterator[Path]:
    """The folder, what is in it, and the secrets of tables and draws."""
    yield folder
    yield from folder.iterdir()
    secrets = folder / "secrets"
    if secrets.is_dir():
        yield from secrets.iterdir()
