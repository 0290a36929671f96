"""What one viewer may see of a tournament's sessions; nothing else is ever sent to a screen.

Chips are in everybody's sight. What an undisclosed wager says is shown to its owner and to a
supervisor, and to everybody once it has been announced; before that others see that there is one,
and only when its indicator has been placed. A draft of the seats is seen by those who make it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from houseway.games.fields import Held
from houseway.rulebook.roles import DIRECTORS, PATRONS, SUPERVISORS, Role
from houseway.table.view import Viewer
from houseway.tournament.rounds import ordered, wager_until_us
from houseway.tournament.standing import MINUTE_US, issued, players_at
from houseway.tournament.state import (
    BETTING,
    DRAFTED,
    PLANNED,
    Floor,
    Form,
    Round,
    Seat,
    Session,
    Tournament,
)
from houseway.tournament.terms import Stage


class FormSeen(Struct, frozen=True):
    """`on` and `amount` are None where this viewer may not know."""

    entry: int
    on: str | None = None
    amount: int | None = None
    announced: bool = False


class PlaceSeen(Struct, frozen=True):
    entry: int
    name: str
    box: int
    chips: Held
    stake: int | None = None
    passed: bool = False
    pass_cards: int = 0


class RoundSeen(Struct, frozen=True):
    """`turn` is whom the dealer has called, `next` whom he calls next; 0 for nobody.

    `until_us` is when the time for a wager runs out; 0 where there is no time limit.
    """

    number: int
    phase: str
    minimum: int
    maximum: int
    order: tuple[int, ...]
    turn: int
    restricted: tuple[int, ...]
    next: int = 0
    seconds: int = 0
    called_us: int = 0
    decision_seconds: int = 0
    deciding: tuple[tuple[int, int], ...] = ()  # who is waited for, and since when
    overdue: tuple[int, ...] = ()
    directed: tuple[tuple[int, str], ...] = ()
    until_us: int = 0


class TableSeen(Struct, frozen=True):
    table: str
    mode: str
    marker: int
    places: tuple[PlaceSeen, ...]
    forms: tuple[FormSeen, ...]
    dispute: str
    ended: bool
    round: RoundSeen | None = None
    played: int = 0  # rounds, the one under way among them
    won: Held = 0
    issued: Held = 0
    counted: bool = False
    kept_rounds: bool = False


class SessionSeen(Struct, frozen=True):
    """`ends_us` is when its clock runs out, breaks included; 0 where no clock bounds it.

    `playing_on`: those who play additional rounds among themselves. `counts` is what was counted
    and waits to be confirmed, `ranking` the first and last place of everybody once it is.
    """

    number: int
    stage: str
    phase: str
    starts_us: int
    break_until_us: int
    seconds: int
    direction: str
    seats: tuple[tuple[int, Seat], ...]
    tables: tuple[TableSeen, ...]
    outs: tuple[tuple[int, int, str], ...]  # entry, round, how
    players: tuple[int, ...] = ()
    present: tuple[int, ...] = ()
    started_us: int = 0
    ends_us: int = 0
    rounds: int = 0
    shoes: int = 0
    counted: bool = False
    counts: tuple[tuple[int, Held], ...] = ()
    playing_on: tuple[int, ...] = ()
    play_offs: tuple[tuple[int, tuple[Held, ...]], ...] = ()
    ranking: tuple[tuple[int, int, int], ...] = ()  # entry, first, last
    advancing: tuple[int, ...] = ()
    untold: tuple[int, ...] = ()  # who has not been told of another start


class TournamentSeen(Struct, frozen=True):
    title: str
    document: str
    ordered: bool
    sessions: tuple[SessionSeen, ...]


_DRAWING = DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR, Role.INSPECTOR}


def view(tournament: Tournament, viewer: Viewer) -> TournamentSeen:
    """A patron is known by the identity under which the entry was made."""
    return TournamentSeen(
        tournament.title,
        tournament.slug,
        ordered(tournament),
        tuple(_session(tournament, each, viewer) for each in tournament.sessions),
    )


def _session(tournament: Tournament, session: Session, viewer: Viewer) -> SessionSeen:
    conduct, stage = session.conduct, tournament.stage_of(session)
    hidden = session.phase in (PLANNED, DRAFTED) and viewer.role not in _DRAWING
    floors = {} if hidden else conduct.floors
    return SessionSeen(
        session.number,
        stage.name,
        session.phase,
        session.starts_us,
        conduct.break_until_us,
        conduct.seconds,
        conduct.direction,
        () if hidden else tuple(sorted(session.seats.items())),
        tuple(_tables(tournament, session, floors, viewer)),
        tuple((out.entry, out.round, out.how) for out in session.outs),
        tuple(session.players),
        tuple(sorted(conduct.present)),
        conduct.started_us,
        _ends_us(stage, session),
        stage.rounds,
        stage.shoes,
        session.counted_by is not None,
        tuple(sorted(session.counts.items())),
        tuple(session.playing_on),
        tuple((entry, tuple(counts)) for entry, counts in sorted(session.play_offs.items())),
        tuple((entry, *places) for entry, places in sorted(session.ranking.items())),
        tuple(session.advancing),
        tuple(sorted(conduct.untold)),
    )


def _ends_us(stage: Stage, session: Session) -> int:
    conduct = session.conduct
    if not conduct.started_us or not stage.minutes or stage.rounds or stage.shoes:
        return 0
    return conduct.started_us + conduct.paused_us + stage.minutes * MINUTE_US


def _tables(
    tournament: Tournament, session: Session, floors: dict[str, Floor], viewer: Viewer
) -> Iterator[TableSeen]:
    """Who sits where and what was issued is found once for all the tables."""
    given, seated = issued(tournament, session), _seated(session)
    for table, floor in floors.items():
        here = players_at(session, table) if floor.among else seated.get(table, [])
        places = tuple(_place(tournament, session, entry, floor) for entry in here)
        chips = floor.brought if floor.among else given.get(table, 0)
        yield _table(tournament, session, table, floor, viewer, places, chips)


def _seated(session: Session) -> dict[str, list[int]]:
    """Those still in, table by table, by box."""
    found: dict[str, list[int]] = {}
    for entry in sorted(session.chips, key=lambda each: session.seats[each].box):
        found.setdefault(session.seats[entry].table, []).append(entry)
    return found


def _table(
    tournament: Tournament,
    session: Session,
    table: str,
    floor: Floor,
    viewer: Viewer,
    places: tuple[PlaceSeen, ...],
    given: Held,
) -> TableSeen:
    forms = floor.round.forms if floor.round else {}
    seen = [_form(tournament, entry, form, viewer) for entry, form in sorted(forms.items())]
    return TableSeen(
        table,
        session.modes[table],
        floor.marker,
        places,
        tuple(form for form in seen if form),
        _dispute(tournament, floor, viewer),
        floor.ended,
        _round(tournament, floor.round, viewer) if floor.round else None,
        session.round.get(table, 0),
        floor.won,
        given,
        floor.counted,
        floor.kept_rounds,
    )


def _dispute(tournament: Tournament, floor: Floor, viewer: Viewer) -> str:
    """What is claimed, for whoever claims and decides; players write nothing to each other."""
    if not floor.dispute or viewer.staff:
        return floor.dispute
    own = viewer.patron == tournament.entries[floor.disputed_by].person
    return floor.dispute if own else "a player disputes the round"


def _form(tournament: Tournament, entry: int, form: Form, viewer: Viewer) -> FormSeen | None:
    owner = viewer.role in PATRONS and viewer.patron == tournament.entries[entry].person
    if owner or viewer.role in SUPERVISORS or form.announced:
        return FormSeen(entry, form.on, form.amount, form.announced)
    return FormSeen(entry) if form.passed else None


def _place(tournament: Tournament, session: Session, entry: int, floor: Floor) -> PlaceSeen:
    round = floor.round
    return PlaceSeen(
        entry,
        tournament.entries[entry].name,
        session.seats[entry].box,
        session.chips[entry],
        round.stakes.get(entry) if round else None,
        bool(round and entry in round.passed),
        session.conduct.pass_cards.get(entry, 0),
    )


def _next(round: Round, viewer: Viewer) -> int:
    """Whom the dealer calls next; a form that no indicator shows yet is as good as none."""
    if viewer.role in SUPERVISORS:
        return round.turn
    unseen = {entry for entry, form in round.forms.items() if not form.passed}
    for entry in round.order:
        done = round.settled(entry) and entry not in unseen
        if entry not in round.ended and entry != round.called and not done:
            return entry
    return 0


def _round(tournament: Tournament, round: Round, viewer: Viewer) -> RoundSeen:
    return RoundSeen(
        round.number,
        round.phase,
        round.minimum,
        round.maximum,
        round.order,
        round.called,
        tuple(sorted(round.restricted)),
        _next(round, viewer),
        round.seconds,
        round.called_us,
        round.decision_seconds,
        tuple(round.deciding.items()),
        tuple(sorted(round.overdue)),
        tuple(round.directed.items()),
        wager_until_us(tournament, round) if round.phase == BETTING else 0,
    )
