"""How a tournament stands, for everybody to see: places, chips, points, clock, prizes.

Nothing here is hidden from anybody: chips are in sight of all, seats are shown once they have been
published, and what an undisclosed wager says is in no board.
"""

from __future__ import annotations

from msgspec import Struct

from houseway.games.fields import Held
from houseway.tournament.merit import points_count, points_of, standings
from houseway.tournament.money import pool
from houseway.tournament.prizes import took_part
from houseway.tournament.standing import MINUTE_US, limits
from houseway.tournament.state import DRAFTED, PLANNED, RUNNING, Seat, Session, Tournament
from houseway.tournament.terms import prizes


class Row(Struct, frozen=True):
    """One entrant. `first` and `last` are the same, but for those who share places.

    `table` and `box` are those of the newest session whose seats are published; `chips` is None
    for someone who has not been given any; `points` is a whole number or a fraction, "" where the
    tournament has none; `advancing`: goes on from a session whose places are confirmed.
    """

    first: int
    last: int
    entry: int
    name: str
    status: str
    chips: Held | None = None
    points: str = ""
    table: str = ""
    box: int = 0
    advancing: bool = False


class Clock(Struct, frozen=True):
    """What is left of a session. `ends_us`: by the clock, 0 where it is played in rounds or shoes.

    `played` is the round that the table furthest behind has reached, of `rounds`.
    """

    ends_us: int
    break_until_us: int
    rounds: int
    played: int
    minimum: int
    maximum: int


class Board(Struct, frozen=True):
    """`session` is the newest, 0 before any is planned; `prizes` are cents by place, as they would
    be with the pool and the players of this moment."""

    title: str
    document: str
    life: str
    session: int
    stage: str
    phase: str
    tables: int
    rows: tuple[Row, ...]
    pool: int
    prizes: tuple[int, ...]
    clock: Clock | None = None


def board(tournament: Tournament) -> Board:
    """The whole field, best first."""
    session = tournament.sessions[-1] if tournament.sessions else None
    return Board(
        tournament.title,
        tournament.game.cite.title if tournament.slug else "",
        tournament.life,
        session.number if session else 0,
        tournament.stage_of(session).name if session else "",
        session.phase if session else "",
        _tables_in_play(session) if session else 0,
        rows(tournament),
        pool(tournament),
        tuple(_prizes(tournament)),
        _clock(tournament, session) if session else None,
    )


def rows(tournament: Tournament) -> tuple[Row, ...]:
    """Everybody who has a place, in order; once the prizes are awarded, as they were awarded."""
    newest = newest_sessions(tournament)
    if tournament.places:
        ranked = [(places, entry) for entry, places in tournament.places.items()]
    else:
        groups = standings(tournament) if tournament.slug else []
        ranked = [((each.first, each.last), entry) for each in groups for entry in each.entries]
    return tuple(
        _row(tournament, newest.get(entry), entry, *places) for places, entry in sorted(ranked)
    )


def newest_sessions(tournament: Tournament) -> dict[int, Session]:
    """The newest session of everybody who is in one."""
    found: dict[int, Session] = {}
    for session in tournament.sessions:
        found.update(dict.fromkeys(session.players, session))
    return found


def _row(tournament: Tournament, session: Session | None, entry: int, first: int, last: int) -> Row:
    who = tournament.entries[entry]
    points = str(points_of(tournament, entry)) if points_count(tournament) else ""
    if session is None:
        return Row(first, last, entry, who.name, who.status, points=points)
    seat = shown_seat(session, entry)
    return Row(
        first, last, entry, who.name, who.status, held(session, entry), points,
        seat.table if seat else "", seat.box if seat else 0, entry in session.advancing,
    )  # fmt: skip


def shown_seat(session: Session, entry: int) -> Seat | None:
    """A seat that everybody may see: not while it is a draft."""
    return None if session.phase in (PLANNED, DRAFTED) else session.seats.get(entry)


def held(session: Session, entry: int) -> Held | None:
    """What someone holds, or held when leaving; None before chips are issued."""
    if entry in session.counts:
        return session.counts[entry]
    if entry in session.chips:
        return session.chips[entry]
    return next((each.chips for each in session.outs if each.entry == entry), None)


def places_text(first: int, last: int) -> str:
    """A place, or the places that several share: `3`, `3-5`."""
    return str(first) if first == last else f"{first}-{last}"


def _tables_in_play(session: Session) -> int:
    if session.phase != RUNNING:
        return 0
    return sum(not floor.ended for floor in session.conduct.floors.values())


def _prizes(tournament: Tournament) -> list[int]:
    """Awarded prizes by place, or those that the breakdown makes of the pool as it is now."""
    found = tournament.conditions.breakdown
    if found is None:
        return []
    playing = [each for each in tournament.entries if took_part(tournament, each)]
    players = len(playing) or sum(each.fees > 0 for each in tournament.entries.values())
    awarded = sum(each.amount for each in tournament.awards.values())
    table = prizes(found, awarded or pool(tournament), players)
    return [each for each in table if each > 0]


def _clock(tournament: Tournament, session: Session) -> Clock:
    stage, conduct = tournament.stage_of(session), session.conduct
    timed = stage.minutes and not stage.rounds and not stage.shoes
    ends = conduct.started_us + conduct.paused_us + stage.minutes * MINUTE_US
    played = min(
        (session.round.get(name, 0) for name, floor in conduct.floors.items() if not floor.ended),
        default=max(session.round.values(), default=0),
    )
    minimum, maximum = limits(tournament, session, played + 1)
    running = session.phase == RUNNING
    return Clock(
        ends if timed and running else 0, conduct.break_until_us, stage.rounds, played, minimum,
        maximum,
    )  # fmt: skip
