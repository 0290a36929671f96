"""One table test as an aggregate: set, sat, handed in. `decide` judges, `evolve` applies."""

from __future__ import annotations

from dataclasses import dataclass, field

from houseway.games import playable
from houseway.games.base_commands import Group
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import Count, DocumentName, Minutes, Number, OptionalText, Text, Word
from houseway.games.machine import Given, Machine, role_may_not
from houseway.games.machine import May as May
from houseway.games.machine import Part as MachinePart
from houseway.rulebook.roles import DIRECTORS, NOBODY, SUPERVISORS, Excluded, Role, Signature
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused

# The commands and events of a table test.

AnswerGiven = tuple[OptionalText, ...]  # one answer: a text, or several options


class AssessmentCommand(Command, frozen=True):
    group = Group("Table tests", name="people")
    console = "own page"


class SetAssessment(AssessmentCommand, frozen=True):
    """`percent` is the pass mark, `attempts` how often one person may sit it (0: any number of
    times), `hours` how long one waits before sitting it again."""

    name: Word
    document: DocumentName
    kinds: tuple[Word, ...]
    seed: Word
    length: Count
    minutes: Minutes
    percent: Count
    attempts: Count = 0
    hours: Count = 0
    sentence = "set a table test of {document}"


class BeginSitting(AssessmentCommand, frozen=True):
    sentence = "begin the table test"


class AnswerQuestion(AssessmentCommand, frozen=True):
    """The answers to one question. The house adds the marks: how many parts are right, of how
    many, and the clauses of those that are wrong."""

    number: Number
    answers: tuple[AnswerGiven, ...]
    right: Count = 0
    of: Count = 0
    missed: tuple[Word, ...] = ()  # clauses
    known: tuple[Word, ...] = ()
    sentence = "answer question {number:number}"


class FinishSitting(AssessmentCommand, frozen=True):
    sentence = "hand in the table test"


class WithdrawAssessment(AssessmentCommand, frozen=True):
    reason: Text
    sentence = "withdraw the table test: {reason:words}"


class AssessmentSet(Event, frozen=True):
    name: str
    edition: str
    kinds: tuple[str, ...]
    seed: str
    length: int
    minutes: int
    percent: int
    attempts: int
    hours: int
    by: Signature


class SittingBegun(Event, frozen=True):
    attempt: int
    by: Signature


class QuestionAnswered(Event, frozen=True):
    attempt: int
    number: int
    answers: tuple[AnswerGiven, ...]
    right: int
    of: int
    missed: tuple[str, ...]
    known: tuple[str, ...]
    by: Signature


class SittingFinished(Event, frozen=True):
    """The result of one sitting: `percent` is what was reached, in whole per cent."""

    name: str
    edition: str
    seed: str
    attempt: int
    right: int
    of: int
    answered: int
    length: int
    percent: int
    passed: bool
    begun_us: int
    missed: tuple[str, ...]
    by: Signature


class AssessmentWithdrawn(Event, frozen=True):
    reason: str
    by: Signature


NEW, OPEN, WITHDRAWN = "new", "open", "withdrawn"  # a test's life
MINUTE_US, HOUR_US = 60_000_000, 3_600_000_000
LONGEST, LONGEST_MINUTES = 200, 600
GRACE_US = 5_000_000  # for an answer that was sent in time
SETTERS = SUPERVISORS | DIRECTORS
SITTERS = frozenset(Role) - {Role.PATRON}


@dataclass(slots=True)
class Sitting:
    attempt: int
    begun_us: int
    answers: list[QuestionAnswered] = field(default_factory=list)
    result: SittingFinished | None = None

    @property
    def right(self) -> int:
        return sum(each.right for each in self.answers)

    @property
    def of(self) -> int:
        return sum(each.of for each in self.answers)


@dataclass
class TableTest:
    """What is known about one table test."""

    rules: AssessmentSet | None = None
    life: str = NEW
    sittings: dict[str, list[Sitting]] = field(default_factory=dict)
    withdrawn: AssessmentWithdrawn | None = None
    refusals: int = 0

    @property
    def edition(self) -> str:
        """The edition of the document that is asked about."""
        return self.rules.edition if self.rules else ""

    def sitting(self, person: str) -> Sitting | None:
        """The sitting that a person has begun and not handed in."""
        last = self.sittings.get(person, [])[-1:]
        return last[0] if last and last[0].result is None else None

    def ends_us(self, sitting: Sitting) -> int:
        minutes = self.rules.minutes if self.rules else 0
        return sitting.begun_us + minutes * MINUTE_US


class Part(MachinePart[TableTest, None]):
    usual = (OPEN,)


part = Part()


@part.decides(SetAssessment, by=SETTERS, stages=(NEW,))
def _set(test: TableTest, command: SetAssessment, given: Given) -> Ruling:
    if not playable(command.document):
        return Refused("no_such_document", None, f"there is no document {command.document}")
    if not 1 <= command.length <= LONGEST:
        return Refused("length_impossible", None, f"a test has 1 to {LONGEST} questions")
    if not 1 <= command.minutes <= LONGEST_MINUTES:
        return Refused("time_impossible", None, f"a test takes 1 to {LONGEST_MINUTES} minutes")
    if not 1 <= command.percent <= 100:
        return Refused("pass_mark_impossible", None, "the pass mark is 1 to 100 per cent")
    made = AssessmentSet(
        command.name, command.document, command.kinds, command.seed, command.length,
        command.minutes, command.percent, command.attempts, command.hours, given.signature,
    )  # fmt: skip
    return Accepted((made,))


@part.decides(BeginSitting, by=SITTERS)
def _begin(test: TableTest, command: BeginSitting, given: Given) -> Ruling:
    """One person sits it once at a time, as often and as soon as the house allows."""
    rules, done = _rules(test), test.sittings.get(given.actor, [])
    if test.sitting(given.actor):
        return Refused("sitting_already", None, "hand in the test that you have begun first")
    if any(each.result and each.result.passed for each in done):
        return Refused("passed_already", None, "you have passed this test")
    if rules.attempts and len(done) >= rules.attempts:
        return Refused("no_attempt_left", None, f"this test is sat {rules.attempts} times at most")
    if done and (finished := done[-1].result):
        again = finished.by.at_us + rules.hours * HOUR_US
        if given.at_us < again:
            sentence = f"wait {rules.hours} hours after the last sitting"
            return Refused("too_soon", None, sentence)
    return Accepted((SittingBegun(len(done) + 1, given.signature),))


@part.decides(AnswerQuestion, by=SITTERS)
def _answer(test: TableTest, command: AnswerQuestion, given: Given) -> Ruling:
    """Questions are answered once, in their order, in time. The last answer hands the test in."""
    rules, sitting = _rules(test), test.sitting(given.actor)
    if sitting is None:
        return Refused("not_sitting", None, "begin the test first")
    if given.at_us > test.ends_us(sitting) + GRACE_US:
        return Refused("time_is_up", None, f"the {rules.minutes} minutes are over: hand it in")
    if command.number != len(sitting.answers):
        return Refused("not_this_question", None, "questions are answered once, in their order")
    if not 0 <= command.right <= command.of or not command.of:
        return Refused("not_marked", None, "an answer is stored with its marks")
    made = QuestionAnswered(
        sitting.attempt, command.number, command.answers, command.right, command.of,
        command.missed, command.known, given.signature,
    )  # fmt: skip
    if command.number + 1 < rules.length:
        return Accepted((made,))
    return Accepted((made, _result(rules, sitting, [*sitting.answers, made], given)))


@part.decides(FinishSitting, by=SITTERS)
def _finish(test: TableTest, command: FinishSitting, given: Given) -> Ruling:
    sitting = test.sitting(given.actor)
    if sitting is None:
        return Refused("not_sitting", None, "begin the test first")
    return Accepted((_result(_rules(test), sitting, sitting.answers, given),))


def _result(
    rules: AssessmentSet, sitting: Sitting, answers: list[QuestionAnswered], given: Given
) -> SittingFinished:
    """Each question counts the same. It is right if every part is; the rest is not answered."""
    right = sum(each.right == each.of for each in answers)
    percent = right * 100 // rules.length
    missed = dict.fromkeys(clause for each in answers for clause in each.missed)
    return SittingFinished(
        rules.name, rules.edition, rules.seed, sitting.attempt, right, len(answers), len(answers),
        rules.length, percent, right * 100 >= rules.percent * rules.length, sitting.begun_us,
        tuple(missed), given.signature,
    )  # fmt: skip


@part.decides(WithdrawAssessment, by=SETTERS)
def _withdraw(test: TableTest, command: WithdrawAssessment, given: Given) -> Ruling:
    return Accepted((AssessmentWithdrawn(command.reason, given.signature),))


def _rules(test: TableTest) -> AssessmentSet:
    if test.rules is None:
        raise AssertionError("a test that has not been set is not sat")
    return test.rules


# Applied


@part.folds(AssessmentSet)
def _was_set(test: TableTest, event: AssessmentSet) -> None:
    test.rules, test.life = event, OPEN


@part.folds(SittingBegun)
def _begun(test: TableTest, event: SittingBegun) -> None:
    own = test.sittings.setdefault(event.by.person, [])
    own.append(Sitting(event.attempt, event.by.at_us))


@part.folds(QuestionAnswered)
def _answered(test: TableTest, event: QuestionAnswered) -> None:
    test.sittings[event.by.person][-1].answers.append(event)


@part.folds(SittingFinished)
def _finished(test: TableTest, event: SittingFinished) -> None:
    test.sittings[event.by.person][-1].result = event


@part.folds(AssessmentWithdrawn)
def _withdrawn(test: TableTest, event: AssessmentWithdrawn) -> None:
    test.life, test.withdrawn = WITHDRAWN, event


@part.folds(OrderRefused)
def _refused(test: TableTest, event: OrderRefused) -> None:
    test.refusals += 1


# The machine


def _not_now(test: TableTest, command: Command, may: May) -> Refused | None:
    if test.life in may.stages:
        return None
    sentences = {NEW: "there is no such table test", OPEN: "the test has been set already"}
    return Refused("not_now", None, sentences.get(test.life, "the test has been withdrawn"))


def _may_not(test: TableTest, command: Command, may: May, given: Given) -> Refused | None:
    if given.by in may.roles:
        return None
    return role_may_not(type(command), given.by, may.roles, None)


MACHINE = Machine("a table test", "order_not_of_a_test", _not_now, _may_not, (part,))


def decide(
    test: TableTest, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    return MACHINE.decide(test, command, Given(by, actor, at_us, excluded))


def evolve(test: TableTest, event: Event) -> TableTest:
    MACHINE.evolve(test, event)
    return test
