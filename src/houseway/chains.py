"""The secrets of the house: chains, each fixed before anybody else adds anything to the numbers.

One file for each chain, readable by its owner alone, holds its last secret; every earlier one is
worked out from it. A secret is looked up by the hash that the log has, and so is compared with it
each time. Tables, draws with their redraws, and ballots all take theirs from here.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from houseway.equipment.seeds import is_digest, root_of, secret_behind
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.integrity import DRAW
from houseway.promotion.promotion import Promotion
from houseway.promotion.promotion import decide as decide_promotion
from houseway.promotion.state import SEED_WANTED
from houseway.randomness import new_seed
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.store.keyfile import sync_folder
from houseway.tournament.results_vocabulary import OrderAdditionalRounds
from houseway.tournament.session_vocabulary import DraftBallot, RedrawTable
from houseway.tournament.tournament import Tournament, decide
from houseway.tournament.vocabulary import OpenTournament

ALTERED = "the file of the house's seed does not match the published commitment"
BALLOTS = (DraftBallot, RedrawTable, OrderAdditionalRounds)
HOUSE_DRAWS = "the house draws: leave the seed empty, and it is drawn and recorded"
_logger = logging.getLogger("houseway.draw")


class SecretAltered(Exception):
    """A file has a chain's name, and not the secret that was committed to."""


class Chains:
    """The chains of a house, by stream and root; `folder` is where their files lie."""

    def __init__(self, folder: Path, tip: Callable[[], str] = new_seed) -> None:
        self.folder = folder
        self._tip = tip

    def begin(self, stream: str) -> str:
        """Make a chain, store it durably, and return its root.

        Its file is named after the root: two processes that make one at the same time do not write
        over each other, and the log decides which of them counts.
        """
        tip = self._tip()
        root = root_of(tip)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self._path(stream, root), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(tip)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(self.folder)
        return root

    def secret(self, stream: str, root: str, commitment: str) -> str:
        """The secret whose hash is the commitment; "" where there is no file of its chain."""
        earlier = (f"{_plain(stream)}.seed", f"{_plain(stream)}.{root[:16]}.new")
        for path in (self._path(stream, root), *(self.folder / each for each in earlier)):
            try:
                tip = path.read_bytes().decode("ascii", errors="replace").strip()
            except OSError:
                continue
            secret = secret_behind(tip, commitment) if is_digest(tip) else ""
            if not secret:
                raise SecretAltered(ALTERED)
            return secret
        return ""

    def end(self, stream: str, root: str) -> None:
        """No more of its secrets are wanted."""
        self._path(stream, root).unlink(missing_ok=True)
        (self.folder / f"{_plain(stream)}.seed").unlink(missing_ok=True)

    def _path(self, stream: str, root: str) -> Path:
        return self.folder / f"{_plain(stream)}.{root[:16]}.seed"


def _plain(stream: str) -> str:
    return stream.replace("/", "-")


# What the house adds to an order: of a draw, and of a ballot


def complete_draw(
    chains: Chains, stream: str, order: Order, promotion: Promotion, at_us: int
) -> Command:
    """Add the house's part to an order that would be accepted with it, and only then.

    A seed that was altered on the disk is not drawn with: the draw is postponed instead, the
    inspectorate is owed a notification, and the draw stays refused until that is settled.
    """
    command = order.command
    ruling = decide_promotion(promotion, command, order.by, at_us, order.actor)
    if not isinstance(ruling, Refused) or ruling.code != SEED_WANTED:
        return command
    if not isinstance(command, dv.DrawWinners | dv.RedrawPrize):
        return replace(command, commitment=chains.begin(stream))
    root = promotion.draw.commitment
    following = promotion.draw.latest_seed or root
    try:
        return replace(command, seed=chains.secret(stream, root, following))
    except SecretAltered:
        _logger.error("%s: %s; the draw is postponed", stream, ALTERED)
        return v.PostponeFor(DRAW, ALTERED)


def complete_ballot(
    chains: Chains, stream: str, order: Order, tournament: Tournament, at_us: int
) -> Command:
    """Add the root of a chain to the opening of a tournament, and its next secret to a ballot.

    The root is published before anybody has entered, so the house draws with no secret of its
    choice. A tournament of an earlier version has none, and gets a new seed for each ballot.
    """
    command = order.command
    if isinstance(command, OpenTournament):
        opened = decide(tournament, command, order.by, at_us, order.actor)
        accepted = not isinstance(opened, Refused)
        return replace(command, commitment=chains.begin(stream)) if accepted else command
    if not isinstance(command, BALLOTS) or not _by_lot(command):
        return command
    if not tournament.root:
        return replace(command, seed=new_seed())
    try:
        return replace(command, seed=chains.secret(stream, tournament.root, tournament.commitment))
    except SecretAltered:
        _logger.error("%s: the file of its secrets does not match the published root", stream)
        return command


def _by_lot(command: Command) -> bool:
    """Those who are level and play on are drawn for seats only where a table is named."""
    return not isinstance(command, OrderAdditionalRounds) or bool(command.table)
