"""Additional rounds: those who are level play on among themselves until their order is settled.

Rounds, turns and stakes are on record where a table is named, as in any session; otherwise only
what everybody holds after each round is. A play-off is a session of its own (reading 7U-34); other
documents have the session go on, with its chips, its limits and its marker (readings TP17, TP28).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from houseway.games.fields import Held
from houseway.games.machine import Given
from houseway.games.table_rules import LEFTOVERS, PLAY_OFF
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import results_vocabulary as v
from houseway.tournament.counting import not_after_a_round, without_a_stake
from houseway.tournament.merit import Group, below_the_minimum, held_at_the_end, is_last
from houseway.tournament.ranking import (
    COUNTERS,
    counted_wrongly,
    in_phase,
    level,
    level_clause,
    level_on_points,
    nothing_hangs,
)
from houseway.tournament.seating import draw, drawn, not_a_seed
from houseway.tournament.session_vocabulary import TablePlan
from houseway.tournament.standing import not_whole
from houseway.tournament.state import (
    CONFIRMED,
    COUNTED,
    ENDED,
    PUT_OUT,
    RUNNING,
    STAYED,
    Part,
    Seat,
    Session,
    Tournament,
)

part = Part()

# Who plays on, where, and with what


@part.decides(v.OrderAdditionalRounds, by=DIRECTORS, slot=lambda rules: rules.ranking.level)
def _order(tournament: Tournament, command: v.OrderAdditionalRounds, given: Given) -> Ruling:
    rules = tournament.rules
    session = in_phase(tournament, command.session, (COUNTED, CONFIRMED), rules.ranking.level)
    if isinstance(session, Refused):
        return session
    clause = _clause(tournament, session)
    among = _may_play_on(tournament, session)
    group = next((each for each in among if set(each.entries) == set(command.entries)), None)
    if group is None:
        known = "; ".join(", ".join(map(str, each.entries)) for each in among) or "nobody"
        sentence = f"level, and still to be separated: {known}"
        return Refused("not_level", clause, sentence)
    seats = _seats(tournament, session, command, clause) if command.table else {}
    if isinstance(seats, Refused):
        return seats
    entries, own = tuple(sorted(command.entries)), rules.ranking.level_by == PLAY_OFF
    gathered = any(seats[entry] != session.seats[entry] for entry in seats)
    ordered = v.AdditionalRoundsOrdered(
        session.number, entries, given.signature, clause, command.table,
        tuple(sorted(seats.items())), tuple(_chips(tournament, session, group)),
        command.seed if gathered else "", own or gathered,
        tournament.conditions.pass_cards if own else 0,
    )  # fmt: skip
    return Accepted((ordered,))


def _clause(tournament: Tournament, session: Session) -> Clause:
    """For a prize, for points, or for who goes on."""
    for_points = tournament.stage_of(session).points and session.phase != CONFIRMED
    for_prizes = is_last(tournament, session) and not for_points
    played_off = tournament.rules.prizes.played_off if for_prizes else None
    return played_off or level_clause(tournament, session)


def _may_play_on(tournament: Tournament, session: Session) -> list[Group]:
    if session.phase == CONFIRMED:
        last = session is tournament.sessions[-1]
        return list(level_on_points(tournament)) if last else []
    found = list(level(tournament, session))
    return found + list(nothing_hangs(tournament, session))


def _seats(
    tournament: Tournament, session: Session, command: v.OrderAdditionalRounds, clause: Clause
) -> dict[int, Seat] | Refused:
    """Reading TP17: at one table; those from several tables are brought there by ballot."""
    floor = session.conduct.floors.get(command.table)
    at = {session.seats[entry].table for entry in command.entries}
    if floor is None or (len(at) == 1 and command.table not in at):
        sentence = f"they play on at table {' or '.join(sorted(at))}, not at {command.table}"
        return Refused("no_such_table", clause, sentence)
    if len(at) == 1:
        return {entry: session.seats[entry] for entry in command.entries}
    players = len(command.entries)
    if players > len(floor.boxes):
        sentence = f"{players} are to sit at {len(floor.boxes)} boxes of table {command.table}"
        return Refused("too_few_places", tournament.rules.sessions.players_per_table, sentence)
    refused = not_a_seed(tournament, command.seed)
    if refused:
        return refused
    plan = TablePlan(command.table, floor.boxes, players)
    drawn = draw(command.seed, command.entries, (plan,), {}, ())
    return drawn.seats if drawn else {}


def _chips(tournament: Tournament, session: Session, group: Group) -> Iterator[tuple[int, Held]]:
    """What they hold; or what the session gives, where they are not level on what they hold, hold
    too little for one round, or begin a session of their own."""
    new = tournament.stage_of(session).chips
    of_their_own = tournament.rules.ranking.level_by == PLAY_OFF or session.phase == CONFIRMED
    for entry in group.entries:
        short = not group.alive or below_the_minimum(tournament, session, entry)
        yield entry, new if of_their_own or short else held_at_the_end(session, entry)


# After each round


@part.decides(v.RecordAdditionalRound, by=COUNTERS, slot=lambda rules: rules.ranking.level)
def _record(tournament: Tournament, command: v.RecordAdditionalRound, given: Given) -> Ruling:
    """After each round anyone who has split off is placed, and the rest go on."""
    clause = tournament.rules.ranking.level
    session = in_phase(tournament, command.session, (RUNNING, ENDED), clause)
    if isinstance(session, Refused):
        return session
    if not session.playing_on:
        return Refused("nobody_plays_on", clause, "no additional rounds have been ordered")
    refused = (
        counted_wrongly(tournament, command.counts, session.playing_on, clause)
        or not_whole(tournament, session, command.counts, clause)
        or _not_as_played(tournament, session, command, clause)
        or _last_wagers_wanted(tournament, session, command)
    )
    return refused or Accepted((_counted(tournament, session, command),))


def _not_as_played(
    tournament: Tournament, session: Session, command: v.RecordAdditionalRound, clause: Clause
) -> Refused | None:
    """Where the rounds are on record the count follows one, and the stakes are those of it."""
    table = session.play_off
    if not table:
        return None
    floor = session.conduct.floors[table]
    if floor.round is None:
        return Refused("no_round", clause, f"no additional round was opened at table {table}")
    for each in command.emptied:
        staked = floor.round.staked.get(each.entry, 0)
        if each.stake != staked:
            sentence = f"{tournament.who(each.entry)} staked {staked}, not {each.stake}"
            return Refused("stake_does_not_add_up", clause, sentence)
    return not_after_a_round(tournament, table, floor, clause) or without_a_stake(
        tournament, session, floor.round, command.counts, clause
    )


def _last_wagers_wanted(
    tournament: Tournament, session: Session, command: v.RecordAdditionalRound
) -> Refused | None:
    """7-Up Baccarat 15.10.4: eliminated in one coup of a play-off with equal residual chips."""
    ranking = tournament.rules.ranking
    short = _eliminated(tournament, session, command)
    if short <= {each.entry for each in command.emptied}:
        return None
    names = ", ".join(tournament.who(each) for each in sorted(short))
    sentence = f"the last wagers, in the order of collection, are wanted of {names}"
    return Refused("last_wagers_wanted", ranking.together, sentence)


def _eliminated(
    tournament: Tournament, session: Session, command: v.RecordAdditionalRound
) -> set[int]:
    """Those level who cannot play on, where their last wagers decide."""
    if tournament.rules.ranking.together_by != LEFTOVERS:
        return set()
    after = _after(session, command.counts)
    level_now = _still_level(tournament, after, command.counts)
    return {e for e in level_now if below_the_minimum(tournament, after, e)}


def _counted(
    tournament: Tournament, session: Session, command: v.RecordAdditionalRound
) -> v.AdditionalRoundCounted:
    short = _eliminated(tournament, session, command)
    emptied = tuple(each for each in command.emptied if each.entry in short)
    after = _after(session, command.counts, emptied)
    still = tuple(_still_level(tournament, after, command.counts))
    new = tournament.stage_of(session).chips
    again = tuple((e, new) for e in still if below_the_minimum(tournament, after, e))
    ranking = tournament.rules.ranking
    clause = ranking.together if emptied else ranking.level
    return v.AdditionalRoundCounted(session.number, command.counts, still, clause, emptied, again)


def _after(
    session: Session, counts: Mapping[int, Held], emptied: tuple[v.Emptied, ...] = ()
) -> Session:
    """The session as it stands with the counts of one more round."""
    found = {entry: list(before) for entry, before in session.play_offs.items()}
    _add(found, counts, emptied)
    return replace(session, play_offs=found)


def _add(
    play_offs: dict[int, list[Held]], counts: Mapping[int, Held], emptied: tuple[v.Emptied, ...]
) -> None:
    """A count, and of those whom only their last wagers separate also the wager and the order."""
    for entry, count in counts.items():
        play_offs.setdefault(entry, []).append(count)
    for place, each in enumerate(emptied):
        play_offs[each.entry] += [each.stake, place]


def _still_level(
    tournament: Tournament, session: Session, counts: Mapping[int, Held]
) -> Iterator[int]:
    """Those of whom some go on after this round: nothing separates them, and something hangs."""
    if session.resumes == CONFIRMED:
        rounds = [session.play_offs[each] for each in counts]
        yield from (each for each in counts if rounds.count(session.play_offs[each]) > 1)
        return
    for group in level(tournament, session):
        yield from (each for each in group.entries if each in counts)


def without(tournament: Tournament, session: Session, entry: int) -> v.AdditionalRoundCounted:
    """Someone is put out while playing on: whether the others are separated by that."""
    left = {each: STAYED for each in session.playing_on if each != entry}
    after = _after(session, {**left, entry: PUT_OUT})
    still = tuple(_still_level(tournament, after, left))
    return v.AdditionalRoundCounted(session.number, {}, still, tournament.rules.ranking.level)


# What each fact changes


@part.folds(v.AdditionalRoundsOrdered)
def _ordered(tournament: Tournament, event: v.AdditionalRoundsOrdered) -> None:
    drawn(tournament, event.seed)
    session = tournament.sessions[event.session - 1]
    session.playing_on, session.play_off = list(event.entries), event.table
    session.resumes, session.phase = session.phase, RUNNING
    session.chips.update(event.chips)
    session.seats.update(event.seats)
    if not event.table:
        return
    floor = session.conduct.floors[event.table]
    floor.play_on(dict(event.chips))
    if event.anew:
        floor.marker, floor.marker_moves = 0, False
    for entry in event.entries:
        session.conduct.pass_cards[entry] = event.pass_cards
        session.conduct.forms_used.pop(entry, None)


@part.folds(v.AdditionalRoundCounted)
def _round_counted(tournament: Tournament, event: v.AdditionalRoundCounted) -> None:
    session = tournament.sessions[event.session - 1]
    _add(session.play_offs, event.counts, event.emptied)
    session.chips.update(event.counts)
    session.chips.update(event.chips)
    session.playing_on = list(event.still)
    if session.play_off:
        floor = session.conduct.floors[session.play_off]
        if event.counts:
            floor.conclude()
        if not event.still:
            floor.played_on()
        elif floor.round is None:
            floor.play_on({each: session.chips[each] for each in event.still})
    if not event.still:
        session.phase = session.resumes
