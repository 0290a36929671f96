"""What answers each clause: the ledger of evidence, and the lists of shown clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.coverage import DOCUMENTS, Coverage, answers, survey, tally, tournament
from houseway.coverage.ledger import BROKEN, CONDUCTED, SPOKE, Entry, entries, write
from houseway.games import game
from houseway.rulebook import document
from houseway.rulebook.document import Place

MINI = document("mini-baccarat")


def surveyed(folder: Path, **by: str) -> Coverage:
    """What is found with evidence for clauses: `spoke="6.4 7.1"` are those that spoke in a test."""
    tests = ("tests/test_a.py::test_a",)
    listed = [Entry(MINI(each), kind, tests) for kind, text in by.items() for each in text.split()]
    return survey(folder, listed)


def test_nothing_written_answers_nothing(tmp_path: Path) -> None:
    """Every clause of every document is open, and nothing is claimed."""
    found = surveyed(tmp_path)

    assert sum(tally(clauses)["open"] for clauses in found.clauses.values()) == 1831
    assert found.false_claims == ()
    assert len(found.unanswered) == 1831


def test_this_projects_own_lists_are_true_and_every_clause_is_answered() -> None:
    assert answers().false_claims == ()
    assert answers().unanswered == ()


def test_the_lines_that_declare_a_clause_are_registered() -> None:
    """Mini Baccarat 8.8(c): the odds of the Tie, where the module of the rules has them."""
    places = game("mini-baccarat").cite.places("8.8(c)")
    [place] = [each for each in places if each.module.startswith("houseway.")]
    text = (DOCUMENTS.parents[1] / "games" / "mini_baccarat" / "rules.py").read_text(
        encoding="utf-8"
    )

    assert place.module == "houseway.games.mini_baccarat.rules"
    assert (
        'Pays(TIE,           to(8, 1),                  cite("8.8(c)")'
        in (text.splitlines()[place.line - 1])
    )
    assert str(Place("sic_bo.rules", 7)) == "sic_bo.rules:7"


def test_only_evidence_answers_a_clause(tmp_path: Path) -> None:
    """It must speak, or break a test."""
    found = surveyed(tmp_path, spoke="7.1", broken="7.2")
    clauses = [found.of(MINI, each) for each in ("7.1", "7.2", "7.3")]

    assert [each.status for each in clauses] == ["spoke", "broken", "open"]
    assert [each.answered for each in clauses] == [True, True, False]
    assert (clauses[0].spoke, clauses[1].broken) == (("tests/test_a.py::test_a",),) * 2
    counts = {"spoke": 1, "broken": 1, "shown": 0, "open": 129}
    assert found.counts(MINI.id)["enforce"] == counts
    assert MINI("7.3") in {each.clause for each in found.unanswered}
    assert MINI("7.1") not in {each.clause for each in found.unanswered}


def test_clauses_on_tournaments_count_records_and_conducted_tables_apart(tmp_path: Path) -> None:
    """Mini Baccarat 15.6 is on tournaments, 6.4 is not."""
    found = surveyed(tmp_path, spoke="15.6 15.7 6.4", conducted="15.7")

    counted = tournament(found.clauses[MINI.id])

    assert (counted["recorded"], counted["conducted"]) == (2, 1)
    assert 20 < counted["clauses"] < 100


def test_a_clause_shown_with_its_reason_is_shown(tmp_path: Path) -> None:
    """Conduct is shown; once there is evidence for a clause it is answered."""
    (tmp_path / "mini-baccarat.shown.tsv").write_text(
        "clause\treason\tpage\n14.7\tconduct\t/play/{table}\n6.4\tx\t/rules/{document}\n",
        encoding="utf-8",
    )
    found = surveyed(tmp_path, spoke="6.4")

    assert found.of(MINI, "14.7").status == "shown"
    assert found.of(MINI, "14.7").shown == "conduct (/play/{table})"
    assert found.of(MINI, "6.4").status == "spoke"


FALSE_CLAIMS = [
    # the row, the list it stands in, and what is wrong with it
    ("14.77\tconduct", "mini-baccarat", "no clause 14.77"),
    ("1.1\tconduct", "snap", "no document snap"),
    ("14.7\t ", "mini-baccarat", "mini-baccarat 14.7 is shown without a reason"),
    ("14.7\tconduct\t/nowhere", "mini-baccarat", "mini-baccarat 14.7 is shown on no page"),
]


@pytest.mark.parametrize(("row", "slug", "sentence"), FALSE_CLAIMS)
def test_a_false_row_is_reported_with_its_line(
    tmp_path: Path, row: str, slug: str, sentence: str
) -> None:
    """A clause that does not exist, or one that is shown without a reason."""
    (tmp_path / f"{slug}.shown.tsv").write_text(f"clause\treason\tpage\n{row}\n", encoding="utf-8")

    [claim] = surveyed(tmp_path).false_claims

    assert (claim.file, claim.line) == (f"{slug}.shown.tsv", 2)
    assert sentence in claim.sentence


def test_the_ledger_is_written_in_the_order_of_the_documents(tmp_path: Path) -> None:
    """One line a clause and kind of evidence; written again it is the same."""
    path = tmp_path / "ledger.tsv"
    listed = (
        Entry(MINI("6.4"), SPOKE, ("tests/test_a.py::test_a", "tests/test_a.py::test_b[1 2]")),
        Entry(MINI("6.4"), CONDUCTED, ("tests/test_a.py::test_c",)),
        Entry(MINI("15.6"), BROKEN, ("tests/test_a.py::test_d",)),
    )

    write(reversed(listed), path)

    assert entries(path) == listed
    assert entries(tmp_path / "none.tsv") == ()
