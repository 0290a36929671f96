"""The blanks that every game fills, so that learning one teaches nine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.limits import Limits
from houseway.games.table_rules import TableRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Odds
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling, Tried


class Awaits(Struct, frozen=True):
    """What must happen next, by whom, and the clause that says so.

    `what` is one word: check, shuffle, cut, burn, open, wagers, draw, expose, choose, spin, roll,
    set, announce, settle, collect, decide. `command` is the order that does it, where it needs no
    further facts. `choices` are the orders among which `who` chooses. The types of all orders that
    move the round on are in `commands`.
    """

    what: str
    who: str
    clause: Clause
    sentence: str
    command: Command | None = None
    commands: tuple[type[Command], ...] = ()
    to: str = ""
    choices: tuple[Command, ...] = ()
    tried: tuple[Tried, ...] = ()


Pick = Callable[[int], int]  # a whole number below the one given, from outside


class May(NamedTuple):
    """Who may give an order, by which clause, and the judgement on it."""

    roles: frozenset[Role]
    clause: Clause
    decide: Callable[[Any, Any, Role], Ruling]


class WagerLine(NamedTuple):
    """One kind of wager as it is offered, for the sign and the list of games."""

    wager: str
    outcome: str
    odds: Odds
    clause: Clause


class Setup(Struct, frozen=True):
    """How a table is set up: the house's options, the limits on its sign, the chips it pays in."""

    options: Any
    limits: Limits = Limits()
    chips: ChipSet = STANDARD_CHIPS


class Game(Struct, frozen=True):
    """One rule set: what it offers, and the functions that run it."""

    cite: Document
    options: type[Struct]
    limits: Limits
    orders: Mapping[type[Command], May]
    begin: Callable[[Setup], Any]  # a table whose cards are still to be prepared
    ready: Callable[[Any], tuple[tuple[Command, Role], ...]]  # orders that prepare them plainly
    evolve: Callable[[Any, Event], Any]
    awaits: Callable[[Any], Awaits]
    supply: Callable[[Any, Awaits, Pick], tuple[Command, Role]]  # the facts that an order needs
    wagers: Callable[[Any], tuple[WagerLine, ...]]  # given the options
    sign: Callable[[Any], tuple[tuple[str, Clause], ...]]  # given the play
    check_setup: Callable[[Setup], Refused | None]
    check: Callable[[Any], None]  # raises unless chips and cards are conserved
    table: TableRules = TableRules()

    @property
    def slug(self) -> str:
        return self.cite.slug

    def decide(self, play: Any, command: Command, by: Role = Role.DEALER) -> Ruling:
        """The ruling on one order: who may, then what the rules say. Nothing changes."""
        may = self.orders.get(type(command))
        if may is None:
            return Refused(
                "order_not_of_this_game",
                None,
                f"{type(command).__name__} is not an order of {self.cite.title}",
            )
        if by not in may.roles:
            return Refused("role_may_not", may.clause, _role_sentence(command, by, may.roles))
        return may.decide(play, command, by)

    def can(self, play: Any, command: Command, by: Role = Role.DEALER) -> bool:
        return isinstance(self.decide(play, command, by), Accepted)

    def verify(self, play: Any, command: Command, by: Role = Role.DEALER) -> Refused | None:
        """Why not, or None when the order would be accepted."""
        ruling = self.decide(play, command, by)
        return ruling if isinstance(ruling, Refused) else None

    def do(self, play: Any, command: Command, by: Role = Role.DEALER) -> tuple[Event, ...]:
        """Rule on an order and apply it; a refusal is raised. For scripts and tests."""
        ruling = self.decide(play, command, by)
        if isinstance(ruling, Refused):
            raise NotAllowed(ruling)
        for event in ruling.events:
            self.evolve(play, event)
        return ruling.events


class NotAllowed(Exception):
    """`do` was asked for something that the rules refuse."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


def _role_sentence(command: Command, by: Role, roles: frozenset[Role]) -> str:
    allowed = " or ".join(role for role in Role if role in roles)
    return f"{type(command).__name__} was given by a {by}; it takes a {allowed}"


def accept(*events: Event) -> Accepted:
    return Accepted(events)
