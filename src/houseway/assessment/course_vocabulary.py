"""The commands and events of a course: what staff should train, until when, and with what success.

The answers of trainees are no events: practice is free, and a table test is what counts.
"""

from __future__ import annotations

from houseway.assessment.vocabulary import AssessmentCommand
from houseway.games.base_commands import Group
from houseway.games.events import Event
from houseway.games.fields import Count, DocumentName, Moment, PersonName, Seconds, Text, Word
from houseway.rulebook.persons import Signature


class CourseCommand(AssessmentCommand, frozen=True):
    group = Group("Courses", name="people")


class SetCourse(CourseCommand, frozen=True):
    """`kinds` and `clauses` are what is asked (none: everything), `people` whose course it is
    (none: all staff). It is done with `questions` answers of which `percent` are right, by `due`
    (0: at any time). `limit` is the time for one question (0: any)."""

    name: Word
    documents: tuple[DocumentName, ...]
    kinds: tuple[Word, ...]
    clauses: tuple[Word, ...]
    people: tuple[PersonName, ...]
    questions: Count
    percent: Count
    due_us: Moment = 0
    limit: Seconds = 0
    sentence = "set a course"


class WithdrawCourse(CourseCommand, frozen=True):
    reason: Text
    sentence = "withdraw the course: {reason:words}"


class CourseSet(Event, frozen=True):
    name: str
    editions: tuple[str, ...]
    kinds: tuple[str, ...]
    clauses: tuple[str, ...]
    people: tuple[str, ...]
    questions: int
    percent: int
    due_us: int
    limit: int
    by: Signature


class CourseWithdrawn(Event, frozen=True):
    reason: str
    by: Signature
