"""A tournament of the demonstration: heats under way, with rounds, stakes and counts coming in.

Simulated staff and entrants play through the same runner as everybody else. An entrant who has
signed in and has a page open is waited for; what a director decides is left to the director.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

from houseway.driving import Deed
from houseway.driving.tournaments import SessionPeople, count_of, next_at_table
from houseway.games.game import Pick
from houseway.randomness import new_seed, pick
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.tournaments import KIND
from houseway.service.demo.attention import Attention
from houseway.service.demo.people import ACTOR
from houseway.service.floor import Floor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import Round
from houseway.tournament.standing import players_at
from houseway.tournament.state import Session, Tournament
from houseway.tournament.terms import Breakdown, Conditions, Stage

NAME, DIRECTOR = "spring", "Tom"
DOCUMENT = "seven-up-baccarat"
ENTRANTS = ("Ana", "Ben", "Chen", "Dina", "Emil", "Flora", "Greta", "Hugo")
TABLES = ("spring-1", "spring-2")
PACE_MS = (1_200, 3_000)
PLAYED = 3  # rounds at each table before anybody looks
FEE = 110_00
_AHEAD = 200  # orders: more than so few rounds take
_OPENER, _DEALER = f"{ACTOR} opening", f"{ACTOR} dealer"
_BOXES = tuple(range(1, 10))
_STAKES = (10, 10, 20, 25, 40, 50)
_logger = logging.getLogger("houseway.service")

_HEATS = Stage(name="heats", chips=500, minimum=10, maximum=200, tables=2, rounds=20, advance=2)
_FINAL = Stage(name="final", kind="final", chips=1000, minimum=20, maximum=500, rounds=20)
_WORDS = {
    "compulsory": "a wager on every coup, or a pass card in its place",
    "allotment": "seats by lot; from the starting marker; two pass cards, one undisclosed wager",
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
        pass_cards=2, undisclosed=1, answers=_WORDS,
    )  # fmt: skip


async def seed(floor: Floor) -> None:
    """Open it, enter everybody, draw and start the heats, and leave the rest to a director."""
    manager, director, now = Role.GAMING_MANAGER, Role.TOURNAMENT_DIRECTOR, floor.now_us()
    plans = tuple(s.TablePlan(each, _BOXES, len(ENTRANTS) // 2) for each in TABLES)
    opening = [
        (v.OpenTournament(DOCUMENT, "Spring heats", _OPENER, "L-100"), manager),
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
    for command, by in opening:
        await _give(floor, Deed(command, by, _OPENER))
    for table in TABLES:
        await _play_ahead(floor, table)


async def _play_ahead(floor: Floor, table: str) -> None:
    """A few rounds at once, so that the board has something to show."""

    def see(tournament: Tournament, _version: int) -> Deed | None:
        if tournament.sessions[0].round[table] > PLAYED:
            return None
        return next_deed(tournament, table, set(), floor.now_us(), pick)

    for _ in range(_AHEAD):
        deed = await floor.blocking(KIND.look, floor, NAME, see)
        if deed is None:
            return
        await _give(floor, deed)


def _application(name: str) -> e.AcceptEntry:
    return e.AcceptEntry(name, name, FEE, f"form {name}", "", copy_given=True)


async def _give(floor: Floor, deed: Deed) -> None:
    order = Order(*deed, secrets.token_hex(8))
    answer = await floor.order_stream(KIND.stream(NAME), order)
    if answer.refused:
        raise RuntimeError(f"{type(deed.command).__name__}: {answer.refused}")


async def keep_playing(floor: Floor, attention: Attention) -> None:
    """Play at both tables until the heats have ended; nothing where no demonstration opened it."""
    first = await floor.blocking(_first_actor, floor)
    if first != _OPENER:
        return
    low, high = PACE_MS
    while True:
        await asyncio.sleep((low + pick(high - low)) / 1_000)
        if not floor.leads or not attention.is_watched():
            continue
        try:
            await _one_deed(floor)
        except Exception:
            _logger.exception("the demonstration's tournament stumbled")


def _first_actor(floor: Floor) -> str:
    first = floor.log.read(KIND.stream(NAME), limit=1)
    return first[0].actor if first else ""


async def _one_deed(floor: Floor) -> None:
    watching = {each.name for each in floor.hub.people_at()}
    table, now = TABLES[pick(len(TABLES))], floor.now_us()

    def see(tournament: Tournament, _version: int) -> Deed | None:
        return next_deed(tournament, table, watching, now, pick)

    deed = await floor.blocking(KIND.look, floor, NAME, see)
    if deed is not None:
        await _give(floor, deed)


def next_deed(
    tournament: Tournament, table: str, watching: set[str], at_us: int, pick: Pick
) -> Deed | None:
    """What a simulated person does next at a table of the heats."""
    session = tournament.sessions[0] if tournament.sessions else None
    if session is None:
        return None
    people = SessionPeople(
        _DEALER,
        f"{ACTOR} supervisor",
        lambda round, entry: _wager(tournament, session, round, entry, watching, pick),
        lambda round: _count(tournament, session, round, table, pick),
    )
    return next_at_table(tournament, session, table, people, at_us)


def _wager(
    tournament: Tournament, session: Session, round: Round, entry: int,
    watching: set[str], pick: Pick,
) -> Deed | None:  # fmt: skip
    """The dealer enters the stake of a simulated entrant. One who has signed in and has a page open
    is waited for: nobody stakes for a person."""
    if tournament.entries[entry].person in watching:
        return None
    if session.chips[entry] < round.minimum:
        return Deed(w.PlayPassCard(1, entry), Role.DEALER, _DEALER)
    most = min(session.chips[entry], round.maximum)
    stake = max(round.minimum, min(_STAKES[pick(len(_STAKES))], most))
    return Deed(w.PlaceStake(1, entry, stake), Role.DEALER, _DEALER)


def _count(
    tournament: Tournament, session: Session, round: Round, table: str, pick: Pick
) -> s.CountTable:
    """Everybody has won or lost what was staked."""
    counts = {}
    for entry in players_at(session, table):
        stake = round.staked.get(entry, 0)
        counts[entry] = session.chips[entry] + (stake if pick(2) else -stake)
    return count_of(tournament, session, table, counts)
