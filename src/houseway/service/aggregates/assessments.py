"""Table tests as the service knows them: the house marks each answer while it is judged."""

from __future__ import annotations

from http import HTTPStatus

from msgspec import Struct
from msgspec.structs import replace

from houseway.assessment import assessment as v
from houseway.assessment.assessment import MACHINE, SETTERS, TableTest
from houseway.equipment.chips import BadAmount
from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.aggregates.kind import Kind
from houseway.service.consoles.training.desk import DESK, Asked
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import Reads
from houseway.service.texts.text import Text
from houseway.table.view import Viewer
from houseway.training.drill import Drill, Part, mark

VIEWERS = SETTERS | {Role.INSPECTOR}


class AssessmentView(Struct, frozen=True):
    """A table test as one viewer may see it: those in charge see every result, others their own."""

    name: str
    version: int
    rules: v.AssessmentSet
    results: tuple[v.SittingFinished, ...]
    withdrawn: str = ""  # the reason, if it has been


def view(test: TableTest, name: str, version: int, viewer: Viewer) -> AssessmentView:
    if test.rules is None:
        raise AssertionError("only a test that has been set is shown")
    shown = [
        each.result
        for person, sittings in test.sittings.items()
        for each in sittings
        if each.result and (viewer.role in VIEWERS or person == viewer.name)
    ]
    reason = test.withdrawn.reason if test.withdrawn else ""
    return AssessmentView(name, version, test.rules, tuple(shown), reason)


def question(rules: v.AssessmentSet, attempt: int, number: int) -> Asked:
    """The question of a test: the same for everybody who sits it as often."""
    return Asked(rules.edition, rules.kinds, f"{rules.seed}/{attempt}", number)


def _there(test: TableTest) -> bool:
    return test.rules is not None


def _check(account: Account, command: Command) -> None:
    if isinstance(command, v.AnswerQuestion) and (command.of or command.missed or command.known):
        sentence = Text("the house marks answers: leave the marks empty")
        raise Wrong(HTTPStatus.FORBIDDEN, "house_marks", sentence)


def _complete(floor: Reads, stream: str, order: Order, test: TableTest) -> Command:
    """Return the answer with its marks."""
    command, sitting = order.command, test.sitting(order.actor)
    if not isinstance(command, v.AnswerQuestion) or sitting is None or test.rules is None:
        return command
    if command.number >= test.rules.length:
        return command
    made = DESK.ready(question(test.rules, sitting.attempt, command.number)).drill
    return marked(command, made)


def marked(command: v.AnswerQuestion, made: Drill) -> v.AnswerQuestion:
    """Count the parts that are right, and list the clauses of those that are not."""
    given = (*command.answers, *(() for _ in made.parts))
    right = [_is_right(part, said) for part, said in zip(made.parts, given, strict=False)]
    missed = [clause for part, ok in zip(made.parts, right, strict=True) if not ok
              for clause in part.clauses]  # fmt: skip
    known = [clause for clause in made.clauses if clause not in missed]
    return replace(
        command, right=sum(right), of=len(right), missed=tuple(dict.fromkeys(missed)),
        known=tuple(known),
    )  # fmt: skip


def _is_right(part: Part, said: tuple[str, ...]) -> bool:
    try:
        return mark(part, said).right
    except BadAmount:
        return False


KIND = Kind(
    "assessment", tuple(MACHINE.commands), MACHINE.events, _there, view, _check,
    complete=_complete,
)  # fmt: skip
