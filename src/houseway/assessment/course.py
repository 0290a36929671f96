"""One course as an aggregate: set by a supervisor, withdrawn when it is no longer wanted."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.assessment.assessment import NEW, OPEN, SETTERS, WITHDRAWN, AssessmentCommand
from houseway.games import game, playable
from houseway.games.base_commands import Group
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import Count, DocumentName, Moment, PersonName, Seconds, Text, Word
from houseway.games.machine import Given, Machine, role_may_not
from houseway.games.machine import May as May
from houseway.games.machine import Part as MachinePart
from houseway.rulebook.roles import NOBODY, Excluded, Role, Signature
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused

# The commands and events of a course: what staff should train, until when, and with what success.


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


MOST_QUESTIONS, MOST_SECONDS, LEAST_SECONDS = 1_000, 600, 5


@dataclass
class Course:
    """What is known about one course."""

    rules: CourseSet | None = None
    life: str = NEW
    withdrawn: CourseWithdrawn | None = None
    refusals: int = 0

    @property
    def edition(self) -> str:
        return self.rules.editions[0] if self.rules else ""

    def is_for(self, person: str) -> bool:
        """Whether it is a person's course; one without names is everybody's."""
        people = self.rules.people if self.rules else ()
        return not people or person.casefold() in {each.casefold() for each in people}


class CoursePart(MachinePart[Course, None]):
    usual = (OPEN,)


part = CoursePart()


@part.decides(SetCourse, by=SETTERS, stages=(NEW,))
def _set(course: Course, command: SetCourse, given: Given) -> Ruling:
    fault = _fault(command, given.at_us)
    if fault:
        return Refused(*fault)
    editions = tuple(dict.fromkeys(game(each).cite.id for each in command.documents))
    made = CourseSet(
        command.name, editions, command.kinds, command.clauses, command.people,
        command.questions, command.percent, command.due_us, command.limit, given.signature,
    )  # fmt: skip
    return Accepted((made,))


def _fault(command: SetCourse, at_us: int) -> tuple[str, None, str] | None:
    unknown = [each for each in command.documents if not playable(each)]
    if unknown or not command.documents:
        sentence = f"there is no document {unknown[0]}" if unknown else "a course has a game"
        return "no_such_document", None, sentence
    for each in command.clauses:
        if not _is_of(each, command.documents):
            return "no_such_clause", None, f"no game of the course has a clause {each}"
    if not 1 <= command.questions <= MOST_QUESTIONS:
        return "length_impossible", None, f"a course has 1 to {MOST_QUESTIONS} questions"
    if not 1 <= command.percent <= 100:
        return "pass_mark_impossible", None, "the pass mark is 1 to 100 per cent"
    if command.due_us and command.due_us <= at_us:
        return "due_in_the_past", None, "the course must be due in the future"
    if command.limit and not LEAST_SECONDS <= command.limit <= MOST_SECONDS:
        sentence = f"a question takes {LEAST_SECONDS} to {MOST_SECONDS} seconds, or any time"
        return "time_impossible", None, sentence
    return None


def _is_of(clause: str, documents: tuple[str, ...]) -> bool:
    cited = [game(each).cite for each in documents]
    return any(clause == f"{each.title} {number}" for each in cited for number in each.clauses)


@part.decides(WithdrawCourse, by=SETTERS)
def _withdraw(course: Course, command: WithdrawCourse, given: Given) -> Ruling:
    return Accepted((CourseWithdrawn(command.reason, given.signature),))


@part.folds(CourseSet)
def _was_set(course: Course, event: CourseSet) -> None:
    course.rules, course.life = event, OPEN


@part.folds(CourseWithdrawn)
def _withdrawn(course: Course, event: CourseWithdrawn) -> None:
    course.life, course.withdrawn = WITHDRAWN, event


@part.folds(OrderRefused)
def _refused(course: Course, event: OrderRefused) -> None:
    course.refusals += 1


def _not_now(course: Course, command: Command, may: May) -> Refused | None:
    if course.life in may.stages:
        return None
    sentences = {NEW: "there is no such course", OPEN: "the course has been set already"}
    return Refused("not_now", None, sentences.get(course.life, "the course has been withdrawn"))


def _may_not(course: Course, command: Command, may: May, given: Given) -> Refused | None:
    if given.by in may.roles:
        return None
    return role_may_not(type(command), given.by, may.roles, None)


MACHINE = Machine("a course", "order_not_of_a_course", _not_now, _may_not, (part,))


def decide(
    course: Course, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    return MACHINE.decide(course, command, Given(by, actor, at_us, excluded))


def evolve(course: Course, event: Event) -> Course:
    MACHINE.evolve(course, event)
    return course
