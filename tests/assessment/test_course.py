"""Courses: who sets and withdraws them, and what cannot be set."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from houseway.assessment import course as v
from houseway.assessment.course import MOST_QUESTIONS, Course, decide, evolve
from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

NOW_US = 1_000
SET = v.SetCourse(
    "Payouts", ("mini-baccarat", "casino-war"), ("payout",), ("Mini Baccarat 8.8(b)",),
    ("Eli",), 20, 80, NOW_US + 1, 30,
)  # fmt: skip


def give(course: Course, command: Command, by: Role = Role.GAMING_SUPERVISOR) -> Refused | None:
    ruling = decide(course, command, by, NOW_US, "Dora")
    if isinstance(ruling, Refused):
        return ruling
    for event in ruling.events:
        evolve(course, event)
    return None


def test_a_course_names_the_editions_in_force() -> None:
    course = Course()
    assert give(course, SET) is None
    assert course.rules is not None
    assert [each.partition("@")[0] for each in course.rules.editions] == [
        "mini-baccarat", "casino-war",
    ]  # fmt: skip
    assert all("@" in each for each in course.rules.editions)
    assert course.rules.by.person == "Dora"
    assert course.is_for("eli")
    assert not course.is_for("Fay")


def test_a_course_without_names_is_everybodys() -> None:
    course = Course()
    give(course, replace(SET, people=()))
    assert course.is_for("Fay")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"documents": ()}, "no_such_document"),
        ({"documents": ("whist",)}, "no_such_document"),
        ({"clauses": ("Mini Baccarat 99",)}, "no_such_clause"),
        ({"clauses": ("7-Up Baccarat 12.1",)}, "no_such_clause"),
        ({"questions": 0}, "length_impossible"),
        ({"questions": MOST_QUESTIONS + 1}, "length_impossible"),
        ({"percent": 101}, "pass_mark_impossible"),
        ({"due_us": NOW_US}, "due_in_the_past"),
        ({"limit": 4}, "time_impossible"),
    ],
)
def test_what_cannot_be_a_course_is_refused(change: dict[str, object], code: str) -> None:
    refused = give(Course(), replace(SET, **change))
    assert refused is not None
    assert refused.code == code


@pytest.mark.parametrize("role", [Role.DEALER, Role.INSPECTOR, Role.PATRON])
def test_others_do_not_set_courses(role: Role) -> None:
    refused = give(Course(), SET, role)
    assert refused is not None
    assert refused.code == "role_may_not"


def test_a_course_is_set_once_and_withdrawn_once() -> None:
    course = Course()
    give(course, SET)
    for command, left in ((SET, None), (v.WithdrawCourse("replaced"), "replaced")):
        refused = give(course, command)
        assert (refused is None) == (left is not None)
    again = give(course, v.WithdrawCourse("twice"))
    assert again is not None
    assert again.detail == "the course has been withdrawn"
