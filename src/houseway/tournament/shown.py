"""What one viewer may see of a tournament beside its sessions: papers, entrants, places, prizes.

Conditions are everybody's once they have been published. Who an entrant is by a document, and what
was paid, is for those who take entries and for anyone who looks after the operator's money; an
entrant sees the own entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from houseway.games.game import all_lost
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role, Signature
from houseway.rulebook.ruling import Tried
from houseway.table.view import Viewer
from houseway.tournament import merit, prizes
from houseway.tournament.awaits import Step, awaits
from houseway.tournament.charge import EVERY_OFFICE, printed
from houseway.tournament.entry import DESK, entrants
from houseway.tournament.leaderboard import Board, board
from houseway.tournament.money import pool
from houseway.tournament.ranking import level
from houseway.tournament.state import COMMISSION, CONFIRMED, COUNTED, Entry, Session, Tournament
from houseway.tournament.terms import Stage
from houseway.tournament.tournament import may_give
from houseway.tournament.undo import UNDO
from houseway.tournament.view import SessionSeen, view

STAFF = EVERY_OFFICE - {Role.PATRON}  # who sees conditions that are not published yet
BOOKS = DESK | {Role.INSPECTOR}  # who sees identities and fees


class ItemSeen(Struct, frozen=True):
    """An item of the conditions; `says` is empty where it is missing."""

    clause: Clause
    asks: str
    says: str


class ConditionsSeen(Struct, frozen=True):
    """The conditions as they stand, and what has happened to this version of them."""

    version: int
    items: tuple[ItemSeen, ...]
    stages: tuple[Stage, ...]
    starts_us: int
    fee: int
    commission: int
    least: int
    most: int
    pass_cards: int
    undisclosed: int
    published: Signature | None
    notified: Signature | None
    approved: Signature | None
    reference: str
    approval: Clause | None  # the clause that asks for an Inspector's approval, where one does
    notification: Clause | None
    buy_backs: int = 0  # how often an entrant who is out may come back


class StepSeen(Struct, frozen=True):
    """A next step: whose it is, by which clause, and which session or entrants it is about."""

    what: str
    who: str
    clause: Clause | None
    sentence: str
    session: int
    entries: tuple[int, ...]


class EntrySeen(Struct, frozen=True):
    """`person` and the money are None for those who may not know."""

    number: int
    name: str
    status: str
    own: bool = False
    out_by: Clause | None = None
    person: str | None = None
    paid: int | None = None
    commission: int | None = None
    refunded: int | None = None
    place: tuple[int, int] | None = None


class PrizeSeen(Struct, frozen=True):
    entry: int
    name: str
    first: int
    last: int
    amount: int
    goods: tuple[str, ...]
    clause: Clause
    paid: Signature | None


class Line(Struct, frozen=True):
    """One line of a working, with its clause."""

    clause: Clause
    says: str


class Ranked(Struct, frozen=True):
    """How those of one table were ranked, or of the whole session where `table` is empty."""

    table: str
    lines: tuple[Line, ...]


class Working(Struct, frozen=True):
    """How the places of a session were found; `level`: who must be separated first."""

    session: int
    tables: tuple[Ranked, ...]
    level: tuple[tuple[int, ...], ...]


class TournamentView(Struct, frozen=True, dict=True):
    """A tournament as one viewer may see it.

    `may` names the orders that are this viewer's to give. `undo` is the own last action that can
    be taken back, in the words of its order. `advice`: the clause that forbids it. `own_form`: the
    clause by which players answer for the forms of their undisclosed wagers. `named`: a stake
    beside a table says on what it is, because other wagers can offset it.
    """

    name: str
    version: int
    title: str
    document: str
    life: str
    cancelled: str
    directors: tuple[str, ...]
    boxes: tuple[int, int]  # the first and the last at which patrons are seated
    conditions: ConditionsSeen | None
    entries_open: bool
    entries_closed: bool
    entrants: int
    pool: int
    commission: int | None
    steps: tuple[StepSeen, ...]
    entries: tuple[EntrySeen, ...]
    ordered: bool
    advice: Clause
    own_form: Clause | None
    named: bool
    sessions: tuple[SessionSeen, ...]
    board: Board
    workings: tuple[Working, ...]
    division: tuple[Line, ...]
    prizes: tuple[PrizeSeen, ...]
    goods: tuple[tuple[int, str], ...]
    may: tuple[str, ...]
    undo: str

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody by entry, as they are called out."""
        return {each.number: each.name for each in self.entries}


def shown(tournament: Tournament, name: str, version: int, viewer: Viewer) -> TournamentView:
    """Everything that goes to this viewer's screen."""
    seen, forms = view(tournament, viewer), tournament.rules.wagering.undisclosed
    return TournamentView(
        name=name,
        version=version,
        title=tournament.title,
        document=tournament.slug,
        life=tournament.life,
        cancelled=tournament.cancelled,
        directors=tuple(tournament.directors),
        boxes=tournament.rules.sessions.boxes,
        conditions=_conditions(tournament, viewer),
        entries_open=tournament.entries_open,
        entries_closed=tournament.entries_closed,
        entrants=len(entrants(tournament)),
        pool=pool(tournament),
        commission=tournament.accounts.get(COMMISSION, 0) if viewer.role in BOOKS else None,
        steps=tuple(map(_step, awaits(tournament))) if viewer.staff else (),
        entries=tuple(_entry(tournament, each, viewer) for each in tournament.entries.values()),
        ordered=seen.ordered,
        advice=tournament.rules.wagering.no_advice,
        own_form=forms.responsible if forms else None,
        named=tournament.game.risk is not all_lost,
        sessions=seen.sessions,
        board=board(tournament),
        workings=tuple(_workings(tournament)),
        division=tuple(map(_line, prizes.working(tournament))) if tournament.places else (),
        prizes=tuple(_prizes(tournament)),
        goods=tuple(tournament.goods),
        may=tuple(each.__name__ for each in may_give(tournament, given_by(viewer))),
        undo=_undo(tournament, viewer),
    )


def given_by(viewer: Viewer) -> Given:
    """How an order of this viewer would be given."""
    return Given(viewer.role, viewer.patron or viewer.name)


def _conditions(tournament: Tournament, viewer: Viewer) -> ConditionsSeen | None:
    said, cleared = tournament.conditions, tournament.clearance
    if not tournament.version or (viewer.role not in STAFF and cleared.published is None):
        return None
    rules = tournament.rules.conditions
    return ConditionsSeen(
        tournament.version,
        tuple(ItemSeen(*each) for each in printed(tournament)),
        said.stages,
        said.starts_us,
        said.fee or 0,
        said.commission or 0,
        said.least or 0,
        said.most or 0,
        said.pass_cards,
        said.undisclosed,
        cleared.published,
        cleared.notified,
        cleared.approval,
        cleared.reference,
        rules.approval,
        rules.notification,
        said.buy_back.times if said.buy_back else 0,
    )


def _step(step: Step) -> StepSeen:
    return StepSeen(*step)


def _entry(tournament: Tournament, entry: Entry, viewer: Viewer) -> EntrySeen:
    own = bool(viewer.patron) and viewer.patron == entry.person
    seen = EntrySeen(
        entry.number,
        entry.name,
        entry.status,
        own,
        entry.out_by,
        place=tournament.places.get(entry.number),
    )
    if not own and viewer.role not in BOOKS:
        return seen
    return EntrySeen(
        seen.number,
        seen.name,
        seen.status,
        own,
        seen.out_by,
        entry.person,
        entry.paid,
        entry.commission,
        entry.refunded,
        seen.place,
    )


# Places and prizes


def _workings(tournament: Tournament) -> Iterator[Working]:
    for session in tournament.sessions:
        if session.phase not in (COUNTED, CONFIRMED) and not session.counted_by:
            continue
        groups = () if session.phase == CONFIRMED else tuple(level(tournament, session))
        tables = tuple(_ranked(tournament, session))
        yield Working(session.number, tables, tuple(each.entries for each in groups))


def _ranked(tournament: Tournament, session: Session) -> Iterator[Ranked]:
    scopes = merit.scopes(tournament, session)
    for scope in scopes:
        seat = session.seats.get(scope[0]) if len(scopes) > 1 else None
        lines = tuple(map(_line, merit.worked(tournament, session, scope)))
        yield Ranked(seat.table if seat else "", lines)


def _line(tried: Tried) -> Line:
    return Line(tried.clause, tried.verdict)


def _prizes(tournament: Tournament) -> Iterator[PrizeSeen]:
    for each in sorted(tournament.awards.values(), key=lambda award: (award.first, award.entry)):
        who = tournament.entries[each.entry].name
        yield PrizeSeen(
            each.entry, who, each.first, each.last, each.amount, each.goods, each.clause, each.paid
        )


def _undo(tournament: Tournament, viewer: Viewer) -> str:
    """The own last action, while nothing rests on it."""
    action = tournament.actions.get(viewer.name) if viewer.staff else None
    if action is None or any(UNDO[type(fact)].rests(tournament, fact) for fact in action.facts):
        return ""
    return action.order
