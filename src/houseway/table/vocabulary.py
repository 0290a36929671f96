"""The orders and facts of a table itself, whatever is played at it."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import field

from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause


class OpenTable(Command, frozen=True):
    """Open a table of a document, under the edition in force, with the house's options."""

    document: str
    options: dict[str, Any] = field(default_factory=dict)
    limits: Limits | None = None
    chips: tuple[int, ...] = STANDARD_CHIPS.denominations
    virtual: bool = False
    sentence: ClassVar[str] = "open a table of {document}"


class CloseTable(Command, frozen=True):
    sentence: ClassVar[str] = "close the table"


class CommitSeed(Command, frozen=True):
    """Publish the hash of the secret from which a virtual table takes its facts."""

    commitment: str
    sentence: ClassVar[str] = "commit to {commitment}"


class RevealSeed(Command, frozen=True):
    """Publish the secret itself, so that anybody can deal the same again."""

    seed: str
    sentence: ClassVar[str] = "reveal {seed}"


class SeedCommitted(Event, frozen=True):
    commitment: str


class SeedRevealed(Event, frozen=True):
    seed: str


class TableOpened(Event, frozen=True):
    """`edition` is the id of the document's edition, `content` the hash of its clauses.

    `virtual`: the table takes its facts from a committed secret instead of a dealer's report.
    """

    document: str
    edition: str
    content: str
    options: dict[str, Any]
    limits: Limits
    chips: tuple[int, ...]
    virtual: bool = False


class TableClosed(Event, frozen=True):
    """No further order is taken."""


class OrderRefused(Event, frozen=True):
    """A refusal is an answer: the order, and why it was refused."""

    order: str
    code: str
    clause: Clause | None
    detail: str
