"""The nine documents are whole, can be cited, and cannot change unnoticed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from houseway.rulebook import (
    Document,
    UnknownClause,
    UnknownDocument,
    clause_row,
    document,
    documents,
)
from houseway.rulebook.document import TREATMENTS, BrokenDocument, Library

ROWS = {
    "seven-up-baccarat@2016-08-17": 349,
    "three-card-baccarat@2016-08-17": 246,
    "casino-war@2016-08-17": 244,
    "mini-baccarat@2017-12-06": 249,
    "tournament-canberra-poker@2002-02-18": 130,
    "tournament-blackjack@2002-02-18": 191,
    "tournament-roulette@2002-02-18": 133,
    "tournament-mini-baccarat@2002-02-18": 130,
    "tournament-pai-gow@2002-02-18": 159,
}

MADE_UP_EDITION = """
[[edition]]
slug = "high-card"
edition = "{edition}"
title = "High Card"
prefix = "HC"
authority = "the commission"
casino = "a casino"
act = "an Act"
instrument = "{instrument}"
made = "{edition}"
commencement = "at once"
commences = "{edition}"
revokes = []
"""


def library(**rows_by_edition: str) -> Library:
    """A made-up game with one edition a year; each row is `number: what must be done`."""
    names = {edition.replace("y", "") + "-01-01": rows for edition, rows in rows_by_edition.items()}
    held = {
        "catalogue.toml": "".join(
            MADE_UP_EDITION.format(edition=each, instrument=f"No {each[:4]}") for each in names
        )
    }
    for edition, rows in names.items():
        lines = [
            f"{row.split(': ')[0]}\tCARDS\tenforce\t{row.split(': ')[1]}"
            for row in rows.split("; ")
        ]
        held[f"high-card.{edition}.tsv"] = "\n".join(
            ["clause\theading\ttreatment\tmust", *lines, ""]
        )
    return Library(held.__getitem__)


@pytest.mark.parametrize(("edition_id", "rows"), ROWS.items())
def test_every_row_of_a_document_is_held(edition_id: str, rows: int) -> None:
    """The number of clauses of each approved document, counted when it was read."""
    assert len(document(edition_id).clauses) == rows


def test_the_nine_documents_hold_1831_clauses() -> None:
    """One thousand eight hundred and thirty-one rows, none under an unknown treatment."""
    treatments = Counter(row.treatment for each in documents() for row in each.clauses.values())

    assert {each.id for each in documents()} == set(ROWS)
    assert treatments.total() == 1831
    assert set(treatments) == set(TREATMENTS)


def test_an_approval_is_recorded_by_office() -> None:
    """Who approved is an office, as in a register; no person's name is kept."""
    assert "the acting Director of" in document("mini-baccarat").clauses["instrument 4"].must
    for each in documents():
        if each.metadata.instrument == "NI2002-45":
            assert "by a delegate of the Commission" in each.clauses["instrument"].must


def test_citing_a_clause_gives_title_and_number() -> None:
    """A citation is what people search for: the title, a space, the number."""
    cite = Document("Mini Baccarat", edition="2017-12-06")

    assert cite("8.8(b)") == "Mini Baccarat 8.8(b)"
    assert cite.number_of("Mini Baccarat 8.8(b)") == "8.8(b)"
    assert cite.clauses["8.8(b)"].treatment == "enforce"


def test_citing_a_clause_that_is_not_there_says_which_are_near() -> None:
    """The sentence names the document, the edition and the nearest numbers."""
    mini = document("mini-baccarat")

    with pytest.raises(
        UnknownClause, match=r"Mini Baccarat \(2017-12-06\) has no clause 7\.33"
    ) as no:
        mini("7.33")

    assert str(no.value).endswith("nearest: 7.3, 7.4, 7.2, 7.1")


def test_a_number_like_no_other_is_told_where_the_document_begins_and_ends() -> None:
    """Even nonsense gets two real clauses to start from."""
    with pytest.raises(UnknownClause, match=r"nearest: instrument 1, 15\.23"):
        document("mini-baccarat")("¿?")


def test_a_citation_of_another_document_is_not_taken_for_this_one() -> None:
    """The number inside a citation is only read by its own document."""
    with pytest.raises(UnknownClause, match="is not a citation of Mini Baccarat"):
        document("mini-baccarat").number_of("Casino War 3.1")


@pytest.mark.parametrize(
    ("title", "edition"), [("Mini Bacarat", "2017-12-06"), ("Mini Baccarat", "2016-12-19")]
)
def test_an_unknown_title_or_edition_is_refused(title: str, edition: str) -> None:
    """A document is known by title and edition together."""
    with pytest.raises(UnknownDocument, match=r"nearest: .*mini-baccarat@2017-12-06"):
        Document(title, edition=edition)


def test_an_unknown_slug_is_told_the_nearest() -> None:
    """A typing mistake is answered with what was probably meant."""
    with pytest.raises(UnknownDocument, match="nearest: casino-war"):
        document("casino-wor")


def test_any_citation_finds_its_row() -> None:
    """A full citation from a log leads back to the clause."""
    assert clause_row("Casino War 3.1").heading == "The Cards"
    with pytest.raises(UnknownClause, match=r"Casino War .* has no clause 99"):
        clause_row("Casino War 99")
    with pytest.raises(UnknownDocument):
        clause_row("Snap 1.1")


def test_one_changed_letter_changes_the_hash() -> None:
    """A table keeps the hash of the edition it was opened under."""
    before = document("high-card", library(y2020="1.1: the higher card wins")).content_hash
    again = document("high-card", library(y2020="1.1: the higher card wins")).content_hash
    after = document("high-card", library(y2020="1.1: the highes card wins")).content_hash

    assert before == again
    assert before != after
    assert len(before) == 64


def test_two_editions_of_one_document_live_side_by_side() -> None:
    """An old round is read under its own edition; a new table takes the latest."""
    both = library(y2020="1.1: aces are low; 1.2: suits count", y2024="1.1: aces are high")

    assert document("high-card", both).edition == "2024-01-01"
    assert document("high-card@2020-01-01", both).clauses["1.1"].must == "aces are low"
    assert clause_row("High Card 1.1", both).must == "aces are high"
    assert clause_row("High Card 1.2", both).must == "suits count"
    assert [each.id for each in documents(both)] == ["high-card@2020-01-01", "high-card@2024-01-01"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("clause\tmust\n", "first line must name the columns"),
        (
            "clause\theading\ttreatment\tmust\n1\tA\tenforce\n",
            "line 2: expected 4 filled cells, found 3",
        ),
        ("clause\theading\ttreatment\tmust\n1\tA\tenforce\t\n", "line 2: expected 4 filled cells"),
        ("clause\theading\ttreatment\tmust\n1\tA\tguess\tx\n", "'guess' is none of define"),
        (
            "clause\theading\ttreatment\tmust\n1\tA\tequip\tx\n1\tA\tequip\ty\n",
            "line 3: clause 1 is there twice",
        ),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, complaint: str) -> None:
    """Nothing is half-read."""
    whole = library(y2020="1.1: x")
    broken = Library(lambda name: text if name.endswith(".tsv") else whole.read(name))

    with pytest.raises(BrokenDocument, match=complaint):
        len(document("high-card", broken).clauses)


def test_importing_the_rulebook_reads_no_document() -> None:
    """Start-up stays light: a file is read when a clause of it is asked for, and once."""
    program = (
        "from houseway.rulebook import document; from houseway.rulebook.document import SHIPPED\n"
        "read = SHIPPED.read; names = []\n"
        "SHIPPED.read = lambda name: names.append(name) or read(name)\n"
        "mini = document('mini-baccarat'); before = list(names)\n"
        "mini('8.4'); mini('8.5'); document('mini-baccarat')('8.6')\n"
        "print(before, names[len(before):])"
    )

    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )

    assert told.stdout.strip() == "['catalogue.toml'] ['mini-baccarat.2017-12-06.tsv']"
