"""`houseway rules`, as a person at a terminal and as a program reading JSON meet it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import houseway.coverage
from houseway.cli.rules import app
from houseway.coverage import survey
from houseway.coverage.ledger import SPOKE, Entry
from houseway.rulebook import document, documents, readings
from houseway.store.open import open_log
from tests.rulebook.instruments import instrument, words_of

Run = pytest.CaptureFixture[str]
Evidence = tuple[Entry, ...]
TESTS = ("tests/test_settle.py::test_five",)
PROVED: Evidence = (Entry("Mini Baccarat 8.8(b)", SPOKE, TESTS),)
EVERYTHING: Evidence = tuple(
    Entry(each(number), SPOKE, TESTS) for each in documents() for number in each.clauses
)


def run(*words: str) -> int:
    status = app(words, result_action="return_value", exit_on_error=False)
    assert isinstance(status, int)
    return status


def told(captured: Run, *words: str) -> str:
    """What a successful command prints."""
    assert run(*words) == 0
    return captured.readouterr().out


def as_json(captured: Run, *words: str) -> Any:
    return json.loads(told(captured, *words, "--json"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lists of shown clauses that a test writes; one clause is proved."""
    survey_instead(monkeypatch, tmp_path, PROVED)
    return tmp_path


def survey_instead(monkeypatch: pytest.MonkeyPatch, folder: Path, evidence: Evidence) -> None:
    monkeypatch.setattr(houseway.coverage, "answers", lambda: survey(folder, evidence))


def test_the_documents_are_listed_with_instrument_clauses_and_hash(capsys: Run) -> None:
    """One line a document, nothing cut off at a hundred columns."""
    page = told(capsys)

    assert "Mini Baccarat" in page
    assert "tournament-canberra-poker" in page
    assert max(map(len, page.splitlines())) <= 100
    listed = as_json(capsys)["documents"]
    assert len(listed) == 9
    assert listed[3]["id"] == "mini-baccarat@2017-12-06"
    assert listed[3]["instrument"] == "NI2017-633"
    assert listed[3]["clauses"] == 249
    assert len(listed[3]["hash"]) == 64


def test_a_document_shows_its_sections(capsys: Run) -> None:
    """From which clause to which, how many, and how they are treated."""
    page = told(capsys, "mini-baccarat")

    assert "NI2017-633" in page
    assert "Revokes NI2016-685" in page
    shown = as_json(capsys, "mini-baccarat")
    assert sum(each["clauses"] for each in shown["sections"]) == 249
    assert shown["sections"][8] == {
        "heading": "ADDITIONAL CARDS",
        "first": "7.1",
        "last": "7.4",
        "clauses": 6,
        "treatments": {"enforce": 6},
    }


@pytest.mark.parametrize("name", ["mini-baccarat@2017-12-06", "Mini Baccarat", "mb", "MB"])
def test_a_document_is_found_by_what_people_call_it(capsys: Run, name: str) -> None:
    """Slug with edition, title, or prefix, in capitals or not."""
    assert as_json(capsys, name)["document"]["slug"] == "mini-baccarat"


def test_a_clause_shows_our_words_readings_and_evidence(capsys: Run, folder: Path) -> None:
    """Everything an inspector asks about one clause, and the lines that declare it."""
    page = told(capsys, "mini-baccarat", "8.8(b)")

    assert "SETTLEMENT OF WAGERS: enforce, spoke" in page
    assert "Winning BANKER stake pays 95 per cent" in page
    assert "Reading MB3 (high): Rounding of five and fifty per cent" in page
    assert "\nDeclared in: houseway.games.mini_baccarat.rules:" in page
    assert "Spoke in:\n  tests/test_settle.py::test_five\n" in page
    shown = as_json(capsys, "mini-baccarat", "8.8(b)")
    assert shown["clause"] == "Mini Baccarat 8.8(b)"
    assert shown["spoke"] == ["tests/test_settle.py::test_five"]
    assert "houseway.games.mini_baccarat.rules" in {each["module"] for each in shown["code"]}
    assert [each["id"] for each in shown["readings"]] == ["MB3"]


def test_a_clause_of_several_words_needs_no_quotes_and_shows_its_parts(capsys: Run) -> None:
    """Capitals do not matter either."""
    assert as_json(capsys, "mini-baccarat", "terms:", "natural")["number"] == "terms: Natural"
    parts = as_json(capsys, "mini-baccarat", "8.7")["parts"]
    assert parts == ["8.7(a)", "8.7(b)"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mini-bacarat",), "no document 'mini-bacarat' in the rulebook; nearest: mini-baccarat"),
        (("mini-baccarat", "7.33"), "Mini Baccarat (2017-12-06) has no clause 7.33; nearest: 7.3,"),
        (("coverage", "--document", "snap"), "no document 'snap'"),
        (("snap", "--search", "tie"), "no document 'snap'"),
        (("tournament",), "tournament may be tournament-roulette or tournament-mini-baccarat or"),
        (("readings", "MB33"), "no reading MB33; nearest: MB3"),
    ],
)
def test_what_does_not_exist_is_answered_with_what_is_near(
    capsys: Run, words: tuple[str, ...], sentence: str
) -> None:
    """A sentence to the error stream, exit status 2, nothing on the page."""
    assert run(*words) == 2

    printed = capsys.readouterr()
    assert printed.err.startswith(f"houseway rules: {sentence}")
    assert printed.out == ""


def test_a_search_prints_document_and_clause(capsys: Run) -> None:
    """All words, hyphens as spaces, in one document or all."""
    page = told(capsys, "mini-baccarat", "--search", "no bet coup")

    assert "Mini Baccarat terms: No-Bet Coup  (define)" in page
    found = as_json(capsys, "--search", "No-Bet Coup")["results"]
    assert {each["document"].split("@")[0] for each in found} == {
        "seven-up-baccarat",
        "mini-baccarat",
    }
    assert told(capsys, "--search", "zebra") == "0 clauses with: zebra\n"


def test_coverage_counts_by_document_and_treatment(capsys: Run, folder: Path) -> None:
    page = told(capsys, "coverage", "--document", "mini-baccarat")

    rows = {line.split()[0]: line.split()[1:] for line in page.splitlines() if line}
    assert rows["enforce"] == ["131", "1", "0", "0", "130"]
    assert rows["all"] == ["249", "1", "0", "0", "248"]
    assert "0 spoke in records, 0 at conducted tables" in page
    [counted] = as_json(capsys, "coverage", "--document", "mini-baccarat")["documents"]
    assert counted["total"]["spoke"] == 1
    assert "missing" not in counted
    assert len(as_json(capsys, "coverage")["documents"]) == 9


def test_coverage_lists_what_is_missing(capsys: Run, folder: Path) -> None:
    """One line a clause, cut at the edge of the page."""
    page = told(capsys, "coverage", "--document", "mini-baccarat", "--missing")
    [counted] = as_json(capsys, "coverage", "--document", "mini-baccarat", "--missing")["documents"]

    assert "enforce    8.4(a)" in page
    assert max(map(len, page.splitlines())) <= 100
    assert len(counted["missing"]) == 248
    assert "8.8(b)" not in {each["number"] for each in counted["missing"]}


def test_check_passes_where_every_clause_has_evidence(
    capsys: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    survey_instead(monkeypatch, folder, EVERYTHING)

    assert told(capsys, "check").splitlines() == ["0 false rows", "0 clauses without evidence"]


def test_check_fails_on_a_false_row_and_says_where(
    capsys: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of shown clauses that names one which is not there."""
    survey_instead(monkeypatch, folder, EVERYTHING)
    (folder / "mini-baccarat.shown.tsv").write_text(
        "clause\treason\tpage\n6.44\tconduct\n", encoding="utf-8"
    )

    assert run("check") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("mini-baccarat.shown.tsv:2: Mini Baccarat (2017-12-06) has no")
    assert run("check", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["line"] for each in found["false_claims"]] == [2]


def test_check_fails_on_clauses_without_evidence_and_names_them(
    capsys: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    survey_instead(monkeypatch, folder, tuple(set(EVERYTHING) - set(PROVED)))
    assert run("check") == 1
    assert capsys.readouterr().out.splitlines() == [
        "Mini Baccarat 8.8(b): no test is evidence for it",
        "0 false rows",
        "1 clauses without evidence",
    ]
    survey_instead(monkeypatch, folder, PROVED)
    assert run("check", "--json") == 1
    assert len(json.loads(capsys.readouterr().out)["unanswered"]) == 1830


def test_readings_are_listed_and_shown_one_by_one(capsys: Run) -> None:
    """What is open, what we do, why, its table, its policy, its clauses."""
    listed = as_json(capsys, "readings")["readings"]
    assert {each["id"] for each in listed} == {each.id for each in readings()}
    assert "Rounding of five and fifty per cent" in told(capsys, "readings")

    page = told(capsys, "readings", "g9")

    for part in ("Reading G9 (high)", "Left open:", "We read:", "Because:", "gap"):
        assert part in page
    assert "Policy look_back_for_errors: until the session's places" in page
    assert "Mini Baccarat 12.5" in as_json(capsys, "readings", "G9")["citations"]


def test_policies_are_listed_with_default_and_alternatives(capsys: Run) -> None:
    """Named values that operator or regulator may set otherwise."""
    listed = as_json(capsys, "policies")["policies"]

    assert {
        "name": "burn_method",
        "default": "(b), by the exposed card",
        "alternatives": ["(a), one unexposed card"],
        "reading": "MB5",
    } in listed
    assert "notice_lead_minutes  (reading G12)\n0 minutes\n" in told(capsys, "policies")


@pytest.mark.parametrize("verb", ["", "coverage", "check", "readings", "policies"])
def test_every_verb_has_help_and_an_example(capsys: Run, verb: str) -> None:
    """One line of help and an example that can be typed."""
    app([*verb.split(), "--help"], result_action="return_value")

    assert f"Example: houseway rules {verb}".strip() in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "clause", "instrument"),
    [
        ("mini-baccarat", "14.9", "NI2017-633"),
        ("seven-up-baccarat", "14.14", "Order of 17 August 2016"),
        ("casino-war", "13.13", "Order of 17 August 2016"),
        ("three-card-baccarat", "14.15", "Order of 17 August 2016"),
    ],
)
def test_a_copy_of_the_rules_has_every_clause_and_its_instrument(
    capsys: Run, name: str, clause: str, instrument: str
) -> None:
    """Mini Baccarat 14.9, 7-Up Baccarat 14.14, Casino War 13.13, Three Card Baccarat 14.15."""
    page = told(capsys, "print", name)
    assert "Summary in our own words" in page
    assert instrument in page
    copy = as_json(capsys, "print", name)
    printed = {
        each["number"]: each["text"] for part in copy["sections"] for each in part["clauses"]
    }
    assert list(printed) == list(document(name).clauses)
    assert all(printed.values())
    assert f"\n{clause}  " in page
    assert instrument in copy["notice"]


def test_a_house_loads_lists_prints_replaces_and_removes_an_instrument(
    tmp_path: Path, capsys: Run
) -> None:
    """Casino War 13.13: one file may have several documents; nothing is loaded half."""
    cite, folder, file = document("tournament-roulette"), tmp_path / "house", tmp_path / "text.txt"
    with closing(open_log(str(folder / "floor.db"), folder=folder)):
        file.write_text(instrument(cite), encoding="utf-8")
    at = ("--folder", str(folder))
    assert len(as_json(capsys, "load", str(file), *at)["loaded"]) == 5
    listed = as_json(capsys, "load", "--list", *at)["loaded"]
    assert [each["shown"] for each in listed] == [True] * 5
    page = as_json(capsys, "print", cite.slug, *at)
    clauses = {each["number"]: each for part in page["sections"] for each in part["clauses"]}
    assert clauses["7.1"]["instrument"] == words_of("7.1")
    assert clauses["7.1"]["text"] != words_of("7.1")
    assert "They are binding" in page["notice"]
    assert f"Instrument: {words_of('7.1')[:30]}" in told(capsys, "print", cite.slug, *at)

    file.write_text(instrument(cite, seed=1, without=("7.1",)), encoding="utf-8")
    assert run("load", str(file), cite.id, *at) == 1
    assert "not in the text: 7.1" in capsys.readouterr().out
    assert as_json(capsys, "load", "--list", *at)["loaded"] == listed
    assert "129 clauses" in told(capsys, "load", str(file), cite.id, *at, "--incomplete")
    (now,) = (
        e for e in as_json(capsys, "load", "--list", *at)["loaded"] if cite.id == e["edition"]
    )
    assert now["missing"] == ["7.1"]

    assert "removed" in told(capsys, "load", "--remove", cite.id, *at)
    assert run("load", "--remove", cite.id, *at) == 1
    (other,) = (folder / "instruments").glob("tournament-blackjack*")
    other.write_bytes(b"changed")
    assert run("load", "--list", *at) == 1
    assert "NOT SHOWN" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"\xff", "UTF-8"), (b"a recipe", "the text of none of"), (None, "no file")],
)
def test_a_file_that_is_no_instrument_is_refused_with_the_reason(
    tmp_path: Path, capsys: Run, content: bytes | None, why: str
) -> None:
    file = tmp_path / "text.txt"
    if content is not None:
        file.write_bytes(content)
    assert run("load", str(file), "--folder", str(tmp_path)) == 2
    assert why in capsys.readouterr().err
    assert run("load", "--folder", str(tmp_path)) == 2
    assert "there is no log" in capsys.readouterr().err
