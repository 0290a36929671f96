"""What a simulated director does with a tournament of the demonstration: the step that it awaits.

A real director who is signed in decides alone.
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.driving import Deed
from houseway.driving.tournaments import count_of
from houseway.games.commands import Command
from houseway.games.game import Pick
from houseway.randomness import new_seed
from houseway.rulebook.roles import Role
from houseway.service.demo.people import ACTOR
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament.awaits import Step, awaits
from houseway.tournament.progress import eligible, stage_due
from houseway.tournament.standing import players_at
from houseway.tournament.state import Session, Tournament

SIMULATED = f"{ACTOR} director"
DEALER, CAGE = f"{ACTOR} dealer", f"{ACTOR} cage"
BOXES = tuple(range(1, 10))


def next_of_director(tournament: Tournament, at_us: int, pick: Pick) -> Deed | None:
    """The next step of a tournament that is not play at a table, with who does it."""
    steps = awaits(tournament)
    if not steps or steps[0].what not in _STEPS:
        return None
    command = _STEPS[steps[0].what](tournament, steps[0], at_us, pick)
    if isinstance(command, s.CheckIn | s.CountTable | r.RecordCounts):
        return Deed(command, Role.DEALER, DEALER)
    if isinstance(command, r.PayPrize):
        return Deed(command, Role.GAMING_MANAGER, CAGE)
    return Deed(command, Role.TOURNAMENT_DIRECTOR, SIMULATED)


def _session(tournament: Tournament, step: Step) -> Session:
    return tournament.sessions[step.session - 1]


def _plan(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.PlanSession((stage_due(tournament) or 0) + 1, at_us)


def _draw(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    session = _session(tournament, step)
    stage, name = tournament.stage_of(session), tournament.conditions.stages[session.stage].name
    players = len(session.players or eligible(tournament, session.stage))
    plans = tuple(
        s.TablePlan(f"{name}-{table}", BOXES, -(-players // stage.tables))
        for table in range(1, stage.tables + 1)
    )
    return s.DraftBallot(session.number, new_seed(), plans)


def _publish(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.PublishBallot(step.session)


def _start(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    """Everybody is checked in before the session starts."""
    session = _session(tournament, step)
    waiting = [each for each in session.seats if each not in session.conduct.present]
    if waiting:
        return s.CheckIn(session.number, waiting[0])
    return s.StartSession(session.number)


def _count(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    session = _session(tournament, step)
    for table, floor in session.conduct.floors.items():
        if not floor.counted:
            held = {each: session.chips[each] for each in players_at(session, table)}
            return count_of(tournament, session, table, held)
    return r.RecordCounts(session.number, dict(session.chips))


def _confirm(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    if step.clause == tournament.rules.ranking.count:
        return r.ConfirmCounts(step.session)
    return r.ConfirmSession(step.session, share=True)


def _separate(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    """Those who are level play on at their table, where each of them stakes."""
    table = _session(tournament, step).seats[step.entries[0]].table
    return r.OrderAdditionalRounds(step.session, step.entries, table, new_seed())


def _award(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return r.AwardSessionPrizes(step.session) if step.session else r.AwardPrizes()


def _pay(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return r.PayPrize(step.entries[0], f"receipt {step.entries[0]}")


def _end(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return r.CloseTournament()


def _tell(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.ConfirmTold(step.session, step.entries)


def _report(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.ReportMissingChips(step.session)


_STEPS: dict[str, Callable[[Tournament, Step, int, Pick], Command]] = {
    "plan": _plan, "draw": _draw, "publish": _publish, "start": _start, "count": _count,
    "confirm": _confirm, "separate": _separate, "award": _award, "pay": _pay, "end": _end,
    "tell": _tell, "report": _report,
}  # fmt: skip
