"""Who stands above whom: in one session, and in the whole tournament, with the working shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from houseway.games.fields import Held
from houseway.games.table_rules import (
    ADDITIONAL_ROUNDS,
    BY_CONDITIONS,
    LEFTOVERS,
    PLAY_OFF,
    TournamentRules,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried
from houseway.tournament.standing import limits
from houseway.tournament.state import (
    DISQUALIFIED,
    ELIMINATED,
    FORFEITED,
    WITHDRAWN,
    Out,
    Session,
    Tournament,
)
from houseway.tournament.terms import at_places

Merit = tuple[int, Held, tuple[Held, ...]]
_NEVER_THERE, _PUT_OUT, _ELIMINATED = range(3)  # of those out in one round, in this order


class Group(NamedTuple):
    """People whom nothing separates: one alone, or several on the places from first to last.

    Equal chips when a session or the final has ended are a tie (7-Up Baccarat 15.1.1 tie).
    """

    entries: tuple[int, ...]
    first: int
    merit: Merit
    clause: Clause

    @property
    def last(self) -> int:
        return self.first + len(self.entries) - 1

    @property
    def alive(self) -> bool:
        return self.merit[0] == 1

    @property
    def eliminated(self) -> bool:
        """Out for want of chips, and not forfeited, withdrawn or put out."""
        return not self.alive and self.merit[2][0] == _ELIMINATED

    def straddles(self, cut: int) -> bool:
        """Some of them would go on and some would not."""
        return self.first <= cut < self.last


def merit(tournament: Tournament, session: Session, number: int) -> Merit:
    """Entrants who are left rank by chips; those who are out rank by their last round."""
    out = next((each for each in session.outs if each.entry == number), None)
    extra = tuple(session.play_offs.get(number, ()))
    if out is not None:
        return (0, out.round, (*_out_merit(tournament.rules, session, out), *extra))
    count = held_at_the_end(session, number)
    if not count and tournament.rules.ranking.not_at_zero:
        return (1, 0, _emptied(session, number))
    return (1, count, extra)


def held_at_the_end(session: Session, number: int) -> Held:
    return session.counts.get(number, session.chips.get(number, 0))


def _out_merit(rules: TournamentRules, session: Session, out: Out) -> tuple[Held, ...]:
    """Those eliminated in one round are together, unless the document looks at what was left."""
    if out.how in (FORFEITED, WITHDRAWN):
        return (_NEVER_THERE,)
    if out.how != ELIMINATED:
        return (_PUT_OUT, session.outs.index(out))
    if rules.ranking.together_by == LEFTOVERS:
        return (_ELIMINATED, out.chips, out.stake, out.order)
    return (_ELIMINATED,)


def _emptied(session: Session, number: int) -> tuple[int, ...]:
    """No play-off at nothing: the larger last wager, then whose chips were collected later."""
    for place, (entry, stake) in enumerate(session.emptied):
        if entry == number:
            return (stake, place)
    return ()


def clause_of(rules: TournamentRules, found: Merit, *, alone: bool) -> Clause:
    ranking = rules.ranking
    if found[0] == 0:
        return ranking.together
    if alone:
        return ranking.places
    return ranking.level


def groups(tournament: Tournament, session: Session, entries: Iterable[int]) -> list[Group]:
    """The people of one session, best first."""
    merits = {each: merit(tournament, session, each) for each in entries}
    return grouped(tournament.rules, merits)


def grouped(rules: TournamentRules, merits: dict[int, Merit], first: int = 1) -> list[Group]:
    ranked = sorted(sorted(merits), key=lambda each: merits[each], reverse=True)
    found: list[Group] = []
    for value, level in groupby(ranked, key=lambda each: merits[each]):
        together = tuple(level)
        clause = clause_of(rules, value, alone=len(together) == 1)
        found.append(Group(together, first, value, clause))
        first += len(together)
    return found


def scopes(tournament: Tournament, session: Session) -> list[tuple[int, ...]]:
    """Who is ranked with whom: each table, where people go on from it; else the whole session."""
    stage = tournament.stage_of(session)
    if not stage.advance or stage.overall:
        return [tuple(session.players)]
    tables: dict[str, list[int]] = {}
    for number in session.players:
        seat = session.seats.get(number)
        tables.setdefault(seat.table if seat else "", []).append(number)
    return [tuple(each) for each in tables.values()]


def cut(tournament: Tournament, session: Session, ranked: list[Group]) -> int:
    """The last place that goes on (reading TP26): of those who are left; else of those eliminated
    last, below whom nobody goes on, and neither does anybody who forfeited or was put out."""
    advance = tournament.stage_of(session).advance
    left = sum(len(each.entries) for each in ranked if each.alive)
    gone = [each for each in ranked if each.eliminated]
    if left or not gone:
        return min(advance, left)
    together = [each for each in gone if each.merit[1] == gone[0].merit[1]]
    return gone[0].first - 1 + min(advance, sum(len(each.entries) for each in together))


def going_on(tournament: Tournament, session: Session, ranked: list[Group]) -> list[Group]:
    last = cut(tournament, session, ranked)
    return [each for each in ranked if each.last <= last and (each.alive or each.eliminated)]


def is_last(tournament: Tournament, session: Session) -> bool:
    """The session decides the first places of the tournament."""
    return session.stage == len(tournament.conditions.stages) - 1


def prize_hangs(tournament: Tournament, group: Group) -> bool:
    """The places of the group do not all bring the same."""
    prizes = at_places(tournament.conditions, group.first, group.last)
    return len(set(prizes)) > 1


def _differ(group: Group, brings: tuple[int, ...]) -> bool:
    """The places of the group do not all bring the same points, or prizes of the session."""
    each = [brings[place - 1 : place] for place in range(group.first, group.last + 1)]
    return len(set(each)) > 1


def plays_on(tournament: Tournament, session: Session, group: Group, last: int) -> bool:
    """Whether those of a group must play additional rounds for their order (TP17, TP18, 7U-27)."""
    if len(group.entries) == 1:
        return False
    if group.straddles(last):
        return True
    ranking, ties = tournament.rules.ranking, tournament.conditions.ties
    stage, rounds = tournament.stage_of(session), group.alive and ties.session == "rounds"
    if rounds and _differ(group, stage.prizes):
        return not all(below_the_minimum(tournament, session, each) for each in group.entries)
    if points_count(tournament):
        return rounds and _differ(group, stage.points)
    if not _prize_at_stake(tournament, session, group, last):
        return False
    if not group.alive:
        return ties.together == "rounds"
    if out_together(tournament, session, group, last):
        return False
    return ranking.level_by != BY_CONDITIONS or ties.final == "rounds"


def _prize_at_stake(tournament: Tournament, session: Session, group: Group, last: int) -> bool:
    """In the final; and in a heat, where all who are level play on, among those who drop out."""
    if is_last(tournament, session):
        return prize_hangs(tournament, group)
    if tournament.rules.ranking.level_by != ADDITIONAL_ROUNDS or group.last <= last:
        return False
    return prize_hangs(tournament, group._replace(first=_place_of(tournament, session, group)))


def _place_of(tournament: Tournament, session: Session, group: Group) -> int:
    """The first place in the tournament of those who drop out of a session: below all who go on,
    and below anyone who drops out with more, at any table (reading TP25)."""
    above = 0
    for scope in scopes(tournament, session):
        ranked = groups(tournament, session, scope)
        last = cut(tournament, session, ranked)
        above += last
        higher = [each for each in ranked if each.merit > group.merit]
        above += sum(max(0, each.last - max(last, each.first - 1)) for each in higher)
    return above + 1


def below_the_minimum(tournament: Tournament, session: Session, number: int) -> bool:
    """Whether someone who is level could not stake in one more round."""
    seat = session.seats.get(number)
    played = session.round.get(seat.table, 0) if seat else 0
    minimum, _ = limits(tournament, session, played)
    counted = [each for each in session.play_offs.get(number, ()) if each >= 0]
    return (counted or [held_at_the_end(session, number)])[-1] < minimum


def out_together(tournament: Tournament, session: Session, group: Group, last: int) -> bool:
    """Reading TP17: with a prize at stake all who are still level are below the minimum at once, so
    that they are out in the same round and share."""
    if tournament.rules.ranking.level_by == PLAY_OFF or not group.alive:
        return False
    if not _prize_at_stake(tournament, session, group, last):
        return False
    return all(below_the_minimum(tournament, session, each) for each in group.entries)


# The whole tournament


def points_count(tournament: Tournament) -> bool:
    return any(each.points for each in tournament.conditions.stages)


def points_of(tournament: Tournament, number: int) -> Fraction:
    return sum(
        (Fraction(*each.points[number]) for each in tournament.sessions if number in each.points),
        Fraction(0),
    )


def placed(tournament: Tournament) -> list[int]:
    """Everybody who has a place: all who entered and did not withdraw."""
    entries = tournament.entries.values()
    return [each.number for each in entries if each.fees and each.status != WITHDRAWN]


def standings(tournament: Tournament) -> list[Group]:
    """The whole field, best first: by points, or by how far everybody came.

    Reading TP25: an entrant who came to a later stage ranks above one who did not; in one stage
    chips and the round in which someone went out are compared over all its tables.
    """
    if points_count(tournament):
        return _by_points(tournament)
    last: dict[int, Session] = {}
    for session in sorted(tournament.sessions, key=lambda each: each.stage):
        last.update(dict.fromkeys(session.players, session))
    field = placed(tournament)
    put_out = [each for each in field if is_disqualified(tournament, each)]
    stood = [each for each in field if each in last and each not in put_out]
    found: list[Group] = []
    for several in (stood, put_out):
        for stage in sorted({last[each].stage for each in several}, reverse=True):
            here = [each for each in several if last[each].stage == stage]
            merits = {each: merit(tournament, last[each], each) for each in here}
            found += grouped(tournament.rules, merits, first=_next(found))
    never: dict[int, Merit] = {each: (0, 0, (_NEVER_THERE,)) for each in field if each not in last}
    return found + grouped(tournament.rules, never, first=_next(found))


def is_disqualified(tournament: Tournament, number: int) -> bool:
    """Reading 7U-36: the position is cancelled, so that it stands below all who kept theirs."""
    return tournament.entries[number].status == DISQUALIFIED


def _next(found: list[Group]) -> int:
    return found[-1].last + 1 if found else 1


def _by_points(tournament: Tournament) -> list[Group]:
    field = placed(tournament)
    totals = {each: points_of(tournament, each) for each in field}
    whole = sorted(set(totals.values()))
    last = tournament.sessions[-1] if tournament.sessions else None
    merits: dict[int, Merit] = {
        each: (1, whole.index(totals[each]), tuple(last.play_offs.get(each, ()) if last else ()))
        for each in field
    }
    return grouped(tournament.rules, merits)


# The working


def working(tournament: Tournament, session: Session) -> list[Tried]:
    """How the places of a session were found, one line for each group of each table."""
    every = scopes(tournament, session)
    return [line for scope in every for line in worked(tournament, session, scope)]


def worked(tournament: Tournament, session: Session, scope: Iterable[int]) -> Iterator[Tried]:
    """How those who are ranked with each other were, best first."""
    ranked = groups(tournament, session, scope)
    last = cut(tournament, session, ranked)
    for group in ranked:
        onward = plays_on(tournament, session, group, last)
        yield Tried(group.clause, _says(tournament, session, group, onward=onward))


def _says(tournament: Tournament, session: Session, group: Group, *, onward: bool) -> str:
    names = " and ".join(tournament.who(each) for each in group.entries)
    places = f"place {group.first}" if group.first == group.last else (
        f"places {group.first} to {group.last}"
    )  # fmt: skip
    how = _how(group, leftovers=tournament.rules.ranking.together_by == LEFTOVERS)
    after = "; they play on for their order" if onward else ""
    return f"{places}: {names}, {how}{after}"


def _how(group: Group, *, leftovers: bool) -> str:
    alive, figure, more = group.merit
    if alive:
        return f"{figure} chips{_then(more)}"
    if more[0] == _ELIMINATED and leftovers:
        residual, stake, order = more[1:4]
        left = f"{residual} chips left, wager {stake}, chips removed {order}."
        return f"out in round {figure} with {left}"
    if not figure:
        return "out before the first round"
    return f"out in round {figure}{_then(more[1:] if more[0] == _ELIMINATED else ())}"


def _then(counts: tuple[Held, ...]) -> str:
    """What additional rounds came to."""
    counted = [str(each) for each in counts if each >= 0]
    return f", then {', '.join(counted)}" if counted else ""
