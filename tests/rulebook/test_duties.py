"""A row that asks for several things is split, no word of it is lost, and evidence is evidence."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from houseway.coverage.duties import judge
from houseway.coverage.ledger import BROKEN, SPOKE
from houseway.rulebook import Document, documents
from houseway.rulebook.document import Library
from houseway.rulebook.duties import Duty, duties, problems, states_several

CATALOGUE = """
[[edition]]
slug = "snap"
edition = "2026-01-01"
title = "Snap"
prefix = "SN"
authority = "a regulator"
casino = "a casino"
act = "an act"
instrument = "an order"
made = "2026-01-01"
commencement = "on the day it is made"
commences = "2026-01-01"
revokes = []
"""
ROWS = """clause\theading\ttreatment\tmust
1.1\tWAGERS\tenforce\tRefuse a wager below $5; send its owner an advice.
1.2\tWAGERS\tenforce\tAccept chips only. No credit is given.
1.3\tWAGERS\tenforce\tShow the minimum on the sign.
"""
SPLIT = (
    "1.1\tRefuse a wager below $5;\trefusal below_minimum",
    "1.1\tsend its owner an advice.\tevent AdviceSent",
    "1.2\tAccept chips only.\tclause 1.1",
    "1.2\tNo credit is given.\topen nothing looks at it yet",
)


def snap(*rows: str) -> Document:
    texts = {
        "catalogue.toml": CATALOGUE,
        "snap.2026-01-01.tsv": ROWS,
        "snap.2026-01-01.duties.tsv": "\n".join(("clause\tduty\tevidence", *rows)),
    }
    return Document("Snap", edition="2026-01-01", library=Library(texts.__getitem__))


def wrong(*rows: str) -> list[str]:
    return [each.sentence for each in problems(snap(*rows))]


def test_a_row_with_a_semicolon_or_two_sentences_has_several_duties() -> None:
    """An abbreviation, an amount or a clause number ends no sentence."""
    assert states_several("Refuse it; log it")
    assert states_several("Refuse the wager. Log it.")
    assert not states_several("Refuse a wager of less than $2.50 (see 8.4(a)).")


def test_the_duties_of_a_clause_are_the_words_of_its_row() -> None:
    """Nothing of a row can be left out of its duties, and nothing added."""
    assert wrong(*SPLIT) == []
    assert [each.text for each in duties(snap(*SPLIT))["1.2"]] == [
        "Accept chips only.",
        "No credit is given.",
    ]
    assert wrong(*SPLIT[1:]) == [
        "the duties of 1.1, one after the other, are not the words of its row"
    ]


def test_a_clause_with_several_duties_must_be_split() -> None:
    """As soon as the document has a list of duties at all."""
    assert wrong(*SPLIT[:2]) == ["1.2 states several duties and is not split"]
    assert wrong() == []


WRONG = {
    "9.9\tA duty.\topen why": "no clause 9.9",
    "1.3\tShow the minimum on the sign.\tperhaps": "'perhaps' is no evidence",
    "1.3\tShow the minimum on the sign.\tevent": "'event' is no evidence",
    "1.3\tShow the minimum on the sign.\ttried hard": "'tried hard' is no evidence",
    "1.3\tShow the minimum on the sign.\tclause 1.3": "no other clause '1.3'",
    "1.3\tShow the minimum on the sign.\tclause 9.9": "no other clause '9.9'",
    "1.3\tShow the minimum on the sign.\tshown /nowhere": "no page '/nowhere'",
}


@pytest.mark.parametrize("row", WRONG)
def test_evidence_that_cannot_be_is_a_problem(row: str) -> None:
    """The problem says what is wrong with it."""
    [found] = wrong(*SPLIT, row)

    assert WRONG[row] in found


def test_two_duties_in_one_are_a_problem() -> None:
    """Splitting a clause into itself splits nothing."""
    whole = "1.2\tAccept chips only. No credit is given.\tclause 1.1"

    assert wrong(*SPLIT[:2], whole) == [
        "1.2: several duties in one: Accept chips only. No credit is given."
    ]


LEDGER: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("Snap 1.1", "refusal below_minimum"): ("tests/a.py::test_low",),
    ("Snap 1.1", "test tests/a.py::test_low"): ("tests/a.py::test_low",),
    ("Snap 1.1", SPOKE): ("tests/a.py::test_low",),
    ("Snap 1.2", BROKEN): ("tests/a.py::test_chips",),
}
JUDGED = {
    ("1.1", "refusal below_minimum"): "spoke",
    ("1.1", "refusal above_maximum"): "open",
    ("1.1", "test tests/a.py::test_low"): "spoke",
    ("1.1", "test tests/a.py::test_other"): "open",
    ("1.2", "refusal below_minimum"): "open",
    ("1.2", "broken tests/a.py::test_chips"): "broken",
    ("1.2", "broken tests/a.py::test_low"): "open",
    ("1.2", "clause 1.1"): "elsewhere",
    ("1.1", "clause 1.3"): "elsewhere",
    ("1.3", "shown /play/{table}"): "shown",
    ("1.3", "open not built"): "open",
}


@pytest.mark.parametrize(("number", "evidence"), JUDGED)
def test_only_the_ledger_bears_evidence_out(number: str, evidence: str) -> None:
    """1.1 spoke, 1.2 is broken by a test, 1.3 is shown; what is named but not there is claimed."""
    duty = Duty(number, "A duty.", evidence)

    judged = judge(snap(), duty, lambda *of: LEDGER.get(of, ()), shown=["1.3"])

    assert judged.status == JUDGED[number, evidence]
    assert judged.claimed == (judged.status == "open" and not evidence.startswith("open"))


def test_a_clause_that_is_not_answered_carries_nothing_out() -> None:
    """Snap 1.3 without its list of shown clauses."""
    judged = judge(snap(), Duty("1.1", "A duty.", "clause 1.3"), lambda *of: (), shown=[])

    assert (judged.status, judged.claimed) == ("open", True)


@pytest.mark.parametrize("edition", documents(), ids=lambda each: each.slug)
def test_the_duties_of_the_shipped_documents_are_in_order(edition: Document) -> None:
    """Every row that states several duties is split, and its duties are its words."""
    assert [each.sentence for each in problems(edition)] == []
