"""A tournament of the demonstration: heats under way, with rounds, stakes and counts coming in.

Simulated staff and entrants play through the same runner as everybody else. An entrant who has the
own page open is waited for; what a director decides is left to the director.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import NamedTuple

from houseway.games.commands import Command
from houseway.randomness import new_seed, pick
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.tournaments import KIND
from houseway.service.demo.people import ACTOR
from houseway.service.floor import Floor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import form_vocabulary as f
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import ANNOUNCING, BETTING, Round
from houseway.tournament.conduct import Floor as AtTable
from houseway.tournament.ending import to_play
from houseway.tournament.standing import issued_at, players_at
from houseway.tournament.state import RUNNING, Session, Tournament
from houseway.tournament.terms import Breakdown, Conditions, Stage

NAME, DIRECTOR = "spring", "Tom"
DOCUMENT = "seven-up-baccarat"
ENTRANTS = ("Ana", "Ben", "Chen", "Dina", "Emil", "Flora", "Greta", "Hugo")
PERSONS = ("Ana", "Ben")  # who sign in
TABLES = ("spring-1", "spring-2")
PACE_MS = (1_200, 3_000)
PLAYED = 3  # rounds at each table before anybody looks
PATIENCE_US = 120_000_000  # for an entrant at the own page
FEE = 110_00
_AHEAD = 200  # orders: more than so few rounds take
_OPENER = f"{ACTOR} opening"
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


class TournamentDeed(NamedTuple):
    """An order of somebody simulated."""

    command: Command
    by: Role
    actor: str = ""


async def seed(floor: Floor) -> None:
    """Open it, enter everybody, draw and start the heats, and leave the rest to a director."""
    manager, director, now = Role.GAMING_MANAGER, Role.TOURNAMENT_DIRECTOR, floor.now_us()
    plans = tuple(s.TablePlan(each, _BOXES, len(ENTRANTS) // 2) for each in TABLES)
    deeds = [
        TournamentDeed(v.OpenTournament(DOCUMENT, "Spring heats", _OPENER, "L-100"), manager),
        TournamentDeed(v.DraftConditions(conditions(now)), director),
        TournamentDeed(v.PublishConditions(), director),
        TournamentDeed(e.OpenEntries(), director),
        *(TournamentDeed(_application(each), director) for each in ENTRANTS),
        TournamentDeed(e.CloseEntries(), director),
        TournamentDeed(s.PlanSession(1, now), director),
        TournamentDeed(s.DraftBallot(1, new_seed(), plans), director),
        TournamentDeed(s.PublishBallot(1), director),
        *(TournamentDeed(s.CheckIn(1, each), Role.DEALER) for each in range(1, len(ENTRANTS) + 1)),
        TournamentDeed(s.StartSession(1), director),
        TournamentDeed(v.NominateDirector(DIRECTOR, "L-101"), manager),
    ]
    for deed in deeds:
        await _give(floor, deed)
    for table in TABLES:
        await _play_ahead(floor, table)


async def _play_ahead(floor: Floor, table: str) -> None:
    """A few rounds at once, so that the board has something to show."""

    def see(tournament: Tournament, _version: int) -> TournamentDeed | None:
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


async def _give(floor: Floor, deed: TournamentDeed) -> None:
    actor = deed.actor or _OPENER
    order = Order(deed.command, deed.by, actor, secrets.token_hex(8))
    answer = await floor.order_stream(KIND.stream(NAME), order)
    if answer.refused:
        raise RuntimeError(f"{type(deed.command).__name__}: {answer.refused}")


async def keep_playing(floor: Floor) -> None:
    """Play at both tables until the heats have ended; nothing where no demonstration opened it."""
    first = await floor.blocking(_first_actor, floor)
    if first != _OPENER:
        return
    low, high = PACE_MS
    while True:
        await asyncio.sleep((low + pick(high - low)) / 1_000)
        if not floor.leads:
            continue
        try:
            await _one_deed(floor)
        except Exception:
            _logger.exception("the demonstration's tournament stumbled")


def _first_actor(floor: Floor) -> str:
    first = floor.log.read(KIND.stream(NAME), limit=1)
    return first[0].actor if first else ""


async def _one_deed(floor: Floor) -> None:
    watching = {each.name for each in floor.hub.people_at(f"tournament-seat:{NAME}")}
    table, now = TABLES[pick(len(TABLES))], floor.now_us()

    def see(tournament: Tournament, _version: int) -> TournamentDeed | None:
        return next_deed(tournament, table, watching, now, pick)

    deed = await floor.blocking(KIND.look, floor, NAME, see)
    if deed is not None:
        await _give(floor, deed)


def next_deed(
    tournament: Tournament,
    table: str,
    watching: set[str],
    at_us: int,
    pick: Callable[[int], int],
) -> TournamentDeed | None:
    """What somebody simulated does next at a table of the heats."""
    session = tournament.sessions[0] if tournament.sessions else None
    at = session.conduct.floors.get(table) if session else None
    if session is None or session.phase != RUNNING or at is None or at.ended or at.dispute:
        return None
    if at.round is None:
        over = not to_play(tournament, session, table, at_us) or len(players_at(session, table)) < 2
        return _dealer(s.EndTable(1, table) if over else w.OpenRound(1, table))
    if at.round.phase == BETTING:
        return _betting(tournament, session, at.round, table, watching, at_us, pick)
    if at.round.phase == ANNOUNCING:
        return _announcing(at.round)
    return _dealer(_count(tournament, session, at, table, pick))


def _dealer(command: Command) -> TournamentDeed:
    return TournamentDeed(command, Role.DEALER, f"{ACTOR} dealer")


def _supervisor(command: Command) -> TournamentDeed:
    return TournamentDeed(command, Role.GAMING_SUPERVISOR, f"{ACTOR} supervisor")


def _betting(
    tournament: Tournament,
    session: Session,
    round: Round,
    table: str,
    watching: set[str],
    at_us: int,
    pick: Callable[[int], int],
) -> TournamentDeed | None:
    unread = next((each for each, form in round.forms.items() if not form.passed), 0)
    if unread:
        return _supervisor(f.PassForm(1, unread))
    called = round.called
    if called and not round.settled(called):
        here = tournament.entries[called].person in watching
        if here and at_us < round.called_us + PATIENCE_US:
            return None
        most = min(session.chips[called], round.maximum)
        stake = max(round.minimum, min(_STAKES[pick(len(_STAKES))], most))
        if session.chips[called] < round.minimum:
            return _dealer(w.PlayPassCard(1, called))
        return _dealer(w.PlaceStake(1, called, stake))
    if round.turn:
        return _dealer(w.CallPatron(1, round.turn))
    return _dealer(w.CloseBetting(1, table))


def _announcing(round: Round) -> TournamentDeed | None:
    for entry, form in round.forms.items():
        if not form.announced:
            return _supervisor(f.AnnounceForm(1, entry))
        if not form.placed:
            return _dealer(f.PlaceAnnounced(1, entry))
    return None


def _count(
    tournament: Tournament, session: Session, at: AtTable, table: str, pick: Callable[[int], int]
) -> Command:
    """Everybody has won or lost what was staked; what they hold and the table won is the issue."""
    staked = at.round.staked if at.round else {}
    counts = []
    for entry in players_at(session, table):
        stake = staked.get(entry, 0)
        counts.append((entry, session.chips[entry] + (stake if pick(2) else -stake)))
    issued = issued_at(tournament, session, table)
    won = issued - at.missing - sum(chips for _, chips in counts)
    emptied = tuple(entry for entry, chips in counts if not chips)
    return s.CountTable(1, table, tuple(counts), won, collected=emptied)
