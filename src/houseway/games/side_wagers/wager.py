"""One side wager as a value: where it lies, what it needs, which rows pay, by which clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from houseway.games.limits import Limits, Line
from houseway.games.side_wagers.facts import Fact, Round
from houseway.games.side_wagers.language import Condition
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds


class SideRow(Struct, frozen=True):
    """One row of a side wager: when it applies and what it pays; without odds the stake stands
    off."""

    name: str
    when: Condition
    odds: Odds | None
    clause: Clause


class SideWager(Struct, frozen=True):
    """A wager beside those of the game; the first row that applies decides, otherwise it loses.

    `boxed`: it lies in a patron's box and is about that box's hand. `needs` are the wagers of the
    same patron (and box) without which it may not lie there. `window` names the later moment at
    which it is placed; without one it is placed with the wagers of the game.
    """

    name: str
    title: str
    rows: tuple[SideRow, ...]
    clause: Clause
    loses: Clause
    boxed: bool = False
    needs: tuple[str, ...] = ()
    line: Line | None = None
    window: str = ""

    @property
    def facts(self) -> tuple[Fact, ...]:
        asked = {fact.name: fact for row in self.rows for fact in row.when.facts}
        return tuple(asked.values())

    @property
    def late(self) -> bool:
        """Is it settled only when the round ends?"""
        return any(fact.late for fact in self.facts)

    def row_for(self, values: Mapping[str, Any]) -> SideRow | None:
        """The row that decides, by the values of the facts; None where the wager loses."""
        return next((row for row in self.rows if row.when.holds(values)), None)

    def row_of(self, played: Round) -> SideRow | None:
        return self.row_for({fact.name: fact.read(played) for fact in self.facts})

    def limits(self, sign: Limits) -> Limits:
        """The limits of a table as they hold for this wager."""
        if self.line is None or self.name in sign.lines:
            return sign
        return Limits(
            sign.minimum, sign.maximum, sign.multiple, {**sign.lines, self.name: self.line},
            sign.personal, sign.personal_minimums, sign.differential, sign.protected,
        )  # fmt: skip
