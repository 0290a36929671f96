"""Limits on wagers: the amounts on the sign, and what is done about a stake outside them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from houseway.equipment.chips import dollar_text
from houseway.games.events import AboveMaximumNoted, BelowMinimumAdvised, Event
from houseway.games.fields import StoredCents, StoredPatron, StoredWord
from houseway.games.layout import Layout
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the sign for one kind of wager."""

    minimum: StoredCents
    maximum: StoredCents


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The sign: for each patron and wager, in cents. `multiple` 0: any amount."""

    minimum: StoredCents = 5_00
    maximum: StoredCents = 1_000_00
    multiple: StoredCents = 0
    lines: dict[StoredWord, Line] = field(default_factory=dict)
    personal: dict[StoredPatron, StoredCents] = field(
        default_factory=dict
    )  # maximums of patrons' own
    personal_minimums: dict[StoredPatron, StoredCents] = field(default_factory=dict)
    differential: StoredCents | None = None
    protected: dict[StoredPatron, StoredCents] = field(
        default_factory=dict
    )  # patrons who keep an earlier minimum

    def line_of(self, wager: str) -> Line:
        """What the sign shows for a wager, to a patron without limits of their own."""
        return self.lines.get(wager) or Line(self.minimum, self.maximum)

    def minimum_of(self, wager: str, patron: str) -> int:
        """Reading A-29: limits of a patron's own replace the table's at both ends.

        A wager that has a line of its own on the sign keeps the minimum of that line.
        """
        if wager in self.lines:
            return self.lines[wager].minimum
        if patron in self.personal_minimums:
            return self.personal_minimums[patron]
        if patron in self.protected:
            return min(self.protected[patron], self.minimum)
        return self.minimum

    def maximum_of(self, patron: str, wager: str) -> int:
        if patron in self.personal:
            return self.personal[patron]
        return self.lines[wager].maximum if wager in self.lines else self.maximum


class LimitRules(Struct, frozen=True):
    """Which clause answers each question about limits in one document, and how.

    `permitted`: the clause that permits the amounts from the minimum to the maximum, where the
    clauses on stakes outside them speak of what is found only after the deal.
    `below`: what happens to a stake under the minimum before betting closes ("advise": the first
    is accepted with an advice, further ones refused). `above`: likewise over the maximum ("cap":
    accepted, only the maximum is at risk). `multiples_from`: what the multiples count from.
    """

    below_minimum: Clause
    above_maximum: Clause
    multiples: Clause
    permitted: Clause | None = None
    below: Literal["advise", "refuse"] = "refuse"
    above: Literal["cap", "refuse"] = "refuse"
    multiples_from: Literal["zero", "minimum"] = "zero"

    @property
    def refuses_below(self) -> Clause:
        return self.permitted or self.below_minimum

    @property
    def refuses_above(self) -> Clause:
        return self.permitted or self.above_maximum


def span(line: Line | Limits) -> str:
    """Both ends, as a sign shows them."""
    return f"minimum {dollar_text(line.minimum)}, maximum {dollar_text(line.maximum)}"


def refuse_amount(
    layout: Layout, limits: Limits, rules: LimitRules, *, patron: str, wager: str, amount: int
) -> Refused | None:
    """Why this stake may not lie there, or None. What is on the wager already is not counted."""
    if amount <= 0:
        sentence = f"{_asked(amount, wager)} must be more than {dollar_text(0)}"
        return Refused("amount_not_positive", None, sentence)
    if patron in layout.excluded:
        return layout.barred(patron)
    minimum, unit = limits.minimum_of(wager, patron), limits.multiple
    if unit and _left_over(limits, rules, minimum, amount):
        sentence = f"{_asked(amount, wager)} is not in steps of {dollar_text(unit)}"
        return Refused("wager_not_a_multiple", rules.multiples, sentence)
    if amount < minimum and (rules.below == "refuse" or patron in layout.advised):
        sentence = f"{_asked(amount, wager)} is below {dollar_text(minimum)}"
        return Refused("wager_below_minimum", rules.refuses_below, sentence)
    maximum = limits.maximum_of(patron, wager)
    if amount > maximum and rules.above == "refuse":
        sentence = f"{_asked(amount, wager)} is above {dollar_text(maximum)}"
        return Refused("wager_above_maximum", rules.refuses_above, sentence)
    return None


def _asked(amount: int, wager: str) -> str:
    return f"{dollar_text(amount)} on {wager}"


def _left_over(limits: Limits, rules: LimitRules, minimum: int, amount: int) -> int:
    """What a stake has beyond whole steps; below the smallest step only the minimum judges it."""
    if rules.multiples_from == "zero":
        return 0 if amount < minimum <= limits.multiple else amount % limits.multiple
    return (amount - minimum) % limits.multiple if amount > minimum else 0


def short_of_chips(layout: Layout, *, patron: str, needed: int) -> Refused | None:
    """A patron whose chips are counted cannot stake more than are held."""
    if patron not in layout.counted:
        return None
    held = layout.chips[patron]
    if needed <= held:
        return None
    return Refused(
        "not_enough_chips",
        None,
        f"{patron} needs {dollar_text(needed)} and holds {dollar_text(held)}",
    )


def remarks(
    limits: Limits, rules: LimitRules, *, patron: str, wager: str, amount: int
) -> tuple[Event, ...]:
    """What the patron is told about a stake that is accepted though outside the limits."""
    minimum, maximum = limits.minimum_of(wager, patron), limits.maximum_of(patron, wager)
    if amount < minimum:
        return (BelowMinimumAdvised(patron, wager, minimum, rules.below_minimum),)
    if amount > maximum:
        return (AboveMaximumNoted(patron, wager, maximum, rules.above_maximum),)
    return ()


def judge_amount(
    layout: Layout, limits: Limits, rules: LimitRules, patron: str, wager: str, amount: int
) -> Refused | tuple[Event, ...]:
    """Why a stake may not lie there, or what is to be remarked on it; mostly nothing at all."""
    line = limits.lines.get(wager, limits) if limits.lines else limits
    minimum, unit = line.minimum, limits.multiple
    if (
        minimum <= amount <= line.maximum
        and not (unit and (amount if rules.multiples_from == "zero" else amount - minimum) % unit)
        and not (limits.personal or limits.personal_minimums or limits.protected)
        and patron not in layout.excluded
    ):
        return ()
    return refuse_amount(
        layout, limits, rules, patron=patron, wager=wager, amount=amount
    ) or remarks(limits, rules, patron=patron, wager=wager, amount=amount)


def outside(
    limits: Limits, rules: LimitRules, *, patron: str, wager: str, amount: int
) -> Clause | None:
    """The clause by which a stake is not good as it lies, or None (readings G5 to G7)."""
    minimum = limits.minimum_of(wager, patron)
    if amount < minimum:
        return rules.below_minimum
    if amount > limits.maximum_of(patron, wager):
        return rules.above_maximum
    off = limits.multiple and _left_over(limits, rules, minimum, amount)
    return rules.multiples if off else None


def handed_back(
    limits: Limits, rules: LimitRules, *, patron: str, wager: str, stake: int
) -> tuple[Clause, ...]:
    """The clause by which a part of a stake is not at risk: the maximum, or the multiples."""
    if at_risk(limits, rules, patron, wager, stake) == stake:
        return ()
    above = stake > limits.maximum_of(patron, wager)
    return (rules.above_maximum if above else rules.multiples,)


def at_risk(limits: Limits, rules: LimitRules, patron: str, wager: str, stake: int) -> int:
    """How much of a stake can be won or lost: whole multiples, and no more than the maximum."""
    unit, maximum = limits.multiple, limits.maximum
    if limits.lines or limits.personal:
        maximum = limits.maximum_of(patron, wager)
    if unit and (stake % unit or rules.multiples_from == "minimum"):
        minimum = limits.minimum_of(wager, patron)
        if stake > minimum:
            stake -= _left_over(limits, rules, minimum, stake)
    return stake if stake <= maximum else maximum
