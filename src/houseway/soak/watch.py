"""What must hold after every step, for each table of the floor and for the log as a whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.aggregates import aggregate
from houseway.games.commands import (
    BringChips,
    ChangeWager,
    Command,
    JoinTable,
    LeaveTable,
    PlaceWager,
)
from houseway.games.events import Event, ResultAnnounced, RoundOpened
from houseway.games.tournament_canberra_poker import state as poker
from houseway.games.tournament_pai_gow import state as pai_gow
from houseway.games.tournament_pai_gow.rules import HOUSE_BOX
from houseway.promotion import promotion as promotions
from houseway.promotion.promotion import Promotion
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.soak.auditor import Auditor, Books, Wrong
from houseway.soak.clauses.judge import Judge
from houseway.store import codec
from houseway.store.chain import ChainCheck
from houseway.store.log import Entry
from houseway.table.offers import offers
from houseway.table.state import Table
from houseway.table.statements import Ledger
from houseway.table.table import roles_of
from houseway.table.view import Viewer, view
from houseway.tournament import money, standing
from houseway.tournament import tournament as tournaments
from houseway.tournament import view as tournament_view
from houseway.tournament.tournament import Tournament

# Whose faces are whose to know: a record made from the events alone, to hold views against.


class Secrets:
    """The faces that lie hidden at one table, by hand or box."""

    def __init__(self) -> None:
        self.of: dict[str, tuple[str, tuple[str, ...]]] = {}  # hand to patron and faces
        self.told = 0

    def apply(self, event: Event, holders: dict[int, str]) -> None:
        """`holders`: who had each box before the event."""
        if isinstance(event, RoundOpened):
            self.of = {}
        elif isinstance(event, poker.CardsPickedUp) and event.cards:
            self._add(event.hand, event.patron, event.cards)
        elif isinstance(event, poker.HandRevealed):
            self.of.pop(event.hand, None)
        elif isinstance(event, pai_gow.TilesSeen) and event.box != HOUSE_BOX:
            self._add(f"box {event.box}", holders[event.box], event.tiles)
        elif isinstance(event, pai_gow.HandSet) and event.box != HOUSE_BOX:
            self._add(f"box {event.box}", holders[event.box], (*event.low, *event.high))
        elif isinstance(event, ResultAnnounced):
            for hand in event.hands:
                self.of.pop(hand, None)

    def _add(self, hand: str, patron: str, faces: tuple[str, ...]) -> None:
        self.of[hand] = (patron, faces)
        self.told += 1

    def kept_from(self, viewer: Viewer) -> Counter[str]:
        """Faces that this viewer may not know. A patron's own are no secret to the patron."""
        return Counter(
            face for patron, faces in self.of.values() if viewer.patron != patron for face in faces
        )


ANYBODY = Viewer(Role.PATRON)
VIEWERS = (
    ANYBODY,
    Viewer(Role.PATRON, "Ana"),
    Viewer(Role.PATRON, "Ben"),
    Viewer(Role.DEALER, name="Dora"),
    Viewer(Role.TOURNAMENT_DIRECTOR, name="Jan"),
    Viewer(Role.SURVEILLANCE, name="Lena"),
    Viewer(Role.INSPECTOR, name="Max"),
)
DESK_VIEWERS = tuple(
    Viewer(role)
    for role in (
        Role.PATRON,
        Role.DEALER,
        Role.TOURNAMENT_DIRECTOR,
        Role.INSPECTOR,
        Role.PROMOTIONS,
    )
)
MOST_CENTS = 10**12
COMPARED_EVERY = 25  # steps at one table
LOOKED_EVERY = 10


class TableWatch:
    """One table, followed through the bytes of the log alone."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.ledger = Ledger()
        self.auditor = Auditor()
        self.secrets = Secrets()
        self.judge = Judge()
        self.version = 0
        self.steps = 0

    def take(self, entry: Entry) -> None:
        """The next entry: the ledger balances, the auditor can follow."""
        event = codec.decode(self.ledger.table.edition, entry)
        _cited(event)
        holders = dict(getattr(self.ledger.table.play, "holders", {}))
        self.ledger.take(event, entry.at_us)
        self.secrets.apply(event, holders)
        self.auditor.take(entry)
        self.judge.take(entry)
        self._clauses_apply()
        self.version = entry.version

    def finish(self) -> None:
        """Judge what the last command did, too."""
        self.judge.finish()
        self._clauses_apply()

    def _clauses_apply(self) -> None:
        if self.judge.problems:
            raise Wrong(f"{self.stream}: {self.judge.problems[0]}")

    def look(self, table: Table, *, closely: bool = False) -> None:
        """The table as the house has it, against what the log says it must be."""
        if closely:
            self.finish()
        if table.play is None:
            return
        self.steps += 1
        table.game.check(table.play)
        if closely or self.steps % COMPARED_EVERY == 0:
            if table != self.ledger.table:
                raise Wrong(f"{self.stream}: a replay of the log gives another table")
            self._audit(table)
        if self.secrets.of and (closely or self.steps % LOOKED_EVERY == 0):
            self._nothing_shown(table)

    def _audit(self, table: Table) -> None:
        layout, books = table.play.layout, self.auditor.books
        held = {who: layout.chips[who] for who in books.held}
        told = Books(dict(layout.wagers), layout.float_tray, held)
        if told != books:
            raise Wrong(f"{self.stream}: the table says {told}, the auditor {books}")

    def _nothing_shown(self, table: Table) -> None:
        """No byte of a view or an offer tells a face to someone who may not know it."""
        for viewer in VIEWERS:
            kept = self.secrets.kept_from(viewer)
            if not kept:
                continue
            shown = view(table, self.stream, self.version, viewer)
            seen = {card for hand in shown.felt.hands for card in hand.cards}
            twins = seen if table.game.source == "tiles" else set()  # tiles come in twos
            text = msgspec.json.encode((shown, offers(table, viewer))).decode()
            for face in kept.keys() - twins:
                if re.search(rf"\b{face}\b", text):
                    raise Wrong(f"{self.stream}: {viewer} was shown {face}")


class DeskWatch:
    """One tournament or promotion, followed through the bytes of the log alone."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.kind = aggregate(stream)
        self.state: Any = self.kind.begin()
        self.steps = 0

    def take(self, entry: Entry) -> None:
        event = self.kind.decode(self.state.edition, entry)
        _cited(event)
        self.kind.evolve(self.state, event)

    def look(self, state: Any, *, closely: bool = False) -> None:
        """Money and tournament chips add up; what is undisclosed stays so; a replay is the same."""
        self.steps += 1
        if isinstance(state, Tournament):
            money.check(state)
            standing.check(state)
            self._nothing_disclosed(state)
        if (closely or self.steps % COMPARED_EVERY == 0) and state != self.state:
            raise Wrong(f"{self.stream}: a replay of the log gives another state")

    def _nothing_disclosed(self, tournament: Tournament) -> None:
        """An undisclosed wager is its owner's and a supervisor's until it is announced."""
        sealed = {
            (session.number, entry): tournament.entries[entry].person
            for session in tournament.sessions
            for floor in session.conduct.floors.values()
            for entry, form in (floor.round.forms if floor.round else {}).items()
            if not form.announced
        }
        if not sealed:
            return
        for viewer in (*DESK_VIEWERS, *(Viewer(Role.PATRON, who) for who in sealed.values())):
            seen = msgspec.to_builtins(tournament_view.view(tournament, viewer))
            for session, form in _forms(seen):
                owner = sealed.get((session, form["entry"]))
                if (
                    owner
                    and owner != viewer.patron
                    and (form["on"], form["amount"]) != (None, None)
                ):
                    raise Wrong(f"{self.stream}: {viewer} was shown an undisclosed wager")


def _forms(seen: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    for session in seen["sessions"]:
        for table in session["tables"]:
            for form in table["forms"]:
                yield session["number"], form


class LogWatch:
    """The log as a whole: chains, receipts, and every stream that it tells of."""

    def __init__(self) -> None:
        self.chain = ChainCheck(contiguous=True)
        self.streams: dict[str, TableWatch | DeskWatch] = {}
        self.receipts: dict[str, tuple[int, str]] = {}  # the last answered for, by stream

    def follow(self, entries: list[Entry]) -> None:
        """What was appended since the last look."""
        self.chain.take(entries)
        if self.chain.problems:
            raise Wrong(f"the chain is broken: {self.chain.problems[0]}")
        for entry in entries:
            self._watched(entry.stream).take(entry)

    def _watched(self, stream: str) -> TableWatch | DeskWatch:
        found = self.streams.get(stream)
        if found is None:
            kind = TableWatch if stream.startswith("table/") else DeskWatch
            found = self.streams[stream] = kind(stream)
        return found

    def citations(self) -> tuple[Counter[str], Counter[str]]:
        """How many clauses were cited at tables, and how many of them were judged."""
        judges = [each.judge for each in self.streams.values() if isinstance(each, TableWatch)]
        cited = sum((each.cited for each in judges), Counter[str]())
        return cited, sum((each.judged for each in judges), Counter[str]())

    def nothing_lost(self, entries: dict[str, list[Entry]]) -> None:
        """Every receipt that anybody holds is of an event that is still there."""
        for stream, (version, head) in self.receipts.items():
            kept = entries.get(stream, [])
            if len(kept) < version or kept[version - 1].hash.hex() != head:
                raise Wrong(f"{stream} version {version} was answered for and is lost")


def office(order: Order, state: Any) -> None:
    """An order that was accepted came from an office that may give it."""
    if order.by not in _offices(type(order.command), state):
        raise Wrong(f"a {order.by} gave {type(order.command).__name__} and was obeyed")


def bounded(order: Order) -> None:
    """What a patron was granted had a name that can be read and an amount that can be counted."""
    if order.by != Role.PATRON:
        return
    name, amount = (getattr(order.command, each, None) for each in ("patron", "amount"))
    readable = name is None or (bool(name.strip()) and name.isprintable() and len(name) <= 100)
    counted = not isinstance(amount, int) or amount <= MOST_CENTS
    if not (readable and counted) and isinstance(order.command, _OWN):
        raise Wrong(f"{order.actor} was granted {order.command}")


_OWN = (JoinTable, LeaveTable, BringChips, PlaceWager, ChangeWager)


def _offices(kind: type[Command], state: Any) -> frozenset[Role]:
    if isinstance(state, Tournament):
        return _of_tournament(kind, state)
    if isinstance(state, Promotion):
        return promotions.MACHINE.commands[kind].roles
    return roles_of(state, kind)


def _of_tournament(kind: type[Command], state: Tournament) -> frozenset[Role]:
    """Whose order it is; the operator's people where it is the operator's too; an assistant where
    that office is the director's as well, or the director has left it to assistants."""
    own, direction = tournaments.MACHINE.commands[kind], state.rules.direction
    found = set(own.roles)
    if own.operator:
        found.update(direction.operators)
    left = direction.shared_office or kind.__name__ in state.conditions.delegated
    if left and Role.TOURNAMENT_DIRECTOR in found:
        found.add(Role.ASSISTANT_TO_DIRECTOR)
    return frozenset(found)


def _cited(event: Event) -> None:
    """A settlement names its clauses."""
    clauses = getattr(event, "clauses", None)
    if clauses is not None and not all(clauses):
        raise Wrong(f"no clause made it so: {event}")
