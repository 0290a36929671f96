"""What became of every wager: played from a record, told as data, compared with what it expects."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct, field

from houseway.equipment.chips import dollars, money
from houseway.games import events as e
from houseway.games.commands import BringChips, JoinTable
from houseway.games.tokens import held
from houseway.records.hwr import BadRecord, Expect, Record, WrittenRound, WrittenStep
from houseway.records.sentences import BadSentence
from houseway.records.session import Session, Step, TableSession
from houseway.rulebook.roles import Role
from houseway.table.state import IDLE


class WagerSettlement(Struct):
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
    lines: list[WagerSettlement] = field(default_factory=list)
    void: bool = False


class Report(Struct):
    """A record played through. `problems` are differences from what it expects and refusals."""

    session: Session
    rounds: list[RoundReport]
    problems: list[str]


def play_record(record: Record) -> Report:
    """Play every step through the engine; stop at the first refusal that was not expected."""
    session = _session(record)
    for patron, chips in record.patrons.items():
        session.order(JoinTable(patron), Role.DEALER, implied=True)
        if chips:
            session.order(BringChips(patron, chips), Role.DEALER, implied=True)
    refused = session.prepare(record.cards_left) if record.prepared else None
    if refused:
        return Report(session, [], [str(refused)])
    problems: list[str] = []
    played: list[_Played] = []
    for number, written in enumerate(record.rounds, 1):
        before, under_way = len(session.steps), _under_way(session)
        problem = _play_round(session, written)
        if problem:
            return Report(session, rounds_of(session.steps), [*problems, problem])
        concerned = _rounds_concerned(session.steps[before:]) or under_way
        played.append(_Played(number, written, concerned))
        problems += _state_differences(session, played[-1])
    rounds = rounds_of(session.steps)
    problems += _differences(record, played, rounds)
    if record.rounds and not record.rounds[-1].next:
        problems += _unfinished(session)
    return Report(session, rounds, problems)


def _session(record: Record) -> Session:
    patrons = record.patrons or None
    if record.begins_us:
        staff = record.staff
        return TableSession(record.game, record.setup, record.begins_us, staff, patrons)
    return Session(record.game, record.setup, one_round=True, patrons=patrons)


class _Played(NamedTuple):
    """A round of the record, and the numbers of the rounds that its steps concern."""

    number: int
    written: WrittenRound
    rounds: list[int]


_CHANGES = (
    e.RoundVoided, e.SettlementReversed, e.SettlementCorrected, e.ResultCorrected
)  # fmt: skip


def _rounds_concerned(steps: list[Step]) -> list[int]:
    """Return the rounds that the steps opened, or those that they changed afterwards."""
    events = [event for step in steps for event in step.events]
    opened = [event.round for event in events if isinstance(event, e.RoundOpened)]
    return opened or [event.round for event in events if isinstance(event, _CHANGES)]


def _under_way(session: Session) -> list[int]:
    """Return the round that further steps go on in, if one is under way."""
    return [] if session.is_between_rounds else [session.play.round]


def _unfinished(session: Session) -> list[str]:
    """A round that the record leaves in the middle, with what comes next."""
    layout = session.play.layout
    only_cards_left = layout.settlements and not layout.wagers and session.awaited.what in IDLE
    if session.is_between_rounds or only_cards_left:
        return []
    return [f"round {session.play.round} is not finished; {session.next}"]


def open_wagers(play: Any) -> list[dict[str, Any]]:
    """The wagers that lie on the layout and wait for a result."""
    return [
        {"patron": patron, "box": box, "wager": wager, "stake": money(stake)}
        for (patron, box, wager), stake in play.layout.wagers.items()
    ]


def _state_differences(session: Session, played: _Played) -> list[str]:
    """Chips held and the next step, as they stand at the end of a round's steps."""
    found = []
    chips = session.play.layout.chips
    for patron, amount in played.written.chips.items():
        if chips.get(patron, 0) != amount:
            has = money(chips.get(patron, 0))
            found.append(f"round {played.number}: {patron} holds {has}, not {money(amount)}")
    for patron, amount in played.written.tokens.items():
        tokens = tokens_of(session.play, patron)
        if tokens != amount:
            differs = f"{money(tokens)} in tokens, not {money(amount)}"
            found.append(f"round {played.number}: {patron} holds {differs}")
    awaited = session.awaited
    if played.written.next not in ("", awaited.what):
        wanted = f"what comes next is {awaited.what}, not {played.written.next}"
        found.append(f"round {played.number}: {wanted} ({session.next})")
    return found


def tokens_of(play: Any, patron: str) -> int:
    """What a patron holds in promotional tokens; nothing where the game has none."""
    return held(play, patron).total if hasattr(play, "tokens") else 0


def _play_round(session: Session, written: WrittenRound) -> str | None:
    session.begin_round()
    for step in written.steps:
        try:
            refused = session.write(step.text, line=step.line)
        except BadSentence as wrong:
            raise BadRecord(step.line, str(wrong)) from wrong
        problem = _unlike(session, step, refused)
        if problem:
            return problem
    if not written.next:
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
    """The rounds as the events tell them."""
    told = Rounds()
    told.hear(events)
    return list(told.by_number.values())


class Rounds:
    """The rounds of a table so far, by number; a later void changes the round it names."""

    def __init__(self) -> None:
        self.by_number: dict[int, RoundReport] = {}
        self._current = RoundReport(0)

    def hear(self, events: Iterable[e.Event]) -> None:
        """Add what the next events tell."""
        for event in events:
            if isinstance(event, e.RoundOpened):
                self._current = self.by_number.setdefault(event.round, RoundReport(event.round))
            elif _tells(type(event)):
                _tell(event, self._current, self.by_number)


@cache
def _tells(kind: type[e.Event]) -> bool:
    """Whether events of a kind say anything about the result of a round."""
    return issubclass(
        kind,
        e.Settlement | e.ResultAnnounced | e.SettlementReversed | e.SettlementUndone
        | e.SettlementCorrected | e.ResultCorrected | e.RoundVoided,
    )  # fmt: skip


def _tell(event: e.Event, current: RoundReport, rounds: dict[int, RoundReport]) -> None:
    if isinstance(event, e.Settlement):
        result = e.RESULT_OF[type(event)]
        current.lines.append(
            WagerSettlement(event.patron, event.wager, event.box, event.stake, result, event.paid,
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


def _line(told: RoundReport, patron: str, wager: str, box: int) -> WagerSettlement:
    keys = [(line.patron, line.wager, line.box) for line in told.lines]
    return told.lines[len(keys) - 1 - keys[::-1].index((patron, wager, box))]


def _differences(record: Record, played: list[_Played], rounds: list[RoundReport]) -> list[str]:
    """What the record expects of each of its rounds and did not come out."""
    by_number = {told.round: told for told in rounds}
    found = []
    for each in played:
        reports = [by_number[number] for number in each.rounds if number in by_number]
        found += _result_difference(each, reports)
        for expect in each.written.expect:
            found += _line_differences(record, each.number, expect, reports)
    return found


def _result_difference(played: _Played, reports: list[RoundReport]) -> list[str]:
    wanted, where = played.written.result, f"round {played.number}"
    if not wanted:
        return []
    if not reports:
        return [f"{where}: no round was played; its result should be {wanted}"]
    result = reports[-1].result
    return [] if result == wanted else [f"{where}: the result is {result}, not {wanted}"]


def _line_differences(
    record: Record, number: int, expect: Expect, reports: list[RoundReport]
) -> list[str]:
    where = f"round {number}, {expect.patron} on {expect.wager}"
    lines = [
        line
        for told in reports
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
    return {"rounds": [_round_json(told) for told in rounds]}


def report_json(report: Report) -> dict[str, Any]:
    """A whole report as data: the rounds, open wagers, what differs, and what comes next."""
    awaited = report.session.awaited
    following = {
        "what": awaited.what,
        "who": awaited.who,
        "sentence": awaited.sentence,
        "clause": awaited.clause,
    }
    told = as_json(report.rounds)
    waiting = open_wagers(report.session.play)
    return {**told, "open_wagers": waiting, "problems": report.problems, "next": following}


def _round_json(told: RoundReport) -> dict[str, Any]:
    return {
        "round": told.round,
        "result": told.result,
        "hands": told.hands,
        "settlements": [_line_json(line) for line in told.lines],
    }


def _line_json(line: WagerSettlement) -> dict[str, Any]:
    return {
        "patron": line.patron,
        "box": line.box,
        "wager": line.wager,
        "stake": money(line.stake),
        "result": line.result,
        "paid": money(line.paid),
        "returned": money(line.returned),
        "clauses": list(line.clauses),
    }
