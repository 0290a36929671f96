"""The duties of a clause: a row that asks for several things is split, and each has its evidence.

`<slug>.<edition>.duties.tsv` has a line for each duty: the clause, the part of its row that states
the duty, and how the duty is shown to be done. The parts of a clause, read one after the other, are
the whole row, so no part of it can be left out. Evidence is one of:

    event WagerPaid         the clause speaks in this event in a passing test
    refusal late_wager      ... in this refusal, by its code
    next draw               ... as the reason for this next step of a table
    step publish            ... as the reason for this next step of a tournament
    tried                   ... as a rule that was tried and applied
    view sign               ... in this part of what people are shown
    missing, due            ... in the list of what a promotion lacks or owes
    test tests/a.py::test   ... in this test, which checks the duty
    broken tests/a.py::test a break of this clause in tests/breaks.tsv makes the test fail
    clause 8.4(a)           another clause of the document carries it out
    shown /play/{table}     people are shown it, and software cannot do more
    open no sign of it yet  nothing shows it, and why
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from houseway.rulebook.document import Document
from houseway.rulebook.shown import PAGES

VOICES = ("event", "refusal", "next", "step", "tried", "view", "missing", "due")
TEST, BROKEN, CLAUSE, SHOWN, OPEN = "test", "broken", "clause", "shown", "open"
KINDS = (*VOICES, TEST, BROKEN, CLAUSE, SHOWN, OPEN)
_ALONE = ("tried", "missing", "due")  # kinds that name nothing further
_SEVERAL = re.compile(r";\s|(?<=[a-z0-9)\"])\.\s+(?=[A-Z])")
_WORD = re.compile(r"\w+")


class Duty(Struct, frozen=True):
    """One thing that a clause asks for, and what shows that it is done."""

    number: str
    text: str
    evidence: str

    @property
    def kind(self) -> str:
        return self.evidence.partition(" ")[0]

    @property
    def names(self) -> str:
        """What the evidence names: an event, a code, a test, a clause, a page."""
        return self.evidence.partition(" ")[2]

    @property
    def speaks(self) -> bool:
        """The ledger must list a passing test in which the clause speaks so."""
        return self.kind in VOICES or self.kind == TEST


def duties(of: Document) -> Mapping[str, tuple[Duty, ...]]:
    """The duties of the clauses that are split, by clause number."""
    return read(of.duties)


@cache
def read(table: str) -> Mapping[str, tuple[Duty, ...]]:
    """The rows of a list of duties: clause, duty and evidence, separated by tabs."""
    listed: dict[str, list[Duty]] = {}
    for line in table.splitlines()[1:]:
        number, text, evidence = (*line.split("\t"), "", "")[:3]
        listed.setdefault(number, []).append(Duty(number, text.strip(), evidence.strip()))
    return {number: tuple(each) for number, each in listed.items()}


def states_several(text: str) -> bool:
    """Two duties stand in one text: it has a semicolon, or a second sentence."""
    return bool(_SEVERAL.search(text))


class DutyProblem(NamedTuple):
    """What is wrong with the duties of one clause."""

    number: str
    sentence: str


def problems(of: Document) -> Iterator[DutyProblem]:
    """What is wrong with the list of duties of an edition that has one, its evidence apart."""
    split = duties(of)
    for number in sorted(split.keys() - of.clauses.keys()):
        yield DutyProblem(number, of.no_such(number))
    for number, row in of.clauses.items() if split else ():
        parts = split.get(number, ())
        if not parts and states_several(row.must):
            yield DutyProblem(number, f"{number} states several duties and is not split")
        if parts and _words(" ".join(each.text for each in parts)) != _words(row.must):
            sentence = f"the duties of {number}, one after the other, are not the words of its row"
            yield DutyProblem(number, sentence)
        for duty in parts:
            yield from (DutyProblem(number, f"{number}: {each}") for each in _wrong(of, duty))


def _wrong(of: Document, duty: Duty) -> Iterator[str]:
    if states_several(duty.text):
        yield f"several duties in one: {duty.text}"
    if duty.kind not in KINDS or bool(duty.names) == (duty.kind in _ALONE):
        yield f"{duty.evidence!r} is no evidence"
    elif duty.kind == CLAUSE and (duty.names not in of.clauses or duty.names == duty.number):
        yield f"no other clause {duty.names!r} can carry it out"
    elif duty.kind == SHOWN and duty.names not in PAGES:
        yield f"no page {duty.names!r} shows clauses"


def _words(text: str) -> list[str]:
    return _WORD.findall(text)
