"""Which clauses of a document answer the questions of a table's life, and with what numbers.

The table itself is written once, above the games; a document that says nothing leaves a slot empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from houseway.games.commands import Command
from houseway.rulebook.document import Clause


class RaiseRules(Struct, frozen=True):
    """How a minimum may rise: by a sign that has stood long enough, or at once for newcomers."""

    by_sign: Clause
    at_once: Clause
    marker: Clause
    left: Clause
    protected: Clause
    two_limits: Clause
    newcomers: Clause


class Instrument(Struct, frozen=True):
    """What brought the document into force: who approved it, and from which day it holds.

    It holds from `days_after` the day on which it was published or notified, which the operator
    enters. `compulsory`: the document states that day as its commencement, so no table opens before
    it was entered. `approver` is the office that signed, where the document names one.
    """

    approval: Clause
    commencement: Clause
    days_after: int = 0
    compulsory: bool = False
    approver: str = ""
    register: Clause | None = None
    revocation: Clause | None = None


class ByOptions(Struct, frozen=True):
    """A clause that holds by the options of the table, or None.

    `unless`: it does not hold where that has been approved. `only`: it holds where an option has
    that value. Without either it always holds.
    """

    clause: Clause | None = None
    unless: str = ""
    only: tuple[str, str] | None = None

    def __call__(self, options: Any) -> Clause | None:
        if self.only and getattr(options, self.only[0]) != self.only[1]:
            return None
        return None if self.unless and self.unless in options.approved else self.clause


NOTHING_SAID = ByOptions()  # the document keeps it from nobody


class MoneyRules(Struct, frozen=True):
    """Where a document speaks of the float tray, the drop box, and chips that are only issued.

    `issued_only` is asked with the options of the table.
    """

    float_tray: Clause | None = None
    drop_box: Clause | None = None
    issued_only: ByOptions = NOTHING_SAID


class EquipmentRules(Struct, frozen=True):
    """The clauses by which equipment is known by its identifier.

    `source`: what the cards are dealt from. `check`: the cards that are checked. `storage`: sets
    of cards, secured until they are required. `second`: the device that stands in for another.
    `secured`: pre-shuffled cards must have been in storage before they are loaded.
    """

    source: Clause
    check: Clause
    storage: Clause
    second: Clause
    secured: bool = False


class SecondCheck(Struct, frozen=True):
    """The check of every card or tile after gaming; `dealer_only` where it names nobody else."""

    clause: Clause
    dealer_only: bool = True


class SignedChange(Struct, frozen=True):
    """A change that a sign has announced for its full time, unless everybody concerned agrees.

    `order` makes the change; `subject` is what the sign, and the game's notice, are about; `says`
    is what the sign must state, given the order; `agreed` is asked of the play.
    """

    order: type[Command]
    subject: str
    clause: Clause
    says: Callable[[Any], str]
    agreed: Callable[[Any], bool]


# Reading G15: a patron's screen lists past results only where this has been approved for a table.
RESULTS_DISPLAY = "results display"


class TableRules(Struct, frozen=True, kw_only=True):
    """`notice_minutes`: how long a sign must have stood before what it says may happen.

    `dealer`: one dealer runs the table at a time. `directed`: what a casino supervisor decides
    elsewhere is the Tournament Director's here (reading G11). `reviewer`: a dispute is reviewed by
    another person of higher rank (reading A-02). `personal_sign`: a personal limit has its sign.
    `chips_in_sight`: the clause by which everybody sees how many chips each patron has.
    `results_withheld`: given the options, the clause by which a patron's screen shows no list of
    past results. `approvals` says by which clause each thing needs an approval on record. `changes`
    are those that a sign announces.
    """

    dealer: Clause | None = None
    directed: Clause | None = None
    reviewer: Clause | None = None
    personal_sign: Clause | None = None
    hours: Clause | None = None
    close: Clause | None = None
    raising: RaiseRules | None = None
    notice_minutes: int = 0
    instrument: Instrument | None = None
    approvals: dict[str, Clause] = field(default_factory=dict)
    money: MoneyRules = MoneyRules()
    second_check: SecondCheck | None = None
    equipment: EquipmentRules | None = None
    chips_in_sight: ByOptions = NOTHING_SAID
    results_withheld: ByOptions = NOTHING_SAID
    changes: tuple[SignedChange, ...] = ()
