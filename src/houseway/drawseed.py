"""The house's seed of an electronic draw: a file that only its owner can read, until the draw.

The house makes the seed when the conditions are published and brings it when the winners are drawn.
Nobody hands one in, and none is printed. It is read only when the draw would be accepted with it,
and compared with the published commitment each time.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.integrity import DRAW
from houseway.promotion.lottery import commitment_of, is_digest
from houseway.promotion.promotion import Promotion, decide
from houseway.promotion.state import SEED_WANTED
from houseway.randomness import new_seed
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.store.keyfile import sync_folder

ALTERED = "the file of the house's seed does not match the published commitment"
_logger = logging.getLogger("houseway.draw")


class SeedAltered(Exception):
    """A file has the seed's name, and not the seed that was committed to."""


class DrawSeeds:
    """The seeds of a house's draws, one file each; `folder` is where they lie."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, stream: str) -> str:
        """Make a seed, store it durably, and return its commitment.

        Its file is named after the commitment: two workers that make one at the same time do not
        write over each other, and the log decides which of them counts.
        """
        seed = new_seed()
        commitment = commitment_of(seed)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(stream, commitment)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(seed)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(self.folder)
        return commitment

    def load(self, stream: str, commitment: str) -> str:
        """The seed behind a commitment; "" where there is no file of it."""
        for path in (self._path(stream, commitment), self.folder / f"{_plain(stream)}.seed"):
            try:
                seed = path.read_bytes().decode("ascii", errors="replace").strip()
            except FileNotFoundError:
                continue
            if not is_digest(seed) or commitment_of(seed) != commitment:
                raise SeedAltered(ALTERED)
            return seed
        return ""

    def _path(self, stream: str, commitment: str) -> Path:
        return self.folder / f"{_plain(stream)}.{commitment[:16]}.seed"

    def complete(self, stream: str, order: Order, promotion: Promotion, at_us: int) -> Command:
        """Add the house's part to an order that would be accepted with it, and only then.

        A seed that was altered on the disk is not drawn with: the draw is postponed instead, the
        inspectorate is owed a notification, and the draw stays refused until that is settled.
        """
        command = order.command
        ruling = decide(promotion, command, order.by, at_us, order.actor)
        if not isinstance(ruling, Refused) or ruling.code != SEED_WANTED:
            return command
        if not isinstance(command, dv.DrawWinners):
            return replace(command, commitment=self.make(stream))
        try:
            return replace(command, seed=self.load(stream, promotion.draw.commitment))
        except SeedAltered:
            _logger.error("%s: %s; the draw is postponed", stream, ALTERED)
            return v.PostponeFor(DRAW, ALTERED)


def _plain(stream: str) -> str:
    return stream.replace("/", "-")
