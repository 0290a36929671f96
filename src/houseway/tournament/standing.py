"""Questions that every order about a session asks first, and where its players stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from houseway.games import game
from houseway.games.fields import Held
from houseway.games.game import Game, all_lost
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.session_vocabulary import PlayerOut
from houseway.tournament.state import (
    RUNNING,
    Floor,
    Out,
    Round,
    Session,
    Tournament,
    unknown_entry,
    unknown_session,
)

MINUTE_US = 60_000_000


class ChipsUnbalanced(ValueError):
    """Tournament chips were made or lost."""


def not_here(tournament: Tournament, what: str) -> Refused:
    none = f"{tournament.game.cite.title} has no {what}"
    return Refused("not_of_this_document", tournament.rules.conditions.wanted, none)


def in_session(tournament: Tournament, number: int, *phases: str) -> Session | Refused:
    """The session, if it stands where the order needs it."""
    refused = unknown_session(tournament, number)
    if refused:
        return refused
    session = tournament.sessions[number - 1]
    if session.phase not in phases:
        wanted = " or ".join(phases)
        sentence = f"session {number} is {session.phase}, not {wanted}"
        return Refused("session_not_" + phases[0], tournament.rules.sessions.ballot, sentence)
    return session


def at_table(tournament: Tournament, number: int, table: str) -> tuple[Session, Floor] | Refused:
    """A table at which the session is being played."""
    session = in_session(tournament, number, RUNNING)
    if isinstance(session, Refused):
        return session
    floor = session.conduct.floors.get(table)
    if floor is None or floor.ended:
        sentence = f"table {table} is not in play in session {number}"
        return Refused("no_such_table", tournament.rules.sessions.ballot, sentence)
    return session, floor


class Place(NamedTuple):
    """Someone in a round that is under way."""

    session: Session
    table: str
    floor: Floor
    round: Round
    chips: Held
    who: str


def seated(
    tournament: Tournament, number: int, entry: int, *phases: str
) -> tuple[Session, str, Floor] | Refused:
    """Someone who is still in the session, and where."""
    session = in_session(tournament, number, *(phases or (RUNNING,)))
    if isinstance(session, Refused):
        return session
    refused = unknown_entry(tournament, entry)
    if refused:
        return refused
    if entry not in session.chips or entry not in session.seats:
        sentence = f"{tournament.who(entry)} is not in session {number}"
        return Refused("not_in_session", tournament.rules.sessions.ballot, sentence)
    table = session.seats[entry].table
    return session, table, session.conduct.floors[table]


def in_round(tournament: Tournament, number: int, entry: int, phase: str) -> Place | Refused:
    """Someone whose table has a round that stands where the order needs it."""
    found = seated(tournament, number, entry)
    if isinstance(found, Refused):
        return found
    session, table, floor = found
    who, clause = tournament.who(entry), tournament.rules.wagering.minimum
    if floor.dispute:
        clause = tournament.rules.wagering.dispute or clause
        return Refused("dispute_open", clause, f"table {table} waits for a decision")
    if floor.round is None or entry not in floor.round.order:
        return Refused("no_round", clause, f"no round is open for {who} at table {table}")
    if floor.round.phase != phase:
        sentence = f"the round at table {table} is at {floor.round.phase}, not {phase}"
        return Refused(f"round_not_{phase}", clause, sentence)
    return Place(session, table, floor, floor.round, session.chips[entry], who)


def under_way(tournament: Tournament, floor: Floor, table: str) -> Refused | None:
    """What falls between rounds waits for the end of one."""
    if floor.round is None:
        return None
    sentence = f"round {floor.round.number} at table {table} is under way"
    return Refused("round_under_way", tournament.rules.wagering.minimum, sentence)


def played_on(tournament: Tournament, session: Session) -> Refused | None:
    """What ends or counts a session waits while those who are level play on."""
    if not session.playing_on:
        return None
    names = " and ".join(tournament.who(each) for each in session.playing_on)
    sentence = f"{names} play additional rounds, which are counted one by one"
    return Refused("additional_rounds", tournament.rules.ranking.level, sentence)


def disputed(tournament: Tournament, floor: Floor, table: str) -> Refused | None:
    """The game at a table goes no further, and does not end, before a dispute is decided."""
    if not floor.dispute:
        return None
    sentence = f"table {table} waits for a decision on a dispute"
    clause = tournament.rules.wagering.dispute or tournament.rules.wagering.minimum
    return Refused("dispute_open", clause, sentence)


def to_be_disqualified(tournament: Tournament, session: Session, table: str) -> Refused | None:
    """Where the document leaves no choice, neither the game nor its end comes first."""
    for entry in players_at(session, table):
        if entry in session.conduct.due:
            sentence = f"{tournament.who(entry)} must be disqualified first"
            return Refused("disqualification_due", session.conduct.due[entry], sentence)
    return None


def somebody_else(tournament: Tournament, entry: int, given: Given) -> Refused | None:
    """A patron acts for the own entry alone, by the identity it was made under."""
    person = tournament.entries[entry].person
    if given.by != Role.PATRON or given.actor == person:
        return None
    sentence = f"{given.actor or 'an unnamed person'} does not act for {tournament.who(entry)}"
    return Refused("not_your_own", None, sentence)


def limits(tournament: Tournament, session: Session, number: int) -> tuple[int, int]:
    """The least and the most of a stake in that round, by the conditions."""
    stage = tournament.stage_of(session)
    found = stage.minimum, stage.maximum
    for change in sorted(stage.limit_changes, key=lambda each: each.round):
        if change.round <= number:
            found = change.minimum, change.maximum
    return found


def limits_clause(tournament: Tournament) -> Clause:
    """Which item of the conditions the limits are."""
    rules = tournament.rules.conditions
    return next((item.clause for item in rules.items if item.key == "limits"), rules.wanted)


def players_at(session: Session, table: str) -> list[int]:
    """Those still in who sit there, by box; in additional rounds those who play them."""
    floor = session.conduct.floors.get(table)
    among = floor.among if floor and floor.among else session.chips
    here = [entry for entry in among if session.seats[entry].table == table]
    return sorted(here, key=lambda entry: session.seats[entry].box)


def is_out(
    session: Session, entry: int, how: str, clause: Clause, *, facts: str = "", kept: Held = 0
) -> PlayerOut:
    """Someone leaves, after the round before, with what is left and what was staked last."""
    seat = session.seats.get(entry)
    table = seat.table if seat else ""
    floor = session.conduct.floors.get(table)
    order = floor.collected.index(entry) + 1 if floor and entry in floor.collected else 0
    out = Out(
        entry,
        session.round.get(table, 0),
        how,
        clause,
        session.chips.get(entry, 0),
        floor.stakes.get(entry, 0) if floor else 0,
        order,
    )
    return PlayerOut(session.number, out, kept, facts, clause)


def issued(tournament: Tournament, session: Session) -> dict[str, Held]:
    """Everything that was issued, by table; a reserve comes in with what the stage gives."""
    given = dict(session.conduct.issued)
    for entry in session.players:
        if entry not in given and tournament.entries[entry].instead_of:
            given[entry] = session.seats[entry].table, tournament.stage_of(session).chips
    found = dict[str, Held]()
    for where, chips in given.values():
        found[where] = found.get(where, 0) + chips
    return found


def issued_at(tournament: Tournament, session: Session, table: str) -> Held:
    return issued(tournament, session).get(table, 0)


def check(tournament: Tournament) -> None:
    """Raise if tournament chips were made or lost at a table."""
    for session in tournament.sessions:
        for table, floor in session.conduct.floors.items():
            if session.phase != RUNNING or (session.playing_on and not floor.among):
                continue
            held = sum(session.chips[e] for e in players_at(session, table))
            given = floor.brought if floor.among else issued_at(tournament, session, table)
            if held + floor.won + floor.missing != given:
                found = f"{held} held, {floor.won} won and {floor.missing} missing"
                raise ChipsUnbalanced(f"table {table}: {found} are not the {given} issued")


# What stakes can lose: "wager and risk at least the table minimum" (readings TP10 and RO8).


def game_of(tournament: Tournament, session: Session) -> Game:
    """The game that a session is played in: the document's own unless its stage names another."""
    other = tournament.stage_of(session).game
    return game(other) if other else tournament.game


def not_whole(
    tournament: Tournament, session: Session, counts: Mapping[int, Held], clause: Clause
) -> Refused | None:
    """Half a chip is held only where the document pays half of a stake."""
    played = game_of(tournament, session)
    for entry, chips in counts.items():
        if played.halves is None and chips % 1:
            sentence = f"{tournament.who(entry)} holds whole chips, not {chips}"
            return Refused("not_whole_units", clause, sentence)
    return None


def risk_of(tournament: Tournament, place: Place, stakes: Mapping[str, int]) -> int | Refused:
    """The most that stakes beside a table can lose, by wager, under the game's usual options."""
    played = game_of(tournament, place.session)
    clause = tournament.rules.wagering.minimum
    if played.risk is all_lost:
        return sum(stakes.values())
    if "" in stakes:
        sentence = f"name the wagers of {place.who}: what they can lose depends on them"
        return Refused("wagers_not_named", clause, sentence)
    try:
        return played.risk(played.rules, played.options(), stakes)
    except KeyError as unknown:
        sentence = f"{played.cite.title} has no wager {unknown.args[0]}"
        return Refused("wager_not_offered", clause, sentence)


def too_little(
    tournament: Tournament, session: Session, round: Round, entry: int
) -> Refused | None:
    """Refuse stakes at a Houseway table that risk too little, once the player was advised."""
    short = _is_short(round, entry)
    if not short or entry not in session.conduct.advised or entry in round.let_through:
        return None
    return below(tournament, round, entry, round.risks[entry])


def below(tournament: Tournament, round: Round, entry: int, risk: int) -> Refused:
    who = tournament.who(entry)
    sentence = f"{who} risks {risk}; at least {round.minimum} must be risked"
    return Refused("risk_below_minimum", tournament.rules.wagering.minimum, sentence)


def advice(
    tournament: Tournament, session: Session, table: str, entries: Iterable[int]
) -> tuple[v.RiskAdvised, ...]:
    """The advice to those whose stakes risk too little for the first time, as their turn ends."""
    round, clause = session.conduct.floors[table].round, tournament.rules.wagering.minimum
    if round is None:
        return ()
    return tuple(
        v.RiskAdvised(session.number, table, each, round.risks[each], round.minimum, clause)
        for each in entries
        if _is_short(round, each) and each not in round.let_through
    )


def _is_short(round: Round, entry: int) -> bool:
    """In units of the minimum no risk is asked for, and none is kept."""
    return entry in round.risks and round.risks[entry] < round.minimum
