"""The readings are all there and hang together with the clauses in both directions."""

from __future__ import annotations

from collections import Counter

import pytest

from houseway.rulebook import (
    Reading,
    UnknownReading,
    document,
    documents,
    policies,
    reading,
    readings,
    readings_for,
)
from houseway.rulebook.readings import clauses_read, named_in

SERIES = {"A": 33, "7U": 30, "CW": 21, "3C": 24, "G": 18, "TP": 24}
SERIES |= {"MB": 18, "TM": 9, "CP": 15, "BJ": 18, "RO": 13, "PG": 27, "P": 3}


def series_of(each: Reading) -> str:
    return each.id.split("-")[0] if "-" in each.id else each.id.rstrip("0123456789")


def test_every_reading_is_held_once() -> None:
    """Thirteen series, each with the readings it began with at least, numbered without a gap."""
    counts = Counter(series_of(each) for each in readings())
    assert counts.keys() == SERIES.keys()
    assert len({each.id for each in readings()}) == counts.total()
    for series, count in counts.items():
        assert count >= SERIES[series]
        numbers = [
            int(each.id.removeprefix(series).lstrip("-"))
            for each in readings()
            if series_of(each) == series
        ]
        assert numbers == list(range(1, count + 1))


def test_every_reading_says_what_is_open_what_we_do_and_why() -> None:
    """A reading without its question or its reason could not be judged."""
    for each in readings():
        assert each.title, each.id
        assert each.question, each.id
        assert each.reading.endswith((".", ")")), each.id
        assert each.why, each.id


def test_every_clause_a_reading_lists_exists() -> None:
    """Links are checked, not trusted."""
    for each in readings():
        assert each.documents, each.id
        for slug in each.documents:
            known = document(slug).clauses
            assert each.clauses[slug], (each.id, slug)
            assert [number for number in each.clauses[slug] if number not in known] == [], each.id


def test_every_reading_a_row_names_exists() -> None:
    """And the row's clause leads to it."""
    known = {each.id for each in readings()}
    for each in documents():
        for row in each.clauses.values():
            named = set(named_in(row.must))
            assert named <= known, (each.id, row.number)
            if named:
                assert named <= {one.id for one in readings_for(each(row.number))}


def test_a_clause_has_the_readings_that_list_it_and_those_its_row_names() -> None:
    """The row of the table differential names one; the lock is listed by two more."""
    mini = document("mini-baccarat")

    assert [each.id for each in readings_for(mini("3.6"))] == ["G11", "MB6"]
    assert [each.id for each in readings_for(mini("4.6"))] == ["G4", "G17", "MB7"]
    assert readings_for(mini("8.4(a)")) == ()


@pytest.mark.parametrize(
    ("reading_id", "numbers"),
    [
        ("TP10", "15.13 19.13 12.13 13.13 17.13"),
        ("TP13", "15.14 19.14 13.14 17.14"),
        ("TP15", "15.18 19.18 12.15 13.18 17.18"),
        ("TP20", "15.23 19.23 12.21 13.23 17.23"),
    ],
)
def test_a_tournament_reading_finds_its_clause_in_each_document(
    reading_id: str, numbers: str
) -> None:
    """The 2002 documents number the same rule differently; roulette has no marker at all."""
    slugs = ["canberra-poker", "blackjack", "roulette", "mini-baccarat", "pai-gow"]
    found = reading(reading_id).clauses

    listed = [found[f"tournament-{slug}"][0] for slug in slugs if f"tournament-{slug}" in found]

    assert listed == numbers.split()


def test_a_reading_leads_to_the_clauses_that_list_or_name_it() -> None:
    """One road back: from the reading to every place that depends on it."""
    assert "Mini Baccarat 8.8(b)" in clauses_read("MB3")
    assert "Casino War 1.1 casino promotional token" in clauses_read("CW-17")


def test_a_reading_is_found_in_small_letters_and_a_wrong_one_is_refused() -> None:
    """The sentence names the nearest."""
    assert reading("mb3").id == "MB3"
    with pytest.raises(UnknownReading, match="no reading MB33; nearest: MB3"):
        reading("MB33")
    with pytest.raises(UnknownReading, match="the series are A, 7U"):
        reading("?")


def test_a_policy_is_titled_with_the_names_of_games_as_documents_spell_them() -> None:
    titles = {each.name: each.title for each in policies()}

    assert titles["seven_up_settlement_direction"] == "7-Up Baccarat settlement direction"
    assert titles["casino_duty_manager"] == "Casino Duty Manager"
    assert titles["value_of_a_disqualified_patrons_chips"].endswith("disqualified patron's chips")


def test_every_policy_has_a_name_of_its_own_a_default_and_another_choice() -> None:
    """A policy without an alternative would be a rule."""
    names = [each.name for each in policies()]

    assert len(names) == len(set(names)) == 31
    assert all(name.isidentifier() and name == name.lower() for name in names)
    assert all(each.default and each.alternatives for each in policies())
    assert all(
        each.name in {one.name for one in reading(each.reading).policies} for each in policies()
    )


@pytest.mark.parametrize(
    "reading_id",
    [
        "A-06",
        "7U-04",
        "7U-13",
        "7U-15",
        "7U-22",
        "CW-03",
        "CW-04",
        "CW-08",
        "3C-08",
        "3C-15",
        "3C-19",
    ],
)
def test_a_reading_to_be_confirmed_is_a_policy(reading_id: str) -> None:
    """What operator or regulator must confirm can be changed without touching a game."""
    assert reading(reading_id).policies


def test_tables_are_as_wide_as_their_heading() -> None:
    """The wheel, the layout, the tiles and the house way's test hands are kept as tables."""
    tables = {each.id: each.table for each in readings() if each.table}

    assert set(tables) == {"G9", "G17", "TP12", "TM1", "RO2", "RO4", "RO5", "PG1", "PG5", "PG27"}
    for rows in tables.values():
        assert {len(row) for row in rows} == {len(rows[0])}
