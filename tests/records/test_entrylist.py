"""A list of entries as CSV: every line read or told, by its number."""

from __future__ import annotations

import pytest

from houseway.records.tournamentfile import read_entries
from houseway.tournament.entry_vocabulary import AcceptEntry


def test_a_plain_list() -> None:
    """The columns in any order; blank ones as if they were not there."""
    found = read_entries("name,paid,person\nAna,27.55,id 1\nBen,$1,000,id 2\n")
    assert found.entries == (AcceptEntry("id 1", "Ana", 2755),)
    assert found.wrong == ((3, "line 3: more cells than columns"),)
    quoted = read_entries('name,paid,person\nBen,"$1,000",id 2\n')
    assert quoted.entries == (AcceptEntry("id 2", "Ben", 100_000),)
    assert quoted.lines == (2,)


def test_everything_that_a_document_may_ask_for() -> None:
    """The form, the agreement, whether one may gamble, and a copy of the conditions."""
    head = "person,name,paid,form,agreement,eligible,copy_given\n"
    found = read_entries(head + "id 1,Ana,20,F-1,A-1,no,yes\nid 2,Ben,20,,,,\n")
    ana = AcceptEntry("id 1", "Ana", 2000, "F-1", "A-1", eligible=False, copy_given=True)
    ben = AcceptEntry("id 2", "Ben", 2000, eligible=True, copy_given=False)
    assert found.entries == (ana, ben)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (",Ana,20", "person and name are both to be written"),
        ("id 1,  ,20", "person and name are both to be written"),
        ("id 1,Ana,", "paid: '' is not an amount"),
        ("id 1,Ana,20.001", "paid: '20.001' is not an amount"),
        ("id 1,Ana,20,perhaps", "eligible: perhaps is neither yes nor no"),
        ('id 1,"Ana,20', "unexpected end of data"),
    ],
)
def test_a_wrong_line_is_told_with_its_number(line: str, why: str) -> None:
    """The lines around it are read all the same."""
    head = "person,name,paid,eligible\n" if line.count(",") == 3 else "person,name,paid\n"
    found = read_entries(f"{head}id 0,Eli,20\n{line}\n")
    assert [each.name for each in found.entries] == ["Eli"]
    assert len(found.wrong) == 1
    number, told = found.wrong[0]
    assert number == 3
    assert told.startswith("line 3: ")
    assert why in told


def test_an_open_line_below_another_keeps_its_own_number() -> None:
    """A name with a line break in it takes two lines of the file."""
    found = read_entries('person,name,paid\nid 1,"Ana\nMaria",20\nid 2,Ben,20\n')
    assert found.lines == (3, 4)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("person,name", "no column paid"),
        ("", "no column person"),
        ("person,name,paid,age", "a column age, which is none of person"),
    ],
)
def test_a_list_without_its_columns_is_none(head: str, why: str) -> None:
    """Nothing of it is read."""
    with pytest.raises(ValueError, match=why):
        read_entries(f"{head}\nid 1,Ana,20\n")
