"""What a command would do, before it is given: `decide` on the state, then `evolve` on a copy.

`Preview.digest` stands for everything shown, so that a confirmation holds only for what its giver
has read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec

from houseway import aggregates
from houseway.games import events as e
from houseway.games.commands import Command
from houseway.games.felt import FACE_DOWN, Felt
from houseway.records.tournamentsheets import words
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused, Ruling
from houseway.service.draw.svg import DOWN
from houseway.service.forms.event_text import EventText, event_text, faces, spoken
from houseway.service.texts.text import Listed, Text, as_plain, term
from houseway.table.people import NotificationFellDue
from houseway.table.table import Table, game_ruling
from houseway.table.view import NextStep, SettlementSeen, View, Viewer, view
from houseway.tournament.state import Tournament

BY_TWO = "second_person_needed"
_REVERSALS = (e.SettlementReversed, e.SettlementUndone, e.SettlementCorrected)
_OF_WAGERS = (e.Settlement, *_REVERSALS)


class WagerOutcome(NamedTuple):
    """One wager: what becomes of it, and the money to and from its patron."""

    patron: str
    wager: str
    box: int
    stake: int
    becomes: str
    takes: int = 0
    gives: int = 0
    clauses: tuple[Clause, ...] = ()
    shortfall: int = 0
    moves: bool = True


class HandChange(NamedTuple):
    """A hand whose cards change."""

    name: str
    before: str
    after: str


class Preview(NamedTuple):
    """Everything that would follow from a command, or why it is refused.

    `by_two`: it corrects what was settled, so a second person must confirm it; the rest is what
    would be done then. `may_ask`: a second person may be asked for.
    """

    sentence: str
    refused: Refused | None = None
    wagers: tuple[WagerOutcome, ...] = ()
    events: tuple[EventText, ...] = ()
    hands: tuple[HandChange, ...] = ()
    notifications: tuple[NotificationFellDue, ...] = ()
    next: NextStep | None = None
    by_two: Clause | None = None
    may_ask: bool = False

    @property
    def takes(self) -> int:
        return sum(each.takes for each in self.wagers)

    @property
    def gives(self) -> int:
        return sum(each.gives for each in self.wagers)

    @property
    def digest(self) -> str:
        told = [(each.to, each.about) for each in self.notifications]
        shown = (self.sentence, self.wagers, self.events, self.hands, told, self.by_two)
        return hashlib.sha256(msgspec.json.encode(shown, enc_hook=as_plain)).hexdigest()


class Trial(NamedTuple):
    """The events that a command would make; or why it is refused."""

    refused: Refused | None
    events: tuple[e.Event, ...] = ()


def try_out(state: Any, command: Command, viewer: Viewer, at_us: int) -> Trial:
    """Rule on a command without giving it."""
    given = viewer.given
    decide = aggregates.of_state(state).decide
    return _trial(decide(state, command, given.by, at_us, given.actor))


def _trial(ruling: Ruling) -> Trial:
    return Trial(ruling) if isinstance(ruling, Refused) else Trial(None, ruling.events)


def accepted(state: Any, command: Command, viewer: Viewer, at_us: int) -> bool:
    return try_out(state, command, viewer, at_us).refused is None


def after(state: Any, events: tuple[e.Event, ...]) -> Any:
    """A copy of the state with the events applied."""
    later = deepcopy(state)
    evolve = aggregates.of_state(state).evolve
    for event in events:
        evolve(later, event)
    return later


def preview(state: Any, command: Command, viewer: Viewer, at_us: int) -> Preview:
    """What would follow if the command were given now to a table, tournament or promotion."""
    trial, by_two = try_out(state, command, viewer, at_us), None
    if trial.refused is not None and trial.refused.code == BY_TWO and _of_game(state, command):
        by_two = trial.refused.clause
        trial = _trial(game_ruling(state, command, viewer.given._replace(at_us=at_us)))
    if trial.refused is not None:
        return Preview(spoken(command), trial.refused, by_two=by_two)
    if isinstance(state, Table):
        return _at_table(state, command, trial.events, viewer, by_two)
    return Preview(spoken(command), events=tuple(_plain_texts(state, trial.events)))


def _plain_texts(state: Any, events: tuple[e.Event, ...]) -> Iterator[EventText]:
    for each in events:
        text = event_text(each)
        if isinstance(state, Tournament):
            said = words(each)
            text = text._replace(text=said[0].upper() + said[1:])
        if text.clauses:
            yield text


# At a table


def table_after(table: Table, command: Command, viewer: Viewer, at_us: int) -> View | None:
    """The table as the viewer would see it after a command; None if it is refused."""
    trial = try_out(table, command, viewer, at_us)
    return None if trial.refused else view(after(table, trial.events), "", 0, viewer)


def newly_settled(before: View, later: View) -> tuple[SettlementSeen, ...]:
    """Settlements of a later view that the earlier one does not have."""
    return later.settlements[len(before.settlements) :]


def _of_game(state: Any, command: Command) -> bool:
    return (
        isinstance(state, Table) and state.play is not None and type(command) in state.game.orders
    )


def _at_table(
    table: Table, command: Command, events: tuple[e.Event, ...], viewer: Viewer,
    by_two: Clause | None,
) -> Preview:  # fmt: skip
    later = view(after(table, events), "", 0, viewer)
    before = table.game.felt(table.play, "")
    known = faces(before, later.felt)
    asks = _of_game(table, command) and any(isinstance(each, _REVERSALS) for each in events)
    return Preview(
        spoken(command), None,
        (*(_outcome(each) for each in events if isinstance(each, _OF_WAGERS)),
         *_untouched(table, later)),
        tuple(event_text(each, known) for each in events if not isinstance(each, _OF_WAGERS)),
        tuple(_hands(before, later.felt)),
        tuple(each for each in events if isinstance(each, NotificationFellDue)),
        later.next, by_two, asks or by_two is not None,
    )  # fmt: skip


def _outcome(event: e.Event) -> WagerOutcome:
    if isinstance(event, e.SettlementReversed):
        return WagerOutcome(
            event.patron, event.wager, event.box, event.stake,
            Text("round {number} reversed", number=event.round),
            event.collected, event.paid, event.clauses, event.shortfall,
        )  # fmt: skip
    if isinstance(event, e.SettlementUndone):
        done = event.settlement
        return WagerOutcome(
            done.patron, done.wager, done.box, done.stake,
            Text("taken back, to be settled again"), 0,
            done.paid + done.returned, (event.clause,), event.shortfall,
        )  # fmt: skip
    if isinstance(event, e.SettlementCorrected):
        return _corrected(event)
    if not isinstance(event, e.Settlement):
        raise TypeError(f"{type(event).__name__} settles nothing")
    return WagerOutcome(
        event.patron, event.wager, event.box, event.stake, e.RESULT_OF[type(event)],
        event.paid + event.returned, 0, event.clauses,
    )  # fmt: skip


def _corrected(event: e.SettlementCorrected) -> WagerOutcome:
    was, now = event.before, event.after
    moved = (now.paid + now.returned) - (was.paid + was.returned)
    becomes = Text(
        "round {number}: {before} becomes {after}", number=event.round,
        before=term(e.RESULT_OF[type(was)]), after=term(e.RESULT_OF[type(now)]),
    )  # fmt: skip
    return WagerOutcome(
        now.patron, now.wager, now.box, now.stake, becomes, max(moved, 0), max(-moved, 0),
        now.clauses or (event.clause,), event.shortfall,
    )  # fmt: skip


def _untouched(table: Table, later: View) -> Iterator[WagerOutcome]:
    """Wagers that lie on the layout before and after."""
    lying = table.play.layout.wagers
    for each in later.wagers:
        if lying.get((each.patron, each.box, each.wager)) == each.amount:
            yield WagerOutcome(
                each.patron,
                each.wager,
                each.box,
                each.amount,
                Text("stays on the layout"),
                moves=False,
            )


def _hands(before: Felt, later: Felt) -> Iterator[HandChange]:
    were = {hand.name: hand.cards for hand in before.hands}
    are = {hand.name: hand.cards for hand in later.hands}
    for name in dict.fromkeys((*were, *are)):
        then, now = were.get(name, ()), are.get(name, ())
        if tuple(then) != tuple(now):
            yield HandChange(name, _cards(then), _cards(now))


def _cards(cards: tuple[str, ...]) -> str:
    return Listed((DOWN if each == FACE_DOWN else each for each in cards), " ") or Text("no card")
