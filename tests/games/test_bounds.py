"""Every value of every command has limits, and a command outside them is not judged."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.fields import CENTS_MOST, MOMENT_MOST, TEXT_MOST
from houseway.games.machine import OUT_OF_BOUNDS, checks, fault_of, judged
from houseway.promotion import promotion as promotions
from houseway.promotion.terms import Conditions, Prize
from houseway.promotion.vocabulary import SetConditions
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.table import table as tables
from houseway.table.money import BuyChips
from houseway.table.vocabulary import OpenTable, PutUpSign
from houseway.tournament import tournament as tournaments
from houseway.tournament.results_vocabulary import RecordCounts

EVERY_COMMAND = sorted(
    {
        *tables.MACHINE.commands,
        *tournaments.MACHINE.commands,
        *promotions.MACHINE.commands,
        *(kind for slug in slugs() for kind in game(slug).orders),
    },
    key=lambda kind: (kind.__module__, kind.__name__),
)


@pytest.mark.parametrize("kind", EVERY_COMMAND, ids=lambda kind: kind.__name__)
def test_every_field_of_every_command_has_limits(kind: type[c.Command]) -> None:
    """A number or text without limits cannot be declared: its check could not be made."""
    bounded = dict(checks(kind))

    for field in msgspec.structs.fields(kind):
        assert field.name in bounded or _takes_no_limits(field.type), field.name


def _takes_no_limits(hint: Any) -> bool:
    """Only a choice among named values, or yes and no, is left without a check."""
    return hint is bool or "Literal" in str(hint)


# fmt: off
OUTSIDE = [
    (c.BringChips("Ana", CENTS_MOST + 1),               "the amount of BringChips"),
    (c.BringChips("Ana", -1),                           "the amount of BringChips"),
    (c.BringChips("Ana", 10**4_299),                    "the amount of BringChips"),
    (c.BringChips("", 100),                             "the patron of BringChips"),
    (c.BringChips(" ", 100),                            "the patron of BringChips"),
    (c.BringChips("Ana\x00", 100),                      "the patron of BringChips"),
    (c.BringChips("A\u200bna", 100),                    "the patron of BringChips"),
    (c.BringChips("\u202eana", 100),                    "the patron of BringChips"),
    (c.BringChips("A" * 41, 100),                       "the patron of BringChips"),
    (c.BringChips("house", 100),                        "the patron of BringChips"),
    (c.RaiseDispute("Ana", ""),                         "the claim of RaiseDispute"),
    (c.RaiseDispute("Ana", "x" * (TEXT_MOST + 1)),      "the claim of RaiseDispute"),
    (c.RaiseDispute("Ana", "\ud800"),                   "the claim of RaiseDispute"),
    (c.DecideDispute(2**63, "no"),                      "the dispute of DecideDispute"),
    (c.InvalidateOutcome("fire", "why", ("Ana", "")),   "the persons of InvalidateOutcome"),
    (PutUpSign("closing", MOMENT_MOST * 1_000),         "the effective us of PutUpSign"),
    (BuyChips("Ana", 2**64),                            "the amount of BuyChips"),
    (OpenTable("casino-war", options={"a": "x" * 9_999}), "the options of OpenTable"),
    (OpenTable("casino-war", chips=(1,) * 1_001),       "the chips of OpenTable"),
    (RecordCounts(1, {1: 2**63}),                       "the counts of RecordCounts"),
    (RecordCounts(1, {1: Decimal("0.25")}),             "the counts of RecordCounts"),
    (RecordCounts(1, {1: Decimal("7.50")}),             "the counts of RecordCounts"),
    (RecordCounts(1, {1: Decimal("1e999999")}),         "the counts of RecordCounts"),
    (RecordCounts(1, {1: Decimal("NaN")}),              "the counts of RecordCounts"),
    (RecordCounts(1, {1: Decimal(f"{10**16}.5")}),      "the counts of RecordCounts"),
    (SetConditions(Conditions(prizes=(Prize(name="a", kind="cash", value=2**63),))),
                                                        "the conditions of SetConditions"),
]
# fmt: on


@pytest.mark.parametrize(("command", "named"), OUTSIDE, ids=lambda each: str(each)[:40])
def test_a_value_outside_its_limits_is_refused_by_the_name_of_its_field(
    command: c.Command, named: str
) -> None:
    """The sentence names the field, so that whoever sent it knows what to change."""
    ruling = judged(command, lambda: Accepted(()))

    assert isinstance(ruling, Refused)
    assert ruling.code == OUT_OF_BOUNDS
    assert ruling.detail.startswith(named)


def test_the_rules_refuse_what_is_merely_too_small_by_their_own_clause() -> None:
    """A clause says more than a limit; what is too large no rule is asked about."""
    rules = Refused("amount_not_positive", game("casino-war").cite("4.1"))

    assert judged(c.BringChips("Ana", -1), lambda: rules) == rules
    assert judged(c.BringChips("Ana", 2**70), lambda: rules) == Refused(OUT_OF_BOUNDS, None)


def test_limits_hold_where_a_command_is_judged() -> None:
    """Also for what does not come over the network: a script, a record, a nested command."""
    table = tables.Table()
    sign = PutUpSign("closing", MOMENT_MOST + 1)
    opened = tables.decide(table, OpenTable("casino-war"), Role.GAMING_SUPERVISOR)
    assert not isinstance(opened, Refused)
    for event in opened.events:
        tables.evolve(table, event)

    own = tables.decide(table, sign, Role.GAMING_SUPERVISOR, 0, "Sam")
    of_the_game = tables.decide(table, c.BringChips("Ana", 2**70), Role.PATRON, 0, "Ana")

    assert own == of_the_game == Refused(OUT_OF_BOUNDS, None)


def test_ordinary_names_and_texts_are_within_their_limits() -> None:
    """People write their names in their own letters, and a claim may have several lines."""
    for name in ("Ana", "Zoë", "O'Brien", "Анна", "李 小龍", "Ana-María", "D.J."):
        assert fault_of(c.RaiseDispute(name, "the seven\nwas paid at even money 🂡")) is None
