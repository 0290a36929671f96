"""What one viewer may see of a table: never more, and nothing else is ever sent to a screen."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from houseway.games.felt import Felt
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role


class Viewer(Struct, frozen=True):
    """Who looks: an office, and for a patron the name under which they play.

    A patron without a name is anybody who looks on: a wall screen, a passer-by.
    """

    role: Role
    patron: str = ""

    @property
    def staff(self) -> bool:
        return self.role != Role.PATRON


class WagerSeen(Struct, frozen=True):
    patron: str
    wager: str
    box: int
    amount: int


class SettlementSeen(Struct, frozen=True):
    """What became of a wager: won, lost, stood off, void, withdrawn, forfeited."""

    patron: str
    wager: str
    box: int
    stake: int
    met: str
    paid: int
    collected: int
    returned: int
    chips: tuple[tuple[int, int], ...]  # denomination and how many, for what is paid
    clauses: tuple[Clause, ...]


class PlaceSeen(Struct, frozen=True):
    """A place at the table. `chips` is None where this viewer may not know or nobody counts."""

    box: int
    patron: str
    chips: int | None = None
    note: str = ""  # sitting out, absent, earlier minimum $5, ...
    minimum: int | None = None  # an earlier minimum that this patron keeps, shown by a marker
    rounds_idle: int = 0  # rounds in a row without a wager


class NextStep(Struct, frozen=True):
    """What is awaited, from whom, by which clause; `command` and `choices` are ready to send."""

    what: str
    who: str
    sentence: str
    clause: Clause
    to: str = ""
    mine: bool = False  # this viewer may do it
    command: dict[str, Any] | None = None
    choices: tuple[dict[str, Any], ...] = ()


class Notice(Struct, frozen=True):
    """A sign at the table, or something owed to somebody."""

    subject: str
    text: str
    clause: Clause | None
    at_us: int = 0
    effective_us: int = 0


class DisputeSeen(Struct, frozen=True):
    """A dispute by its number: staff see all of them, a patron the patron's own."""

    number: int
    patron: str
    claim: str
    decision: str = ""
    review: str = ""


class View(Struct, frozen=True):
    """One table at one version, for one viewer."""

    table: str
    version: int
    document: str
    title: str
    edition: str
    open: bool
    round: int
    next: NextStep | None
    felt: Felt
    wagers: tuple[WagerSeen, ...]
    settlements: tuple[SettlementSeen, ...]
    places: tuple[PlaceSeen, ...]
    sign: tuple[tuple[str, Clause], ...]
    notices: tuple[Notice, ...] = ()
    last: tuple[str, ...] = ()  # results of the latest rounds, oldest first
    stage: str = ""  # the phase of the round in the game's own words
    voided: bool = False  # the round shown has been declared void
    virtual: bool = False
    commitment: str = ""  # what a virtual table has published of its secret
    denominations: tuple[int, ...] = ()  # the chips of the table, largest first
    disputes: tuple[DisputeSeen, ...] = ()
    options: Any = None  # the house's options in force: the layout shows what they offer
    limits: Limits | None = None  # the sign in figures
    chips: tuple[int, ...] = ()  # the denominations held at the table, largest first
