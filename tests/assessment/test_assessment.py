"""Table tests: who sets and sits them, in which order, how often, how soon, and what passes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from houseway.assessment import assessment as v
from houseway.assessment.assessment import (
    GRACE_US,
    HOUR_US,
    MINUTE_US,
    TableTest,
    decide,
    evolve,
)
from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

SET = v.SetAssessment(
    "Payouts", "mini-baccarat@2017-12-06", ("payout",), "spring", 4, 10, 75, 2, 24
)
CLAUSE = "Mini Baccarat 8.8(b)"


def give(
    test: TableTest, command: Command, by: Role = Role.DEALER, at_us: int = 0, actor: str = "Eli"
) -> Refused | None:
    ruling = decide(test, command, by, at_us, actor)
    if isinstance(ruling, Refused):
        return ruling
    for event in ruling.events:
        evolve(test, event)
    return None


@pytest.fixture
def paper() -> TableTest:
    """Four questions in ten minutes, three of them right to pass; twice, a day apart."""
    made = TableTest()
    assert give(made, SET, Role.GAMING_SUPERVISOR, actor="Dora") is None
    return made


def answers(test: TableTest, marks: str, at_us: int = 0, actor: str = "Eli") -> None:
    """Sit the test: R for an answer that is right, W for a wrong one."""
    assert give(test, v.BeginSitting(), at_us=at_us, actor=actor) is None
    for number, each in enumerate(marks):
        ok = each == "R"
        missed = () if ok else (CLAUSE,)
        answer = v.AnswerQuestion(number, (("25",),), int(ok), 1, missed)
        assert give(test, answer, at_us=at_us, actor=actor) is None


@pytest.mark.parametrize(
    ("marks", "percent", "passed"), [("RRRR", 100, True), ("RRWR", 75, True), ("RWWR", 50, False)]
)
def test_the_last_answer_hands_in_and_the_pass_mark_decides(
    paper: TableTest, marks: str, percent: int, passed: bool
) -> None:
    answers(paper, marks)
    result = paper.sittings["Eli"][0].result
    assert result is not None
    assert (result.percent, result.passed) == (percent, passed)
    assert result.missed == (() if "W" not in marks else (CLAUSE,))


def test_what_is_not_answered_is_not_right(paper: TableTest) -> None:
    answers(paper, "RR")
    assert give(paper, v.FinishSitting()) is None
    result = paper.sittings["Eli"][0].result
    assert result is not None
    assert (result.percent, result.passed) == (50, False)


def test_who_failed_waits_and_sits_it_as_often_as_the_house_allows(paper: TableTest) -> None:
    answers(paper, "WWWW")
    assert give(paper, v.BeginSitting(), at_us=HOUR_US) == Refused("too_soon")
    answers(paper, "WWWW", at_us=24 * HOUR_US)
    assert give(paper, v.BeginSitting(), at_us=99 * HOUR_US) == Refused("no_attempt_left")
    assert [each.attempt for each in paper.sittings["Eli"]] == [1, 2]


def test_who_passed_does_not_sit_it_again(paper: TableTest) -> None:
    answers(paper, "RRRR")
    assert give(paper, v.BeginSitting(), at_us=99 * HOUR_US) == Refused("passed_already")


def test_questions_come_in_order_once_and_in_time(paper: TableTest) -> None:
    answer = v.AnswerQuestion(0, (("25",),), 1, 1)
    assert give(paper, answer) == Refused("not_sitting")
    assert give(paper, v.BeginSitting()) is None
    assert give(paper, v.BeginSitting()) == Refused("sitting_already")
    assert give(paper, v.AnswerQuestion(1, (("25",),), 1, 1)) == Refused("not_this_question")
    assert give(paper, v.AnswerQuestion(0, (("25",),))) == Refused("not_marked")
    assert give(paper, answer, at_us=10 * MINUTE_US + GRACE_US) is None
    late = v.AnswerQuestion(1, (("25",),), 1, 1)
    assert give(paper, late, at_us=10 * MINUTE_US + GRACE_US + 1) == Refused("time_is_up")


@pytest.mark.parametrize(("by", "command"), [
    (Role.DEALER, SET), (Role.INSPECTOR, SET), (Role.PATRON, v.BeginSitting()),
    (Role.DEALER, v.WithdrawAssessment("a new edition")),
])  # fmt: skip
def test_only_those_may_whose_role_it_is(paper: TableTest, by: Role, command: Command) -> None:
    on = TableTest() if command is SET else paper
    assert give(on, command, by) == Refused("role_may_not")


def test_a_withdrawn_test_is_not_sat(paper: TableTest) -> None:
    withdrawn = v.WithdrawAssessment("a new edition")
    assert give(paper, withdrawn, Role.GAMING_SUPERVISOR, actor="Dora") is None
    assert give(paper, v.BeginSitting()) == Refused("not_now")


@pytest.mark.parametrize(("change", "code"), [
    ({"document": "whist"}, "no_such_document"), ({"length": 0}, "length_impossible"),
    ({"minutes": 0}, "time_impossible"), ({"percent": 101}, "pass_mark_impossible"),
])  # fmt: skip
def test_a_test_that_cannot_be_sat_is_not_set(change: dict[str, object], code: str) -> None:
    command = replace(SET, **change)
    assert give(TableTest(), command, Role.GAMING_SUPERVISOR) == Refused(code)
