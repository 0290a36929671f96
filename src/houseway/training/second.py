"""A second judgement: the situation as a record (`.hwr`), played again and settled from its text.

`houseway settle` plays the same text. What it says of wagers, results and the next step is compared
with the answers of the drill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from houseway.equipment.chips import money
from houseway.games import events as e
from houseway.records.hwr import read_record
from houseway.records.session import Step, write_record
from houseway.records.settlement import Report, WagerSettlement, play_record
from houseway.records.telling import title_of
from houseway.rulebook.ruling import Accepted, Refused
from houseway.tournament.results_vocabulary import AwardPrizes
from houseway.training import generate, irregular, tournaments
from houseway.training.drill import Drill, Part, Scene, name_of, wager_name, who_text

Answer = tuple[str, ...]


def record_of(drill: Drill) -> str:
    """The situation and its ruling as the text of a record."""
    if drill.session is None:
        raise ValueError(f"{drill.name} did not happen at a table: it has no record")
    text = _begun(drill.scene) + write_record(drill.session)
    if not drill.scene.walk.prepared and not _opens(drill.session.steps[:1]):
        text = text.replace(_NEW_ROUND, "", 1)  # or the preparation would be finished by itself
    if not drill.session.is_between_rounds:
        return text
    stops = f'next = "{drill.session.awaited.what}"\n'  # or the steps after it would be played too
    return text + (stops if "[[rounds]]" in text else f'\n[[rounds]]\nsteps = ""\n{stops}')


_NEW_ROUND = '"""\n\n[[rounds]]\nsteps = """\n'


def _opens(steps: list[Step]) -> bool:
    return any(isinstance(event, e.RoundOpened) for step in steps for event in step.events)


def _begun(scene: Scene) -> str:
    """How the walk began, where it did not begin with all cards prepared."""
    if not scene.walk.prepared:
        return "prepared = false\n"
    return f"cards_left = {scene.walk.cards_left}\n" if scene.walk.cards_left else ""


def differences(drill: Drill) -> list[str]:
    """Where the record, settled again, says something else than the drill's marks.

    No record can tell of a tournament's turns, absences, play-offs and prizes: it is one table and
    its rounds. There the stored events of the tournament are applied again, and ruled on again.
    """
    if isinstance(drill.scene, tournaments.Rehearsal):
        return _tournament_differences(drill, drill.scene.again())
    report = play_record(read_record(record_of(drill)))
    found = [f"{drill.name}: {each}" for each in report.problems]
    if found:
        return found
    return [
        f"{drill.name}: {part.asks} {part.answer}, but settled {again}"
        for part in drill.parts
        if (again := answer(drill, part, report)) != part.answer
    ]


def _tournament_differences(drill: Drill, hall: tournaments.Rehearsal) -> list[str]:
    return [
        f"{drill.name}: {part.asks} {part.answer}, but ruled {again}"
        for part in drill.parts
        if (again := _of_tournament(drill, part, hall)) != part.answer
    ]


def _of_tournament(drill: Drill, part: Part, hall: tournaments.Rehearsal) -> Answer:
    if drill.kind == "stake" and hall.asked:
        return (tournaments.ruled(hall, *hall.asked)[0],)
    if drill.kind == "play-off":
        ruling = part.subject == "ruling"
        return (tournaments.confirmed(hall)[0],) if ruling else tournaments.playing_on(hall)
    ruling_on = hall.ruling(AwardPrizes(), hall.director)
    if isinstance(ruling_on, Refused):
        return ()
    awards = tournaments.awarded(ruling_on)
    return tuple(money(each.amount) for each in awards if hall.who(each.entry) == part.subject)


def answer(drill: Drill, part: Part, report: Report) -> Answer:
    """The answer to one question by the record alone."""
    return _ANSWERS[drill.kind](drill, part, report)


def _lines(report: Report) -> list[WagerSettlement]:
    return report.rounds[-1].lines


def _line(part: Part, report: Report) -> WagerSettlement:
    return next(each for each in reversed(_lines(report)) if wager_name(each) == part.subject)


def _paid(drill: Drill, part: Part, report: Report) -> Answer:
    return (money(_line(part, report).paid),)


def _returned(drill: Drill, part: Part, report: Report) -> Answer:
    return (money(_line(part, report).returned),)


def _winner(drill: Drill, part: Part, report: Report) -> Answer:
    if part.subject:
        return (generate.BECOMES[_line(part, report).result],)
    return (report.rounds[-1].result,)


def _order(drill: Drill, part: Part, report: Report) -> Answer:
    """The last lines of the round: as many as the drill put in order."""
    count = sum(len(each.split("; ")) for each in part.answer)
    lines = _lines(report)[-count:]
    return tuple(
        generate.phase_text(result, map(wager_name, alike))
        for result, alike in groupby(lines, lambda each: each.result)
    )


def _total(drill: Drill, part: Part, report: Report) -> Answer:
    hands = report.session.game.felt(report.session.play, "").hands
    return tuple(each.total for each in hands if each.name == part.subject)


def _draw(drill: Drill, part: Part, report: Report) -> Answer:
    awaited = report.session.awaited
    return (awaited.to if awaited.what == "draw" else generate.NOBODY,)


def _next(drill: Drill, part: Part, report: Report) -> Answer:
    awaited = report.session.awaited
    if part.subject == "call":
        return (awaited.command.call,) if awaited.command else ()
    return (awaited.sentence if part.subject == "step" else who_text(awaited.who),)


def _setting(drill: Drill, part: Part, report: Report) -> Answer:
    made = next(each for each in _last(report).events if getattr(each, "low", None))
    return (generate.division_text(getattr(made, "low", ()), getattr(made, "high", ())),)


def _last(report: Report) -> Step:
    return report.session.steps[-1]


def _refusal(drill: Drill, part: Part, report: Report) -> Answer:
    step = _last(report)
    ruling = step.refused or Accepted(step.events)
    said = irregular.answer_text(report.session.game, step.command, ruling)
    return (said[0],) if said else ()


def _what_now(drill: Drill, part: Part, report: Report) -> Answer:
    step, session = _last(report), report.session
    if part.subject == "who":
        roles = session.roles_of(type(step.command))
        return tuple(who_text(each) for each in irregular.PEOPLE if each in roles)
    if part.subject == "record":
        return tuple(dict.fromkeys(title_of(type(each)) for each in step.events))
    if part.subject == "notify":
        told = irregular.notifications(session.game, step.events)
        return tuple(dict.fromkeys(to for to, _ in told)) or (irregular.NOBODY,)
    if part.subject == "step":
        return (session.awaited.sentence,)
    return (_became(part.subject, report),)


def _became(name: str, report: Report) -> str:
    events, number = _last(report).events, report.session.play.round
    keys = (key for key in _keys(events) if name_of(key) == name)
    key = next(keys, None)
    return irregular.becomes(events, key, number)[0] if key else irregular.STAYS


def _keys(events: tuple[e.Event, ...]) -> Iterator[tuple[str, int, str]]:
    for event in events:
        done = event.settlement if isinstance(event, e.SettlementUndone) else event
        if isinstance(done, e.Settlement | e.SettlementReversed):
            yield done.patron, done.box, done.wager


_ANSWERS: dict[str, Callable[[Drill, Part, Report], Answer]] = {
    "total": _total,
    "draw": _draw,
    "winner": _winner,
    "payout": _paid,
    "fraction": _paid,
    "crowd": _paid,
    "cap": _paid,
    "returned": _returned,
    "order": _order,
    "next": _next,
    "setting": _setting,
    "refusal": _refusal,
    "irregularity": _what_now,
    "provision": _what_now,
}
