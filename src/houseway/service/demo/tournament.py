"""Tournaments of the demonstration: heats, a final, prizes, and then the next tournament.

Simulated staff and entrants play through the same runner as everybody else. Nobody stakes for an
entrant who has signed in: one who looks at the tournament is waited for, and one who looks at other
pages passes after a while. What a director decides is left to a director who has signed in.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import NamedTuple

from houseway.driving import Deed
from houseway.driving.tournaments import SessionPeople, count_of, next_at_table
from houseway.games.commands import Command
from houseway.games.game import Pick
from houseway.randomness import new_seed, pick
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.tournaments import KIND
from houseway.service.demo.people import (
    ACTOR,
    BOXES,
    DEALER,
    SIMULATED,
    next_of_director,
)
from houseway.service.demo.series import OPENER, Attention, Series, give_in_turn
from houseway.service.floor import Floor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.charge import simulated
from houseway.tournament.standing import players_at
from houseway.tournament.state import LIVE, RUNNING, Round, Session, Tournament
from houseway.tournament.terms import Breakdown, Conditions, Stage

NAME, DIRECTOR = "spring", "Tom"
SERIES = Series(KIND, NAME)
DOCUMENT = "seven-up-baccarat"
ENTRANTS = ("Ana", "Ben", "Chen", "Dina", "Emil", "Flora", "Greta", "Hugo")
TABLES = ("spring-1", "spring-2")
PACE_MS = (1_200, 3_000)
STEP_ONE_IN = 4  # looks: results stay on the boards before a simulated director goes on
PLAYED = 3  # rounds at each table before anybody looks
FEE = 110_00
_AHEAD = 200  # orders: more than so few rounds take
_STAKES = (10, 10, 20, 25, 40, 50)
ROUNDS = 12  # of a session
PATIENCE_US = 60_000_000  # with an entrant who is signed in and looks at other pages
_logger = logging.getLogger("houseway.service")

_HEATS = Stage(name="heats", chips=500, minimum=10, maximum=200, tables=2, rounds=ROUNDS, advance=2)
_FINAL = Stage(name="final", kind="final", chips=1000, minimum=20, maximum=500, rounds=ROUNDS)
_WORDS = {
    "compulsory": "a wager on every coup, or a pass card in its place",
    "allotment": "seats by lot; from the marker; a pass card a round, one undisclosed wager",
    "buy-back": "none",
    "eligibility": "everybody who may enter the casino and gamble",
    "refuse any": "none",
    "criteria": "none",
    "numbers": "the form at the tournament desk; no withdrawal",
    "breakdown": "paid in cash at the cage, the same evening",
    "statement": "run by the casino under these conditions and the rules, which prevail",
}


def conditions(at_us: int) -> Conditions:
    """What the demonstration's tournament is held under."""
    return Conditions(
        title="Spring heats", starts_us=at_us, stages=(_HEATS, _FINAL), fee=FEE, commission=0,
        least=4, most=16, breakdown=Breakdown(hundredths=(5000, 3000, 2000)), ordered=True,
        pass_cards=ROUNDS, undisclosed=1, answers=_WORDS,
    )  # fmt: skip


async def seed(floor: Floor, name: str = NAME) -> None:
    """Open one, enter everybody, draw and start the heats, and play a few rounds."""
    manager, director, now = Role.GAMING_MANAGER, Role.TOURNAMENT_DIRECTOR, floor.now_us()
    plans = tuple(s.TablePlan(each, BOXES, len(ENTRANTS) // 2) for each in TABLES)
    opening: list[tuple[Command, Role]] = [
        (simulated(v.OpenTournament(DOCUMENT, "Spring heats", OPENER, "L-100")), manager),
        (v.DraftConditions(conditions(now)), director),
        (v.PublishConditions(), director),
        (e.OpenEntries(), director),
        *((_application(each), director) for each in ENTRANTS),
        (e.CloseEntries(), director),
        (s.PlanSession(1, now), director),
        (s.DraftBallot(1, new_seed(), plans), director),
        (s.PublishBallot(1), director),
        *((s.CheckIn(1, each), Role.DEALER) for each in range(1, len(ENTRANTS) + 1)),
        (s.StartSession(1), director),
        (v.NominateDirector(DIRECTOR, "L-101"), manager),
    ]
    await give_in_turn(floor, KIND.stream(name), opening)
    for table in TABLES:
        await _play_ahead(floor, name, table)


async def _play_ahead(floor: Floor, name: str, table: str) -> None:
    """A few rounds at once, so that the board has something to show."""

    def see(tournament: Tournament, _version: int) -> Deed | None:
        if tournament.sessions[0].round[table] > PLAYED:
            return None
        return next_at(tournament, table, NOBODY, floor.now_us(), pick)

    for _ in range(_AHEAD):
        deed = await floor.blocking(KIND.look, floor, name, see)
        if deed is None:
            return
        await _give(floor, name, deed)


def _application(name: str) -> e.AcceptEntry:
    return e.AcceptEntry(name, name, FEE, f"form {name}", "", copy_given=True)


async def _give(floor: Floor, name: str, deed: Deed) -> None:
    order = Order(*deed, secrets.token_hex(8))
    answer = await floor.order_stream(KIND.stream(name), order)
    if answer.refused:
        raise RuntimeError(f"{type(deed.command).__name__}: {answer.refused}")


async def keep_playing(floor: Floor, attention: Attention) -> None:
    """Play one tournament after the other; nothing where no demonstration opened one."""
    cut_short = await floor.blocking(SERIES.last, floor)  # perhaps, when the house was stopped
    if not cut_short:
        return
    low, high = PACE_MS
    while True:
        await asyncio.sleep((low + pick(high - low)) / 1_000)
        if not floor.leads or not attention.is_watched():
            continue
        try:
            if cut_short:
                await seed(floor, cut_short)
                cut_short = ""
            await play_once(floor)
        except Exception:
            _logger.exception("the demonstration's tournament stumbled")


async def play_once(floor: Floor) -> None:
    """Give one order, or open the next tournament when the last one is over."""
    name = await floor.blocking(SERIES.last, floor)
    at_screens = floor.hub.people_at()
    watching = Watching(
        frozenset(each.name for each in floor.hub.people_at(f"tournament-seat:{name}")),
        frozenset(each.name for each in at_screens),
    )
    directed = any(each.role == Role.TOURNAMENT_DIRECTOR for each in at_screens)
    now_us = floor.now_us()

    def see(tournament: Tournament, _version: int) -> tuple[bool, Deed | None]:
        deed = next_deed(tournament, watching, now_us, pick, directed=directed)
        return tournament.life == LIVE, deed

    is_live, deed = await floor.blocking(KIND.look, floor, name, see)
    if not is_live:
        await seed(floor, await floor.blocking(SERIES.following, floor))
    elif deed is not None:
        await _give(floor, name, deed)


class Watching(NamedTuple):
    """The people who have the page of their seat open, and those who have any page open."""

    here: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()


NOBODY = Watching()


def next_deed(
    tournament: Tournament, watching: Watching, at_us: int, pick: Pick, *, directed: bool = False
) -> Deed | None:
    """What a simulated person does next: at one of the tables, or as director.

    `directed`: a real director is signed in, who is put in charge at once and decides alone.
    """
    running = next((each for each in tournament.sessions if each.phase == RUNNING), None)
    in_charge = DIRECTOR if directed else SIMULATED
    if (directed or running is None) and in_charge not in tournament.directors:
        nominated = v.NominateDirector(in_charge, "L-101")
        return Deed(nominated, Role.GAMING_MANAGER, f"{ACTOR} manager")
    if running is None:
        waits = directed or pick(STEP_ONE_IN)
        return None if waits else next_of_director(tournament, at_us, pick)
    tables = [table for table, at in running.conduct.floors.items() if not at.ended]
    start = pick(len(tables)) if tables else 0
    found = (next_at(tournament, each, watching, at_us, pick)
             for each in (*tables[start:], *tables[:start]))  # fmt: skip
    return next((each for each in found if each is not None), None)


def next_at(
    tournament: Tournament, table: str, watching: Watching, at_us: int, pick: Pick
) -> Deed | None:
    """What a simulated person does next at a table of the session that is being played."""
    session = next((each for each in tournament.sessions if each.phase == RUNNING), None)
    if session is None:
        return None
    people = SessionPeople(
        DEALER,
        f"{ACTOR} supervisor",
        lambda round, entry: _wager(tournament, session, round, entry, watching, at_us, pick),
        lambda round: _count(tournament, session, round, table, pick),
    )
    return next_at_table(tournament, session, table, people, at_us)


def _wager(
    tournament: Tournament, session: Session, round: Round, entry: int,
    watching: Watching, at_us: int, pick: Pick,
) -> Deed | None:  # fmt: skip
    """The dealer enters the stake of a simulated entrant; nobody stakes for a person."""
    person, number = tournament.entries[entry].person, session.number
    passes = Deed(w.PlayPassCard(number, entry), Role.DEALER, DEALER)
    if person in watching.here:
        return None
    if person in watching.about:
        return passes if at_us - round.called_us >= PATIENCE_US else None
    if session.chips[entry] < round.minimum:
        return passes
    most = min(int(session.chips[entry]), round.maximum)
    stake = max(round.minimum, min(_STAKES[pick(len(_STAKES))], most))
    return Deed(w.PlaceStake(number, entry, stake), Role.DEALER, DEALER)


def _count(
    tournament: Tournament, session: Session, round: Round, table: str, pick: Pick
) -> Command:
    """Everybody has won or lost what was staked."""
    at = session.conduct.floors[table]
    counts = {}
    for entry in at.among or players_at(session, table):
        stake = round.staked.get(entry, 0)
        counts[entry] = session.chips[entry] + (stake if pick(2) else -stake)
    if not at.among:
        return count_of(tournament, session, table, counts)
    emptied = (r.Emptied(each, round.staked[each]) for each, held in counts.items() if not held)
    return r.RecordAdditionalRound(session.number, counts, tuple(emptied))
