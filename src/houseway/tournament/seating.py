"""Seats: drawn by lot and shown as a draft before they count, taken in time, drawn again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from houseway.equipment.seeds import SeedStream, commitment_of, is_digest
from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.session_vocabulary import TablePlan
from houseway.tournament.standing import in_session, played_on, under_way
from houseway.tournament.state import (
    CONFIRMED,
    DRAFTED,
    PLANNED,
    PUBLISHED,
    RUNNING,
    Floor,
    Part,
    Seat,
    Session,
    Tournament,
    unknown_entry,
)

# The ballot: a table and a seat for everybody, worked out from a seed, so that anyone can again.

ATTEMPTS = 1000  # a ballot that cannot keep people apart by then is given up
SEED_DIGITS = 32  # 128 bits at least, so that nobody can try them all


class Drawn(NamedTuple):
    seats: dict[int, Seat]
    attempts: int


def is_seed(text: str) -> bool:
    """Whole bytes in lower-case hex, and enough of them."""
    even = len(text) % 2 == 0 and len(text) >= SEED_DIGITS
    return even and set(text) <= set("0123456789abcdef")


def draw(
    seed: str,
    people: Sequence[int],
    tables: Sequence[TablePlan],
    fixed: Mapping[int, Seat],
    apart: Iterable[frozenset[int]],
) -> Drawn | None:
    """The seats, fixed ones among them; None where people cannot be kept apart."""
    stream, groups = SeedStream(seed), list(apart)
    waiting = sorted(set(people) - set(fixed))
    places = _places(len(waiting), tables, fixed)
    for attempt in range(1, ATTEMPTS + 1):
        free = [seat for plan in tables for seat in _seats(stream, plan, places, fixed)]
        seats = {**fixed, **dict(zip(stream.shuffled(waiting), free, strict=True))}
        if not together(seats, groups):
            return Drawn(seats, attempt)
    return None


def _places(waiting: int, tables: Sequence[TablePlan], fixed: Mapping[int, Seat]) -> dict[str, int]:
    """Step 2: how many are drawn to each table."""
    places = {plan.table: plan.players - _fixed_at(plan.table, fixed) for plan in tables}
    for _ in range(sum(places.values()) - waiting):
        fullest = max(
            (plan.table for plan in reversed(tables) if places[plan.table]),
            key=lambda table: places[table] + _fixed_at(table, fixed),
        )
        places[fullest] -= 1
    return places


def _fixed_at(table: str, fixed: Mapping[int, Seat]) -> int:
    return sum(seat.table == table for seat in fixed.values())


def _seats(
    stream: SeedStream, plan: TablePlan, places: Mapping[str, int], fixed: Mapping[int, Seat]
) -> list[Seat]:
    """Step 3: the seats of one table that are drawn for."""
    taken = {seat.box for seat in fixed.values() if seat.table == plan.table}
    boxes = stream.shuffled([box for box in sorted(plan.boxes) if box not in taken])
    return [Seat(plan.table, box) for box in sorted(boxes[: places[plan.table]])]


def together(seats: Mapping[int, Seat], apart: Iterable[frozenset[int]]) -> bool:
    """Whether two of a group that is kept apart sit at one table."""
    for group in apart:
        tables = [seats[entry].table for entry in group if entry in seats]
        if len(tables) != len(set(tables)):
            return True
    return False


part = Part()

HELPERS = STAFF | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}  # reading TP2: they watch, count, seat
LOT = "by lot"


@part.decides(v.DraftBallot, by=DIRECTORS, slot=lambda rules: rules.sessions.ballot)
def _draft(tournament: Tournament, command: v.DraftBallot, given: Given) -> Ruling:
    """Reading TP5: one ballot a session, over the seats at the tables that have been opened."""
    session = in_session(tournament, command.session, PLANNED, DRAFTED)
    if isinstance(session, Refused):
        return session
    clause = tournament.rules.sessions.ballot
    fixed = {each.entry: each.seat for each in command.fixed}
    refused = (
        _not_drawn_twice_in_silence(tournament, session, command.reason)
        or not_a_seed(tournament, command.seed)
        or _tables(tournament, session, command.tables)
        or _fixed(tournament, session, command)
    )
    if refused:
        return refused
    drawn = draw(command.seed, session.players, command.tables, fixed, kept_apart(tournament))
    if drawn is None:
        sentence = f"{ATTEMPTS} draws seat people together whom the conditions keep apart"
        return Refused("cannot_be_kept_apart", tournament.rules.entry.groups or clause, sentence)
    return Accepted(
        (
            v.SeatsDrafted(
                session.number, LOT, command.seed, drawn.attempts, command.tables, command.fixed,
                tuple(sorted(drawn.seats.items())), command.reason, given.signature, clause,
            ),
        )
    )  # fmt: skip


def _not_drawn_twice_in_silence(
    tournament: Tournament, session: Session, reason: str
) -> Refused | None:
    if session.conduct.drafts and not reason.strip():
        sentence = f"the seats were drawn {session.conduct.drafts} times; say why once more"
        return Refused("no_reason", tournament.rules.sessions.ballot, sentence)
    return None


def not_a_seed(tournament: Tournament, seed: str) -> Refused | None:
    """Of a tournament that published a root, only the secret that comes next."""
    if tournament.commitment:
        if is_digest(seed) and commitment_of(seed) == tournament.commitment:
            return None
        sentence = "the house lacks the next secret of its ballots: restore the copy of its keys"
        return Refused("not_a_seed", tournament.rules.sessions.ballot, sentence)
    if is_seed(seed):
        return None
    sentence = f"a seed is at least {SEED_DIGITS} hex digits in lower case, two for each byte"
    return Refused("not_a_seed", tournament.rules.sessions.ballot, sentence)


def _tables(
    tournament: Tournament, session: Session, tables: tuple[v.TablePlan, ...]
) -> Refused | None:
    """Tables of their own, boxes that the layout has, and places enough for everybody."""
    rules = tournament.rules.sessions
    names = [plan.table for plan in tables]
    if not names or len(names) != len(set(names)) or not all(name.strip() for name in names):
        designated = rules.tables or rules.ballot
        return Refused("no_tables", designated, "name the tables, each once")
    refused = next(filter(None, (_plan(tournament, plan) for plan in tables)), None)
    refused = refused or _not_exclusive(tournament, session, names)
    places = sum(plan.players for plan in tables)
    if refused is None and places < len(session.players):
        sentence = f"{len(session.players)} are to sit at {places} places"
        refused = Refused("too_few_places", rules.players_per_table, sentence)
    return refused


def _plan(tournament: Tournament, plan: v.TablePlan) -> Refused | None:
    rules = tournament.rules.sessions
    first, last = rules.boxes
    if len(set(plan.boxes)) != len(plan.boxes) or not all(first <= b <= last for b in plan.boxes):
        sentence = f"table {plan.table} has boxes {first} to {last}, each once"
        return Refused("no_such_box", rules.players_per_table, sentence)
    if not 1 <= plan.players <= len(plan.boxes):
        sentence = f"{plan.players} are to sit at table {plan.table}, which has {len(plan.boxes)}"
        return Refused("players_per_table", rules.players_per_table, f"{sentence} boxes free")
    return None


def reserved_tables(tournament: Tournament) -> dict[str, int]:
    """Tables that serve the tournament alone, from the publication of the seats to the counts."""
    return {
        table: session.number
        for session in tournament.sessions
        if session.phase not in (PLANNED, DRAFTED, CONFIRMED)
        for table in session.conduct.floors
    }


def _not_exclusive(tournament: Tournament, session: Session, names: list[str]) -> Refused | None:
    rules = tournament.rules.sessions
    for table, other in reserved_tables(tournament).items():
        if table in names and other != session.number:
            sentence = f"table {table} serves session {other}"
            return Refused("table_in_use", rules.exclusive_tables or rules.ballot, sentence)
    return None


def _fixed(tournament: Tournament, session: Session, command: v.DraftBallot) -> Refused | None:
    """A seat that is not drawn for has its reason on record."""
    clause = tournament.rules.sessions.ballot
    for each in command.fixed:
        if not each.reason.strip():
            sentence = f"say why {tournament.who(each.entry)} has a fixed seat"
            return Refused("no_reason", clause, sentence)
    seats = tuple((each.entry, each.seat) for each in command.fixed)
    return _seating_seats(tournament, session, command.tables, seats)


def _seating_seats(
    tournament: Tournament,
    session: Session,
    tables: tuple[v.TablePlan, ...],
    seats: tuple[tuple[int, Seat], ...],
) -> Refused | None:
    """Each of the session once, each at a box of its own that is free, no table overfull."""
    clause = tournament.rules.sessions.ballot
    free = {Seat(plan.table, box) for plan in tables for box in plan.boxes}
    for entry, seat in seats:
        if entry not in session.players:
            sentence = f"there is no entry {entry} in session {session.number}"
            return Refused("not_in_session", clause, sentence)
        if seat not in free:
            sentence = f"box {seat.box} of table {seat.table} is not free for entry {entry}"
            return Refused("seat_taken", clause, sentence)
        free.discard(seat)
    if len({entry for entry, _ in seats}) != len(seats):
        return Refused("seated_twice", clause, "a player has two seats")
    at_table = Counter(seat.table for _, seat in seats)
    for plan in tables:
        if at_table[plan.table] > plan.players:
            sentence = f"{at_table[plan.table]} are to sit at table {plan.table}, not"
            per_table = tournament.rules.sessions.players_per_table
            return Refused("players_per_table", per_table, f"{sentence} {plan.players} at most")
    return None


def kept_apart(tournament: Tournament) -> Iterator[frozenset[int]]:
    """Reading TP24: those who may not share a table, by identity, as entries."""
    numbers = {each.person: each.number for each in tournament.entries.values()}
    for group in tournament.conditions.apart:
        yield frozenset(numbers[person] for person in group if person in numbers)


@part.decides(v.AllotSeats, by=DIRECTORS, slot=lambda rules: rules.sessions.ballot)
def _allot(tournament: Tournament, command: v.AllotSeats, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.4: the method is the Tournament Manager's; elsewhere it is the ballot."""
    rules = tournament.rules.sessions
    if rules.drawn:
        return Refused("by_ballot_only", rules.ballot, "tables and seats are drawn by ballot")
    session = in_session(tournament, command.session, PLANNED, DRAFTED)
    if isinstance(session, Refused):
        return session
    if not command.method.strip():
        return Refused("no_method", rules.ballot, "say by which method the seats were allotted")
    refused = _tables(tournament, session, command.tables) or _seating_seats(
        tournament, session, command.tables, command.seats
    )
    if refused:
        return refused
    left = sorted(set(session.players) - {entry for entry, _ in command.seats})
    if left:
        return Refused("without_a_seat", rules.ballot, f"{tournament.who(left[0])} has no seat")
    drafted = v.SeatsDrafted(
        session.number, command.method, "", 1, command.tables, (),
        tuple(sorted(command.seats)), "", given.signature, rules.ballot,
    )  # fmt: skip
    return Accepted((drafted,))


@part.decides(v.PublishBallot, by=DIRECTORS, slot=lambda rules: rules.sessions.ballot)
def _publish(tournament: Tournament, command: v.PublishBallot, given: Given) -> Ruling:
    """Readings TP5: shown to everybody before the session, and no moves from then on."""
    session = in_session(tournament, command.session, DRAFTED)
    if isinstance(session, Refused):
        return session
    left = sorted(set(session.players) - set(session.seats))
    if left:
        sentence = f"{tournament.who(left[0])} has no seat"
        return Refused("without_a_seat", tournament.rules.sessions.ballot, sentence)
    names = list(session.conduct.floors)
    published = v.SeatsPublished(session.number, given.signature, tournament.rules.sessions.ballot)
    return _not_exclusive(tournament, session, names) or Accepted((published,))


@part.decides(v.CheckIn, by=HELPERS, slot=lambda rules: rules.sessions.late)
def _check_in(tournament: Tournament, command: v.CheckIn, given: Given) -> Ruling:
    """Reading TP6: until the session begins; or until its starting time, where that decides."""
    rules = tournament.rules.sessions
    phases = (PUBLISHED, RUNNING) if rules.late_when == "by measure" else (PUBLISHED,)
    session = in_session(tournament, command.session, *phases)
    if isinstance(session, Refused):
        return session
    refused = unknown_entry(tournament, command.entry)
    if refused:
        return refused
    who = tournament.who(command.entry)
    if command.entry not in session.seats:
        return Refused("not_in_session", rules.ballot, f"{who} has no seat in this session")
    if command.entry in session.conduct.present:
        return Refused("seated_already", rules.late, f"{who} has taken the seat")
    if rules.late_when == "at the starting time" and given.at_us >= session.starts_us:
        late = (given.at_us - session.starts_us) // 1_000_000
        sentence = f"{who} came {late} seconds after the starting time, not before it"
        return Refused("late", rules.late, sentence)
    taken = v.SeatTaken(session.number, command.entry, given.signature, rules.late)
    return Accepted((taken,))


@part.decides(v.RedrawTable, by=DIRECTORS, slot=lambda rules: rules.sessions.ballot)
def _redraw(tournament: Tournament, command: v.RedrawTable, given: Given) -> Ruling:
    """Reading TP5: when a table has to be closed, anyone who is left there is drawn again."""
    rules = tournament.rules.sessions
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    refused = played_on(tournament, session)
    if refused:
        return refused
    floors = session.conduct.floors
    open_tables = [name for name, floor in floors.items() if not floor.ended]
    if command.table not in open_tables:
        sentence = f"table {command.table} is not in play in session {session.number}"
        return Refused("no_such_table", rules.ballot, sentence)
    refused = not_a_seed(tournament, command.seed) or next(
        filter(None, (under_way(tournament, floors[name], name) for name in open_tables)), None
    )
    if refused:
        return refused
    if not command.reason.strip():
        return Refused("no_reason", rules.ballot, f"say why table {command.table} closes")
    return _drawn_anew(tournament, session, command, given)


def _drawn_anew(
    tournament: Tournament, session: Session, command: v.RedrawTable, given: Given
) -> Ruling:
    rules = tournament.rules.sessions
    staying = {
        entry: seat
        for entry, seat in session.seats.items()
        if entry in session.chips and seat.table != command.table
    }
    moving = [e for e in session.chips if session.seats[e].table == command.table]
    others = [name for name, floor in session.conduct.floors.items()
              if not floor.ended and name != command.table]  # fmt: skip
    free = sum(len(session.conduct.floors[name].boxes) for name in others) - len(staying)
    if free < len(moving):
        sentence = f"{len(moving)} from table {command.table} find {max(free, 0)} free seats"
        return Refused("too_few_places", rules.players_per_table, sentence)
    plans = [_as_planned(session, name) for name in others]
    drawn = draw(command.seed, [*staying, *moving], plans, staying, kept_apart(tournament))
    if drawn is None:
        sentence = f"{ATTEMPTS} draws seat people together whom the conditions keep apart"
        clause = tournament.rules.entry.groups or rules.ballot
        return Refused("cannot_be_kept_apart", clause, sentence)
    seats = tuple(sorted((entry, drawn.seats[entry]) for entry in moving))
    redrawn = v.TableRedrawn(
        session.number, command.table, command.seed, drawn.attempts, seats, command.reason,
        given.signature, rules.ballot,
    )  # fmt: skip
    return Accepted((redrawn,))


def _as_planned(session: Session, name: str) -> v.TablePlan:
    boxes = session.conduct.floors[name].boxes
    return v.TablePlan(name, boxes, len(boxes))


def drawn(tournament: Tournament, seed: str) -> None:
    """A secret that was drawn with commits the house to the one that follows."""
    if tournament.commitment and seed:
        tournament.commitment = seed


@part.folds(v.SeatsDrafted)
def _drafted(tournament: Tournament, event: v.SeatsDrafted) -> None:
    drawn(tournament, event.seed)
    session = tournament.sessions[event.session - 1]
    session.phase = DRAFTED
    session.conduct.drafts += 1
    session.seats = dict(event.seats)
    session.conduct.floors = {each.table: Floor(each.boxes) for each in event.tables}
    session.modes = {each.table: each.mode for each in event.tables}


@part.folds(v.SeatsPublished)
def _published(tournament: Tournament, event: v.SeatsPublished) -> None:
    tournament.sessions[event.session - 1].phase = PUBLISHED


@part.folds(v.SeatTaken)
def _taken(tournament: Tournament, event: v.SeatTaken) -> None:
    tournament.sessions[event.session - 1].conduct.present.add(event.entry)


@part.folds(v.TableRedrawn)
def _redrawn(tournament: Tournament, event: v.TableRedrawn) -> None:
    """People take their chips along: what was issued at one table is held at another."""
    drawn(tournament, event.seed)
    session = tournament.sessions[event.session - 1]
    floors = session.conduct.floors
    floors[event.table].ended = floors[event.table].counted = True
    for entry, seat in event.seats:
        session.seats[entry] = seat
        floors[event.table].won += session.chips[entry]
        floors[seat.table].won -= session.chips[entry]
