"""What shows that each duty of a clause is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from houseway.coverage import ledger
from houseway.rulebook import Document
from houseway.rulebook.duties import BROKEN, CLAUSE, SHOWN, Duty

DutyStatus = Literal["spoke", "broken", "elsewhere", "shown", "open"]
DUTY_STATUSES: tuple[DutyStatus, ...] = ("spoke", "broken", "elsewhere", "shown", "open")
TestsOf = Callable[[str, str], tuple[str, ...]]
"""The tests that the ledger lists for a clause and a kind of evidence."""


class DutyCoverage(msgspec.Struct, frozen=True):
    """One duty of a clause, its evidence, and whether the ledger bears it out.

    `elsewhere`: another clause carries it out. `claimed`: its evidence is named but not there.
    """

    text: str
    evidence: str
    status: DutyStatus
    claimed: bool = False


def judge(of: Document, duty: Duty, tests_of: TestsOf, shown: Iterable[str]) -> DutyCoverage:
    """Hold the evidence of a duty against the ledger and the list of shown clauses."""
    status = _status(of, duty, tests_of, shown)
    claimed = status == "open" and duty.kind != "open"
    return DutyCoverage(duty.text, duty.evidence, status, claimed)


def _status(of: Document, duty: Duty, tests_of: TestsOf, shown: Iterable[str]) -> DutyStatus:
    if duty.kind == SHOWN:
        return "shown"
    if duty.kind == CLAUSE and duty.names in of.clauses:
        clause = of(duty.names)
        evidence = tests_of(clause, ledger.SPOKE) or tests_of(clause, ledger.BROKEN)
        return "elsewhere" if evidence or duty.names in shown else "open"
    if duty.kind == BROKEN:
        tests = tests_of(of(duty.number), ledger.BROKEN)
        return "broken" if duty.names in tests else "open"
    return "spoke" if duty.speaks and tests_of(of(duty.number), duty.evidence) else "open"
