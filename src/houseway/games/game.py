"""The blanks that every game fills, so that learning one teaches nine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import force_setattr

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.games.base_commands import Command as Command
from houseway.games.base_commands import TwoPersons
from houseway.games.events import Event
from houseway.games.felt import Felt, Learning, Spot
from houseway.games.limits import Limits, Line
from houseway.games.machine import Given, Machine, Part, role_may_not
from houseway.games.machine import May as May
from houseway.games.side_wagers.facts import Facts
from houseway.games.table_rules import PromotionRules, TableRules, TournamentRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Odds
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling, Tried

# What a game makes the house owe to people outside the table, told by the game's own facts.


class Duty(NamedTuple):
    """To whom, about what, by which clause."""

    to: str
    about: str
    clause: Clause


class Duties(Struct, frozen=True):
    """`owed` and `sent` read the duties in a fact.

    `order` is the game's own order that sends a notification about one of `subjects`.
    `advised`: the facts by which someone was told of the right to complain. `review_to`: to whom
    a request for review goes, where it leaves the house (reading G16).
    """

    owed: Mapping[type[Event], Callable[[Any], tuple[Duty, ...]]] = field(default_factory=dict)
    sent: Mapping[type[Event], Callable[[Any], Duty]] = field(default_factory=dict)
    subjects: tuple[str, ...] = ()
    order: Callable[[str, str], Command] | None = None
    advised: tuple[type[Event], ...] = ()
    review_to: str = ""


class Awaits(Struct, frozen=True):
    """What must happen next, by whom, and the clause that says so.

    `what` is one word: check, shuffle, cut, burn, open, wagers, draw, expose, choose, spin, roll,
    set, announce, settle, collect, decide. `command` is the order that does it, where it needs no
    further facts. `choices` are the orders among which `who` chooses. The types of all orders that
    move the round on are in `commands`. A number that is awaited lies from `least` to `most`.
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
    least: int = 0
    most: int = 0


def dealers_step(
    what: str,
    clause: Clause,
    sentence: str,
    command: Command,
    *,
    to: str = "",
    tried: tuple[Tried, ...] = (),
) -> Awaits:
    """A step of the dealer's that needs no further facts."""
    return Awaits(what, Role.DEALER, clause, sentence, command, (type(command),), to, (), tried)


def named_hand(hand: str) -> str:
    """A hand within a sentence: `dealer` as "the dealer", `box 3` as it is."""
    return {"dealer": "the dealer", "banker": "the banker hand"}.get(hand, hand)


def betting_sentence(missing: Iterable[str]) -> str:
    """What a dealer reads while patrons bet: who has no wager yet."""
    names = ", ".join(missing)
    if names:
        return f"betting is open. No bet yet from {names}"
    return "wagers may be placed until no more bets"


Pick = Callable[[int], int]  # a whole number below the one given, from outside


def all_lost(rules: Any, options: Any, stakes: Mapping[str, int]) -> int:
    """The most that stakes can lose where no result pays one of them while another loses."""
    return sum(stakes.values())


# The judges of the commands that a role may give.
Judges = dict[type[Command], Callable[[Any, Any, Role], Ruling]]


class WagerLine(NamedTuple):
    """One kind of wager as it is offered, for the sign and the list of games."""

    wager: str
    outcome: str
    odds: Odds
    clause: Clause


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The document leaves the house nothing to choose at a table."""


class Setup(Struct, frozen=True):
    """How a table is set up: the house's options, the limits on its sign, the chips it pays in."""

    options: Any
    limits: Limits = Limits()
    chips: ChipSet = STANDARD_CHIPS


def _ready(play: Any) -> tuple[tuple[Command, Role], ...]:
    """Nothing has to be prepared."""
    return ()


def _check(play: Any) -> None:
    play.layout.check()


class SimulatedPlay(Struct, frozen=True):
    """What simulated people wager.

    `usual`: what patrons mostly wager on. `whole`: wagers that pay whole units on even stakes with
    these `options`; the bots of a tournament make no others.
    """

    usual: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})


class Game(Struct, frozen=True):
    """One rule set: what it offers, and the functions that run it.

    `module` is the package that holds it; its layout and its maths are found by that name.
    """

    cite: Document
    module: str
    play: type[Any]  # the state of a table of this game
    events: Mapping[type[Event], Any]  # every event of the game, with the function that applies it
    options: type[Struct]
    limits: Limits
    orders: Mapping[type[Command], May]
    begin: Callable[[Setup], Any]  # a table whose cards are still to be prepared
    awaits: Callable[[Any], Awaits]
    supply: Callable[[Any, Awaits, Pick], tuple[Command, Role]]  # the facts that an order needs
    wagers: Callable[[Any], tuple[WagerLine, ...]]  # given the options
    sign: Callable[[Any], tuple[tuple[str, Clause], ...]]  # given the play
    check_setup: Callable[[Setup], Refused | None]
    felt: Callable[[Any, str], Felt]  # as one patron may see it; without a name, as anybody may
    spots: Callable[[Any, str], tuple[Spot, ...]]  # where a patron can put a wager
    ready: Callable[[Any], tuple[tuple[Command, Role], ...]] = _ready  # prepares the cards plainly
    check: Callable[[Any], None] = _check  # raises unless chips and cards are conserved
    table: TableRules = TableRules()
    secret_per_round: bool = False  # nothing is shuffled: a virtual table's secret serves one spin
    tournament: TournamentRules | None = None  # where the document has tournaments
    promotion: PromotionRules | None = None  # where it has promotional prizes
    duties: Duties = Duties()
    rules: Any = None  # the tables of the edition as a value, where the game reads them from it
    facts: Facts | None = None  # what a side wager may ask about a round
    line_of: Callable[[Limits, str], Line] = Limits.line_of  # the limits of one wager
    halves: Clause | None = None  # by which half of a stake is paid exactly, in half-chips
    # The most that one patron's stakes, by wager, can lose in a round, given `rules` and the
    # options; a name that is no wager raises KeyError. What `all_lost` answers needs no names.
    risk: Callable[[Any, Any, Mapping[str, int]], int] = all_lost
    priced_as: Callable[[str], str] = str  # the wager of `wagers` whose odds a wager is paid by
    source: Literal["cards", "tiles", "wheel"] = "cards"  # where chance comes from
    fresh: str = ""  # why one round tells nothing of the next; empty where it does
    emblem: tuple[str, ...] = ("As",)  # the faces by which people know the game
    counts: Clause | None = None  # by which a hand has its total; None where hands have none
    pays_in_order: Clause | None = None  # by which wagers are settled in an order, if one does
    board: Literal["", "roads", "numbers"] = ""  # how a wall screen draws past results
    simulated: SimulatedPlay = SimulatedPlay()
    learning: Learning = Learning()  # what a program that learns the game may choose
    _judges: dict[Role, Judges] = field(default_factory=dict)
    _machine: Any = None

    def __post_init__(self) -> None:
        judges: dict[Role, Judges] = {
            role: {kind: may.decide for kind, may in self.orders.items() if role in may.roles}
            for role in Role
        }
        part: Part[Any, Any] = Part(dict(self.orders), dict(self.events))
        unknown = "order_not_of_this_game"
        machine = Machine(self.cite.title, unknown, _at_any_time, _may_not, (part,))
        force_setattr(self, "_judges", judges)
        force_setattr(self, "_machine", machine)

    @property
    def slug(self) -> str:
        return self.cite.slug

    def two_persons(self, kind: type[Command]) -> tuple[TwoPersons, Clause] | None:
        """The rule by which another person gives such a command, and its clause, if any."""
        for rule in kind.shared:
            if self.orders.keys() >= set(rule.orders):
                return rule, self.orders[rule.orders[-1]].clause
        return None

    def decide(self, play: Any, command: Command, by: Role = Role.DEALER) -> Ruling:
        """The ruling on one order: who may, then what the rules say. Nothing changes.

        A caller that takes commands from outside checks their bounds first (`games.bounds`).
        """
        try:
            judge = self._judges[by][type(command)]
        except KeyError:  # the machine says why not
            ruling: Ruling = self._machine.decide(play, command, Given(by))
            return ruling
        return judge(play, command, by)

    def evolve(self, play: Any, event: Event) -> Any:
        """Apply an event by the fold that the game has for it."""
        self.events[type(event)](play, event)
        return play

    def giver(self, command: Command, who: str) -> Role:
        """In which role an awaited command is given: the one awaited, or for a person named the
        patron's where a patron may give it, otherwise the dealer's."""
        roles = self.orders[type(command)].roles
        if who in roles:
            return Role(who)
        return Role.PATRON if Role.PATRON in roles else Role.DEALER

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


def _at_any_time(play: Any, command: Command, may: May) -> Refused | None:
    """What a round awaits is judged command by command."""


def _may_not(play: Any, command: Command, may: May, given: Given) -> Refused | None:
    if given.by in may.roles:
        return None
    return role_may_not(type(command), given.by, may.roles, may.clause)


def accept(*events: Event) -> Accepted:
    return Accepted(events)
