"""What one viewer may see of a table: never more, and nothing else is ever sent to a screen.

Nobody sees the order of cards to come, a count, a prediction or an advice (reading G15): none of
that has a field here. Which faces a viewer may know is the game's own answer (`games/*/felt.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from houseway.equipment.chips import ChipSet, dollar_text
from houseway.equipment.tiles import faces_of
from houseway.games.commands import Command
from houseway.games.events import RESULT_OF, AnySettlement
from houseway.games.felt import Felt
from houseway.games.game import Awaits, Game
from houseway.games.layout import Dispute
from houseway.games.limits import Limits
from houseway.games.machine import Given
from houseway.games.provisions import seats_to_decide
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.table import alerts as second_check
from houseway.table.betting import takes_wagers
from houseway.table.life import clock, sign_lines
from houseway.table.people import not_here
from houseway.table.results import Results
from houseway.table.rulings import owed
from houseway.table.state import Table

LAST = 20  # results of earlier rounds in a view

DECIDED_SHOWN = 50  # disputes; the log has every one
TEXT_SHOWN = 300  # characters of a dispute that was decided


class Viewer(Struct, frozen=True):
    """Who looks: an office, and for a patron the name under which they play.

    A patron without a name is anybody who looks on: a wall screen, a passer-by. `name` is the
    staff member's, for a table that has a list of its staff.
    """

    role: Role
    patron: str = ""
    name: str = ""

    @property
    def staff(self) -> bool:
        return self.role != Role.PATRON

    @property
    def given(self) -> Given:
        """How an order of this viewer would be given."""
        return Given(self.role, self.patron or self.name)


class WagerSeen(Struct, frozen=True):
    patron: str
    wager: str
    box: int
    amount: int


class SettlementSeen(Struct, frozen=True):
    """What became of a wager: won, lost, stood off, void, withdrawn, forfeited."""

    patron: str
    wager: str
    box: int
    stake: int
    met: str
    paid: int
    collected: int
    returned: int
    chips: tuple[tuple[int, int], ...]  # denomination and how many, for what is paid
    clauses: tuple[Clause, ...]


class PlaceSeen(Struct, frozen=True):
    """A place at the table. `chips` is None where this viewer may not know or nobody counts."""

    box: int
    patron: str
    chips: int | None = None
    note: str = ""  # sitting out, absent, earlier minimum $5, ...
    minimum: int | None = None  # an earlier minimum that this patron keeps, shown by a marker
    rounds_idle: int = 0  # rounds in a row without a wager


class NextStep(Struct, frozen=True):
    """What is awaited, from whom, by which clause; `command` and `choices` are ready to send."""

    what: str
    who: str
    sentence: str
    clause: Clause
    to: str = ""
    mine: bool = False  # this viewer may do it
    command: dict[str, Any] | None = None
    choices: tuple[dict[str, Any], ...] = ()


class Notice(Struct, frozen=True):
    """A sign at the table, or something owed to someone."""

    subject: str
    text: str
    clause: Clause | None
    at_us: int = 0
    effective_us: int = 0


class DisputeSeen(Struct, frozen=True):
    """A dispute by its number: staff see all of them, a patron the patron's own."""

    number: int
    patron: str
    claim: str
    decision: str = ""
    review: str = ""


class View(Struct, frozen=True):
    """One table at one version, for one viewer."""

    table: str
    version: int
    document: str
    title: str
    edition: str
    open: bool
    round: int
    next: NextStep | None
    felt: Felt
    wagers: tuple[WagerSeen, ...]
    settlements: tuple[SettlementSeen, ...]
    places: tuple[PlaceSeen, ...]
    sign: tuple[tuple[str, Clause], ...]
    notices: tuple[Notice, ...] = ()
    last: tuple[str, ...] = ()  # results of the latest rounds, oldest first
    stage: str = ""  # the phase of the round in the game's own words
    voided: bool = False  # the round shown has been declared void
    virtual: bool = False
    commitment: str = ""  # what a virtual table has published of its secret
    disputes: tuple[DisputeSeen, ...] = ()
    options: Any = None  # the house's options in force: the layout shows what they offer
    limits: Limits | None = None  # the sign in figures
    chips: tuple[int, ...] = ()  # the denominations held at the table, largest first
    dealer: str = ""  # who deals, where the table has a list of its staff
    alerts: tuple[Notice, ...] = ()  # for staff: what is owed to someone and not done
    shares: dict[str, str] = msgspec.field(default_factory=dict)  # of patrons, as given
    practice: int = 0  # cents of practice chips a patron may take in a day; 0: a table for money
    # For staff all requests for chips, for a patron the patron's own.
    chips_asked: dict[str, int] = msgspec.field(default_factory=dict)
    betting_seconds: int = 0  # of the betting clock; 0: none
    finished: tuple[str, ...] = ()  # who needs no more time for wagers in this round
    root: str = ""  # of the chain of secrets in use, to which shares belong


def view(
    table: Table, name: str, version: int, viewer: Viewer, results: Results | None = None
) -> View:
    """The table at a version as the viewer may see it; `results` are those of its own events."""
    if table.play is None:
        return _unopened(table, name, version)
    play, game = table.play, table.game
    felt = game.felt(play, viewer.patron)
    layout = play.layout
    return View(
        name, version, table.slug, game.cite.title, table.edition, not table.closed, play.round,
        None if table.closed else next_step(table, viewer, felt),
        felt,
        tuple(
            WagerSeen(patron, wager, box, amount)
            for (patron, box, wager), amount in layout.wagers.items()
        ),
        _settlements(table),
        _places(table, viewer, felt),
        sign_lines(table),
        _notices(table),
        last_results(table, viewer, results),
        play.stage,
        play.round in layout.voided,
        table.virtual,
        table.commitment,
        _disputes(layout, viewer),
        play.options,
        play.limits,
        play.chips.denominations,
        table.dealer,
        _alerts(table) if viewer.staff else (),
        dict(table.shares),
        table.practice,
        {who: asked for who, asked in table.chips_asked.items()
         if viewer.staff or who == viewer.patron},
        table.betting_seconds,
        tuple(sorted(table.finished)),
        table.root if table.commitment else "",
    )  # fmt: skip


def _unopened(table: Table, name: str, version: int) -> View:
    return View(name, version, "", "", "", False, 0, None, Felt(), (), (), (), ())


# What is next


def next_step(table: Table, viewer: Viewer, felt: Felt) -> NextStep:
    """What is awaited. Orders stand there only for anyone who may give them, and name no face that
    the viewer may not know."""
    awaited, command = table.game.awaits(table.play), None
    if awaited.command and _may_send(table, awaited.command, awaited, viewer, felt):
        command = awaited.command
    choices = tuple(
        tagged(each) for each in awaited.choices if _may_send(table, each, awaited, viewer, felt)
    )
    mine = bool(command or choices) or _awaited_from(table, awaited, viewer)
    return NextStep(
        awaited.what, awaited.who, awaited.sentence, awaited.clause, awaited.to, mine,
        tagged(command) if command is not None else None, choices,
    )  # fmt: skip


def tagged(command: Command) -> dict[str, Any]:
    """An order as it is sent: its fields, and its kind under "type"."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    return plain


def may_give(game: Game, kind: type[Command], role: Role) -> bool:
    may = game.orders.get(kind)
    return may is not None and role in may.roles


def _may_send(table: Table, command: Command, awaited: Awaits, viewer: Viewer, felt: Felt) -> bool:
    if not may_give(table.game, type(command), viewer.role):
        return False
    if not_here(table, command, viewer.given):
        return False
    if not viewer.staff and viewer.patron != getattr(command, "patron", awaited.who):
        return False
    return set(faces_of(command)) <= {card for hand in felt.hands for card in hand.cards}


def _awaited_from(table: Table, awaited: Awaits, viewer: Viewer) -> bool:
    """Is it this viewer from whom it is awaited, though the order needs further facts?"""
    may = any(may_give(table.game, kind, viewer.role) for kind in awaited.commands)
    if not viewer.staff:
        return may and bool(viewer.patron) and awaited.who in (Role.PATRON, viewer.patron)
    of_staff = awaited.who in set(Role) and awaited.who != Role.PATRON
    return may and of_staff and not_here(table, Command(), viewer.given) is None


# Money and people


def _settlements(table: Table) -> tuple[SettlementSeen, ...]:
    """Of the round under way, or of the one just over until wagers are taken for the next."""
    play = table.play
    lines = play.layout.settlements or play.layout.past.get(play.round, ())
    if not play.layout.settlements and lines and takes_wagers(table):
        return ()
    return tuple(_settled(line, play.chips) for line in lines)


def _settled(line: AnySettlement, chips: ChipSet) -> SettlementSeen:
    paid = chips.pay(line.paid) if chips.payable(line.paid) else ()
    return SettlementSeen(
        line.patron, line.wager, line.box, line.stake, RESULT_OF[type(line)], line.paid,
        line.collected, line.returned, paid, line.clauses,
    )  # fmt: skip


def _places(table: Table, viewer: Viewer, felt: Felt) -> tuple[PlaceSeen, ...]:
    layout, limits = table.play.layout, table.play.limits
    everybody = dict.fromkeys((*layout.idle_rounds, *felt.seats))
    places = [
        PlaceSeen(
            felt.seats.get(patron, 0), patron, _chips(table, viewer, patron),
            felt.notes.get(patron, ""), limits.protected.get(patron),
            layout.idle_rounds.get(patron, 0),
        )
        for patron in everybody
    ]  # fmt: skip
    return tuple(sorted(places, key=lambda place: (place.box, place.patron)))


def _chips(table: Table, viewer: Viewer, patron: str) -> int | None:
    """A patron's chips are for the patron and staff to know; in a tournament all see them (TP9)."""
    layout = table.play.layout
    in_sight = table.game.table.chips_in_sight(table.play.options) is not None
    knows = viewer.staff or viewer.patron == patron or in_sight
    return layout.chips[patron] if knows and patron in layout.counted else None


def _disputes(layout: Any, viewer: Viewer) -> tuple[DisputeSeen, ...]:
    """All that wait for a decision or a review, and the latest of the others, their texts cut."""
    newest = len(layout.disputes) - DECIDED_SHOWN
    return tuple(
        DisputeSeen(number, each.patron, *_cut(each))
        for number, each in enumerate(layout.disputes, start=1)
        if (viewer.staff or each.patron == viewer.patron)
        and (not each.decision or not each.review or number > newest)
    )


def _cut(dispute: Dispute) -> tuple[str, str, str]:
    texts = dispute.claim, dispute.decision, dispute.review
    if not dispute.decision:
        return texts
    claim, decision, review = (
        text if len(text) <= TEXT_SHOWN else f"{text[:TEXT_SHOWN]}…" for text in texts
    )
    return claim, decision, review


# What stands on signs and displays


def _notices(table: Table) -> tuple[Notice, ...]:
    signs = [
        Notice(sign.subject, _text(sign.text, sign.minimum), sign.clause, sign.at_us,
               sign.effective_us)
        for sign in table.signs.values()
    ]  # fmt: skip
    given = [
        Notice(subject, f"notice of a change of {subject} has been given", None)
        for subject in sorted(table.play.notices)
    ]
    hours = []
    if table.hours is not None:
        opens, closes, _, clause = table.hours
        hours = [Notice("hours", f"gaming from {clock(opens)} to {clock(closes)}", clause)]
    return (*signs, *given, *hours)


def _alerts(table: Table) -> tuple[Notice, ...]:
    """Notifications still to be sent, corrections that wait for a second person, seats to decide
    on, and what closing left open: cards not checked again, a float that did not come out."""
    to_send = [
        Notice(each.about, f"notify {each.to} of {each.about}", each.clause, each.due_us)
        for each in owed(table)
    ]
    waiting = [
        Notice(f"correction {each.number}", each.reason, None, each.asked.at_us)
        for each in table.corrections
        if not each.outcome
    ]
    return (*to_send, *waiting, *_idle_seats(table), *_left_open(table))


def _idle_seats(table: Table) -> Iterator[Notice]:
    """A count alone costs nobody the seat: a person in charge decides."""
    rules, idle = table.play.rules.provisions, table.play.layout.idle_rounds
    for patron in seats_to_decide(rules, table.play):
        text = f"a decision on the seat of {patron}: {idle[patron]} rounds in a row without a wager"
        yield Notice(f"the seat of {patron}", text, rules.vacate)


def _left_open(table: Table) -> Iterator[Notice]:
    unchecked = second_check.owed(table)
    if unchecked:
        yield Notice("second check", "the check after gaming is outstanding", unchecked)
    if table.money.difference:
        amount = dollar_text(table.money.difference)
        clause = table.game.table.money.float_tray
        yield Notice("float", f"the count at closing differs by {amount}", clause)


def _text(text: str, minimum: int) -> str:
    new = f"the minimum becomes {dollar_text(minimum)}" if minimum else ""
    return "; ".join(filter(None, (text, new)))


def last_results(table: Table, viewer: Viewer, results: Results | None) -> tuple[str, ...]:
    """Results of earlier rounds: for staff always, for patrons where the document lets them."""
    if results is None or table.play is None:
        return ()
    withheld = table.game.table.results_withheld(table.play.options)
    return () if withheld and not viewer.staff else results.lines(LAST)
