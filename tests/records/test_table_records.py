"""Records of a whole table: its clock, its people, its signs, hours and disputes."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.records.hwr import BadRecord, read_record
from houseway.records.settlement import Report, play_record
from tests.cli.running import houseway

STAFF = """
[staff]
Dora = "supervisor"
Chen = "dealer"
Eli = "dealer"
Fay = "gaming manager"
"""
PATRONS = "\n[patrons]\nAna = 5000\nBen = 5000\n"


def record(document: str, *rounds: str, begins: str = "18:00", staff: str = STAFF) -> str:
    """A record that begins at this time, with limits from 5 to 500."""
    head = f'document = "{document}"\nbegins = 2026-07-04T{begins}:00\n'
    limits = "[limits]\nminimum = 5\nmaximum = 500\n"
    return head + limits + staff + PATRONS + "".join(map(_round, rounds))


def _round(text: str) -> str:
    steps, _, expected = text.partition("=>")
    lines = "\n".join(line.strip() for line in steps.strip().splitlines())
    return f'\n[[rounds]]\nsteps = """\n{lines}\n"""\n{expected.strip()}\n'


def played(text: str) -> Report:
    return play_record(read_record(text))


def bad(text: str) -> str:
    with pytest.raises(BadRecord) as raised:
        played(text)
    return str(raised.value)


def test_a_wager_outside_the_hours_is_refused_by_the_clause_of_the_hours() -> None:
    """Mini Baccarat 13.1: betting is not opened outside the hours, and the record says why."""
    report = played(
        record(
            "mini-baccarat",
            """
            Dora: set the hours of gaming from 12:00 until 18:30
            Ana wagers 10 on banker
            deal 2h 6c 3d Ks 9h
            """,
            """
            18:40
            Ana wagers 10 on banker
            -> refused outside_hours [13.1]
            """,
        )
    )
    assert report.problems == []


def test_only_the_dealer_who_is_in_deals() -> None:
    """Casino War 1.1: the first dealer of the record deals until another relieves them."""
    report = played(
        record(
            "casino-war",
            "Ana wagers 10 on initial in box 1\nChen: deal Qh 9d",
            """
            19:00
            Eli: Eli relieves the dealer
            Ana wagers 10 on initial in box 1
            Chen: deal Qh
            -> refused not_dealing [1.1 dealer]
            Eli: deal Qh 9d
            """,
        )
    )
    assert report.problems == []


def test_staff_whom_the_record_does_not_list_give_no_step() -> None:
    report = played(record("casino-war", "casino duty manager: grant Ana a maximum of 900"))
    assert "is not at this table as casino duty manager" in report.problems[0]


def test_a_newcomer_is_held_to_the_minimum_that_was_raised() -> None:
    """Casino War 6.5.1, 6.5.4: those who play already keep 5, newcomers wager 10 or more."""
    report = played(
        record(
            "casino-war",
            "Ana wagers 5 on initial in box 1\ndeal Qh 9d",
            """
            Dora: raise the minimum at once to 10
            Ana wagers 5 on initial in box 1
            Ben wagers 5 on initial in box 2
            -> refused wager_below_minimum [6.5.4]
            Ben wagers 10 on initial in box 2
            deal Qh Kd 9d
            => [rounds.chips]
            Ana = 5010
            Ben = 5010
            """,
        )
    )
    assert report.problems == []


def test_a_patron_speaks_by_name_in_a_dispute() -> None:
    """Casino War 13.11, 13.12: decided, reviewed by a higher office, and the right advised."""
    report = played(
        record(
            "casino-war",
            """
            Ana wagers 5 on initial in box 1
            deal Qh 9d
            Ana disputes: my card was a king
            Dora: decide dispute 1: the card was a queen
            Ana: ask for a review of dispute 1
            Dora: the review of dispute 1 says: as decided
            -> refused decided_by_same [13.11]
            Fay: the review of dispute 1 says: as decided
            """,
        )
    )
    assert report.problems == []


def test_a_personal_limit_needs_its_sign() -> None:
    """Casino War 6.6: a patron wagers above the maximum where a sign says so at the table."""
    report = played(
        record(
            "casino-war",
            """
            Dora: grant Ana a maximum of 2000
            -> refused no_sign [6.6]
            Dora: put up a sign about the personal limit of Ana from 18:00
            Dora: grant Ana a maximum of 2000
            Ben wagers 1500 on initial in box 2
            -> refused wager_above_maximum [6.1]
            Ana wagers 1500 on initial in box 1
            deal Qh 9d
            => [rounds.chips]
            Ana = 6500
            """,
        )
    )
    assert report.problems == []


def test_a_closed_table_awaits_nothing() -> None:
    """Casino War 13.8: with a sign of twenty minutes the table closes; no step follows."""
    report = played(
        record(
            "casino-war",
            "Ana wagers 5 on initial in box 1\ndeal Qh 9d",
            """
            18:05
            Dora: put up a sign about closing saying this table closes from 18:30
            18:20
            Dora: close the table
            -> refused sign_too_young [13.8]
            18:30
            Dora: close the table
            => next = "closed"
            """,
        )
    )
    assert report.problems == []
    assert report.session.next == "the table is closed: nothing comes next"


def test_the_clock_shows_times_of_the_day_only() -> None:
    assert bad(record("casino-war", "25:10")) == (
        "line 19: '25:10' is not a time of day: write 00:00 to 23:59"
    )


def test_a_time_needs_a_record_with_a_clock() -> None:
    text = 'document = "casino-war"\n[[rounds]]\nsteps = """\n18:10\n"""\n'
    assert bad(text) == (
        "line 4: '18:10' is a time, and this record has no clock: say when the table begins, with"
        " begins = 2026-07-04T18:00:00"
    )


def test_a_mistyped_speaker_is_not_part_of_the_step() -> None:
    text = record("casino-war", "Dorra: raise the minimum at once to 10")
    assert "line 19: Dorra is not in this record: did you mean Dora?" in bad(text)


def test_a_table_can_be_settled_and_explained(tmp_path: Path) -> None:
    file = tmp_path / "raised.hwr"
    file.write_text(
        record(
            "casino-war",
            "18:10\nDora: put up a sign about minimum stating 10 from 18:30\nafter 19 minutes\n"
            "Dora: set the limits to 10 and 500",
        ),
        encoding="utf-8",
    )
    done = houseway("settle", file, "--explain")
    assert done.returncode == 1
    assert "the sign stood 19 of 20 minutes (Casino War 6.5)" in done.stderr


def test_the_steps_of_a_table_are_listed_with_those_of_its_game() -> None:
    done = houseway("games", "casino-war", "--steps")
    assert "raise the minimum at once to {minimum:money}" in done.stdout
    assert "put up a sign about {subject}" in done.stdout
