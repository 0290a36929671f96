"""What the training pages and the pages of courses share: the next question and its answer."""

from __future__ import annotations

from copy import copy

from houseway.assessment.course import Course
from houseway.service.access.accounts import Account
from houseway.service.aggregates.courses import (
    KIND,
    CourseProgress,
    is_open,
    next_scope,
    record_name,
)
from houseway.service.consoles.training.desk import QuestionPlan
from houseway.service.floor import Floor


def open_course(floor: Floor, name: str) -> Course:
    """A course as it is now; raise where there is none. Blocks."""
    found: Course = KIND.look(floor, name, lambda course, _version: copy(course))
    return found


def progress_in(floor: Floor, account: Account, name: str) -> CourseProgress:
    return floor.desk.training.read(account.name, record_name(name), CourseProgress)


def course_plan(floor: Floor, account: Account, name: str, number: int) -> QuestionPlan | None:
    """The question that comes next in a course; None where it asks nothing of this trainee."""
    course = open_course(floor, name)
    if course.rules is None or not is_open(course) or not course.is_for(account.name):
        return None
    scope = next_scope(course.rules, progress_in(floor, account, name))
    return QuestionPlan(account.name, scope, number) if scope else None


def record_answer(
    floor: Floor, account: Account, name: str, slug: str, took: int, *, right: bool
) -> None:
    """Count an answer for a course, if the course is open and this trainee's. Blocks."""
    course = open_course(floor, name)
    rules = course.rules
    if rules is None or not is_open(course) or not course.is_for(account.name):
        return

    def count(progress: CourseProgress) -> None:
        progress.take(slug, rules, floor.now_us(), took, right=right)

    floor.desk.training.change(account.name, record_name(name), CourseProgress, count)
