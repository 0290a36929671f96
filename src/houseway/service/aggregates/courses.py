"""Courses as the service knows them, and how far each trainee has come."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct, field

from houseway.assessment import course as v
from houseway.assessment.assessment import OPEN
from houseway.assessment.course import MACHINE, Course
from houseway.games import find
from houseway.service.access.training import TrainingRecords
from houseway.service.aggregates.kind import Kind
from houseway.table.view import Viewer
from houseway.training.choosing import Scope
from houseway.training.generate import kinds_of

Standing = Literal["done", "under way", "late", "not begun"]


class CourseView(Struct, frozen=True):
    name: str
    version: int
    rules: v.CourseSet
    withdrawn: str  # the reason, if it has been
    own: bool  # whether it is the viewer's course


def view(course: Course, name: str, version: int, viewer: Viewer) -> CourseView:
    if course.rules is None:
        raise AssertionError("only a course that has been set is shown")
    reason = course.withdrawn.reason if course.withdrawn else ""
    return CourseView(name, version, course.rules, reason, course.is_for(viewer.name))


def _there(course: Course) -> bool:
    return course.rules is not None


KIND = Kind("course", tuple(MACHINE.commands), MACHINE.events, _there, view)


# How far trainees have come


class CourseProgress(Struct):
    """The answers of one trainee to the questions of one course."""

    answers: list[bool] = field(default_factory=list)  # without a mistake or not, the latest last
    asked: int = 0
    took_ms: int = 0
    last_us: int = 0
    by_game: dict[str, int] = field(default_factory=dict)

    def take(self, slug: str, rules: v.CourseSet, at_us: int, took_ms: int, *, right: bool) -> None:
        self.answers = [*self.answers, right][-rules.questions :]
        self.asked, self.took_ms, self.last_us = self.asked + 1, self.took_ms + took_ms, at_us
        self.by_game[slug] = self.by_game.get(slug, 0) + 1

    @property
    def right(self) -> int:
        return sum(self.answers)

    @property
    def percent(self) -> int:
        """Of the answers that count: the latest, as many as the course has questions."""
        return self.right * 100 // len(self.answers) if self.answers else 0

    @property
    def seconds(self) -> int:
        return round(self.took_ms / self.asked / 1_000) if self.asked else 0


class ClassRow(NamedTuple):
    """One trainee in the overview of a class."""

    person: str
    progress: CourseProgress
    standing: Standing


def record_name(name: str) -> str:
    return f"course/{name}"


def standing(rules: v.CourseSet, progress: CourseProgress, now_us: int) -> Standing:
    done = len(progress.answers) >= rules.questions and progress.percent >= rules.percent
    if done:
        return "done"
    if rules.due_us and now_us > rules.due_us:
        return "late"
    return "under way" if progress.asked else "not begun"


def overview(
    records: TrainingRecords, name: str, rules: v.CourseSet, now_us: int
) -> list[ClassRow]:
    """Everybody whose course it is, and everybody who has begun it."""
    found = dict(records.everybody(record_name(name), CourseProgress))
    known = {each.casefold() for each in found}
    for person in rules.people:
        if person.casefold() not in known:
            found[person] = CourseProgress()
    rows = [ClassRow(person, each, standing(rules, each, now_us)) for person, each in found.items()]
    return sorted(rows, key=lambda row: row.person.casefold())


def scopes(rules: v.CourseSet) -> list[Scope]:
    """What is asked of each game; a game that has none of the clauses is left out."""
    found = []
    for edition in rules.editions:
        game = find(edition)
        title = f"{game.cite.title} "
        clauses = tuple(
            each.removeprefix(title) for each in rules.clauses if each.startswith(title)
        )
        kinds = tuple(each for each in kinds_of(game) if each in rules.kinds)
        if (clauses or not rules.clauses) and (kinds or not rules.kinds):
            found.append(Scope(game.slug, kinds, clauses))
    return found


def next_scope(rules: v.CourseSet, progress: CourseProgress) -> Scope | None:
    """The game of the course that was asked least often."""
    return min(scopes(rules), key=lambda each: progress.by_game.get(each.slug, 0), default=None)


def is_open(course: Course) -> bool:
    return course.life == OPEN
