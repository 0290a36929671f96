"""The commands and events of a table test."""

from __future__ import annotations

from houseway.games.base_commands import Command, Group
from houseway.games.events import Event
from houseway.games.fields import (
    Count,
    DocumentName,
    Minutes,
    Number,
    OptionalText,
    Text,
    Word,
)
from houseway.rulebook.persons import Signature

Given = tuple[OptionalText, ...]  # one answer: a text, or several options


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
    answers: tuple[Given, ...]
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
    answers: tuple[Given, ...]
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
