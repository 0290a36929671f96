"""What a tournament waits for: each next step, whose it is, and the clause that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.equipment.chips import dollar_text
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.tournament.counting import to_report
from houseway.tournament.entry import entrants
from houseway.tournament.money import no_approved_commission
from houseway.tournament.prizes import awarding, ends_early, nobody_placed
from houseway.tournament.progress import eligible, stage_due, waiting
from houseway.tournament.ranking import level, level_on_points
from houseway.tournament.state import (
    CONFIRMED,
    COUNTED,
    DRAFTED,
    ENDED,
    LIVE,
    PLANNED,
    PUBLISHED,
    RUNNING,
    Session,
    Tournament,
)
from houseway.tournament.terms import missing

_OPERATOR, _INSPECTOR = "operator", str(Role.INSPECTOR)
_DIRECTOR, _STAFF = str(Role.TOURNAMENT_DIRECTOR), "staff"


class Step(NamedTuple):
    """`what` is one word: complete, publish, notify, approve, open, enter, close, plan, draw,
    start, play, tell, count, report, confirm, separate, award, pay, end, cancel. `session` and
    `entries` say what it is about."""

    what: str
    who: str
    clause: Clause | None
    sentence: str
    session: int = 0
    entries: tuple[int, ...] = ()


def awaits(tournament: Tournament) -> tuple[Step, ...]:
    """The next steps, most pressing first; none before it is opened and after it is over."""
    if tournament.life != LIVE:
        return ()
    lacking = tuple(_lacking(tournament))
    if lacking:
        return lacking
    telling = (step for each in tournament.sessions for step in _telling(tournament, each))
    return (*_clearance(tournament), *telling, *(_entries(tournament) or _after(tournament)))


def _lacking(tournament: Tournament) -> Iterator[Step]:
    for item in missing(tournament.rules, tournament.conditions):
        yield Step("complete", _DIRECTOR, item.clause, f"the conditions do not say {item.asks}")


def _clearance(tournament: Tournament) -> Iterator[Step]:
    rules, cleared, version = tournament.rules.conditions, tournament.clearance, tournament.version
    if cleared.published is None:
        sentence = f"version {version} of the conditions is not published"
        yield Step("publish", _OPERATOR, rules.publication or rules.wanted, sentence)
    if rules.notification and cleared.notified is None:
        sentence = f"the Commission has not been notified of version {version}"
        yield Step("notify", _OPERATOR, rules.notification, sentence)
    if rules.approval and cleared.approval is None:
        sentence = f"version {version} has no Inspector's approval; no session starts without it"
        yield Step("approve", _INSPECTOR, rules.approval, sentence)
    commission = no_approved_commission(tournament)
    if commission and not tournament.entries_open:
        yield Step("approve", _OPERATOR, commission.clause, commission.detail)


def _entries(tournament: Tournament) -> tuple[Step, ...]:
    rules, conditions = tournament.rules, tournament.conditions
    if tournament.entries_closed:
        return ()
    if not tournament.entries_open:
        clause = rules.conditions.before_entries or rules.conditions.wanted
        return (Step("open", _DIRECTOR, clause, "the entries are not open yet"),)
    count, least, most = len(entrants(tournament)), conditions.least or 0, conditions.most or 0
    short, during = least - count, tuple(_sit_and_go(tournament))
    sentence = f"the entries are open: {count} of at most {most}"
    if waits := waiting(tournament):
        full = conditions.stages[0].sit_and_go
        sentence = f"{sentence}, {len(waits)} of {full} wait for a session"
    if short > 0 and not tournament.begun:  # closed now, there would be too few for a tournament
        sentence = f"{sentence}, {short} short of the least"
        return (*during, Step("enter", _DIRECTOR, rules.entry.number, sentence))
    close = Step("close", _DIRECTOR, rules.entry.number, sentence)
    if conditions.stages[0].sit_and_go and count < most:
        return (*during, Step("enter", _DIRECTOR, rules.entry.number, sentence), close)
    return (*during, close)


def _sit_and_go(tournament: Tournament) -> Iterator[Step]:
    """Sessions that are played while others enter, and the next one once it is full."""
    for each in tournament.sessions:
        if each.phase != CONFIRMED:
            yield from _session(tournament, each)
    if stage_due(tournament) == 0 and tournament.conditions.stages[0].sit_and_go:
        yield next(_stage(tournament, 0))


def _after(tournament: Tournament) -> tuple[Step, ...]:
    open_ones = [each for each in tournament.sessions if each.phase != CONFIRMED]
    if open_ones:
        return tuple(step for each in open_ones for step in _session(tournament, each))
    due = stage_due(tournament)
    if due is not None and not ends_early(tournament):
        return tuple(_stage(tournament, due))
    return tuple(_prizes(tournament))


def _stage(tournament: Tournament, number: int) -> Iterator[Step]:
    """The next stage is planned; with too few for it, calling the tournament off is offered too."""
    rules, few = tournament.rules, len(eligible(tournament, number))
    if few:
        name = tournament.conditions.stages[number].name
        yield Step("plan", _DIRECTOR, rules.sessions.ballot, f"plan the {name}")
    least = 1 if tournament.sessions else tournament.conditions.least or 1
    if tournament.conditions.stages[0].sit_and_go and number == 0:  # all who came count together
        few, least = tournament.received, tournament.conditions.least or 1
    if few < least:
        sentence = f"{few} can play, {least - few} short of the least: cancel the tournament"
        yield Step("cancel", _OPERATOR, rules.fees.cancellation, f"{sentence}, and refund the fees")


# The step of a session in each phase, but for what depends on who is level.
_PHASES = {
    PLANNED: ("draw", _DIRECTOR, ": draw the seats"),
    DRAFTED: ("publish", _DIRECTOR, ": publish the seats"),
    PUBLISHED: ("start", _DIRECTOR, ": start when everyone is seated"),
    RUNNING: ("play", _STAFF, " is being played"),
}


def _session(tournament: Tournament, session: Session) -> Iterator[Step]:
    rules, name = tournament.rules, f"session {session.number}"
    if session.phase in _PHASES:
        what, who, said = _PHASES[session.phase]
        yield Step(what, who, rules.sessions.ballot, f"{name}{said}", session.number)
    elif session.phase == ENDED and session.counted_by is None:
        sentence = f"{name} is over: count the chips"
        yield Step("count", _STAFF, rules.ranking.count, sentence, session.number)
    elif session.phase == ENDED:
        clause = rules.ranking.count
        yield Step("confirm", _DIRECTOR, clause, f"{name}: confirm the counts", session.number)
    elif session.phase == COUNTED:
        playing = list(level(tournament, session))
        for group in playing:
            names = " and ".join(tournament.who(each) for each in group.entries)
            sentence, clause = f"{name}: {names} are tied", rules.ranking.level
            yield Step("separate", _DIRECTOR, clause, sentence, session.number, group.entries)
        if not playing:
            clause = rules.ranking.places
            yield Step("confirm", _DIRECTOR, clause, f"{name}: confirm the places", session.number)


def _telling(tournament: Tournament, session: Session) -> Iterator[Step]:
    """What people must still be told: players of another start, the one in charge of chips."""
    rules, untold = tournament.rules, tuple(sorted(session.conduct.untold))
    if untold and session.phase in (PLANNED, DRAFTED, PUBLISHED):
        names = " and ".join(tournament.who(each) for each in untold)
        sentence = f"session {session.number} has another start: tell {names}"
        yield Step("tell", _STAFF, rules.sessions.start_change, sentence, session.number, untold)
    for _, sentence in to_report(session):
        yield Step("report", _DIRECTOR, rules.sessions.inventory, sentence, session.number)


def _prizes(tournament: Tournament) -> Iterator[Step]:
    rules = tournament.rules.prizes
    for session in awarding(tournament):
        sentence = f"award the prizes of session {session.number}"
        yield Step("award", _DIRECTOR, rules.awarded, sentence, session.number)
    for group in level_on_points(tournament):
        names = " and ".join(tournament.who(each) for each in group.entries)
        last, sentence = len(tournament.sessions), f"{names} are tied on points"
        yield Step("separate", _DIRECTOR, rules.played_off, sentence, last, group.entries)
        return
    if not tournament.places and nobody_placed(tournament):
        sentence = "nobody is left to be placed: cancel the tournament, and refund the fees"
        yield Step("cancel", _OPERATOR, tournament.rules.fees.cancellation, sentence)
        return
    if not tournament.places:
        yield Step("award", _DIRECTOR, rules.awarded, "award the prizes")
        return
    awards = (*tournament.awards.values(), *tournament.session_awards.values())
    unpaid = [each for each in awards if each.paid is None]
    for each in unpaid:
        amount = " and ".join(filter(None, (dollar_text(each.amount), *each.goods)))
        sentence = f"pay {tournament.who(each.entry)} {amount}"
        yield Step("pay", _OPERATOR, rules.returned, sentence, entries=(each.entry,))
    if not unpaid:
        yield Step("end", _DIRECTOR, rules.returned, "every prize is paid: close the tournament")
