"""What became of every wager: played from a record, told as data, compared with what it expects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from houseway.equipment.chips import dollars, money
from houseway.games import events as e
from houseway.games.commands import BringChips, JoinTable
from houseway.records.hwr import BadRecord, Expect, Record, WrittenRound, WrittenStep
from houseway.records.sentences import BadSentence
from houseway.records.session import Session, Step
from houseway.rulebook.roles import Role


class Line(Struct):
    """One wager of one round and what became of it."""

    patron: str
    wager: str
    box: int
    stake: int
    result: str
    paid: int
    returned: int
    clauses: tuple[str, ...]


class RoundReport(Struct):
    round: int
    result: str = ""
    hands: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    void: bool = False


class Report(Struct):
    """A record played through. `problems` are differences from what it expects and refusals."""

    session: Session
    rounds: list[RoundReport]
    problems: list[str]


def play_record(record: Record) -> Report:
    """Play every step through the engine; stop at the first refusal that was not expected."""
    session = Session(record.game, record.setup)
    for patron, chips in record.patrons.items():
        session.order(JoinTable(patron), Role.DEALER, implied=True)
        if chips:
            session.order(BringChips(patron, chips), Role.DEALER, implied=True)
    if record.prepared:
        session.prepare()
    problems: list[str] = []
    for written in record.rounds:
        problem = _play_round(session, written)
        if problem:
            problems.append(problem)
            break
    rounds = rounds_of(session.steps)
    problems += _differences(record, rounds)
    return Report(session, rounds, problems)


def _play_round(session: Session, written: WrittenRound) -> str | None:
    for step in written.steps:
        try:
            refused = session.write(step.text, line=step.line)
        except BadSentence as wrong:
            raise BadRecord(step.line, str(wrong)) from wrong
        problem = _unlike(session, step, refused)
        if problem:
            return problem
    session.finish(line=written.steps[-1].line if written.steps else written.line)
    return None


def _unlike(session: Session, step: WrittenStep, refused: Any) -> str | None:
    where = f"line {step.line}: {step.text}"
    if step.refused is None:
        return f"{where}: refused: {refused}" if refused else None
    code, clause = step.refused
    if refused is None:
        return f"{where}: accepted, but {code} was expected"
    number = session.game.cite.number_of(refused.clause) if refused.clause else ""
    if (refused.code, number) != (code, clause):
        return f"{where}: refused as {refused.code} [{number}], not {code} [{clause}]"
    return None


def rounds_of(steps: list[Step]) -> list[RoundReport]:
    """The rounds as the steps of a session tell them."""
    return rounds_told(event for step in steps for event in step.events)


def rounds_told(events: Iterable[e.Event]) -> list[RoundReport]:
    """The rounds as the events tell them; a later void changes the round it names."""
    rounds: dict[int, RoundReport] = {}
    current = RoundReport(0)
    for event in events:
        if isinstance(event, e.RoundOpened):
            current = rounds.setdefault(event.round, RoundReport(event.round))
        _tell(event, current, rounds)
    return list(rounds.values())


def _tell(event: e.Event, current: RoundReport, rounds: dict[int, RoundReport]) -> None:
    if isinstance(event, e.Settlement):
        result = e.RESULT_OF[type(event)]
        current.lines.append(
            Line(event.patron, event.wager, event.box, event.stake, result, event.paid,
                 event.returned, tuple(event.clauses))
        )  # fmt: skip
    elif isinstance(event, e.ResultAnnounced):
        current.result, current.hands = event.result, event.hands
    elif isinstance(event, e.SettlementReversed):
        _reverse(event, rounds[event.round])
    elif isinstance(event, e.SettlementUndone):
        done = event.settlement
        line = _line(current, done.patron, done.wager, done.box)
        current.lines.remove(line)
    elif isinstance(event, e.SettlementCorrected):
        _correct(event.after, rounds[event.round], event.clause)
    elif isinstance(event, e.ResultCorrected):
        rounds[event.round].result, rounds[event.round].hands = event.result, event.hands
    elif isinstance(event, e.RoundVoided):
        rounds[event.round].void = True
        rounds[event.round].result = "void"


def _reverse(event: e.SettlementReversed, told: RoundReport) -> None:
    line = _line(told, event.patron, event.wager, event.box)
    line.result, line.paid, line.returned = "void", 0, event.stake
    line.clauses = (*line.clauses, *event.clauses)


def _correct(after: e.Settlement, told: RoundReport, clause: str) -> None:
    line = _line(told, after.patron, after.wager, after.box)
    line.result, line.paid, line.returned = e.RESULT_OF[type(after)], after.paid, after.returned
    line.clauses = (*after.clauses, clause)


def _line(told: RoundReport, patron: str, wager: str, box: int) -> Line:
    keys = [(line.patron, line.wager, line.box) for line in told.lines]
    return told.lines[len(keys) - 1 - keys[::-1].index((patron, wager, box))]


def _differences(record: Record, rounds: list[RoundReport]) -> list[str]:
    found = []
    for number, (written, told) in enumerate(zip(record.rounds, rounds, strict=False), 1):
        if written.result and written.result != told.result:
            found.append(f"round {number}: the result is {told.result}, not {written.result}")
        for expect in written.expect:
            found += _line_differences(record, number, expect, told)
    return found


def _line_differences(record: Record, number: int, expect: Expect, told: RoundReport) -> list[str]:
    where = f"round {number}, {expect.patron} on {expect.wager}"
    lines = [
        line
        for line in told.lines
        if (line.patron, line.wager, line.box) == (expect.patron, expect.wager, expect.box)
    ]
    if not lines:
        return [f"{where}: no such wager was settled"]
    line = lines[-1]
    found = []
    if line.result != expect.result:
        found.append(f"{where}: {line.result}, not {expect.result}")
    for name in ("stake", "paid", "returned"):
        wanted = getattr(expect, name)
        if wanted is not None and dollars(str(wanted)) != getattr(line, name):
            found.append(f"{where}: {name} is {money(getattr(line, name))}, not {wanted}")
    missing = [n for n in expect.clauses if record.game.cite(n) not in line.clauses]
    if missing:
        told_by = ", ".join(line.clauses)
        found.append(f"{where}: decided by {told_by}; missing {', '.join(missing)}")
    return found


def as_json(rounds: list[RoundReport]) -> dict[str, Any]:
    """The settlement as data, amounts as decimal strings."""
    return {
        "rounds": [
            {
                "result": told.result,
                "hands": told.hands,
                "settlements": [
                    {
                        "patron": line.patron,
                        "box": line.box,
                        "wager": line.wager,
                        "stake": money(line.stake),
                        "result": line.result,
                        "paid": money(line.paid),
                        "returned": money(line.returned),
                        "clauses": list(line.clauses),
                    }
                    for line in told.lines
                ],
            }
            for told in rounds
        ]
    }
